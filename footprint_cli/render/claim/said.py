"""What every format says of a claim."""

from collections.abc import Iterator, Sequence

from footprint_cli.model.claim import ClaimReport, Judged, Support, verdict_word
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.render.words import NOT_RECORDED, numbered, place_of

_NO_GROUND = frozenset({"other-subject", "no-search"})


def singles(one: Judged) -> Iterator[tuple[CoveredCall, Support]]:
    """Yield each call with how the claim stands against it."""
    for support in one.judgement.each:
        if len(support.calls) == 1:
            yield one.calls[support.calls[0]], support


def unions(one: Judged) -> Iterator[tuple[list[CoveredCall], Support]]:
    """Yield each union of calls with how the claim stands against it."""
    for support in one.judgement.each:
        if len(support.calls) > 1:
            yield [one.calls[at] for at in support.calls], support


def telling(one: Judged) -> tuple[list[tuple[CoveredCall, Support]], int]:
    """Return the calls that searched for what the claim is about, and how many others there are."""
    listed = [*singles(one)]
    shown = [each for each in listed if each[1].verdict not in _NO_GROUND]
    return shown, len(listed) - len(shown)


def reasons(support: Support) -> str:
    """Write what stands against a claim: what decided, then what else was found."""
    also = f"; also {', '.join(support.also)}" if support.also else ""
    return f"{', '.join(support.details)}{also}" or NOT_RECORDED


def verdict_of(support: Support) -> str:
    """Return the words for how a claim stands."""
    return verdict_word(support.verdict)


def call_name(one: CoveredCall) -> str:
    """Name a call: its tool and where it ran."""
    return f"{tool_name(one)} at {call_place(one)}"


def call_place(one: CoveredCall) -> str:
    """Say where a call ran, with its id: one step may hold several."""
    place = place_of(one.call)
    return place if one.call.call_id is None else f"{place}, {one.call.call_id}"


def tool_name(one: CoveredCall) -> str:
    """Name the tool of a call, as far as it is recorded."""
    return NOT_RECORDED if one.call.tool is None else one.call.tool


def together(calls: Sequence[CoveredCall]) -> str:
    """Name the calls of a union."""
    places = [call_place(one) for one in calls]
    return f"{tool_name(calls[0])} at {'; '.join(places[:-1])} and {places[-1]} together"


def basis(one: Judged) -> str:
    """Name the calls that decided; nothing where none did."""
    best = one.judgement.best
    if best is None or not best.calls:
        return ""
    calls = [one.calls[at] for at in best.calls]
    named = call_name(calls[0]) if len(calls) == 1 else together(calls)
    return f"by {named} in {calls[0].source}"


def also_line(one: Judged) -> str:
    """Write the reasons of the verdict as codes."""
    best = one.judgement.best
    return "" if best is None or not (best.details or best.also) else f"reasons: {reasons(best)}"


def choices_line(one: Judged) -> str:
    """Name the open points that decided something."""
    best = one.judgement.best
    chosen = () if best is None else best.choices
    return (
        f"decided by: {', '.join(f'{each.name}={each.value}' for each in chosen)}" if chosen else ""
    )


def searched_line(report: ClaimReport) -> str:
    """Say what the claim was held against."""
    searched = report.searched
    calls = numbered(searched.tool_calls, "tool call")
    declared = f"{searched.declared_calls} of tools that declare a search"
    of = f" ({declared})" if searched.tool_calls else ""
    return f"held against: {calls}{of} in {numbered(searched.recordings, 'recording')}"
