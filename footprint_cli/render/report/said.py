"""Sentences on a report that every format shares."""

from collections import Counter
from collections.abc import Iterator, Sequence

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import LEVELS, Checked, Report

_VERIFIED = {"held": "held", "broken": "broken", "not-checked": "not made"}


def verdict_sentence(report: Report) -> str:
    """Say in one sentence what came out, and of how much; zero of something is never "clean"."""
    parts = [_found(report), *_extent(report)]
    told = "; ".join(part for part in parts if part)
    return told if report.verdict is None else f"{report.verdict}: {told}"


def title_of(report: Report) -> str:
    """Name the report and, for a gate, its verdict."""
    named = f"footprint {report.answer}"
    return named if report.verdict is None else f"{named}: {report.verdict}"


def searched_sentence(report: Report) -> str:
    """Say how much was looked at."""
    searched = report.searched
    return (
        f"{numbered(searched.recordings, 'recording')} with "
        f"{numbered(searched.retrievals, 'retrieval')} and "
        f"{numbered(searched.tool_calls, 'tool call')}"
    )


def place_of(finding: Finding) -> str:
    """Name the retrieval or the call that a finding is about; nothing where it is about all."""
    who = finding.tool if finding.retriever is None else finding.retriever
    return " at ".join(one for one in (who, finding.step) if one is not None)


def whole_sentence(finding: Finding) -> str:
    """Say what was found with the retrieval that it is about."""
    place = place_of(finding)
    return f"{place}: {finding.message}" if place else finding.message


def by_level(findings: Sequence[Finding]) -> Iterator[list[Finding]]:
    """Group findings by their level, the gravest first."""
    for level in LEVELS:
        yield [one for one in findings if one.level == level]


def not_held(report: Report) -> list[Checked]:
    """Return the comparisons that did not hold or could not be made; those that held are counted."""
    return [one for one in report.checks if one.state != "held"]


def by_source(findings: Sequence[Finding]) -> Iterator[tuple[str, list[Finding]]]:
    """Group findings by their source, in the order of the inputs."""
    groups: dict[str, list[Finding]] = {}
    for one in findings:
        groups.setdefault(one.source, []).append(one)
    yield from groups.items()


def numbered(count: int, noun: str) -> str:
    """Write a number of things."""
    return f"1 {noun}" if count == 1 else f"{count} {noun}s"


def _found(report: Report) -> str:
    levels = Counter(one.level for one in report.findings)
    told = ", ".join(numbered(levels[level], level) for level in LEVELS if levels[level])
    if told and report.verdict is not None and not report.failing:
        told += " (the gate fails from " + report.fail_on + " up)"
    if not told:
        told = "nothing was found"
    if report.suppressed:
        told += f", and {numbered(len(report.suppressed), 'finding')} accepted"
    return told


def _extent(report: Report) -> Iterator[str]:
    if report.answer == "gate":
        checked = sum(one.checked for one in report.rules)
        unknown = sum(one.unknown for one in report.rules)
        rules = numbered(len(report.rules), "rule")
        yield f"{rules} judged {_times(checked)}" if checked else "nothing was judged"
        if unknown:
            yield f"{_times(unknown)} a rule could not be judged"
    else:
        states = Counter(one.state for one in report.checks)
        counted = [f"{states[one]} {word}" for one, word in _VERIFIED.items() if states[one]]
        yield f"comparisons: {', '.join(counted)}" if counted else "nothing was compared"
    yield searched_sentence(report)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
