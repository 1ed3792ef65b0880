"""A record about a call → the call it is of, or those that it may be of."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import is_placeholder
from footprint_cli.model.json_text import recorded
from footprint_cli.model.numbers import is_number

_Group = tuple[object, ...]
MANY = 1000  # calls that a record may be of: from here on they are not told apart any more


class About(NamedTuple):
    """What a record says of its call: id, tool and iteration (None: nothing readable), and step."""

    call_id: str | None
    tool: str | None
    iteration: object
    step: str | None
    hidden: bool = False  # redaction took the id

    def fits(self, call: Call) -> bool:
        """Tell whether nothing that both tell of is different."""
        return (self.tool is None or call.tool in (None, self.tool)) and (
            self.iteration is None or call.iteration in (None, self.iteration)
        )


def about(record: Any, step: str | None) -> About:  # noqa: ANN401 (JSON)
    """Read what a record says of its call."""
    fields = record if isinstance(record, dict) else {}
    call_id, tool, iteration = map(fields.get, ("toolCallId", "toolName", "iteration"))
    hidden = is_placeholder(call_id) or not isinstance(record, dict)
    return About(
        call_id=None if hidden else recorded(call_id),
        tool=None if is_placeholder(tool) else recorded(tool),
        iteration=iteration if is_number(iteration) else None,
        step=step,
        hidden=hidden,
    )


class Owners:
    """The calls of one log or run, to be found by what records say of them.

    Ids repeat, so the step comes first, then the iteration; an id alone finds a call only where no
    other has it.
    """

    def __init__(self) -> None:
        self._calls: dict[int, Call] = {}
        self._groups: dict[_Group, list[int]] = {}
        self._done: set[tuple[int, object]] = set()

    def add(self, place: int, call: Call, step: str | None = None) -> None:
        """Take up a call at a place; one that was not dispatched leaves no records."""
        if call.outcome == "not-dispatched":
            return
        self._calls[place] = call
        step = call.step if step is None else step
        named = call.call_id
        for group in (
            ("step", step),
            ("id", named),
            ("both", named, step),
            ("turn", named, call.iteration),
            ("all",),
        ):
            own = self._groups.setdefault(group, [])
            if not own or own[-1] != place:
                own.append(place)

    def of(self, one: About) -> tuple[Sequence[int], bool]:
        """Return the places of the calls that a record may be of, and whether it is of that one."""
        if one.hidden:
            return self._fitting(one, ("step", one.step)) or self._groups.get(("all",), ()), False
        own = self._fitting(one, ("both", one.call_id, one.step))
        if not own and one.call_id is None:
            return self._fitting(one, ("step", one.step)), False
        own = own or self._elsewhere(one)
        return own, len(own) == 1

    def once(self, places: Sequence[int], what: object) -> Sequence[int]:
        """Return places to do something to; none where so many were given for it already."""
        if len(places) <= MANY:
            return places
        done = (id(places), what) in self._done  # so many are the list of a group itself
        self._done.add((id(places), what))
        return () if done else places

    def _elsewhere(self, one: About) -> Sequence[int]:
        """Find the call of its iteration, else that of its step, else any of its id."""
        anew = one._replace(iteration=None)
        turn = (
            ()
            if one.iteration is None
            else self._fitting(one, ("turn", one.call_id, one.iteration))
        )
        return (
            turn
            or self._fitting(anew, ("both", one.call_id, one.step))
            or self._fitting(anew, ("id", one.call_id))
        )

    def _fitting(self, one: About, group: _Group) -> Sequence[int]:
        every = self._groups.get(group, ())
        if len(every) > MANY:
            return every
        return [place for place in every if one.fits(self._calls[place])]
