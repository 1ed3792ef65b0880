"""What changed, as Markdown, for a job summary or an issue."""

from collections.abc import Iterator

from footprint_cli.model.drift_report import Compared, DriftReport, RetrieverDrift
from footprint_cli.render import Page
from footprint_cli.render.drift.facts import between_text, hindrance
from footprint_cli.render.drift.said import (
    drifted_text,
    more_questions,
    question_texts,
    questions_text,
    retriever_text,
    score_rows,
    series_text,
    setting_rows,
    sides_text,
    test_text,
    unchanged_text,
)
from footprint_cli.render.inert import inert


def render(report: DriftReport, page: Page) -> Iterator[str]:
    """Yield comparison by comparison: what changed first, then what it rests on."""
    yield "## footprint drift\n"
    if report.told_by is not None:
        yield f"\nanswered from {inert(report.told_by, page)}\n"
    if series_text(report):
        yield f"\n{inert(series_text(report), page)}\n"
    if not report.compared:
        yield f"\n**nothing to compare: {hindrance(report)}**\n"
    for one in report.compared:
        yield "\n".join([*_compared(one, page), ""])


def _compared(one: Compared, page: Page) -> Iterator[str]:
    yield f"\n### {inert(between_text(one), page)}\n"
    yield inert(sides_text(one), page)
    yield ""
    if unchanged_text(one):
        yield f"**{inert(unchanged_text(one), page)}**"
    for each in one.drifted:
        fails = "**fails** " if each.fails else ""
        yield f"* {fails}{inert(drifted_text(each), page)}"
    yield from (f"* not known: {inert(why, page)}" for why in one.not_known)
    for retriever in one.retrievers:
        if retriever.on_both:
            yield from _retriever(retriever, page)


def _retriever(one: RetrieverDrift, page: Page) -> Iterator[str]:
    yield f"\n#### {inert(retriever_text(one.retriever), page)}\n"
    yield "| setting | before | after | |"
    yield "| --- | --- | --- | --- |"
    for row in setting_rows(one):
        yield f"| {' | '.join(inert(cell, page) for cell in row)} |"
    if one.scores is not None and any(one.scores.counts):
        yield "\n| score | before | after |"
        yield "| --- | ---: | ---: |"
        for cells in score_rows(one.scores):
            yield f"| {' | '.join(inert(cell, page) for cell in cells)} |"
        yield from (f"\n{inert(note, page)}" for note in one.scores.notes)
    if one.best_scores is not None:
        yield f"\n{inert(test_text(one.best_scores), page)}"
        yield from (f"\n{inert(note, page)}" for note in one.best_scores.notes)
    yield f"\n{inert(questions_text(one), page)}\n"
    yield from (f"* {inert(text, page)}" for text in question_texts(one))
    if more_questions(one):
        yield f"\n{more_questions(one)}"
