"""Calls of a log + calls of its events → calls: events add what the log lacks, and replace nothing."""

from collections import deque
from collections.abc import Iterator

from msgspec.structs import replace

from footprint_cli.model.coverage import Call
from footprint_cli.model.items import with_news
from footprint_cli.read.decisions import without_arguments

_Waiting = dict[tuple[str | None, ...], deque[int]]


def with_events(logged: list[Call], seen: list[Call]) -> list[Call]:
    """Add what events alone know (a failure's flag) to the calls of the log, and calls it lacks.

    Call ids repeat, so a call is joined by id and step; each event serves one call. A resumed log
    lacks the arguments of the call it answers: there the id alone must do, once every other call
    has its event.
    """
    taken: set[int] = set()
    served = dict(_pairs(logged, seen, taken, by_step=True))
    resumed = [
        index
        for index, one in enumerate(logged)
        if index not in served and one.arguments_from is None and not one.rewritten
    ]
    late = dict(_pairs([logged[index] for index in resumed], seen, taken, by_step=False))
    served |= {resumed[place]: event for place, event in late.items()}
    joined = [
        _completed(one, seen[served[index]]) if index in served else one
        for index, one in enumerate(logged)
    ]
    return joined + [one for index, one in enumerate(seen) if index not in taken]


def _pairs(
    logged: list[Call], seen: list[Call], taken: set[int], *, by_step: bool
) -> Iterator[tuple[int, int]]:
    """Yield the places of calls and of the first event of each that no other call has."""
    waiting: _Waiting = {}
    for index, event in enumerate(seen):
        if index not in taken:
            waiting.setdefault(_key(event, by_step=by_step), deque()).append(index)
    for place, one in enumerate(logged):
        events = waiting.get(_key(one, by_step=by_step), deque())
        own = next((each for each in events if _same_tool(one, seen[each])), None)
        if own is not None:
            events.remove(own)
            taken.add(own)
            yield place, own


def _key(call: Call, *, by_step: bool) -> tuple[str | None, ...]:
    return (call.call_id, call.step) if by_step else (call.call_id,)


def _same_tool(logged: Call, event: Call) -> bool:
    return not event.tool or logged.tool in {event.tool, None}


def _completed(logged: Call, event: Call) -> Call:
    known = logged.outcome
    if event.outcome not in {"unfinished", "ran"} and known in {"ran", "unfinished"}:
        known = event.outcome if event.outcome != "paused" or known == "unfinished" else known
    told = _with_declared(replace(logged, outcome=known), event)
    if event.result_recorded and logged.result_recorded:
        told = replace(told, told=(event.result,))
    if event.mixed:
        told = replace(told, mixed=True)
    if logged.rewritten:
        return told
    if event.rewritten and logged.arguments_from == "history":
        # What the model wrote is not what the call ran with (search notes, 5.4).
        return without_arguments(told)
    if logged.arguments_from is None and event.arguments_from is not None:
        return replace(
            told,
            arguments=event.arguments,
            arguments_from=event.arguments_from,
            tool=logged.tool or event.tool,
        )
    return told


def _with_declared(logged: Call, event: Call) -> Call:
    """Add what events tell of a result's ground, unless redaction took that out of the log."""
    if "withheld" in (logged.doors, event.doors):
        told = event.filed if logged.doors != "withheld" else ()
        filed = with_news(logged.filed, told)
        return replace(logged, filed=filed, doors="withheld")
    periods = [one for one in event.periods if one not in logged.periods]
    return replace(
        logged,
        filed=with_news(logged.filed, event.filed) if logged.filed else event.filed,
        periods=(*logged.periods, *periods),
        described=event.described if logged.described is None else logged.described,
        composed=event.composed if logged.composed is None else logged.composed,
        status=event.status if logged.status is None else logged.status,
        doors="held" if event.doors == "held" else logged.doors,
    )
