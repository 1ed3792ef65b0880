"""Sentences on prompts that table and markdown share."""

from collections.abc import Iterator

from footprint_cli.model.json_text import json_text
from footprint_cli.model.passage import Passage
from footprint_cli.model.prompt_report import ModelCall, PromptReport, ShownPrompt
from footprint_cli.model.prompts import Message, Piece
from footprint_cli.render.words import NOT_RECORDED, numbered, shown

WITHHELD = "its text is withheld, or not recorded"
CALL_HEADS = ("call", "step", "line", "system", "messages", "chunks")


def title_text(report: PromptReport) -> str:
    """Name the input, and count its calls of the model."""
    return f"{report.source}: {numbered(len(report.calls), 'call')} of the model"


def call_cells(one: ModelCall) -> tuple[str, ...]:
    """Write a call as cells: its number, step, line, sizes in characters, and chunks."""
    messages = NOT_RECORDED
    if one.messages is not None:
        messages = f"{one.messages} ({shown(one.said)})"
    return (
        str(one.number),
        shown(one.step) if one.run is None else f"{shown(one.step)} ({one.run})",
        shown(one.line),
        shown(one.system),
        messages,
        str(one.chunks),
    )


def call_text(one: ModelCall) -> str:
    """Name a call: its number, step, log and line."""
    run = "" if one.run is None else f", {one.run}"
    line = "" if one.line is None else f", line {one.line}"
    told = "" if one.told_by == "commit" else ", told by an event"
    return f"call {one.number}: {shown(one.step)}{run}{line}{told}"


def system_text(one: ShownPrompt) -> str:
    """Say how long the system prompt is, and of what; or why it is not told."""
    prompt = one.prompt
    if prompt.text is None:
        length = "" if prompt.length is None else f" ({prompt.length} UTF-16 code units)"
        return f"system prompt{length}: not known: {prompt.unknown}"
    pieces = "" if prompt.pieces is None else f" in {numbered(len(prompt.pieces), 'piece')}"
    return f"system prompt: {numbered(len(prompt.text), 'character')}{pieces}"


def messages_text(one: ShownPrompt) -> str:
    """Count the messages; or say why they are not told."""
    if one.prompt.messages is None:
        return f"messages: not known: {one.prompt.messages_unknown}"
    return numbered(len(one.prompt.messages), "message")


def piece_text(number: int, one: Piece) -> str:
    """Head a piece of the system prompt: its number from 0, its source and size."""
    source = " ".join(filter(None, (one.source, one.source_id))) or "source not recorded"
    return f"[{number}] {source}, {_size(one.text)}"


def message_text(number: int, one: Message) -> str:
    """Head a message: its number from 0, its role, what it is and its size."""
    return f"[{number}] {shown(one.role)}, {message_source(one)}, {_size(one.text)}"


def message_source(one: Message) -> str:
    """Say what a message is: a turn, the result of a tool's call, or something injected."""
    if one.injected_by is not None:
        return f"injected by {one.injected_by}"
    if one.role == "tool":
        return f"result of {shown(one.tool)}, call {shown(one.call_id)}"
    return "turn"


def requests_of(one: Message) -> Iterator[str]:
    """Say which tools an assistant's turn asked for, with their arguments."""
    calls = one.value.get("toolCalls")
    for each in calls if isinstance(calls, list) else ():
        if isinstance(each, dict):
            name, call = (shown(_text(each.get(key))) for key in ("name", "id"))
            yield f"asks {name}, call {call}: {json_text(each.get('args'))}"


def passage_text(one: Passage) -> str:
    """Mark a chunk: its rank and place, the search that found it, and what proves it."""
    rank = f"rank {shown(one.rank)}, prompt position {shown(one.position)}"
    line = "" if one.line is None else f" (line {one.line})"
    found = "" if one.step is None else f", found by {one.step}{line}"
    why = {"record": "; named by the record", "fragment": "; its text stands there"}
    return f"chunk {one.chunk} of {one.retriever} ({rank}){found}{why.get(one.proof, '')}"


def chunks_in(one: ShownPrompt, place: str, part: int) -> Iterator[Passage]:
    """Yield the chunks in a piece (place system), or in a message."""
    return (each for each in one.passages.found if (each.place, each.part) == (place, part))


def not_known(report: PromptReport) -> list[str]:
    """Say what could not be told, once each."""
    shown_ = [one.call for one in report.shown] or report.calls
    why = [each for one in shown_ for each in one.unknown]
    if not report.calls:
        why.append("no call of the model is recorded")
    return [*dict.fromkeys([*filter(None, [report.distrust]), *why])]


def lines_of(text: str, limit: int) -> tuple[list[str], int]:
    """Cut a text into lines, and count the characters of those past `limit`, 0 being none."""
    lines = text.split("\n")
    first = lines if limit == 0 else lines[:limit]
    return first, len(text) - len("\n".join(first))


def _size(text: str | None) -> str:
    return WITHHELD if text is None else numbered(len(text), "character")


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
