"""Reports on coverage by hand, one a situation, for what must hold of every format."""

from typing import Any

from footprint_cli.analyse.compose import compose
from footprint_cli.analyse.declarations import declared
from footprint_cli.analyse.ground import grid_of, ground_of, repeated_calls
from footprint_cli.analyse.recorded_coverage import recorded_coverage
from footprint_cli.model.coverage import Call, CoveredCall, Declared, Item, Rows
from footprint_cli.model.coverage_report import CoverageReport, ToolCoverage
from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Searched
from footprint_cli.model.search import Declaration, ToolSchema
from footprint_cli.render import Format, Page, renderer
from tests.render.situations import HOSTILE_TEXTS

# The declarations of the search notes, 2.10 and 9.
D1: dict[str, Any] = {
    "source": {"what": "the incident store", "said": ["the incident store"]},
    "subject": {"what": "incidents", "said": ["incident", "incidents"]},
    "fixed": [{"name": "status", "value": "open", "said": ["open"]}],
    "arguments": [
        {"name": "service", "role": "population"},
        {"name": "window", "role": "period", "whenOmitted": "2h"},
    ],
    "complete": "within-arguments",
}
D2: dict[str, Any] = {
    "source": {"what": "the live log store", "said": ["the live log store"]},
    "subject": {"what": "log lines", "said": ["log lines"]},
    "arguments": [
        {"name": "hosts", "role": "population", "whenOmitted": {"any": True}},
        {"name": "severity", "role": "filter", "whenOmitted": {"any": True}},
        {"name": "store", "role": "source", "whenOmitted": {"any": True}},
        {"name": "text", "role": "query", "whenOmitted": {"any": True}},
        {"name": "since", "role": "period"},
        {"name": "limit", "role": "cap", "whenOmitted": 100},
        {"name": "cursor", "role": "page", "whenOmitted": {"any": True}},
    ],
    "complete": "within-arguments",
    "limits": {"byCredential": True},
    "gaps": [
        {
            "what": "hosts without the agent",
            "why": "nothing on them sends logs",
            "bears": "population",
        }
    ],
}
NOT_DECLARED = Declaration(tool="incidents")
ABSENCE = Declared(
    kind="absence",
    looked_for="leak reports in east",
    checked=(Item(what="leak log"), Item(what="sensors", why="all six reported")),
    not_checked=(Item(what="paper sheets", why="not scanned yet"),),
    cannot_cover=(Item(what="the buried section", why="no sensor is fitted"),),
)
_DECLARED = object()


def declaration(search: Any = D1, tool: str = "incidents", **fields: Any) -> Declaration:
    return declared(ToolSchema(tool=tool, search=search, door="a tool-schema line", **fields))


def covered(
    arguments: Any = _DECLARED,
    rows: int | None = 0,
    *,
    search: Any = D1,
    told: tuple[Declared, ...] = (),
    of: Declaration | None = None,
    **fields: Any,
) -> CoveredCall:
    """One call and what it covered; without arguments it asks for the service checkout."""
    of = of or declaration(search)
    whole: dict[str, Any] = {
        "tool": "incidents",
        "call_id": "c1",
        "outcome": "ran",
        "arguments": {"service": "checkout"} if arguments is _DECLARED else arguments,
        "arguments_from": "history",
        "step": "tools#3",
        "line": 3,
    }
    call = Call(**whole | fields)
    reading = "unknown" if rows is None else "non-empty" if rows else "undeclared-empty"
    counted = Rows(count=rows, reading=reading)
    return CoveredCall(
        source="run.jsonl",
        call=call,
        rows=counted,
        declared=told,
        coverage=compose(of, call, rows=counted),
        declaration=of,
    )


def recorded(record: dict[str, Any], **fields: Any) -> CoveredCall:
    """One call whose producer composed its coverage itself."""
    one = covered(of=NOT_DECLARED, **fields)
    return CoveredCall(
        source=one.source,
        call=one.call,
        rows=one.rows,
        declared=(),
        coverage=recorded_coverage(record, one.rows),
        declaration=NOT_DECLARED,
    )


def tool(*calls: CoveredCall, name: str | None = "incidents") -> ToolCoverage:
    ground, left_out = ground_of(calls)
    return ToolCoverage(
        tool=name,
        declaration=calls[0].declaration,
        calls=calls,
        ground=ground,
        left_out=left_out,
        repeated=repeated_calls(calls),
        grid=grid_of(ground),
    )


def report(*tools: ToolCoverage, asked: str | None = "incidents", **fields: Any) -> CoverageReport:
    calls = sum(len(one.calls) for one in tools)
    whole: dict[str, Any] = {
        "searched": Searched(recordings=1, retrievals=0, tool_calls=calls),
        "findings": (),
        "exit_status": 0 if tools else 3,
    }
    return CoverageReport(tools=tools, asked=asked, **whole | fields)


def finding(**fields: Any) -> Finding:
    whole: dict[str, Any] = {
        "code": "rows-over-cap",
        "level": "warning",
        "message": "call c1: 7 rows came back, and the cap is 5",
        "source": "run.jsonl",
        "line": 3,
        "step": "tools#3",
        "tool": "incidents",
    }
    return Finding(**whole | fields)


def hostile() -> CoverageReport:
    """A report with hostile text wherever a recording or a declaration may have text."""
    tools = []
    for text in HOSTILE_TEXTS:
        words = {"what": text, "said": [text]}
        search = {
            **D2,
            "source": words,
            "subject": words,
            "fixed": [{"name": text, "value": text, "said": [text]}],
            "arguments": [*D2["arguments"], {"name": text, "role": "filter"}],
            "gaps": [{"what": text, "why": text, "bears": text}],
        }
        item = (Item(what=text, why=text),)
        told = Declared(
            kind="absence",
            looked_for=text,
            checked=item,
            not_checked=item,
            cannot_cover=item,
            in_progress=(Item(what=text, why=text, count=2),),
        )
        named: dict[str, Any] = {
            "tool": text,
            "call_id": text,
            "step": text,
            "run": text,
            "told": (told,),
        }
        sent = {"hosts": [text, "a"], "severity": text, "text": text, "since": text, text: text}
        calls = [
            covered(sent, search=search, **named),
            covered(sent, None, search=search, **named | {"outcome": "failed"}),
            covered(sent, of=NOT_DECLARED, **named),
        ]
        tools += [tool(*calls, name=text)]
    worst = "".join(HOSTILE_TEXTS)
    return report(*tools, asked=worst, findings=(finding(message=worst, source=worst, tool=worst),))


def odd() -> CoverageReport:
    """Values of every JSON type wherever a call may have one."""
    deep: Any = []
    for _ in range(60):
        deep = [deep]
    values: tuple[Any, ...] = (
        float("nan"),
        10**400,
        True,
        1,
        -0.0,
        "\ud800",
        {"a": None},
        [[]],
        deep,
        None,
        "",
        " ",
    )
    calls = [covered({"service": one, "window": one, "strange": one}) for one in values]
    calls += [covered(one) for one in values]
    caps = [covered({"limit": one, "hosts": [one, 1]}, 7, search=D2) for one in values]
    return report(tool(*calls), tool(*caps))


def many(rows: int, columns: int) -> CoverageReport:
    """So many services in so many windows, each asked for once."""
    calls = [
        covered({"service": f"s{row}", "window": f"{column}h"}, call_id=f"c{row}-{column}")
        for row in range(rows)
        for column in range(columns)
    ]
    return report(tool(*calls))


def apart(count: int) -> CoverageReport:
    """So many calls, no two of the same service or window: a grid as wide as it is high."""
    asked = [{"service": f"s{place}", "window": f"{place}h"} for place in range(count)]
    return report(tool(*(covered(one, call_id=one["service"]) for one in asked)))


RECORDED: dict[str, Any] = {
    "source": ["the incident store"],
    "population": [{"argument": "service", "value": "checkout"}],
    "gaps": [{"kind": "new-kind", "bears": "somewhere"}],
}

REPORTS: dict[str, CoverageReport] = {
    "nothing": report(),
    "nothing at all": report(asked=None),
    "one call": report(tool(covered())),
    "every state": report(
        tool(
            covered(),
            covered({"service": ["payments", "search"]}, 3, call_id="c2"),
            covered({}, None, call_id="c3"),
            covered({"service": "auth"}, None, call_id="c4", outcome="failed"),
            covered({"service": "checkout"}, call_id="c5"),
            covered({"service": "auth", "window": "24h"}, 1, call_id=None),
        )
    ),
    "many gaps": report(
        tool(
            covered({"text": "timeout"}, 5, search=D2, call_id="c1"),
            covered({"cursor": "abc", "limit": 5, "since": "1h"}, 5, search=D2, call_id="c2"),
        ),
        findings=(finding(),),
    ),
    "every outcome": report(
        tool(
            *(
                covered(rows=None, outcome=outcome, call_id=outcome)
                for outcome in (
                    "ran",
                    "failed",
                    "refused",
                    "invalid-arguments",
                    "unknown-tool",
                    "not-dispatched",
                    "paused",
                    "unfinished",
                )
            )
        )
    ),
    "not declared": report(
        tool(covered(of=NOT_DECLARED, told=(ABSENCE,)), covered(of=NOT_DECLARED)), asked=None
    ),
    "faulty": report(tool(covered(search={**D1, "ranking": "approximate"}))),
    "not an object": report(tool(covered(search="x"))),
    "recorded": report(tool(recorded(RECORDED))),
    "nameless": report(
        tool(covered(tool=None, call_id=None, step=None, line=None), name=None), asked=None
    ),
    "all tools": report(
        tool(covered()),
        tool(covered({}, 2, search=D2), covered(of=NOT_DECLARED, outcome="failed"), name="logs"),
        asked=None,
        findings=(finding(),),
    ),
    "left out": report(tool(covered({"service": [*range(1100)]}, 4))),
    "wide": many(3, 9),
    "too many": many(41, 2),
    "odd": odd(),
    "hostile": hostile(),
}


def drawn(form: Format | str, one: CoverageReport, *, gaps_only: bool = False, **page: Any) -> str:
    """The whole report in one format; every call of it where no limit is asked for."""
    made = Page(**{"limit": 0} | page)
    return "".join(renderer("coverage", form)(one, made, gaps_only=gaps_only))
