"""The tool calls of two runs → those that differ, and whether all of that can be told."""

from collections.abc import Iterator

from footprint_cli.analyse.matched import matched
from footprint_cli.model.compared_runs import KeptCall, SideRun
from footprint_cli.model.diff_report import DIFFERS, NOT_TOLD, SAME, CallDiff, CallSide, Place

_Sides = tuple[SideRun, SideRun]


def call_differences(
    before: tuple[KeptCall, ...], after: tuple[KeptCall, ...], sides: _Sides
) -> tuple[tuple[CallDiff, ...], str]:
    """Compare calls by tool and arguments, in order, else by call id; and say whether all was told."""
    found = matched(before, after, (_by_all, _by_arguments, _by_id))
    differing = [
        CallDiff(
            tool=one.tool,
            before=_side(one, sides[0]),
            after=_side(other, sides[1]),
            changed=changed,
        )
        for one, other in found.pairs
        if (changed := tuple(_changed(one, other)))
    ]
    differing += [_alone(one, sides, 0) for one in found.before]
    differing += [_alone(one, sides, 1) for one in found.after]
    if differing:
        return tuple(differing), DIFFERS
    told = all(one.tells_calls for one in sides) and all(_is_told(*pair) for pair in found.pairs)
    return (), SAME if told else NOT_TOLD


def _by_all(one: KeptCall) -> tuple[str | None, ...] | None:
    known = one.arguments is not None and one.call_id is not None
    return (one.tool, one.arguments, one.call_id) if known else None


def _by_arguments(one: KeptCall) -> tuple[str | None, ...] | None:
    return None if one.arguments is None else (one.tool, one.arguments)


def _by_id(one: KeptCall) -> tuple[str | None, ...] | None:
    return None if one.call_id is None else (one.tool, one.call_id)


def _changed(one: KeptCall, other: KeptCall) -> Iterator[str]:
    for name in ("arguments", "outcome", "rows", "ground"):
        before, after = getattr(one, name), getattr(other, name)
        if before != after and None not in (before, after):
            yield name


def _is_told(one: KeptCall, other: KeptCall) -> bool:
    """Tell whether what is compared of a pair is recorded on both sides, or rows on neither."""
    unsure = None in (one.arguments, other.arguments, one.ground, other.ground)
    return not unsure and (one.rows is None) is (other.rows is None)


def _alone(one: KeptCall, sides: _Sides, at: int) -> CallDiff:
    own = _side(one, sides[at])
    return CallDiff(
        tool=one.tool,
        before=None if at else own,
        after=own if at else None,
        changed=("presence",),
    )


def _side(one: KeptCall, run: SideRun) -> CallSide:
    place = Place(
        source=run.source,
        run=run.run,
        session=run.session,
        turn=run.turn,
        step=one.step,
        line=one.line,
        name=one.tool,
    )
    return CallSide(
        place=place,
        call_id=one.call_id,
        arguments=one.arguments,
        outcome=one.outcome,
        rows=one.rows,
        ground=one.ground,
    )
