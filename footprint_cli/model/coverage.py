from typing import Any

from msgspec import Struct


class Call(Struct, frozen=True, kw_only=True):
    """One call of one tool.

    `outcome`: ran, failed, refused, invalid-arguments, unknown-tool, not-dispatched, paused or
    unfinished. `arguments` are as recorded, of any JSON type; `arguments_from` says where they
    were read: history, middleware, event, or not-dispatched; None where they are not recorded.
    """

    tool: str | None
    call_id: str | None
    outcome: str
    arguments: Any = None
    arguments_from: str | None = None
    result: Any = None  # what the model read where the log has it, else the raw value of the event
    result_recorded: bool = False
    step: str | None = None
    iteration: int | None = None  # from 1
    line: int | None = None
    run: str | None = None
