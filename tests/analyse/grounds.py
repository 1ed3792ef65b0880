"""Small declarations and calls of one tool, for what is composed of them."""

from typing import Any

from footprint_cli.analyse.compose import compose
from footprint_cli.analyse.rows import rows_of
from footprint_cli.model.coverage import Call, Coverage, CoveredCall, Rows
from footprint_cli.model.search import (
    AnyValue,
    Declaration,
    Problem,
    Search,
    SearchArgument,
    SearchWords,
)
from tests.build import call as built

TOOL = "incidents"
ANY = AnyValue()


def argument(name: str, role: str = "population", omitted: Any = None, **said: Any) -> Any:
    """One argument; `omitted` is a value, a tuple of them, or ANY."""
    single = omitted is None or isinstance(omitted, tuple | AnyValue)
    return SearchArgument(
        name=name, role=role, when_omitted=omitted if single else (omitted,), said=said
    )


def search(*arguments: SearchArgument, **fields: Any) -> Search:
    """A search that says of itself that it is complete within its arguments."""
    whole: dict[str, Any] = {
        "source": SearchWords(what="the register", said=("the register",)),
        "subject": SearchWords(what="incidents", said=("incident", "incidents")),
        "arguments": arguments,
        "complete": "within-arguments",
    }
    return Search(**whole | fields)


def declaration(
    *arguments: SearchArgument, faulty: bool = False, tool: str = TOOL, **fields: Any
) -> Declaration:
    """The declaration of that search; a faulty one has a fault that changes nothing else."""
    fault = Problem(code="V20", level="error", message="a fault", tool=tool, field="search.gaps")
    return Declaration(
        tool=tool,
        search=search(*arguments, **fields),
        found="recording",
        problems=(fault,) if faulty else (),
    )


def call(arguments: Any = None, **fields: Any) -> Call:
    """A call that ran with these arguments; without any, with none."""
    return built(**{"arguments": {} if arguments is None else arguments, **fields})


def rows(count: int | None) -> Rows:
    """A number of rows, or None: not read."""
    if count is None:
        return Rows(count=None, reading="unknown")
    return Rows(count=count, reading="non-empty" if count else "undeclared-empty")


def composed(
    *arguments: SearchArgument, sent: Any = None, count: int | None = 0, **fields: Any
) -> Coverage:
    """The ground of a call of that search with so many rows."""
    return compose(declaration(*arguments, **fields), call(sent), rows=rows(count))


def gaps(coverage: Coverage) -> list[str]:
    """The gaps in the notation of the search notes, section 9."""
    return [
        f"{one.kind}→{one.bears}" + (f":{one.argument}" if one.argument else "")
        for one in coverage.gaps
    ]


def covered(one: Declaration, made: Call, source: str = "run.jsonl", **fields: Any) -> CoveredCall:
    """A call with the ground that it covered; its rows are those of its result."""
    counted = fields.pop("rows", None) or rows_of(made)
    whole: dict[str, Any] = {
        "source": source,
        "call": made,
        "rows": counted,
        "declared": (),
        "coverage": compose(one, made, rows=counted),
        "declaration": one,
    }
    return CoveredCall(**whole | fields)
