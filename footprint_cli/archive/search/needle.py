"""Which bytes a record must hold to name the chunk that is asked for."""

import re

from footprint_cli.model.answer import Asked

_PLAIN = re.compile(rb"[A-Za-z0-9_.:#-]+")  # what every JSON writer leaves as it is
_SHORTEST = 4  # bytes; a shorter needle is found everywhere and slowly


def needle_of(asked: Asked) -> bytes | None:
    """Return bytes that stand in every record that names such a chunk; None: nothing can be told.

    It is the longest run of the id that no JSON writer escapes: not `/ " & < > ' +` and nothing
    beyond ASCII, which some writers do (performance notes, 2e); with the quotes around it, where the
    run begins or ends the id. An id that is written as a number has none: a record with such ids does
    not name all its candidates by texts, and is parsed.
    """
    text, exact = asked.text, asked.how in ("exact", "doc")
    if asked.how == "glob":
        text = re.sub(r"\[.*|[*?]", "\0", text, flags=re.DOTALL)  # a set may hold anything
    whole = text.encode("utf-8", "surrogatepass")
    best = max(_PLAIN.finditer(whole), key=lambda one: len(one[0]), default=None)
    if best is None or len(best[0]) < _SHORTEST:
        return None
    begins = best.start() == 0 and (exact or asked.how == "prefix")
    ends = best.end() == len(whole) and exact
    return b'"' * begins + best[0] + b'"' * ends
