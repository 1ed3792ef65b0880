"""Inputs or an index → what is counted of them, for `stats` and `drift`."""

from collections.abc import Callable
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from footprint_cli.analyse.audits import ANSWERED, INCONCLUSIVE, UNREADABLE
from footprint_cli.cli.audits import Audits, read_status
from footprint_cli.cli.covering import lazy_covering
from footprint_cli.errors import UsageError
from footprint_cli.model.audit import Audit
from footprint_cli.model.recording import Recording

if TYPE_CHECKING:
    from footprint_cli.model.stats import Stats

_HELD = 64  # retrievals of one file; an archive may be one file


class Counted(NamedTuple):
    """What was counted, the status that the inputs answer with, and the index that was asked."""

    stats: "Stats"
    status: int
    told_by: str | None = None


def counted_in(index: str, margin: float, written: str | None) -> Counted:
    """Count what an index holds."""
    from footprint_cli.archive.index_file import statuses
    from footprint_cli.archive.index_stats import stats_in
    from footprint_cli.cli.indexed import lent
    from footprint_cli.model.audit import first_status

    with lent(index, written) as one:
        found = stats_in(one.connection, margin)
        status = first_status(statuses(one.connection))
        one.tell_age()
    return Counted(found, status, index)


def each_of(paths: list[str], declarations: list[str] | None, written: str | None) -> Audits:
    """Read recordings one by one, with their calls, and without a sentence on anything."""
    return Audits(
        paths,
        status_of=read_status,
        audited=_bare(declarations, written),
        most=_HELD,
        written=written,
    )


def known_margin(margin: float) -> float:
    """Return a margin that a distance can be held against."""
    if not (isfinite(margin) and margin >= 0):
        raise UsageError(f"--margin cannot be {margin}: it is a distance, 0 or more")
    return margin


def _bare(declarations: list[str] | None, written: str | None) -> Callable[[Recording], Audit]:
    covering = lazy_covering(declarations, written=written)

    def audited(recording: Recording) -> Audit:
        return Audit(
            recording=recording,
            retrievals=(),
            findings=(),
            exit_status=_status(recording),
            calls=covering(recording) if recording.calls else (),
        )

    return audited


def _status(recording: Recording) -> int:
    if any(one.kind == "unreadable" for one in recording.damage):
        return UNREADABLE
    return INCONCLUSIVE if recording.damage else ANSWERED
