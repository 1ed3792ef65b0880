"""What recordings show of a tool that declares nothing yet: the start of a declaration."""

from typing import Any

from msgspec import Struct


class DraftArgument(Struct, frozen=True, kw_only=True):
    """One argument, as calls and the recorded input schema show it.

    `sent` is in how many calls it was there; `values` are the first different ones as JSON, and
    `more` says that there were others. `role` is one that the recording itself names, else None.
    `enum` and `default` are those of the schema; None: not there.
    """

    name: str
    sent: int = 0
    types: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    more: bool = False
    role: str | None = None
    enum: tuple[Any, ...] | None = None
    default: str | None = None  # as JSON


class Draft(Struct, frozen=True, kw_only=True):
    """A tool, how often it was called with recorded arguments, and its arguments.

    `with_schema`: an input schema of the tool is recorded.
    """

    tool: str
    calls: int
    arguments: tuple[DraftArgument, ...]
    with_schema: bool = False
