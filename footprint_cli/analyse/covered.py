"""A recording → its calls, each with the ground that it covered."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from footprint_cli.analyse.rows import declarations_in, periods_of, rows_of
from footprint_cli.analyse.schemas import Schemas
from footprint_cli.analyse.uncomposed import uncomposed
from footprint_cli.model.coverage import (
    DEFAULT_CHOICES,
    Call,
    Choices,
    Coverage,
    CoveredCall,
    Rows,
)
from footprint_cli.model.recording import Recording
from footprint_cli.model.search import Declaration, ToolSchema


class Covering:
    """Composes what calls covered, by what their recording declares, else by what is given.

    `tools` are declarations from elsewhere; `rows_at` names, for a tool, the key of its results
    under which the rows stand.
    """

    def __init__(
        self,
        tools: Iterable[ToolSchema] = (),
        choices: Choices = DEFAULT_CHOICES,
        rows_at: Mapping[str, str] | None = None,
    ) -> None:
        self.choices = choices
        self.tools = {one.tool: one for one in tools}
        self.rows_at = dict(rows_at or {})
        self.called: set[str] = set()  # tools of which a call was seen

    def calls(self, recording: Recording) -> tuple[CoveredCall, ...]:
        """Return the calls of a recording in its order."""
        tools: dict[str | None, Schemas] = {}
        known: dict[tuple[str | None, int, bool], Declaration] = {}
        found = []
        for call in recording.calls:
            if call.tool not in tools:
                tools[call.tool] = Schemas(recording.schemas, call.tool)
                self.called.add(call.tool or "")
            schema, sure = tools[call.tool].of(call)
            key = (call.tool, id(schema), sure)
            if key not in known:
                known[key] = replace(
                    self._declaration(call.tool, schema, tools[call.tool].described),
                    ambiguous=not sure,
                )
            found.append(self._covered(recording.source, call, known[key]))
        return tuple(found)

    def declaration(self, recording: Recording, tool: str | None) -> Declaration:
        """Return what is declared of a tool in the end, whatever held when it was called."""
        schemas = Schemas(recording.schemas, tool)
        return self._declaration(tool, schemas.last, schemas.described)

    def _declaration(
        self, tool: str | None, schema: ToolSchema | None, described: list[ToolSchema]
    ) -> Declaration:
        """Return what is declared of a tool: by the recording, else as given."""
        given = self.tools.get(tool or "")
        found = Declaration(tool=tool or "")
        if schema is not None:
            found = _read(schema, described)
        if found.search is not None or given is None:
            return found
        read = _read(given, described)
        return replace(read, problems=(*found.problems, *read.problems))

    def _covered(self, source: str, call: Call, declaration: Declaration) -> CoveredCall:
        rows = rows_of(call, self.rows_at.get(call.tool or ""))
        coverage = uncomposed(declaration, call) or self._composed(declaration, call, rows)
        covered = CoveredCall(
            source=source,
            call=call,
            rows=rows,
            declared=declarations_in(call),
            coverage=coverage,
            declaration=declaration,
        )
        return covered if call.composed is None else _as_recorded(covered)

    def _composed(self, declaration: Declaration, call: Call, rows: Rows) -> Coverage:
        from footprint_cli.analyse.compose import compose
        from footprint_cli.analyse.held_periods import held_verdict

        period = held_verdict(periods_of(call))
        return compose(declaration, call, rows=rows, choices=self.choices, period=period)


def _as_recorded(one: CoveredCall) -> CoveredCall:
    """Prefer the coverage that the producer composed itself, and say where it differs."""
    from footprint_cli.analyse.recorded_coverage import differences, recorded_coverage

    if one.call.outcome != "ran":
        return one
    recorded = recorded_coverage(one.call.composed, one.rows)
    return replace(one, coverage=recorded, differs=differences(one.coverage, recorded))


def _read(schema: ToolSchema, described: list[ToolSchema]) -> Declaration:
    from footprint_cli.analyse.declarations import declared

    if schema.input_schema is None and described:
        schema = _completed(schema, described[-1])
    return declared(schema)


def _completed(schema: ToolSchema, described: ToolSchema) -> ToolSchema:
    """Add to a bare search the input schema that the recording has of the tool."""
    return replace(
        schema,
        input_schema=described.input_schema,
        period=schema.period if schema.period is not None else described.period,
        assumed=schema.assumed if schema.assumed is not None else described.assumed,
    )
