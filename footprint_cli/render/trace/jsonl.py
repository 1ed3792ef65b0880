"""One fact a line, as JSON."""

from collections.abc import Iterator

from footprint_cli.model.trace_report import TraceReport
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.trace.facts import facts


def render(report: TraceReport, _page: Page) -> Iterator[str]:
    """Yield an object a fact, with its source. A value is JSON text inside."""
    for one in facts(report):
        yield json_text({"source": report.source, **one._asdict()}) + "\n"
