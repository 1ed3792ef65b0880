"""Two runs → where their retrievals, calls and answers differ."""

from collections.abc import Iterator

from footprint_cli.analyse.call_differences import call_differences
from footprint_cli.analyse.differing import OF_RETRIEVAL, compared_retrievals, gravest
from footprint_cli.analyse.kept_runs import unpacked
from footprint_cli.analyse.matched import Matched, matched
from footprint_cli.analyse.paired import Pair
from footprint_cli.model.compared_runs import SideRun
from footprint_cli.model.diff_report import (
    DIFFERS,
    NOT_TOLD,
    SAME,
    AnswerDiff,
    Place,
    RetrievalDiff,
    RunDiff,
    Unpaired,
)
from footprint_cli.model.evidence import Retrieval


def compared_runs(pair: Pair, *, step: bool = False) -> RunDiff:
    """Compare two runs; with `step` only the step that was asked for is kept of them."""
    sides = pair.before, pair.after
    mine, theirs = unpacked(sides[0]), unpacked(sides[1])
    found = _matched(mine.retrievals, theirs.retrievals)
    texts = not (sides[0].indexed or sides[1].indexed)
    retrievals = tuple(
        compared_retrievals(
            one, other, (_place(sides[0], one), _place(sides[1], other)), texts=texts
        )
        for one, other in found.pairs
    )
    calls, covered = call_differences(mine.calls, theirs.calls, sides)
    alone = tuple(_alone(found, sides))
    states = {kind: gravest(one.states[kind] for one in retrievals) for kind in OF_RETRIEVAL}
    if alone and states["read-set"] == SAME:
        states["read-set"] = (
            NOT_TOLD  # what a retrieval of one side read has nothing to be held against
        )
    states["coverage"] = covered
    states["unpaired"] = DIFFERS if alone else SAME
    answer = None
    if not step:
        answer, states["answer"] = _answers(mine.answer, theirs.answer)
        answer = answer if texts else None  # an index keeps none, which is not worth a line each
    return RunDiff(
        before=run_place(sides[0]),
        after=run_place(sides[1]),
        paired_by=pair.by,
        note=pair.note,
        states=states,
        retrievals=tuple(one for one in retrievals if not is_same(one)),
        calls=calls,
        answer=answer,
        unpaired=alone,
        untold=tuple(why for one in retrievals for why in one.untold),
        compared=len(retrievals),
    )


def is_same(one: RetrievalDiff) -> bool:
    """Tell whether nothing differs between two retrievals, and all of it is told."""
    return not one.chunks and not one.values and {*one.states.values()} == {SAME}


def run_place(one: SideRun) -> Place:
    """Say where a run stands."""
    return Place(source=one.source, run=one.run, session=one.session, turn=one.turn)


def _place(side: SideRun, one: Retrieval) -> Place:
    return Place(
        source=side.source,
        run=side.run,
        session=side.session,
        turn=side.turn,
        step=one.step,
        line=one.line,
        name=one.retriever,
        query_hash=None if one.evidence is None else one.evidence.query_hash,
    )


def _matched(before: tuple[Retrieval, ...], after: tuple[Retrieval, ...]) -> Matched[Retrieval]:
    """Pair retrievals by retriever and queryHash, in order, else by retriever; the only ones anyway."""
    if len(before) == len(after) == 1:
        return Matched([(before[0], after[0])], [], [])
    return matched(before, after, (_question, _retriever))


def _question(one: Retrieval) -> tuple[str | None, str] | None:
    if one.evidence is None or one.evidence.query_hash is None:
        return None
    return one.retriever, one.evidence.query_hash


def _retriever(one: Retrieval) -> str | None:
    return one.retriever


def _alone(found: Matched[Retrieval], sides: tuple[SideRun, SideRun]) -> Iterator[Unpaired]:
    for side, own, run in (("before", found.before, sides[0]), ("after", found.after, sides[1])):
        other = "after" if side == "before" else "before"
        for one in own:
            why = f"the run {other} has no retrieval of this retriever left to compare it with"
            yield Unpaired(side=side, what="retrieval", place=_place(run, one), why=why)


def _answers(before: str | None, after: str | None) -> tuple[AnswerDiff | None, str]:
    if before is None and after is None:
        return None, NOT_TOLD
    if before is None or after is None:
        return AnswerDiff(before=before, after=after), NOT_TOLD
    if before == after:
        return None, SAME
    return AnswerDiff(before=before, after=after, lines=tuple(_lines(before, after))), DIFFERS


def _lines(before: str, after: str) -> Iterator[str]:
    """Yield a unified diff of two texts; lines end with a line feed alone."""
    from difflib import unified_diff
    from itertools import islice

    found = unified_diff(before.split("\n"), after.split("\n"), lineterm="", n=1)
    yield from islice(found, 2, None)
