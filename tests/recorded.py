"""Our values back in the record's own words, to be held against an oracle."""

from typing import Any

from footprint_cli.model.evidence import Candidate, Evidence

_CANDIDATE = {
    "id": "id",
    "score": "score",
    "rank": "rank",
    "admitted": "admitted",
    "reason": "reason",
    "docUri": "doc_uri",
    "page": "page",
    "heading": "heading",
    "promptFragment": "prompt_fragment",
    "promptPosition": "prompt_position",
}
_EVIDENCE = {
    "memoryId": "memory_id",
    "strategy": "strategy",
    "queryHash": "query_hash",
    "k": "k",
    "threshold": "threshold",
    "maxChars": "max_chars",
    "charsUsed": "chars_used",
    "embedderId": "embedder_id",
    "dimensions": "dimensions",
    "selectionOrder": "selection_order",
    "namespace": "namespace",
    "consideredCount": "considered_count",
    "admittedCount": "admitted_count",
    "rejectedCount": "rejected_count",
    "candidatesComplete": "candidates_complete",
    "candidatesOmittedReason": "candidates_omitted_reason",
    "corpusEmpty": "corpus_empty",
}


def as_recorded(evidence: Evidence) -> dict[str, Any]:
    """Give the record as JSON has it: an absent value is an absent key."""
    record = _present(evidence, _EVIDENCE)
    if evidence.candidates is not None:
        record["candidates"] = [_present(one, _CANDIDATE) for one in evidence.candidates]
    return {**record, **evidence.odd, **evidence.extra}


def _present(one: Evidence | Candidate, names: dict[str, str]) -> dict[str, Any]:
    values = {name: getattr(one, field) for name, field in names.items()}
    return {name: value for name, value in values.items() if value is not None}
