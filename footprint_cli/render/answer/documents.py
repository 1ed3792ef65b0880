"""Answers → the documents of `footprint.why-not/1`, key by key."""

from typing import Any

from footprint_cli.model.answer import Occurrence, Reply
from footprint_cli.render.answer.words import whole_sentence
from footprint_cli.render.documents import candidate_document


def occurrence_document(one: Occurrence) -> dict[str, Any]:
    """Return one element of `occurrences`."""
    retrieval = one.retrieval.retrieval
    first = one.rows[0] if one.rows else None
    return {
        "source": one.source,
        "step": retrieval.step,
        "retriever": retrieval.retriever,
        "answer": one.answer,
        "sentence": whole_sentence(one),
        "candidate": None if first is None else candidate_document(first),
        "line": retrieval.line,
        "run": retrieval.run,
        "others": [candidate_document(row) for row in one.rows[1:]],
        "displaced": None if one.displaced is None else one.displaced.id,
    }


def chunks_document(reply: Reply) -> list[dict[str, Any]] | None:
    """Return `chunks`: of each that a pattern matches, the retrievals by their answer."""
    if reply.chunks is None:
        return None
    return [
        {"id": one.chunk, "answers": one.answers, "unshown": one.unshown} for one in reply.chunks
    ]


def searched_document(reply: Reply) -> dict[str, Any]:
    """Return `searched`: how much was looked at, and the retrievals by their answer."""
    searched = reply.searched
    return {
        "recordings": searched.recordings,
        "retrievals": searched.retrievals,
        "complete": searched.complete,
        "answers": reply.counts,
    }
