"""What two sides read: the same, surely not the same, or not told."""

from typing import NamedTuple

from footprint_cli.model.diff_report import DIFFERS, NOT_TOLD, SAME


class ReadSet(NamedTuple):
    """The ids that surely were read, those that perhaps were, and whether no other can have been."""

    surely: set[str]
    perhaps: set[str]
    whole: bool


class Reads(NamedTuple):
    """How two sets compare, and the chunks that surely were read on one side only."""

    state: str
    left: tuple[str, ...]
    entered: tuple[str, ...]


def compared_reads(before: ReadSet, after: ReadSet) -> Reads:
    """Compare what was read; one that perhaps was read on a side does not surely differ there."""
    left, entered = _surely_not(before, after), _surely_not(after, before)
    if left or entered:
        return Reads(DIFFERS, left, entered)
    open_ = before.perhaps or after.perhaps or not (before.whole and after.whole)
    return Reads(NOT_TOLD if open_ else SAME, (), ())


def _surely_not(one: ReadSet, other: ReadSet) -> tuple[str, ...]:
    if not other.whole:
        return ()
    return tuple(sorted(one.surely - other.surely - other.perhaps))
