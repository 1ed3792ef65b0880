from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from footprint_cli.model.js_values import (
    ABSENT,
    Array,
    delete,
    may_overrun,
    names_an_element,
    own,
    put,
)

# The producer guards against prototype pollution with these, wherever they stand in a path.
DENIED: Final = frozenset({"__proto__", "constructor", "prototype"})


def value_at(root: object, segments: Sequence[str]) -> object:
    """Read a path by own properties alone (the producer's `nativeGet`); ABSENT when it ends early.

    The value is the one in `root`, not a copy.
    """
    value = root
    for segment in segments:
        if segment in DENIED:
            return ABSENT
        value = own(value, segment)
        if value is ABSENT:
            return ABSENT
    return value


def put_at(root: dict[str, object], segments: Sequence[str], value: object) -> None:
    """Write a path (the producer's `nativeSet`), making objects on the way, never arrays.

    A scalar in the way is destroyed. At a denied segment the write ends without a word, and the
    objects made up to there stay.
    """
    container: dict[str, object] | list[object] = root
    for segment, following in pairwise(segments):
        if segment in DENIED:
            return
        child = own(container, segment)
        if not isinstance(child, (dict, list)):
            child = {}
            put(container, segment, child)
        elif type(child) is list and not names_an_element(following):
            # Only an `Array` has a place for a named property, so it takes the place of the list.
            child = Array(child)
            put(container, segment, child)
        container = child
    if segments[-1] not in DENIED:
        put(container, segments[-1], value)


def delete_at(root: dict[str, object], segments: Sequence[str]) -> None:
    """Delete a path (the producer's `nativeDelete`); nothing is made on the way."""
    container = value_at(root, segments[:-1])
    if isinstance(container, (dict, list)) and segments[-1] not in DENIED:
        delete(container, segments[-1])


def may_raise(root: object, segments: Sequence[str]) -> bool:
    """Whether writing a path may raise `ArrayRangeError`, as things stand in `root`."""
    value = root
    for segment in segments:
        if isinstance(value, list) and may_overrun(segment):
            return True
        value = own(value, segment)
    return False
