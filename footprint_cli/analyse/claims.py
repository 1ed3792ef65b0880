"""A claim and calls → how the claim stands (search notes, 4.3)."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from footprint_cli.analyse.claim_kinds import claim_of
from footprint_cli.analyse.claim_sentences import sentence_of
from footprint_cli.analyse.claim_stands import Stands, numbered, rows_in, stands
from footprint_cli.analyse.claim_unions import unions
from footprint_cli.analyse.known_values import Known
from footprint_cli.analyse.words import says
from footprint_cli.model.claim import Claim, Judgement, Support
from footprint_cli.model.coverage import DEFAULT_CHOICES, Choices, CoveredCall
from footprint_cli.model.search import Declaration

_NO_SEARCH = Support(verdict="no-search", details=("no-search",))


def judge(
    claim: Claim | str,
    calls: Sequence[CoveredCall],
    choices: Choices = DEFAULT_CHOICES,
    *,
    declared: Iterable[Declaration] = (),
    known: Known | None = None,
) -> Judgement:
    """Hold a claim against every call and every union of calls; pure, and the best of them answers.

    `declared` are the tools that are known beside those that were called: a claim that is about one
    that was never called rests on no search. `known` is made of the same calls once, for many claims.
    """
    claim = claim_of(claim) if isinstance(claim, str) else claim
    known = Known(calls) if known is None else known
    found = [stands(claim, one, known, choices, (at,)) for at, one in enumerate(calls)]
    if claim.kind == "none":
        found += [stands(claim, one, known, choices, places) for one, places in unions(calls)]
    best = _best(found, calls)
    support = _NO_SEARCH if best is None else best.support
    if claim.kind in ("some", "other") and best is None:
        support = Support(verdict="not-judged", details=(claim.why or claim.kind,))
    if support.verdict == "other-subject" and _not_searched(claim, calls, declared):
        support = next((one.support for one in found if _is_unrun(one)), _NO_SEARCH)
    count = None if best is None else best.number
    counted = claim if count is None else replace(claim, count=count)
    return Judgement(
        claim=counted,
        verdict=support.verdict,
        details=support.details,
        sentence=sentence_of(counted, support, calls),
        best=support,
        each=tuple(one.support for one in found),
        warnings=tuple(_warnings(support, found, calls)),
    )


def _best(found: Sequence[Stands], calls: Sequence[CoveredCall]) -> Stands | None:
    """Return what answers: a call that supports the claim, else the one that got furthest.

    None supports it of which the recording has a later one that returned other rows from its ground.
    """
    supporting = [one for one in found if one.is_consistent]
    last = {
        calls[one.support.calls[0]].source: one for one in found if one.disagrees
    }  # of each recording
    later = [_later(one, last, calls) for one in supporting]
    standing = [one for one, other in zip(supporting, later, strict=True) if other is None]
    if standing or not supporting:
        return max(standing or found, key=lambda one: one.reached, default=None)
    return later[-1]


def _later(
    supporting: Stands, last: Mapping[str, Stands], calls: Sequence[CoveredCall]
) -> Stands | None:
    """Return the last call that disagrees with one that supports a claim, if it is a later one."""
    at = max(supporting.support.calls)
    other = last.get(calls[at].source)
    return other if other is not None and min(other.support.calls) > at else None


def _is_unrun(one: Stands) -> bool:
    return one.support.verdict == "no-search"


def _not_searched(
    claim: Claim, calls: Sequence[CoveredCall], declared: Iterable[Declaration]
) -> bool:
    """Tell whether the claim is about what a tool searches that was not called, or did not run."""
    composed = {one.call.tool for one in calls if one.coverage.is_composed}
    both = [*declared, *(one.declaration for one in calls)]
    listed = {id(one): one for one in both}.values()
    return any(
        one.search is not None
        and one.tool not in composed
        and says(claim.tokens, one.search.subject.said)
        for one in listed
    )


def _warnings(
    support: Support, found: Sequence[Stands], calls: Sequence[CoveredCall]
) -> Iterable[str]:
    """Say what a reader of "consistent" must know of other calls."""
    if support.verdict != "consistent":
        return
    for one in found:
        if one.support.verdict == "contradicted" or one.disagrees:
            call = calls[one.support.calls[0]]
            rows = numbered(rows_in(call) or 0)
            where = "" if call.call.step is None else f" at {call.call.step}"
            tool = call.call.tool or "a tool"
            yield f"another call of {tool}{where} in {call.source} returned {rows}"
