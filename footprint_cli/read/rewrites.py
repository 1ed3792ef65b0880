"""The decisions of rules that changed the arguments of calls (search notes, 5.4)."""

from bisect import bisect_left
from typing import Any, TypeGuard

from footprint_cli.model.coverage import Call
from footprint_cli.model.js_copies import plain
from footprint_cli.model.json_text import recorded
from footprint_cli.model.numbers import is_number


class Rewrites:
    """The decisions of rules that rewrote arguments, numbered as they come.

    The list in the state grows with every call: each of its rows is looked at once.
    """

    def __init__(self) -> None:
        self.count = 0
        self.list_began_at = 0  # the number of the first rewrite in the list that the state holds
        self._looked_at = 0  # rows of that list
        self._rows: dict[tuple[str | None, object], list[tuple[int, dict[str, Any]]]] = {}

    def forget_list(self) -> None:
        """Begin a new list: the decisions of the one before were those of other calls."""
        self.list_began_at, self._looked_at = self.count, 0

    def take(self, decisions: object) -> None:
        """Look at the rows that were appended to the list since it was last seen."""
        if not isinstance(decisions, list) or len(decisions) < self._looked_at:
            self.forget_list()
        for row in decisions[self._looked_at :] if isinstance(decisions, list) else ():
            self._looked_at += 1
            if _is_rewrite(row):
                own = plain(row)
                key = (recorded(own.get("toolCallId")), _iteration_of(own))
                self._rows.setdefault(key, []).append((self.count, own))
                self.count += 1

    def last(self, call: Call, begin: int, end: int) -> dict[str, Any] | None:
        """Return the last rewrite of a call among those from `begin` up to `end`."""
        found: list[tuple[int, dict[str, Any]]] = []
        for iteration in {call.iteration, None}:
            rows = self._rows.get((call.call_id, iteration), [])
            place = bisect_left(rows, end, key=_number)
            found += rows[place - 1 : place] if place else []
        number, row = max(found, key=_number, default=(-1, None))
        return row if number >= begin else None


def _number(numbered: tuple[int, dict[str, Any]]) -> int:
    return numbered[0]


def _is_rewrite(row: object) -> TypeGuard[dict[str, Any]]:
    return (
        isinstance(row, dict)
        and row.get("moment") == "before-tool"
        and row.get("outcome") == "allow"
        and row.get("changed") is True
    )


def _iteration_of(row: dict[str, Any]) -> object:
    """Return the iteration that a decision is for; None: for any."""
    iteration = row.get("iteration")
    if iteration is None:
        return None
    return iteration if is_number(iteration) else ""  # the iteration of no call
