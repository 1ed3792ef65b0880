"""Composition cases: the coverage of one call in the notation of the search notes, section 9."""

from typing import Any

from footprint_cli.analyse.compose import compose
from footprint_cli.analyse.declarations import declared
from footprint_cli.model.coverage import Call, Coverage, Facet, Rows
from footprint_cli.model.search import ToolSchema


def answer(case: dict[str, Any]) -> dict[str, Any]:
    tool = case["tool"]
    schema = ToolSchema(
        tool=tool["name"], search=tool["search"], input_schema=tool["inputSchema"], door="a test"
    )
    call = Call(
        tool=tool["name"],
        call_id="c1",
        outcome=case.get("outcome", "ran"),
        arguments=case["arguments"],
        arguments_from="history",
    )
    rows = case["rows"]
    reading = "unknown" if rows is None else "non-empty" if rows else "undeclared-empty"
    coverage = compose(
        declared(schema),
        call,
        rows=Rows(count=rows, reading=reading),
        period=case.get("resultPeriod"),
    )
    return notation(coverage)


def notation(coverage: Coverage) -> dict[str, Any]:
    if not coverage.is_composed:
        return {"status": coverage.status, "because": coverage.because}
    cap = coverage.cap
    told: dict[str, Any] = {
        "source": [
            one.what if one.found == "declared" else f"{one.what} ({one.found})"
            for one in coverage.source
        ],
        "population": [_facet(one) for one in coverage.population],
        "filters": [_facet(one) for one in coverage.filters],
        "period": [_facet(one) for one in coverage.period],
        "match": [_facet(one) for one in coverage.match],
        "page": [_facet(one) for one in coverage.page],
        "fixed": [f"{one.name}={one.value}" for one in coverage.fixed],
        "cap": {"limit": cap.limit, "reached": cap.reached} if cap else None,
    }
    gaps = [
        f"{one.kind}→{one.bears}" + (f":{one.argument}" if one.argument else "")
        for one in coverage.gaps
    ]
    return {
        **{name: part for name, part in told.items() if part},
        "gaps": gaps,
        "completeness": coverage.completeness,
        "rows": coverage.rows,
    }


def _facet(one: Facet) -> str:
    return f"{one.argument}=*" if one.any else f"{one.argument}={one.value!r}({one.found})"
