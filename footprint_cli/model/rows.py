from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from footprint_cli.model.commit import SEPARATOR, path_segments
from footprint_cli.model.js_copies import copied
from footprint_cli.model.js_values import Array
from footprint_cli.model.state_paths import DENIED, value_at

VERBS = frozenset({"set", "append", "delete", "merge"})


class Row(NamedTuple):
    """One row of an accepted line, ready to be written."""

    number: int
    path: str
    segments: list[str]
    verb: str
    unknown: str | None = None  # the verb as written; the producer's fold takes it for a merge


def rows_of(trace: Iterable[dict[str, Any]]) -> list[Row]:
    """Read the rows of an accepted line."""
    return [_row(number, row["path"], row.get("verb")) for number, row in enumerate(trace)]


def _row(number: int, path: str, verb: object) -> Row:
    if isinstance(verb, str) and verb in VERBS:
        return Row(number, path, path_segments(path), verb)
    written = "no verb" if verb is None else "a verb that is not text"
    if isinstance(verb, str):
        written = f'the verb "{verb}"'
    return Row(number, path, path_segments(path), "merge", written)


def problems_of(rows: Iterable[Row]) -> Iterator[str]:
    """Name what no engine writes: an unknown verb, a path that `DENIED` stops."""
    for row in rows:
        if row.unknown is not None:
            yield f"row {row.number} has {row.unknown}, unknown here, and is folded as a merge"
        denied = next((segment for segment in row.segments if segment in DENIED), None)
        if denied is not None:
            yield f"row {row.number} names {denied} in its path and writes nothing there"


def are_nested(rows: Iterable[Row]) -> bool:
    """Whether the path of one row is a proper ancestor of the path of another."""
    if all(len(row.segments) == 1 for row in rows):
        return False
    # Sorted, everything under a path follows it directly, as each path ends with a separator.
    paths = sorted({row.path + SEPARATOR for row in rows})
    return any(path.startswith(ancestor) for ancestor, path in pairwise(paths))


def superseded(rows: list[Row]) -> set[int]:
    """Find the numbers of rows whose payload does not matter when no path is inside another.

    Of sets at one path the last counts, of merges the last two: the second still removes the
    duplicates that the first may have left. In full mode a line repeats a row, with all of its
    payload, for every write of a loop, and to apply each one would cost the square of the loop.
    """
    found: set[int] = set()
    following: dict[str, tuple[str, str]] = {}  # the verbs of the next two rows at a path
    for row in reversed(rows):
        first, second = following.get(row.path, ("", ""))
        if row.verb == first == "set" or row.verb == first == second == "merge":
            found.add(row.number)
        following[row.path] = (row.verb, first)
    return found


class Payloads:
    """What the rows of one line put into the state.

    With `own`, nobody else holds the line and no row of it reaches into what another one put, so
    payloads are handed out as they are; of rows with one path only the last one gets the original.
    With `shared`, every array that is handed out is an `Array`: it may come to hang in two places
    of the state, and could not be replaced by one in both when a named property is put on it.
    """

    def __init__(self, line: dict[str, Any], rows: list[Row], *, own: bool, shared: bool) -> None:
        self._overwrite = line.get("overwrite")
        self._array = Array if shared else list
        self._last = {row.path: row.number for row in rows if row.verb in {"set", "append"}}
        self._own = own and not shared
        self._updates = self._copied_once(line.get("updates"), rows)

    def written(self, row: Row) -> object:
        """Give the payload of a `set` or an `append`."""
        payload = value_at(self._overwrite, row.segments)
        if self._own and self._last[row.path] == row.number:
            return payload
        return copied(payload, self._array)

    def patch(self, row: Row) -> object:
        """Give the payload of a `merge`, the same one to every row with the same path."""
        return value_at(self._updates, row.segments)

    def _copied_once(self, updates: object, rows: list[Row]) -> object:
        # Once a line, not once a row: two merges of one line know its elements by identity, and
        # the second one adds none of them again.
        if self._own or not isinstance(updates, dict):
            return updates
        roots = {row.segments[0] for row in rows if row.verb == "merge"}
        return {key: copied(updates[key], self._array) for key in roots if key in updates}
