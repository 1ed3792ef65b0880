"""One JSON object a line: the calls, the unions, the sentences, and at the end the verdict."""

from collections.abc import Iterator

from footprint_cli.model.claim import ClaimReport
from footprint_cli.render import Page
from footprint_cli.render.claim.documents import report_document
from footprint_cli.render.json_text import json_text

_ROWS = {"calls": "call", "unions": "union", "notJudged": "not-judged", "findings": "finding"}


def render(report: ClaimReport, _page: Page) -> Iterator[str]:
    """Yield rows; `row` says what each is, `sentenceNumber` of an answer which sentence it is of."""
    whole = report_document(report)
    for number, sentence in enumerate(whole["sentences"] or [], 1):
        own = {"sentenceNumber": number}
        for key in ("calls", "unions"):
            for one in sentence.pop(key):
                yield json_text({"row": _ROWS[key], **one, **own}) + "\n"
        yield json_text({"row": "sentence", **sentence, "step": None, **own}) + "\n"
    for key, name in _ROWS.items():
        for one in whole.pop(key) or []:
            yield json_text({"row": name, **one}) + "\n"
    del whole["sentences"], whole["schema"]
    yield json_text({"row": "claim", "source": None, "step": None, **whole}) + "\n"
