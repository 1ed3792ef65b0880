"""Tool calls that the log and the events of one run tell differently."""

from collections.abc import Iterator

from footprint_cli.model.coverage import Call
from footprint_cli.model.differences import are_same
from footprint_cli.model.evidence import PLACEHOLDERS
from footprint_cli.model.finding import Finding
from footprint_cli.model.json_text import json_text

_LONGEST = 60  # characters of arguments that are shown


def contradicting_calls(logged: list[Call], seen: list[Call], source: str) -> list[Finding]:
    """Say where an event tells of a call, a tool or arguments that the log has not in that step.

    Only steps whose calls the log holds are judged, and no call that a rule rewrote or redaction
    touched: a step that failed leaves events and no calls.
    """
    by_step: dict[str | None, list[Call]] = {}
    for one in logged:
        if one.outcome != "not-dispatched":
            by_step.setdefault(one.step, []).append(one)
    told: dict[tuple[str | None, str | None], list[Call]] = {}
    for one in seen:
        if one.arguments_from == "event":
            told.setdefault((one.step, one.call_id), []).append(one)
    return [
        _finding(message, calls[0], source)
        for (step, call_id), calls in told.items()
        if step in by_step
        for message in _against(
            calls, [one for one in by_step[step] if one.call_id == call_id], by_step[step]
        )
    ]


def _against(told: list[Call], logged: list[Call], step: list[Call]) -> Iterator[str]:
    if any(one.arguments_from != "history" for one in logged or step):
        return
    if any(_withheld(one) for one in (*told, *(logged or step))):
        return
    name = f"call {told[0].call_id} of {told[0].tool}"
    if not logged:
        yield f"an event tells of {name}, and the log has no such call in that step"
        return
    tools = {one.tool for one in logged if one.tool is not None}
    for one in told:
        if one.tool is not None and tools and one.tool not in tools:
            yield (
                f"an event tells of {name}, and the log has it as a call of {', '.join(sorted(tools))}"
            )
        elif not any(are_same(one.arguments, other.arguments) for other in logged):
            yield (
                f"an event gives {name} the arguments {_shown(one.arguments)}, and the log "
                f"{_shown(logged[0].arguments)}"
            )


def _withheld(call: Call) -> bool:
    written = json_text(call.arguments)
    return any(f'"{one}"' in written for one in PLACEHOLDERS)


def _shown(arguments: object) -> str:
    written = json_text(arguments)
    return written if len(written) <= _LONGEST else f"{written[:_LONGEST]}…"


def _finding(message: str, call: Call, source: str) -> Finding:
    return Finding(
        code="call-against-event",
        level="error",
        message=message,
        source=source,
        line=call.line,
        step=call.step,
        tool=call.tool,
    )
