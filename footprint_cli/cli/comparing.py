"""What a command line names → sides, and the report on them."""

from typing import TYPE_CHECKING, NamedTuple

from footprint_cli.cli.audits import zeroed
from footprint_cli.cli.tables import nearest
from footprint_cli.cli.workers import Workers
from footprint_cli.errors import UsageError
from footprint_cli.model.audit import first_status
from footprint_cli.model.drift_report import CHANGES, DriftReport

if TYPE_CHECKING:
    from collections.abc import Sequence

    from footprint_cli.analyse.drift_reports import Comparing
    from footprint_cli.archive.sources import Source
    from footprint_cli.model.sides import Side

_ANY = "any"
_TWO = 2
_SQLITE = b"SQLite format 3\0"  # is how an index begins, and no recording


class Named(NamedTuple):
    """A side by its name, and the status that its inputs answer with."""

    name: str
    side: "Side"
    status: int


class Reading(NamedTuple):
    """Who reads recordings, and whether every line of large ones is parsed."""

    workers: Workers
    full_parse: bool = False

    def is_quick(self, sources: "Sequence[Source]") -> bool:
        """Tell whether lines that cannot matter are passed over in one side."""
        from footprint_cli.archive.sources import SEARCHED

        return not self.full_parse and sum(one.size for one in sources) > SEARCHED


def fails(asked: list[str] | None) -> frozenset[str]:
    """Return the changes that fail; one that does not exist is a fault of the command line."""
    known = (*CHANGES, _ANY)
    for one in asked or ():
        if one not in known:
            raise UsageError(f"--fail-on: there is no change {one}; {nearest(one, known)}")
    return frozenset(asked or ())


def known_alpha(alpha: float) -> float:
    """Return an alpha that a p-value can be held against."""
    if not 0 < alpha < 1:
        raise UsageError(f"--alpha cannot be {alpha}: it lies between 0 and 1")
    return alpha


def compared_sides(
    paths: list[str],
    comparing: "Comparing",
    reading: Reading,
    *,
    written: str | None,
    exit_zero: bool,
) -> DriftReport:
    """Read two sides and compare them."""
    check_two(paths)
    before, after = (_side(path, reading, written) for path in paths)
    return compared(before, after, comparing, exit_zero=exit_zero)


def check_two(paths: list[str]) -> None:
    """Raise `UsageError` where there are no two sides."""
    if len(paths) != _TWO:
        raise UsageError(
            f"drift compares two sides, and {len(paths) or 'none'} were named: globs are put in quotes"
        )
    if paths == ["-", "-"]:
        raise UsageError("standard input can be one side, and not both")


def compared(
    before: Named, after: Named, comparing: "Comparing", *, exit_zero: bool
) -> DriftReport:
    """Compare two sides that were read."""
    compared = (comparing.compared(before[:2], after[:2]),)
    found = first_status([before.status, after.status, comparing.status(compared)])
    return DriftReport(
        compared=compared, alpha=comparing.alpha, exit_status=zeroed(found, exit_zero=exit_zero)
    )


def compared_periods(
    asked: tuple[str, str], comparing: "Comparing", *, written: str | None, exit_zero: bool
) -> DriftReport:
    """Compare each period of an index with the next one that has retrievals."""
    from itertools import pairwise

    from footprint_cli.archive.index.file import statuses
    from footprint_cli.archive.index.sides import periods_in, side_in
    from footprint_cli.cli.indexed import lent

    path, by = asked
    with lent(path, written) as index:
        periods, undated = periods_in(index.connection, by)
        sides = ((one.name, side_in(index.connection, one.period)) for one in periods)
        compared = tuple(comparing.compared(before, after) for before, after in pairwise(sides))
        status = first_status([*statuses(index.connection), comparing.status(compared)])
        index.tell_age()
    return DriftReport(
        compared=compared,
        alpha=comparing.alpha,
        exit_status=zeroed(status, exit_zero=exit_zero),
        by=by,
        periods=len(periods),
        undated=undated,
        told_by=path,
    )


def _side(path: str, reading: Reading, written: str | None) -> Named:
    return _indexed(path, written) if is_index(path) else _read(path, reading, written)


def _read(path: str, reading: Reading, written: str | None) -> Named:
    from footprint_cli.analyse.sides import no_side
    from footprint_cli.archive.counting import SideAsked
    from footprint_cli.cli.found import sources_of
    from footprint_cli.cli.scanning import Scanning

    sources = sources_of([path], [written])
    side, scanning = no_side(), Scanning(SideAsked(quick=reading.is_quick(sources)), [path])
    scanning.read(sources, reading.workers, side.take)
    return Named(path, side, scanning.exit_status())


def _indexed(path: str, written: str | None) -> Named:
    from footprint_cli.archive.index.file import statuses
    from footprint_cli.archive.index.sides import side_in
    from footprint_cli.cli.indexed import lent

    with lent(path, written) as index:
        found = Named(path, side_in(index.connection), first_status(statuses(index.connection)))
        index.tell_age()
    return found


def is_index(path: str) -> bool:
    """Tell whether a side is an index."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(len(_SQLITE)) == _SQLITE
    except (OSError, ValueError):
        return False  # reading it says why
