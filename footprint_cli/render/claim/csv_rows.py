"""Claims as comma-separated rows, one header line; every field in quotes."""

from collections.abc import Iterator

from footprint_cli.model.claim import ClaimReport, Judged
from footprint_cli.render import Page
from footprint_cli.render.claim.said import singles, together, unions
from footprint_cli.render.csv_text import csv_text

_HEADER = (
    "row",
    "source",
    "step",
    "tool",
    "callId",
    "verdict",
    "details",
    "also",
    "claim",
    "sentence",
)


def render(report: ClaimReport, page: Page) -> Iterator[str]:
    """Yield a row a call and union, one for each sentence, and at the end one for the verdict."""
    yield csv_text([_HEADER], page.encoding)
    for one in report.judged:
        yield csv_text(_rows(one, answer=report.answer), page.encoding)
    for left in report.not_judged:
        row = ["not-judged", left.source, "", "", "", "not-judged", left.why, "", left.sentence, ""]
        yield csv_text([row], page.encoding)
    text, also = "", ""
    if not report.answer:
        told = report.judged[0].judgement
        text, also = told.claim.text, "" if told.best is None else " ".join(told.best.also)
    details = " ".join(report.details)
    name = "answer" if report.answer else "claim"
    whole = [name, "", "", "", "", report.verdict, details, also, text, report.sentence]
    yield csv_text([whole], page.encoding)


def _rows(one: Judged, *, answer: bool) -> Iterator[list[str]]:
    text = one.judgement.claim.text
    for call, support in singles(one):
        ran = call.call
        place = ["call", call.source, ran.step or "", ran.tool or "", ran.call_id or ""]
        stands = [support.verdict, " ".join(support.details), " ".join(support.also)]
        yield [*place, *stands, text, ""]
    for calls, support in unions(one):
        place = ["union", calls[0].source, "", calls[0].call.tool or "", ""]
        stands = [support.verdict, " ".join(support.details), " ".join(support.also)]
        yield [*place, *stands, text, together(calls)]
    if answer:
        told, best = one.judgement, one.judgement.best
        also = "" if best is None else " ".join(best.also)
        place = ["sentence", one.source or "", "", "", ""]
        yield [*place, told.verdict, " ".join(told.details), also, text, told.sentence]
