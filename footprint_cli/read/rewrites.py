"""The decisions of rules on calls, as a state lists them (search notes, 5.4)."""

from bisect import bisect_left
from typing import Any, NamedTuple

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import is_placeholder
from footprint_cli.model.js_copies import plain
from footprint_cli.model.json_text import recorded
from footprint_cli.model.numbers import is_number
from footprint_cli.read.decisions import effect_of


class Decided(NamedTuple):
    """One decision that matters: what it did, its row, the step that wrote it, and its number.

    `call_id` is None where the row names no call that can be read.
    """

    number: int
    effect: str
    row: Any
    step: str | None
    place: int  # in its list
    call_id: str | None = None
    iteration: object = None


class Rewrites:
    """The decisions that rewrote arguments or denied a call, numbered as they come.

    The list in the state grows with every call: each of its rows is looked at once. `withheld` says
    that redaction took the whole list, as it is now.
    """

    def __init__(self) -> None:
        self.count = 0
        self.list_began_at = 0  # the number of the first decision in the list that the state holds
        self.withheld = False
        self._looked_at = 0  # rows of that list
        self._held: list[Decided] = []  # those of that list
        self._before: dict[int, Decided] = {}  # those of the list before, by their place in it
        # By id and iteration; where that is not recorded, by id and step.
        self._rows: dict[tuple[str | None, object, str | None], list[Decided]] = {}
        self._lost: dict[int, Decided] = {}  # by number, those that no call has yet

    def start_from(self, decisions: object) -> None:
        """Begin with a state: its rows are no news."""
        self.take(decisions, None)
        self._lost.clear()

    def forget_list(self) -> None:
        """Begin a new list: the decisions of the one before were those of other calls."""
        self._before = {one.place: one for one in self._held}
        self._held = []
        self.list_began_at, self._looked_at = self.count, 0

    def take(self, decisions: object, step: str | None) -> None:
        """Look at the rows that were appended to the list since it was last seen."""
        self.withheld = is_placeholder(decisions)
        if not isinstance(decisions, list) or len(decisions) < self._looked_at:
            self.forget_list()
        for row in decisions[self._looked_at :] if isinstance(decisions, list) else ():
            self._looked_at += 1
            effect = effect_of(row)
            if effect is not None:
                self._keep(effect, plain(row), step)

    def _keep(self, effect: str, row: Any, step: str | None) -> None:  # noqa: ANN401 (JSON)
        fields = row if isinstance(row, dict) else {}
        call_id = fields.get("toolCallId")
        own = Decided(
            number=self.count,
            effect=effect,
            row=row,
            step=step,
            place=self._looked_at,
            call_id=None if is_placeholder(call_id) else recorded(call_id),
            iteration=_iteration_of(fields),
        )
        if own.call_id is not None or (call_id is None and fields):
            at = step if own.iteration is None else None
            self._rows.setdefault((own.call_id, own.iteration, at), []).append(own)
        before = self._before.get(own.place)
        if before is None or before.row != row:  # a list that is written anew repeats its rows
            self._lost[own.number] = own
        self._held.append(own)
        self.count += 1

    def of(self, call: Call, begin: int, end: int) -> list[Decided]:
        """Return the decisions on a call among those from `begin` up to `end`, in order."""
        found = [*self._rows.get((call.call_id, None, call.step), ())]
        if call.iteration is not None:
            rows = self._rows.get((call.call_id, call.iteration, None), [])
            first, last = (bisect_left(rows, number, key=_number) for number in (begin, end))
            found += rows[first:last]
        for one in found:
            self._lost.pop(one.number, None)
        return sorted(found, key=_number)

    def lost(self) -> list[Decided]:
        """Return the decisions that no call has: of a step or an iteration without its call."""
        return [*self._lost.values()]


def _number(one: Decided) -> int:
    return one.number


def _iteration_of(row: dict[str, Any]) -> object:
    """Return the iteration that a decision is for; None: for any."""
    iteration = row.get("iteration")
    if iteration is None or is_placeholder(iteration):
        return None
    return iteration if is_number(iteration) else ""  # the iteration of no call
