"""Claim cases: what the program says of the claims of fixtures/search/claims.json."""

from typing import Any

from footprint_cli.analyse.claim_kinds import claim_of
from footprint_cli.analyse.claims import judge
from footprint_cli.analyse.compose import compose
from footprint_cli.analyse.declarations import declared
from footprint_cli.analyse.rows import declarations_in, rows_of
from footprint_cli.model.claim import Judgement
from footprint_cli.model.coverage import Call, Choices, CoveredCall, Rows
from footprint_cli.model.search import Declaration, ToolSchema


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """Say how the claim of a case stands, in the form of its `expected`."""
    told = judged(case)
    return {"verdict": told.verdict, "details": [*told.details]}


def judged(case: dict[str, Any], choices: Choices | None = None) -> Judgement:
    """Judge the claim of a case against its calls, which are of one recording and run."""
    choices = choices or Choices()
    declaration = declaration_of(case["declaration"])
    calls = [covered(declaration, call, at, choices) for at, call in enumerate(case["calls"])]
    return judge(claim_of(case["claim"]), calls, choices)


def declaration_of(tool: dict[str, Any]) -> Declaration:
    return declared(
        ToolSchema(
            tool=tool["name"],
            search=tool.get("search"),
            input_schema=tool.get("inputSchema"),
            door="a case",
        )
    )


def covered(
    declaration: Declaration, case: dict[str, Any], at: int = 0, choices: Choices | None = None
) -> CoveredCall:
    """Compose one call: its rows are those of its result, or a number of them (null: not read)."""
    call = Call(
        tool=declaration.tool,
        call_id=f"c{at + 1}",
        outcome=case.get("outcome", "ran"),
        arguments=case["arguments"],
        arguments_from="history",
        result=case.get("result"),
        result_recorded="result" in case,
        step=f"tools#{at + 1}",
        run=case.get("run"),
    )
    rows = rows_of(call) if "result" in case else _rows(case.get("rows"))
    return CoveredCall(
        source=case.get("source", "run.jsonl"),
        call=call,
        rows=rows,
        declared=declarations_in(call),
        coverage=compose(
            declaration,
            call,
            rows=rows,
            choices=choices or Choices(),
            period=case.get("resultPeriod"),
        ),
        declaration=declaration,
    )


def _rows(count: int | None) -> Rows:
    reading = "unknown" if count is None else "non-empty" if count else "undeclared-empty"
    return Rows(count=count, reading=reading)
