"""One JSON object a line: a retrieval each, and at the end the totals."""

from collections.abc import Iterator

from footprint_cli.model.what_if import WhatIfReport
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.what_if.machine import asked, retrieval, searched, totals


def render(report: WhatIfReport, _page: Page) -> Iterator[str]:
    """Yield rows; `row` says what each is: retrieval, or totals."""
    for one in report.answers:
        yield json_text({"row": "retrieval", **retrieval(one)}) + "\n"
    whole = {"row": "totals", "asked": asked(report.setting), **searched(report.totals)}
    last = {**whole, **totals(report.totals), "exitStatus": report.exit_status}
    yield json_text(last) + "\n"
