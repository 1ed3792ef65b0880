"""Claims as renderers get them, one a situation."""

from typing import Any

from msgspec.structs import replace

from footprint_cli.analyse.claims import judge
from footprint_cli.model.claim import ClaimReport, ClaimSearched, Judged, NotJudged
from footprint_cli.model.coverage import Choices, CoveredCall
from footprint_cli.model.finding import Finding
from footprint_cli.render import Page, renderer
from tests.render.situations import HOSTILE_TEXTS
from tests.search_claims import covered, declaration_of

SEARCH: dict[str, Any] = {
    "source": {"what": "the incident store", "said": ["the incident store"]},
    "subject": {"what": "incidents", "said": ["incident", "incidents"]},
    "fixed": [{"name": "status", "value": "open", "said": ["open"]}],
    "arguments": [
        {"name": "service", "role": "population"},
        {"name": "window", "role": "period", "whenOmitted": "2h"},
    ],
    "complete": "within-arguments",
}
SCHEMA = {"type": "object", "properties": {"service": {}, "window": {}}}
TOOL = {"name": "incidents", "inputSchema": SCHEMA, "search": SEARCH}
CLAIM = "No open incidents for checkout in 2h."
WORST = "".join(HOSTILE_TEXTS)


def calls(*services: str, tool: dict[str, Any] = TOOL, rows: int | None = 0) -> list[CoveredCall]:
    """Clean calls, one for each service."""
    declaration = declaration_of(tool)
    sent: list[dict[str, Any]] = [
        {"arguments": {"service": each}, "rows": rows} for each in services
    ]
    return [covered(declaration, each, at) for at, each in enumerate(sent)]


def claimed(
    claim: str = CLAIM, held: list[CoveredCall] | None = None, **fields: Any
) -> ClaimReport:
    """A claim of the command line."""
    against = calls("checkout") if held is None else held
    told = judge(claim, against, fields.pop("choices", Choices()))
    whole: dict[str, Any] = {
        "answer": False,
        "verdict": told.verdict,
        "details": told.details,
        "sentence": told.sentence,
        "judged": (Judged(judgement=told, calls=tuple(against)),),
        "warnings": told.warnings,
        "searched": ClaimSearched(
            recordings=1, tool_calls=len(against), declared_calls=len(against)
        ),
    }
    return ClaimReport(**whole | fields)


def answered(*claims: str, held: list[CoveredCall] | None = None, **fields: Any) -> ClaimReport:
    """Sentences of an answer."""
    reports = [claimed(one, held) for one in claims]
    whole: dict[str, Any] = {
        "answer": True,
        "verdict": reports[0].verdict if reports else "not-judged",
        "details": reports[0].details if reports else (),
        "sentence": f"{len(reports)} sentences",
        "judged": tuple(replace(one.judged[0], source="run.jsonl") for one in reports),
        "searched": ClaimSearched(recordings=1),
    }
    return ClaimReport(**whole | fields)


def hostile() -> ClaimReport:
    """Hostile text wherever a recording or a declarations file may have text."""
    search = {
        **SEARCH,
        "source": {"what": WORST, "said": ["s"]},
        "fixed": [{"name": f"x{WORST}", "value": WORST, "said": ["zz"]}],
        "gaps": [{"what": WORST, "why": WORST, "bears": WORST}],
    }
    held = calls(*HOSTILE_TEXTS, tool={"name": WORST, "inputSchema": {}, "search": search})
    held = [
        replace(
            one, source=WORST, call=replace(one.call, tool=text, step=text, call_id=text, run=text)
        )
        for one, text in zip(held, HOSTILE_TEXTS, strict=True)
    ]
    finding = Finding(code="a", level="note", message=WORST, source=WORST, tool=WORST)
    return claimed(f"No incidents {WORST}", held, warnings=(WORST,), findings=(finding,))


REPORTS: dict[str, ClaimReport] = {
    "consistent": claimed(),
    "wider": claimed("No incidents."),
    "default period": claimed(
        "No open incidents for checkout.", choices=Choices(period_words="accept-default")
    ),
    "union": claimed(
        "No open incidents for checkout and payments in 2h", calls("checkout", "payments")
    ),
    "contradicted": claimed(held=calls("checkout", rows=3)),
    "no call": claimed(held=[]),
    "another subject": claimed("No alerts."),
    "not judged": claimed("More incidents than last week"),
    "many calls": claimed("No incidents.", calls(*["checkout"] * 50)),
    "answer": answered(
        CLAIM,
        "No incidents.",
        not_judged=(NotJudged(sentence="Hello.", why="no declared subject occurs", source="a"),),
        warnings=("no answer is recorded in b",),
    ),
    "no answer": answered(warnings=("no answer is recorded in b",)),
    "hostile": hostile(),
    "hostile answer": answered(
        f"No incidents {WORST}",
        not_judged=(NotJudged(sentence=WORST, why=WORST, source=WORST),),
        warnings=(WORST,),
    ),
}


def drawn(form: str, report: ClaimReport, **page: Any) -> str:
    return "".join(renderer("claim", form)(report, Page(**page)))
