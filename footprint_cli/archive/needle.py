"""Which bytes a record must hold to name the chunk that is asked for."""

import re

from footprint_cli.model.answer import Asked

_PLAIN = re.compile(rb"[A-Za-z0-9_.:#-]+")  # what every JSON writer leaves as it is
_SHORTEST = 4  # bytes; a shorter needle is found everywhere and slowly


def needle_of(asked: Asked) -> bytes | None:
    """Return bytes that stand in every record that names such a chunk; None: nothing can be told.

    It is the longest run of the id that no JSON writer escapes: not `/ " & < > ' +` and nothing
    beyond ASCII, which some writers do (performance notes, 2e).
    """
    text = asked.text
    if asked.how == "glob":
        text = re.sub(r"\[.*|[*?]", "\0", text, flags=re.DOTALL)  # a set may hold anything
    runs = _PLAIN.findall(text.encode("utf-8", "surrogatepass"))
    best = max(runs, key=len, default=b"")
    return best if len(best) >= _SHORTEST else None
