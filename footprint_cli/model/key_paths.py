"""State keys as people type and read them.

A log joins the segments of a path with U+001F, which nobody can type; every other character may
stand in a key. A person writes `a/b` or `a.b`, or exactly: a JSON array of the segments.
"""

from collections.abc import Callable
from json import JSONDecodeError, loads

from footprint_cli.model.commit import SEPARATOR, path_segments
from footprint_cli.model.json_text import json_text

_BETWEEN = "/"
_ESCAPED = "\\u001f"  # U+001F as every answer shows it


def key_text(path: str) -> str:
    """Write a path as it can be typed: `a/b`, or a JSON array where that would be another one."""
    segments = path_segments(path)
    odd = any(not one or _BETWEEN in one for one in segments) or path.startswith("[")
    return json_text(segments) if odd else _BETWEEN.join(segments)


def exact_path(typed: str) -> str | None:
    """Return the path of what was typed exactly: with U+001F, or as a JSON array; None: it was not."""
    if SEPARATOR in typed or _ESCAPED in typed:
        return typed.replace(_ESCAPED, SEPARATOR)
    if not typed.startswith("["):
        return None
    try:
        segments = loads(typed)
    except (JSONDecodeError, RecursionError):
        return None
    if not isinstance(segments, list) or not segments:
        return None
    return SEPARATOR.join(segments) if all(isinstance(one, str) for one in segments) else None


def readings(typed: str) -> list[str]:
    """Return the paths that a typed key may mean: the key as it stands, parted at `/`, and at dots."""
    exact = exact_path(typed)
    if exact is not None:
        return [exact]
    parted = (typed, typed.replace(_BETWEEN, SEPARATOR), typed.replace(".", SEPARATOR))
    return [*dict.fromkeys(parted)]


def meant(typed: str, known: Callable[[str], bool]) -> list[str]:
    """Return the readings of a typed key that are known; where none is, the key as it stands.

    More than one: what was typed is ambiguous.
    """
    paths = readings(typed)
    return [one for one in paths if known(one)] or paths[:1]
