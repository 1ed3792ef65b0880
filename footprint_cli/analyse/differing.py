"""Two retrievals → where they differ, what of that cannot be told, and why."""

from collections.abc import Iterable, Iterator

from footprint_cli.analyse.causes import causes_of, causes_of_settings
from footprint_cli.analyse.chunk_differences import chunk_differences, text_state
from footprint_cli.analyse.outcomes import outcome_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.read_sets import ReadSet, compared_reads
from footprint_cli.analyse.two_pools import SETTINGS, TwoPools
from footprint_cli.model.diff_report import (
    DIFFERS,
    NOT_TOLD,
    SAME,
    Place,
    RetrievalDiff,
    Value,
)
from footprint_cli.model.differences import are_same
from footprint_cli.model.evidence import Retrieval, recorded_value

OF_RETRIEVAL = (
    "read-set",
    "settings",
    "candidates",
    "scores",
    "verdicts",
    "reasons",
    "text",
    "prompt-order",
)
_COUNTS = {
    "consideredCount": "candidates",
    "candidatesComplete": "candidates",
    "corpusEmpty": "candidates",
    "admittedCount": "verdicts",
    "rejectedCount": "verdicts",
    "charsUsed": "verdicts",
}
_CAME_BACK = frozenset({"corpus-empty", "never-asked"})  # with nothing, for sure
_States = Iterable[str]


def compared_retrievals(
    before: Retrieval, after: Retrieval, places: tuple[Place, Place], *, texts: bool = True
) -> RetrievalDiff:
    """Compare two retrievals as they are recorded; without `texts` those of prompts are not told."""
    pools = [_pool(one) for one in (before, after)]
    untold = tuple(_untold((before, after), pools))
    mine, theirs = pools
    if mine is None or theirs is None:
        states = dict.fromkeys(OF_RETRIEVAL, NOT_TOLD)
        return RetrievalDiff(before=places[0], after=places[1], states=states, untold=untold)
    return _compared(TwoPools(mine, theirs), places, untold, texts=texts)


def gravest(states: _States) -> str:
    """Return the state of several things together."""
    found = {*states}
    return DIFFERS if DIFFERS in found else NOT_TOLD if NOT_TOLD in found else SAME


def _compared(
    two: TwoPools, places: tuple[Place, Place], untold: tuple[str, ...], *, texts: bool
) -> RetrievalDiff:
    values, listed = tuple(_values(two)), _listed(two) == SAME
    reads = compared_reads(*(_reads(one) for one in (two.before, two.after)))
    states = {
        "read-set": reads.state,
        "settings": _state_of(values, "settings"),
        "candidates": gravest([_candidates(two), _state_of(values, "candidates")]),
        "scores": _scores(two),
        "verdicts": gravest([_listed(two), *_of_rows(two, "admitted"), *_told(values, "verdicts")]),
        "reasons": gravest([_listed(two), *_reasons(two)]),
        "text": gravest([text_state(two, one, texts=texts) for one in two.both]),
        "prompt-order": _order(two),
    }
    return RetrievalDiff(
        before=places[0],
        after=places[1],
        states=states,
        values=values,
        chunks=tuple(chunk_differences(two, texts=texts)) if listed else (),
        order=two.read_order if states["prompt-order"] == DIFFERS else None,
        left=reads.left,
        entered=reads.entered,
        causes=tuple(causes_of(two) if listed else causes_of_settings(two)),
        untold=untold,
    )


def _pool(one: Retrieval) -> Pool | None:
    """Return the pool of a retrieval whose evidence is recorded."""
    return None if one.evidence is None or one.withheld is not None else Pool(one, one.evidence)


def _is_listed(pool: Pool) -> bool:
    """Tell whether the record says which chunks were considered."""
    return bool(pool.candidates) or outcome_of(pool.retrieval, pool)[0] in _CAME_BACK


def _untold(sides: tuple[Retrieval, Retrieval], pools: list[Pool | None]) -> Iterator[str]:
    for side, one, pool in zip(("before", "after"), sides, pools, strict=True):
        if pool is None or not _is_listed(pool):
            yield f"{side}: {outcome_of(one, pool)[1]}"


def _values(two: TwoPools) -> Iterator[Value]:
    for name, kind in (*((one, "settings") for one in SETTINGS), *_COUNTS.items()):
        before, after = two.values(name)
        told = (before is not None and after is not None) or _is_none(name, two)
        if kind == "verdicts" and two.is_mixed:
            continue  # one record counts what the picker had not ruled yet
        withheld = any(name in one.retrieval.withheld_fields for one in (two.before, two.after))
        if withheld and kind == "settings":
            yield Value(name=name, kind=kind, before=before, after=after, told=False)
        elif not are_same(before, after) and (told or kind == "settings"):
            yield Value(name=name, kind=kind, before=before, after=after, told=told)


def _is_none(name: str, two: TwoPools) -> bool:
    """Tell whether a limit that a committed record lacks is none (format notes, 5, fact 11)."""
    sources = {one.retrieval.evidence_from for one in (two.before, two.after)}
    return name in {"threshold", "maxChars"} and sources <= {"commit", "nested-log"}


def _told(values: tuple[Value, ...], kind: str) -> Iterator[str]:
    return (DIFFERS if one.told else NOT_TOLD for one in values if one.kind == kind)


def _state_of(values: tuple[Value, ...], kind: str) -> str:
    return gravest(_told(values, kind))


def _listed(two: TwoPools) -> str:
    return SAME if _is_listed(two.before) and _is_listed(two.after) else NOT_TOLD


def _candidates(two: TwoPools) -> str:
    if _listed(two) == NOT_TOLD:
        return NOT_TOLD
    mine, theirs = (
        [one.candidates[place].id for place in one.ranked] for one in (two.before, two.after)
    )
    if mine != theirs:
        return DIFFERS
    return NOT_TOLD if None in mine else SAME


def _of_rows(two: TwoPools, name: str) -> Iterator[str]:
    for one in two.both:
        before, after = (recorded_value(row, name) for row in two.candidates(one))
        if before is None or after is None:
            yield NOT_TOLD
        elif not are_same(before, after):
            early = name == "admitted" and two.rules_otherwise(one) is None
            yield NOT_TOLD if early else DIFFERS


def _scores(two: TwoPools) -> str:
    hidden = any(one.hides("score") for one in (two.before, two.after))
    return gravest([_listed(two), *_of_rows(two, "score"), *([NOT_TOLD] if hidden else [])])


def _reasons(two: TwoPools) -> Iterator[str]:
    """Yield how the reasons of what both sides refuse compare; none on both is the same."""
    hidden = any(one.hides("reason") for one in (two.before, two.after))
    for one in two.both:
        before, after = two.candidates(one)
        if before.admitted is not False or after.admitted is not False:
            continue
        mine, theirs = (recorded_value(row, "reason") for row in (before, after))
        if hidden or (mine is None) is not (theirs is None):
            yield NOT_TOLD
        elif not are_same(mine, theirs):
            yield NOT_TOLD if two.rules_otherwise(one) is None else DIFFERS


def _order(two: TwoPools) -> str:
    if two.read_order is None:
        return NOT_TOLD
    if _listed(two) == NOT_TOLD:
        return NOT_TOLD
    before, after = two.read_order
    return SAME if before == after else DIFFERS


def _reads(pool: Pool) -> ReadSet:
    """Return what is known of the chunks that were read."""
    surely = [one.id for one, read in zip(pool.candidates, pool.read, strict=True) if read is True]
    maybe = [one.id for one, read in zip(pool.candidates, pool.read, strict=True) if read is None]
    named = {one for one in surely if one is not None}
    perhaps = {one for one in maybe if one is not None}
    nameless = len(surely) + len(maybe) - sum(one is not None for one in (*surely, *maybe))
    return ReadSet(named, perhaps, whole=_is_listed(pool) and not nameless and _counts_fit(pool))


def _counts_fit(pool: Pool) -> bool:
    """Tell whether the list holds every admitted chunk that the record counts."""
    counted = pool.evidence.admitted_count
    return counted is None or counted <= len(pool.admitted)
