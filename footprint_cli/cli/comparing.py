"""What a command line names → sides, and the report on them."""

from typing import TYPE_CHECKING

from footprint_cli.cli.audits import Audits, read_status, zeroed
from footprint_cli.cli.counting import bare
from footprint_cli.cli.tables import nearest
from footprint_cli.errors import UsageError
from footprint_cli.model.audit import first_status
from footprint_cli.model.drift_report import CHANGES, DriftReport

if TYPE_CHECKING:
    from footprint_cli.analyse.drift_reports import Comparing
    from footprint_cli.model.sides import Side

_ANY = "any"
_TWO = 2


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


def two_sides(
    paths: list[str] | None, comparing: "Comparing", *, written: str | None, exit_zero: bool
) -> DriftReport:
    """Read two sides and compare them."""
    if len(paths or ()) != _TWO:
        raise UsageError(
            f"drift compares two sides, and {len(paths or ())} were named: put globs in quotes"
        )
    before, after = (_read(path, written) for path in paths or ())
    compared = (comparing.compared(before[:2], after[:2]),)
    found = first_status([before[2], after[2], comparing.status(compared)])
    return DriftReport(
        compared=compared, alpha=comparing.alpha, exit_status=zeroed(found, exit_zero=exit_zero)
    )


def _read(path: str, written: str | None) -> tuple[str, "Side", int]:
    from footprint_cli.analyse.sides import no_side, side_of

    audits = Audits(
        [path], status_of=read_status, audited=bare(None, written=written), most=64, written=written
    )
    side = no_side()
    for one in audits:
        side.take(side_of(one.recording))
    return path, side, audits.exit_status()
