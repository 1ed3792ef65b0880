"""Calls of a tool, and the schema recorded for it → the start of a declaration."""

from typing import Any

from footprint_cli.analyse.declaration_faults import entries
from footprint_cli.analyse.input_schemas import is_list, properties_of
from footprint_cli.analyse.tool_periods import NoPeriodError, period_arguments
from footprint_cli.model.draft import Draft, DraftArgument
from footprint_cli.model.evidence import PLACEHOLDERS
from footprint_cli.model.json_text import json_text
from footprint_cli.model.recording import Recording
from footprint_cli.model.search import RESERVED_ARGUMENT, ROLES, ToolSchema

_VALUES = 5  # different ones that a draft shows
_WITHHELD = "withheld"


class Drafting:
    """Looks through recordings for one tool; `draft` is None where none of them knows it."""

    def __init__(self, tool: str) -> None:
        self._tool = tool
        self._calls = 0
        self._seen: dict[str, _Seen] = {}
        self._schema: ToolSchema | None = None
        self._found = False
        self.tools: dict[str, None] = {}  # every tool of the recordings, in their order

    def add(self, recording: Recording) -> None:
        """Take up the calls of the tool, and the last schema of it."""
        for call in recording.calls:
            if call.tool is not None:
                self.tools[call.tool] = None
            if call.tool == self._tool:
                self._found = True
                self._take(call.arguments)
        for schema in recording.schemas:
            self.tools[schema.tool] = None
            if schema.tool == self._tool and not _is_better(self._schema, schema):
                self._found, self._schema = True, schema

    def draft(self) -> Draft | None:
        """Return the draft of what was seen so far; arguments of the schema come first."""
        if not self._found:
            return None
        schema = self._schema or ToolSchema(tool=self._tool)
        properties = properties_of(schema.input_schema)
        names = [
            name for name in dict.fromkeys([*(properties or ()), *self._seen]) if _is_own(name)
        ]
        roles = _recorded_roles(schema, properties)
        return Draft(
            tool=self._tool,
            calls=self._calls,
            arguments=tuple(
                self._seen.get(name, _Seen()).argument(name, (properties or {}).get(name), roles)
                for name in names
            ),
            with_schema=properties is not None,
        )

    def _take(self, arguments: Any) -> None:  # noqa: ANN401 (as recorded)
        if not isinstance(arguments, dict):
            return
        self._calls += 1
        for name, value in arguments.items():
            if value is not None and value != "":
                self._seen.setdefault(str(name), _Seen()).take(value)


class _Seen:
    """What calls sent for one argument."""

    def __init__(self) -> None:
        self._sent = 0
        self._types: dict[str, None] = {}
        self._values: dict[str, None] = {}
        self._more = False

    def take(self, value: Any) -> None:  # noqa: ANN401
        self._sent += 1
        self._types[_type_of(value)] = None
        if _type_of(value) == _WITHHELD:
            return
        text = json_text(value)
        if text not in self._values and len(self._values) >= _VALUES:
            self._more = True
        else:
            self._values[text] = None

    def argument(self, name: str, prop: Any, roles: dict[str, str]) -> DraftArgument:  # noqa: ANN401
        schema = prop if isinstance(prop, dict) else {}
        enum = schema.get("enum")
        return DraftArgument(
            name=name,
            sent=self._sent,
            types=tuple(self._types),
            values=tuple(self._values),
            more=self._more,
            role=roles.get(name),
            enum=tuple(enum) if is_list(enum) else None,
            default=json_text(schema["default"]) if "default" in schema else None,
        )


def _is_own(name: str) -> bool:
    return name != RESERVED_ARGUMENT


def _is_better(known: ToolSchema | None, other: ToolSchema) -> bool:
    """Tell whether what is known says more than another schema of the tool; a later one wins a tie."""
    return known is not None and _says(known) > _says(other)


def _says(schema: ToolSchema) -> int:
    parts = (schema.search, schema.input_schema, schema.period)
    return sum(isinstance(one, dict | list | str) for one in parts)


def _recorded_roles(schema: ToolSchema, properties: dict[str, Any] | None) -> dict[str, str]:
    """Return the roles that the recording names: by a search, and by the period of the tool."""
    search = schema.search if isinstance(schema.search, dict) else {}
    roles = {
        name: entry["role"]
        for name, entry in entries(search, "arguments")
        if entry.get("role") in ROLES
    }
    try:
        bounds = period_arguments(schema.period, properties)
    except NoPeriodError:
        return roles
    return roles | dict.fromkeys(bounds, "period")


def _type_of(value: Any) -> str:  # noqa: ANN401
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return _WITHHELD if value in PLACEHOLDERS else "string"
    if isinstance(value, int | float):
        return "number"
    return "array" if is_list(value) else "object"
