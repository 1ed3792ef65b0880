"""`footprint.trace-prompt/1`: strict JSON, with every text as the model got it."""

from collections.abc import Iterable, Iterator
from typing import Any

from footprint_cli.model.passage import Passage
from footprint_cli.model.prompt_report import ModelCall, PromptReport, ShownPrompt
from footprint_cli.model.prompts import Message, Piece
from footprint_cli.render import Page
from footprint_cli.render.documents import damage_document
from footprint_cli.render.json_text import json_text
from footprint_cli.render.trace_prompt.said import not_known

SCHEMA = "footprint.trace-prompt/1"


def render(reports: Iterable[PromptReport], _page: Page, status: int) -> Iterator[str]:
    """Yield one JSON document."""
    document = {
        "schema": SCHEMA,
        "recordings": [_recording(one) for one in reports],
        "findings": None,
        "exitStatus": status,
    }
    yield json_text(document, careful=True) + "\n"


def _recording(one: PromptReport) -> dict[str, Any]:
    return {
        "source": one.source,
        "damage": [damage_document(each) for each in one.damage],
        "calls": [_call(each) for each in one.calls],
        "prompts": [_prompt(each) for each in one.shown],
        "notKnown": not_known(one),
    }


def _call(one: ModelCall) -> dict[str, Any]:
    return {
        "call": one.number,
        "step": one.step,
        "line": one.line,
        "run": one.run,
        "toldBy": one.told_by,
        "systemChars": one.system,
        "messages": one.messages,
        "messageChars": one.said,
        "chunks": one.chunks,
        "unknown": list(one.unknown),
    }


def _prompt(one: ShownPrompt) -> dict[str, Any]:
    pieces, messages = one.prompt.pieces, one.prompt.messages
    return {
        "call": one.call.number,
        "step": one.call.step,
        "systemPrompt": one.prompt.text,
        "pieces": None if pieces is None else [_piece(each) for each in pieces],
        "messages": None if messages is None else [_message(each) for each in messages],
        "chunks": [_chunk(each) for each in one.passages.found],
        "absent": list(one.passages.absent),
    }


def _piece(one: Piece) -> dict[str, Any]:
    return {
        "source": one.source,
        "sourceId": one.source_id,
        "reason": one.reason,
        "rank": one.rank,
        "score": one.score,
        "text": one.text,
    }


def _message(one: Message) -> dict[str, Any]:
    return {"injectedBy": one.injected_by, "withheld": one.withheld, "message": one.value}


def _chunk(one: Passage) -> dict[str, Any]:
    return {
        "id": one.chunk,
        "retriever": one.retriever,
        "rank": one.rank,
        "promptPosition": one.position,
        "docUri": one.doc_uri,
        "place": one.place,
        "part": one.part,
        "proof": one.proof,
        "step": one.step,
        "line": one.line,
    }
