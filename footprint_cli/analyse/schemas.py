"""Of several declarations of one tool in a recording, the one that held when a call ran."""

from collections.abc import Iterable

from footprint_cli.model.coverage import Call
from footprint_cli.model.json_text import json_text
from footprint_cli.model.search import ToolSchema


class Schemas:
    """What a recording describes of one tool.

    The order of the doors is that of the search notes, 5.2. Of one door that is believed which the
    run of the call had, the last one before the call; the first after it where there is none.
    """

    def __init__(self, schemas: Iterable[ToolSchema], tool: str | None) -> None:
        told = [one for one in schemas if one.tool == tool]
        self.described = [one for one in told if one.input_schema is not None]
        searches = [one for one in told if one.search is not None]
        best = min((one.rank for one in searches), default=0)
        self._best = [one for one in searches if one.rank == best]
        self._different = len({_written(one) for one in self._best})

    @property
    def last(self) -> ToolSchema | None:
        """The last one of the best door."""
        return self._best[-1] if self._best else None

    def of(self, call: Call) -> tuple[ToolSchema | None, bool]:
        """Return the declaration for a call, and whether the recording says that it held then."""
        if not self._best:
            return None, True
        if self._different == 1:
            return self._best[-1], True
        own = [one for one in self._best if one.run in (None, call.run)] or self._best
        if len({_written(one) for one in own}) == 1:
            return own[-1], True
        return _held(own, call.line)


def _held(schemas: list[ToolSchema], line: int | None) -> tuple[ToolSchema, bool]:
    placed = [one for one in schemas if one.line is not None]
    lines = {one.line for one in placed}
    if line is None or len(placed) < len(schemas) or len(lines) < len(schemas):
        return schemas[-1], False
    before = [one for one in placed if one.line is not None and one.line <= line]
    key = _line
    return (max(before, key=key) if before else min(placed, key=key)), True


def _line(schema: ToolSchema) -> int:
    return schema.line or 0


def _written(schema: ToolSchema) -> str:
    return json_text(schema.search)
