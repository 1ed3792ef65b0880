"""Prompts as rows of one form, which `plain`, `csv` and `jsonl` share."""

from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.model.prompt_report import ModelCall, PromptReport, ShownPrompt
from footprint_cli.render.trace_prompt.said import message_source, not_known


class Fact(NamedTuple):
    """A call, a part of a prompt, a chunk in one, or why something is not known.

    `part` counts pieces or messages from 0, `chars` characters (of a call, of its system prompt),
    `rank` from 1 and `position` from 0. `of` is the source of a piece, the role of a message, or the
    retriever of a chunk.
    """

    row: str  # call, system, message, chunk-in-system, chunk-in-message, absent, not-known
    source: str
    call: int | None
    step: str | None = None
    part: int | None = None
    of: str | None = None
    name: str | None = None  # the id of a piece's source, of a tool's call, or of a chunk
    rank: int | None = None
    position: int | None = None
    chars: int | None = None
    messages: int | None = None  # of a call
    text: str | None = None


FIELDS = Fact._fields


def facts(report: PromptReport) -> Iterator[Fact]:
    """Yield the calls, then the prompts that are shown, part by part, then what is not known."""
    for call in report.calls:
        yield _call(report, call)
    for one in report.shown:
        yield from _parts(report.source, one)
    for why in not_known(report):
        yield Fact("not-known", report.source, None, text=why)


def _call(report: PromptReport, one: ModelCall) -> Fact:
    return Fact(
        row="call",
        source=report.source,
        call=one.number,
        step=one.step,
        chars=one.system,
        messages=one.messages,
    )


def _parts(source: str, one: ShownPrompt) -> Iterator[Fact]:
    call, prompt = one.call, one.prompt
    for number, piece in enumerate(prompt.pieces or ()):
        size = None if piece.text is None else len(piece.text)
        yield Fact(
            "system",
            source,
            call.number,
            call.step,
            number,
            piece.source,
            piece.source_id,
            chars=size,
            text=piece.text,
        )
    for number, each in enumerate(prompt.messages or ()):
        size = None if each.text is None else len(each.text)
        name = each.call_id if each.injected_by is None else message_source(each)
        yield Fact(
            "message",
            source,
            call.number,
            call.step,
            number,
            each.role,
            name,
            chars=size,
            text=each.text,
        )
    for absent in one.passages.absent:
        yield Fact("absent", source, call.number, call.step, text=absent)
    for chunk in one.passages.found:
        yield Fact(
            f"chunk-in-{chunk.place}",
            source,
            call.number,
            chunk.step,
            chunk.part,
            chunk.retriever,
            chunk.chunk,
            chunk.rank,
            chunk.position,
            text=chunk.proof,
        )
