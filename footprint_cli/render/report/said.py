"""Sentences on a report that every format shares."""

from collections import Counter
from collections.abc import Iterator, Sequence

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import (
    LEVELS,
    NAMED_IN_WHY,
    Checked,
    CheckedDeclaration,
    Report,
    Suppressed,
    Unjudged,
)
from footprint_cli.render.words import numbered

_UNREADABLE = 4


def verdict_sentence(report: Report) -> str:
    """Say in one sentence what came out, and of how much; zero of something is never "clean"."""
    unread = "an input could not be read" if report.exit_status == _UNREADABLE else ""
    parts = [_found(report), unread, *_extent(report)]
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


def standing(one: CheckedDeclaration) -> str:
    """Say in a word how a declaration stands."""
    return "accepted" if one.accepted else "refused"


def place_of(finding: Finding) -> str:
    """Name the retrieval or the call that a finding is about; nothing where it is about all."""
    who = finding.tool if finding.retriever is None else finding.retriever
    return " at ".join(one for one in (who, finding.step) if one is not None)


def whole_sentence(finding: Finding) -> str:
    """Say what was found with the retrieval that it is about; a step that is named in it, once."""
    place = place_untold(finding)
    return f"{place}: {finding.message}" if place else finding.message


def place_untold(finding: Finding) -> str:
    """Name the place of a finding; nothing where its own sentence does."""
    place = place_of(finding)
    return "" if place in finding.message.split() else place


def unjudged_sentence(one: Unjudged) -> str:
    """Say why a rule could not be judged, with the retrieval that it is about."""
    place = " at ".join(each for each in (one.retriever or one.tool, one.step) if each is not None)
    told = not place or place in one.why.split()
    return f"could not be judged: {one.why if told else f'{place}: {one.why}'}"


def accepted_for(one: Suppressed) -> str:
    """Say why a finding is accepted, and up to which day."""
    return one.why if one.until is None else f"{one.why}, until {one.until.isoformat()}"


def more_unjudged(report: Report) -> str:
    """Say where all places stand that could not be judged; nothing where `why` names each."""
    if all(rule.unknown <= NAMED_IN_WHY for rule in report.rules):
        return ""
    places = numbered(len(report.unjudged), "place")
    return f"all {places} that could not be judged: --format plain, or json"


def by_level(findings: Sequence[Finding]) -> Iterator[list[Finding]]:
    """Group findings by their level, the gravest first."""
    for level in LEVELS:
        yield [one for one in findings if one.level == level]


def not_held(report: Report) -> list[Checked]:
    """Return the comparisons that did not hold or could not be made; those that held are counted."""
    return [one for one in report.checks if one.state != "held"]


def checks_by_outcome(report: Report) -> Iterator[tuple[Checked, list[str]]]:
    """Group what did not hold or could not be made: one comparison of a kind, and its recordings."""
    groups: dict[tuple[str, str, str], list[Checked]] = {}
    for one in not_held(report):
        groups.setdefault((one.check, one.state, one.detail), []).append(one)
    for checks in groups.values():
        yield checks[0], [one.source for one in checks]


def by_source(findings: Sequence[Finding]) -> Iterator[tuple[str, list[Finding]]]:
    """Group findings by their source, in the order of the inputs."""
    groups: dict[str, list[Finding]] = {}
    for one in findings:
        groups.setdefault(one.source, []).append(one)
    yield from groups.items()


def _found(report: Report) -> str:
    levels = Counter(one.level for one in report.findings)
    told = numbered(len(report.findings), "finding")
    counted = [numbered(levels[level], level) for level in LEVELS if levels[level]]
    if report.findings:
        if report.answer != "gate" or len(counted) > 1 or not report.failing:
            told += f" ({', '.join(counted)})"
        if report.verdict is not None and not report.failing:
            told += f", all below the level that fails ({report.fail_on})"
        return f"{told}, {len(report.suppressed)} more accepted" if report.suppressed else told
    if report.suppressed:
        count = len(report.suppressed)
        return "1 finding, accepted" if count == 1 else f"{count} findings, all accepted"
    return "nothing was found" if _looked_at_any(report) else ""


def _looked_at_any(report: Report) -> bool:
    """Tell whether anything was held against a rule or another part; zero is never "clean"."""
    if report.answer == "gate":
        return any(one.checked for one in report.rules)
    if report.answer == "declarations":
        return bool(report.declarations)
    return bool(_comparisons(report) or report.searched.retrievals or report.searched.tool_calls)


def _comparisons(report: Report) -> int:
    return sum(one.state != "not-checked" for one in report.checks)


def _extent(report: Report) -> Iterator[str]:
    """Say how much was checked, and how much could not be; and of what."""
    if report.answer == "declarations":
        yield _declared(report)
        return
    noun = "check" if report.answer == "gate" else "comparison"
    made = sum(one.checked for one in report.rules) + _comparisons(report)
    if made:
        yield f"{numbered(made, noun)} made"
    elif not _looked_at_any(report):
        yield "nothing was checked"
    unmade = sum(one.unknown for one in report.rules)
    unmade += sum(one.state == "not-checked" for one in report.checks)
    if unmade:
        yield f"{numbered(unmade, noun)} could not be made"
    yield searched_sentence(report)


def _declared(report: Report) -> str:
    if not report.declarations:
        return "nothing was checked"
    refused = sum(not one.accepted for one in report.declarations)
    told = f"{numbered(len(report.declarations), 'declaration')} checked"
    return f"{told}, {refused} refused" if refused else f"{told}, none refused"
