"""Where two JSON values differ, however deep they nest."""

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from footprint_cli.model.fold import ABSENT


class Difference(NamedTuple):
    """A place where two values differ, and what each has there; ABSENT: nothing."""

    path: tuple[str, ...]
    one: Any
    other: Any


def differences(
    one: object,
    other: object,
    at: tuple[str, ...] = (),
    skipped: Collection[tuple[str, ...]] = (),
) -> Iterator[Difference]:
    """Yield the places where two values differ, in the order of the first; `at` is where they stand.

    `skipped` paths are not looked at. Numbers are equal by value, as in JavaScript, and a list of
    another length differs as a whole.
    """
    waiting: list[Difference] = [Difference(at, one, other)]
    while waiting:
        place = waiting.pop()
        if place.path in skipped:
            continue
        path, left, right = place
        if isinstance(left, dict) and isinstance(right, dict):
            keys = dict.fromkeys((*left, *right))
            waiting += reversed(
                [
                    Difference((*path, key), left.get(key, ABSENT), right.get(key, ABSENT))
                    for key in keys
                ]
            )
        elif isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
            pairs = zip(left, right, strict=True)
            waiting += reversed(
                [Difference((*path, str(n)), a, b) for n, (a, b) in enumerate(pairs)]
            )
        elif not _same(left, right):
            yield place


def are_same(one: object, other: object) -> bool:
    """Tell whether two JSON values are equal."""
    return next(differences(one, other), None) is None


def _same(one: object, other: object) -> bool:
    if isinstance(one, dict | list) or isinstance(other, dict | list):
        return False  # containers of one kind were taken apart
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    return one == other or (one != one and other != other)  # noqa: PLR0124 (NaN)
