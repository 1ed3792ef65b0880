"""Two pools → the chunks that are not the same in both, and what both sides record of each."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.analyse.kept_runs import PASSAGE
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.two_pools import Both, TwoPools
from footprint_cli.model.diff_report import DIFFERS, NOT_TOLD, SAME, ChunkDiff, ChunkSide
from footprint_cli.model.differences import are_same
from footprint_cli.model.evidence import recorded_value

_FIELDS = ("rank", "score", "admitted", "reason", "promptPosition")  # recorded names of a row


def text_state(two: TwoPools, one: Both, *, texts: bool) -> str:
    """Say whether a chunk that both sides read stands there with the same text.

    The header of a prompt rides the fragment at position 0: where a fragment could not be parted from
    it, that is compared with its like only.
    """
    if two.before.read[one.before] is not True or two.after.read[one.after] is not True:
        return SAME
    (mine, first), (theirs, second) = (
        (row.prompt_fragment, row.prompt_position) for row in two.candidates(one)
    )
    if not texts or mine is None or theirs is None:
        return NOT_TOLD
    parted = [one.startswith(PASSAGE) for one in (mine, theirs)]
    alike = all(parted) or (None not in (first, second) and (first == 0) is (second == 0))
    if not alike or parted[0] is not parted[1]:
        return NOT_TOLD
    return SAME if mine == theirs else DIFFERS


def chunk_differences(two: TwoPools, *, texts: bool) -> Iterator[ChunkDiff]:
    """Yield the chunks that are not the same on both sides, by rank before, then by rank after."""
    both = {(one.before, one.after): one for one in two.both}
    for name, before, after in two.rows:
        mine, theirs = _side(two.before, before), _side(two.after, after)
        if mine is None or theirs is None or before is None or after is None:
            yield ChunkDiff(id=name, before=mine, after=theirs, changed=("presence",))
            continue
        changed = [field for field, *values in _pairs(mine, theirs) if not are_same(*values)]
        if text_state(two, both[before, after], texts=texts) == DIFFERS:
            changed.append("text")
        if changed:
            yield ChunkDiff(id=name, before=mine, after=theirs, changed=tuple(changed))


def _pairs(mine: ChunkSide, theirs: ChunkSide) -> Iterator[tuple[str, Any, Any]]:
    for name, field in zip((*_FIELDS, "read"), ChunkSide.__struct_fields__, strict=True):
        yield name, getattr(mine, field), getattr(theirs, field)


def _side(pool: Pool, place: int | None) -> ChunkSide | None:
    if place is None:
        return None
    one = pool.candidates[place]
    rank, score, admitted, reason, position = (recorded_value(one, name) for name in _FIELDS)
    return ChunkSide(
        rank=rank,
        score=score,
        admitted=admitted,
        reason=reason,
        prompt_position=position,
        read=pool.read[place],
    )
