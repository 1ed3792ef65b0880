"""What a person would say of two sides, and the words that table and markdown share."""

from collections.abc import Iterator

from footprint_cli.model.drift_report import (
    Compared,
    Drifted,
    DriftReport,
    QuestionDrift,
    RetrieverDrift,
    ScoreDrift,
)
from footprint_cli.model.stats_report import SHARE_NAMES
from footprint_cli.render.drift.facts import hindrance, setting_text
from footprint_cli.render.stats.facts import tidy
from footprint_cli.render.stats.said import unread_parts
from footprint_cli.render.words import NOT_RECORDED, numbered, shown

_IDS = 5  # that a line names


def sides_text(one: Compared) -> str:
    """Say how much both sides hold, and what of it could not be read."""
    before, after = (
        f"{name}: {', '.join(_side_parts(one, side))}"
        for side, name in enumerate((one.before, one.after))
    )
    return f"before {before}; after {after}"


def drifted_text(one: Drifted) -> str:
    """Say what changed."""
    return f"{retriever_text(one.retriever)}: {one.what}: {one.message}"


def unchanged_text(one: Compared) -> str:
    """Say that nothing changed, or could be compared; nothing where something did change."""
    if hindrance(one):
        return f"nothing to compare: {hindrance(one)}"
    if one.drifted:
        return ""
    told = "nothing changed in what both sides record"
    whole = not any((*one.damaged, *one.unreadable))
    return told if whole else f"{told}, as far as they could be read"


def series_text(report: DriftReport) -> str:
    """Say which periods were compared, and what has no time; nothing where no time matters."""
    if report.by is None:
        return ""
    told = f"by {report.by}: {numbered(report.periods or 0, 'period')} with retrievals"
    if report.undated:
        runs = "its run" if report.undated == 1 else "their runs"
        undated = numbered(report.undated, "retrieval")
        told += f"; {undated} in no period, for no time of {runs} is recorded"
    return told


def retriever_text(name: str | None) -> str:
    """Name a retriever."""
    return name or "a retriever that is not named"


def setting_rows(one: RetrieverDrift) -> Iterator[tuple[str, str, str, str]]:
    """Yield each setting that a side records: its name, both sides, its state."""
    for each in one.settings:
        if each.before or each.after:
            before, after = (shown(setting_text(each, side)) for side in (0, 1))
            yield each.name, before, after, each.state
    if any(one.considered):
        before, after = (_middle(each) for each in one.considered)
        yield "considered", before, after, ""


def score_rows(one: ScoreDrift) -> Iterator[tuple[str, str, str]]:
    """Yield each quantile with both sides."""
    yield "count", str(one.counts[0]), str(one.counts[1])
    for place, name in enumerate(SHARE_NAMES):
        yield name, _at(one.before, place), _at(one.after, place)


def test_text(one: ScoreDrift) -> str:
    """State the test of the best scores plainly, or why there is none."""
    if one.p is None:
        return f"best scores: no test: {one.untested}"
    first, second = one.counts
    sizes = f"{numbered(first, 'retrieval')} before and {second} after"
    share = f"{'' if one.exact else 'about '}{_share(one.p)}"
    return (
        f"best scores of {sizes}: distance {one.distance:.3f}, p = {one.p:.2g} (Kolmogorov-Smirnov: of "
        f"all ways to part these numbers into two such sides, {share} are at least as far apart)"
    )


def questions_text(one: RetrieverDrift) -> str:
    """Count the questions that both sides ask, and the others."""
    both = sum(one.states.values())
    states = ", ".join(f"{count} {state}" for state, count in one.states.items() if count)
    told = f"{numbered(both, 'question')} on both sides" + (f": {states}" if states else "")
    told += f"; {one.only[0]} only before, {one.only[1]} only after"
    if any(one.unhashed):
        told += f"; no queryHash in {one.unhashed[0]} and {one.unhashed[1]} retrievals"
    return told


def question_texts(one: RetrieverDrift) -> Iterator[str]:
    """Yield what the questions admit otherwise; what is told of one twice names it as the same."""
    before = None
    for each in one.questions:
        yield _question_text(each, again=each.query_hash == before)
        before = each.query_hash


def _question_text(one: QuestionDrift, *, again: bool) -> str:
    parts = [one.state if one.state != "same" else "admits the same"]
    for word, ids in (("no more", one.left), ("now", one.entered)):
        if ids:
            more = f" and {len(ids) - _IDS} more" if len(ids) > _IDS else ""
            parts.append(f"{word} {', '.join(ids[:_IDS])}{more}")
    if one.considers_otherwise:
        before, after = (", ".join(each) for each in one.considered)
        parts.append(f"considered {before} before, {after} after")
    early = ", before the picker" if one.early else ""
    asked = f"asked {one.asked[0]} and {one.asked[1]} times{early}"
    name = f"the same question, {one.query_hash}" if again else one.query_hash
    return f"{name} ({asked}): {'; '.join(parts)}"


def more_questions(one: RetrieverDrift) -> str:
    """Say how many questions are not shown; nothing where all are."""
    same = one.states.get("same", 0)
    told = sum(one.states.values()) - same
    shown_ = len({each.query_hash for each in one.questions if each.state != "same"})
    return f"{told - shown_} more; --top 0 shows all" if told > shown_ else ""


def _share(p: float) -> str:
    return "all" if p == 1 else f"{100 * p:.3g}%"


def _side_parts(one: Compared, side: int) -> Iterator[str]:
    yield numbered(one.recordings[side], "recording")
    yield numbered(one.retrievals[side], "retrieval")
    yield from unread_parts(one.damaged[side], one.unreadable[side])


def _middle(numbers: tuple[float, ...] | None) -> str:
    if numbers is None:
        return NOT_RECORDED
    least, median, most = (shown(tidy(numbers[at])) for at in (0, 3, 6))
    return least if least == most else f"{least} to {most}, median {median}"


def _at(numbers: tuple[float, ...] | None, place: int) -> str:
    return NOT_RECORDED if numbers is None else shown(tidy(numbers[place]))
