"""Causes that are proved by ruling recorded pools again.

Each holds both ways: either side with the other's setting must give what the other side records.
"""

from collections.abc import Iterator

from footprint_cli.analyse.cause_words import changed, ids_of, named, these
from footprint_cli.analyse.two_pools import Both, TwoPools, both_usable, limits, ruled_again
from footprint_cli.model.diff_report import Cause
from footprint_cli.model.differences import are_same
from footprint_cli.model.evidence import BELOW_THRESHOLD, OVER_MAX_ENTRIES, Number
from footprint_cli.model.json_text import value_text
from footprint_cli.model.numbers import usable

_Limits = tuple[Number | None, Number | None]


def threshold(two: TwoPools) -> Iterator[Cause]:
    """Name the other threshold, for what it alone explains."""
    if two.can_be_ruled and _other_threshold(two):
        yield from _by_limits(two, "threshold", _by_threshold(two))


def k(two: TwoPools) -> Iterator[Cause]:
    """Name the other k, for what it alone explains."""
    if two.can_be_ruled and _other_k(two):
        yield from _by_limits(two, "k", _by_k(two))


def k_and_threshold(two: TwoPools) -> Iterator[Cause]:
    """Name both limits together, for chunks that neither alone explains."""
    if two.can_be_ruled and _other_threshold(two) and _other_k(two):
        alone = {*_by_threshold(two), *_by_k(two)}
        of_both = _agreeing(two, limits(two.after), limits(two.before))
        yield from _by_limits(two, "k-and-threshold", [one for one in of_both if one not in alone])


def score(two: TwoPools) -> Iterator[Cause]:
    """Name a chunk's own score that came over or under the threshold, while the limits stayed."""
    if not two.can_be_ruled or not (two.agrees("k") and two.agrees("threshold")):
        return
    floor = value_text(two.values("threshold")[0])
    for word, chunks in _directions(two, [one for one in two.moved if _by_own_score(two, one)]):
        verdict = f"the threshold {floor} {_verb(word)} {these(chunks)}"
        message = f"same limits: {verdict}, for {_scores(two, chunks)}"
        yield Cause(code="score", message=message, chunks=ids_of(chunks))


def ranks_above(two: TwoPools) -> Iterator[Cause]:
    """Name chunks of one side only that take the places that k has, all settings the same."""
    for side, turned in (("after", two), ("before", two.swapped)):
        chunks, by = _displaced(turned)
        if chunks:
            rank = "ranks" if len(by) == 1 else "rank"
            new = "new chunk" if len(by) == 1 else "new chunks"
            who = f"{new} {named(by)} {rank} above {these(chunks)}"
            if side == "before":
                who = f"{named(by)} {rank} above {these(chunks)} no more, which leaves a place"
            yield Cause(
                code="ranks-above", message=f"same settings, {who}", chunks=ids_of(chunks), by=by
            )


def _other_threshold(two: TwoPools) -> bool:
    """Tell whether thresholds differ; a full record without one has no floor (format notes, 5)."""
    values = two.values("threshold")
    floors = [
        usable(value)
        or (value is None and pool_.retrieval.evidence_from in ("commit", "nested-log"))
        for value, pool_ in zip(values, (two.before, two.after), strict=True)
    ]
    return all(floors) and not are_same(*values)


def _other_k(two: TwoPools) -> bool:
    return two.differs("k") and both_usable(two.values("k"))


def _by_threshold(two: TwoPools) -> list[Both]:
    (mine, one), (theirs, other) = limits(two.before), limits(two.after)
    return _agreeing(two, (mine, other), (theirs, one))


def _by_k(two: TwoPools) -> list[Both]:
    (one, mine), (other, theirs) = limits(two.before), limits(two.after)
    return _agreeing(two, (other, mine), (one, theirs))


def _agreeing(two: TwoPools, before: _Limits, after: _Limits) -> list[Both]:
    """Return what changed and is ruled, with these limits, as the other side records it, both ways."""
    mine, theirs = ruled_again(two.before, *before), ruled_again(two.after, *after)
    return [one for one in two.moved if (theirs[one.after], mine[one.before]) == two.strategy(one)]


def _by_limits(two: TwoPools, code: str, found: list[Both]) -> Iterator[Cause]:
    told = " and ".join(f"{name} {changed(two, name)}" for name in code.split("-and-"))
    for word, chunks in _directions(two, found):
        verb = _verb(word)
        both = code == "k-and-threshold"
        message = f"{told} {f'together {_PLURAL[verb]}' if both else verb} {these(chunks)}"
        yield Cause(code=code, message=message, chunks=ids_of(chunks))


_PLURAL = {
    "admits": "admit",
    "refuses": "refuse",
    "rules otherwise on": "rule otherwise on",
}


def _verb(word: str) -> str:
    return {"admitted": "admits", "refused": "refuses"}.get(word, "rules otherwise on")


def _scores(two: TwoPools, chunks: list[Both]) -> str:
    if len(chunks) > 1:
        return "their own scores moved over it"
    before, after = (value_text(row.score) for row in two.candidates(chunks[0]))
    return f"its own score moved over it: {before} -> {after}"


def _directions(two: TwoPools, found: list[Both]) -> Iterator[tuple[str, list[Both]]]:
    """Part chunks by what became of them with the later side's strategy."""
    parts: dict[str, list[Both]] = {"refused": [], "admitted": [], "ruled otherwise": []}
    for one in found:
        before, after = two.strategy(one)
        word = "admitted" if after is None else "refused" if before is None else "ruled otherwise"
        parts[word].append(one)
    yield from ((word, chunks) for word, chunks in parts.items() if chunks)


def _by_own_score(two: TwoPools, one: Both) -> bool:
    before, after = (row.score for row in two.candidates(one))
    if not usable(before) or not usable(after) or BELOW_THRESHOLD not in two.strategy(one):
        return False
    mine = ruled_again(two.before, *limits(two.before), scores={one.before: after})
    theirs = ruled_again(two.after, *limits(two.after), scores={one.after: before})
    return (theirs[one.after], mine[one.before]) == two.strategy(one)


def _displaced(two: TwoPools) -> tuple[list[Both], tuple[str | None, ...]]:
    """Return what k refuses after for the sake of chunks that are not listed before, and those."""
    if not (two.can_be_ruled and two.has_equal_settings and two.only_after):
        return [], ()
    without = ruled_again(two.after, *limits(two.after), without=two.only_after)
    chunks = [
        one
        for one in two.moved
        if two.strategy(one) == (None, OVER_MAX_ENTRIES) and without[one.after] is None
    ]
    ruled = ruled_again(two.after, *limits(two.after))
    by = [place for place in two.after.ranked if place in two.only_after and ruled[place] is None]
    return chunks, tuple(two.after.candidates[place].id for place in by)
