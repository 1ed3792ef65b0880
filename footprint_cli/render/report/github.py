"""Workflow commands of GitHub Actions: annotations on the files, then the verdict as a line."""

from collections.abc import Iterator

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Report, Unjudged
from footprint_cli.render import Page
from footprint_cli.render.report.said import (
    unjudged_sentence,
    verdict_sentence,
    whole_sentence,
)
from footprint_cli.render.visible import visible

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
_DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
_PROPERTY = {**_DATA, ":": "%3A", ",": "%2C"}


def render(report: Report, page: Page) -> Iterator[str]:
    """Yield one command a line; what is accepted is counted in the last line only.

    What could not be judged is a warning, and a notice at each place.
    """
    for one in report.findings:
        told = whole_sentence(one)
        yield _command(_COMMANDS.get(one.level, "error"), one, one.code, told, page)
    title = _property(f"footprint {report.answer}", page)
    for why in report.why:
        yield f"::warning title={title}::{_data(why, page)}\n"
    for place in report.unjudged:
        yield _command("notice", place, place.rule, unjudged_sentence(place), page)
    yield f"footprint {report.answer}: {_data(verdict_sentence(report), page)}\n"


def _command(name: str, one: Finding | Unjudged, title: str, told: str, page: Page) -> str:
    properties = [f"file={_property(one.source, page)}"]
    if one.line is not None:
        properties.append(f"line={one.line}")
    properties.append(f"title={_property(title, page)}")
    return f"::{name} {','.join(properties)}::{_data(told, page)}\n"


def _data(text: str, page: Page) -> str:
    return "".join(_DATA.get(one, one) for one in visible(text, page.encoding))


def _property(text: str, page: Page) -> str:
    return "".join(_PROPERTY.get(one, one) for one in visible(text, page.encoding))
