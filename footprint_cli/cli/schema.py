from enum import StrEnum
from typing import Annotated

import typer

from footprint_cli.cli.streams import say


class Output(StrEnum):
    """A machine output that has a schema."""

    CLAIM = "claim"
    COVERAGE = "coverage"
    DECLARATIONS = "declarations"
    DRIFT = "drift"
    EXPLAIN = "explain"
    GATE = "gate"
    SQL = "sql"
    STATS = "stats"
    SWEEP = "sweep"
    TRACE = "trace"
    TRACE_PROMPT = "trace-prompt"
    TRACE_STEPS = "trace-steps"
    VERIFY = "verify"
    WHAT_IF = "what-if"
    WHY_NOT = "why-not"


_NAMES = ", ".join(Output)


def schema(
    name: Annotated[
        Output, typer.Argument(metavar="NAME", help=f"The output of which command: {_NAMES}.")
    ],
) -> None:
    """Print the JSON Schema of a command's machine output."""
    from footprint_cli.render.schemas import schema_text

    say(schema_text(name.value))
