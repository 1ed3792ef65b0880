"""Workflow commands of GitHub Actions: annotations on the files, then the verdict as a line."""

from collections.abc import Iterator

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Report
from footprint_cli.render import Page
from footprint_cli.render.report.said import verdict_sentence, whole_sentence
from footprint_cli.render.visible import visible

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render(report: Report, page: Page) -> Iterator[str]:
    """Yield one command a line; what is accepted is counted in the last line only."""
    for one in report.findings:
        yield _annotation(one, page)
    title = _property(f"footprint {report.answer}", page)
    for why in report.why:
        yield f"::warning title={title}::{_data(why, page)}\n"
    yield f"footprint {report.answer}: {_data(verdict_sentence(report), page)}\n"


def _annotation(one: Finding, page: Page) -> str:
    properties = [f"file={_property(one.source, page)}"]
    if one.line is not None:
        properties.append(f"line={one.line}")
    properties.append(f"title={_property(one.code, page)}")
    command = _COMMANDS.get(one.level, "error")
    return f"::{command} {','.join(properties)}::{_data(whole_sentence(one), page)}\n"


def _data(text: str, page: Page) -> str:
    return "".join(_DATA.get(one, one) for one in visible(text, page.encoding))


def _property(text: str, page: Page) -> str:
    return "".join(_PROPERTY.get(one, one) for one in visible(text, page.encoding))
