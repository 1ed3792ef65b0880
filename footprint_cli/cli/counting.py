"""Stats → the report of `stats`; and an index asked for them."""

from math import isfinite

from footprint_cli.cli.answering import Answering
from footprint_cli.cli.audits import zeroed
from footprint_cli.cli.page import page_for
from footprint_cli.cli.streams import complain, output
from footprint_cli.errors import UsageError
from footprint_cli.model.audit import first_status
from footprint_cli.model.stats import Stats
from footprint_cli.model.stats_report import Asking, StatsReport
from footprint_cli.render import renderer


def stats_report(
    stats: Stats, asked: Asking, status: int, *, exit_zero: bool, told_by: str | None = None
) -> StatsReport:
    """Lay Stats out, and say on standard error what was asked for and is not there."""
    from footprint_cli.analyse.stats_reports import report_of, unmatched

    for complaint in unmatched(stats, asked):
        complain(complaint)
    return report_of(
        stats,
        asked,
        lambda own: zeroed(first_status([status, own]), exit_zero=exit_zero),
        told_by=told_by,
    )


def answered_from(
    index: str, asked: Asking, margin: float, how: Answering, *, exit_zero: bool
) -> int:
    """Write what an index holds, and return the exit status."""
    from footprint_cli.archive.index.file import statuses
    from footprint_cli.archive.index.stats import stats_in
    from footprint_cli.cli.indexed import lent

    page = page_for(how.form, how.out)
    with lent(index, how.out) as one, output(how.out, page.encoding) as sink:
        status = first_status(statuses(one.connection))
        found = stats_in(one.connection, margin)
        report = stats_report(found, asked, status, exit_zero=exit_zero, told_by=index)
        for piece in renderer("stats", how.form)(report, page):
            sink.write(piece)
        one.tell_age()
    return report.exit_status


def known_margin(margin: float) -> float:
    """Return a margin that a distance can be held against."""
    if not (isfinite(margin) and margin >= 0):
        raise UsageError(f"--margin cannot be {margin}: it is a distance, 0 or more")
    return margin
