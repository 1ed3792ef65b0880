"""A report as JUnit XML: a test case a rule of the gate, a verified recording, or a declaration."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple
from xml.etree import ElementTree as ET

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Checked, Report, RuleCount, Unjudged, is_at_least
from footprint_cli.render import Page
from footprint_cli.render.report.said import (
    accepted_for,
    by_source,
    title_of,
    unjudged_sentence,
    verdict_sentence,
    whole_sentence,
)
from footprint_cli.render.visible import visible
from footprint_cli.render.words import numbered

_UNREADABLE = 4


class _Case(NamedTuple):
    name: str
    failing: list[Finding]
    skipped: str  # why it could not be judged; nothing where it could
    told: list[str]  # for whoever reads on
    error: str = ""


def render(report: Report, _page: Page) -> Iterator[str]:
    """Yield the document; control characters, which XML forbids, are shown escaped."""
    of_answer = {"gate": _rules, "declarations": _declarations}.get(report.answer, _recordings)
    cases = [*of_answer(report), _inputs(report)]
    suite = ET.Element("testsuite", name=f"footprint {report.answer}")
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(bool(one.failing) for one in cases)))
    suite.set("errors", str(sum(bool(one.error) for one in cases)))
    suite.set("skipped", str(sum(_is_skipped(one) for one in cases)))
    for case in cases:
        _put(case, report, suite)
    _text(suite, "system-out", [verdict_sentence(report)])
    root = ET.Element("testsuites", name=visible(title_of(report)))
    root.append(suite)
    ET.indent(root)
    yield f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _rules(report: Report) -> Iterator[_Case]:
    """Give a case for each rule, by its name with its value."""
    for rule in report.rules:
        counted = f"{rule.checked} checked, {rule.failed} failed, {rule.unknown} unknown"
        about = [one for one in report.findings if _is_of(one, rule)]
        told = [
            f"{rule.rule}: {counted}",
            *(_line(one) for one in about if not _fails(one, report)),
            *(_unjudged(one) for one in report.unjudged if one.rule == rule.rule),
            *(
                f"accepted: {_line(one.finding)}; {accepted_for(one)}"
                for one in report.suppressed
                if _is_of(one.finding, rule)
            ),
        ]
        skipped = "" if rule.checked else "nothing was judged"
        if rule.unknown:
            skipped = f"could not be judged in {numbered(rule.unknown, 'place')}"
        failing = [one for one in about if _fails(one, report)]
        yield _Case(rule.rule, failing, skipped, told)


def _recordings(report: Report) -> Iterator[_Case]:
    """Give a case for each recording; an error fails it, and it is skipped if nothing was compared."""
    of_source = dict(by_source(report.findings))
    compared: dict[str, list[Checked]] = {}
    for check in report.checks:
        compared.setdefault(check.source, []).append(check)
    for source in dict.fromkeys([*compared, *of_source]):
        checks = compared.get(source, [])
        made = any(one.state != "not-checked" for one in checks)
        told = [f"{one.check}: {one.state}: {one.detail}" for one in checks]
        about = of_source.get(source, [])
        told += [_line(one) for one in about if one.level != "error"]
        failing = [one for one in about if one.level == "error"]
        yield _Case(source, failing, "" if made else "nothing was compared", told)


def _declarations(report: Report) -> Iterator[_Case]:
    """Give a case for each declaration; a rule that refuses it fails it."""
    for one in report.declarations:
        about = [
            each for each in report.findings if (each.tool, each.source) == (one.tool, one.source)
        ]
        failing = [each for each in about if each.level == "error"]
        told = [_line(each) for each in about if each.level != "error"]
        yield _Case(f"{one.source}: {one.tool}", failing, "", told)


def _inputs(report: Report) -> _Case:
    """Give the case that says whether the inputs were read, and what kept them from being judged."""
    why = "; ".join(report.why)
    unread = report.exit_status == _UNREADABLE
    error = why or "an input could not be read" if unread else ""
    return _Case("inputs", [], "" if unread else why, [], error)


def _put(case: _Case, report: Report, suite: ET.Element) -> None:
    name = visible(case.name)
    element = ET.SubElement(suite, "testcase", classname=f"footprint.{report.answer}", name=name)
    if case.error:
        ET.SubElement(element, "error", message=visible(case.error))
    elif case.failing:
        first = case.failing[0]
        message = visible(whole_sentence(first))
        failure = ET.SubElement(element, "failure", type=visible(first.code), message=message)
        failure.text = "\n".join(visible(_line(one)) for one in case.failing)
    elif case.skipped:
        ET.SubElement(element, "skipped", message=visible(case.skipped))
    if case.told:
        _text(element, "system-out", case.told)


def _fails(one: Finding, report: Report) -> bool:
    return is_at_least(one.level, report.fail_on)


def _is_skipped(case: _Case) -> bool:
    return bool(case.skipped) and not case.failing and not case.error


def _text(parent: ET.Element, tag: str, lines: Iterable[str]) -> None:
    ET.SubElement(parent, tag).text = "\n".join(visible(one) for one in lines)


def _is_of(one: Finding, rule: RuleCount) -> bool:
    """Tell whether a rule found it; a finding that does not say the value is of every value."""
    return one.rule == rule.rule if one.rule else one.code == rule.rule.partition("=")[0]


def _unjudged(one: Unjudged) -> str:
    return f"{one.rule}: {_place(one)}: {unjudged_sentence(one)}"


def _place(one: Finding | Unjudged) -> str:
    return one.source if one.line is None else f"{one.source}, line {one.line}"


def _line(one: Finding) -> str:
    return f"{one.level}: {_place(one)}: {whole_sentence(one)} [{one.code}]"
