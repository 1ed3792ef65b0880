"""Recorded values → `Evidence` and `Candidate`, whatever their types turn out to be."""

from itertools import chain
from typing import Any

import msgspec

from footprint_cli.model.evidence import (
    FIELDS,
    Candidate,
    Evidence,
    Loaded,
    Ruling,
    is_placeholder,
)
from footprint_cli.model.numbers import is_number, usable
from footprint_cli.model.prompts import length_of

EVIDENCE_KEY = "retrievalEvidence_"
INJECTION_KEY = "memoryInjection_"

_OWN = frozenset({"odd", "extra", "candidates"})  # fields of ours, and the list: rows of their own


def _promised(record: type[Candidate | Evidence]) -> dict[str, tuple[str, tuple[type, ...]]]:
    """Map each recorded name to our field and the types that the record promises for it."""
    return {
        name: (
            field,
            tuple(one for one in record.__annotations__[field].__args__ if one is not _NONE),
        )
        for name, field in FIELDS[record].items()
        if field not in _OWN
    }


_NONE = type(None)
_CANDIDATE_FIELDS = _promised(Candidate)
_EVIDENCE_FIELDS = _promised(Evidence)
_OBJECTS = {dict}
_ROWS = msgspec.json.Decoder(tuple[Candidate, ...])
_CANDIDATE_NAMES = frozenset(_CANDIDATE_FIELDS)


def looks_like_evidence(value: object) -> bool:
    """Tell whether a decoded value is a bare `RetrievalEvidence`, by the keys only it has."""
    if not isinstance(value, dict):
        return False
    if "consideredCount" in value or ("candidates" in value and "k" in value):
        return True
    rows = value.get("candidates")  # all that a record cut at the front may have left
    return isinstance(rows, list) and any(
        isinstance(row, dict) and "admitted" in row for row in rows
    )


def evidence_of(record: dict[str, Any], rows: object = None) -> Evidence:
    """Type one evidence record; a value of the wrong type is kept in `odd`.

    `rows` stands in for `record["candidates"]` where only a part of that list is this retrieval's.
    """
    typed, odd, extra = _typed(record, _EVIDENCE_FIELDS)
    extra.pop("candidates", None)
    listed = record.get("candidates") if rows is None else rows
    if isinstance(listed, list):
        typed["candidates"] = candidates_of(listed)
    elif listed is not None:
        odd["candidates"] = listed
    return Evidence(odd=odd, extra=extra, **typed)


def candidates_of(rows: list[object]) -> tuple[Candidate, ...]:
    """Type the rows of a candidate list: all at once where every one is as promised."""
    if is_flat(rows):
        try:
            found = msgspec.convert(rows, tuple[Candidate, ...])
        except (msgspec.ValidationError, OverflowError, UnicodeEncodeError):
            pass  # some row is not as promised: take them one by one
        else:
            if all(one.id is not None for one in found):
                return found
    return tuple(map(candidate_of, rows))


def candidates_in(text: bytes) -> tuple[Candidate, ...] | None:
    """Type the rows of a candidate list as it is written; None where `candidates_of` must tell.

    What is typed is written again and compared: so nothing stood there that is not typed, nor twice.
    """
    try:
        found = _ROWS.decode(text)
        same = msgspec.json.encode(found) == text
    except (msgspec.MsgspecError, OverflowError, UnicodeError):
        return None
    ours = any(one.id is None or one.odd or one.extra for one in found)  # or a key of that name
    return found if same and not ours else None


def is_flat(rows: list[Any]) -> bool:
    """Tell whether all rows are objects without keys that the record does not name."""
    return {*map(type, rows)} <= _OBJECTS and _CANDIDATE_NAMES.issuperset({*chain(*rows)})


def candidate_of(row: object) -> Candidate:
    """Type one row of a candidate list; never raises, and never loses a row."""
    if not isinstance(row, dict):
        return Candidate(odd={"row": row})
    if row.keys() <= _CANDIDATE_NAMES and row.get("id") is not None:
        try:
            return msgspec.convert(row, Candidate)
        except (msgspec.ValidationError, OverflowError, UnicodeEncodeError):
            pass  # some field has another type than promised: take them one by one
    typed, odd, extra = _typed(row, _CANDIDATE_FIELDS)
    if "id" in odd and is_number(odd["id"]):
        typed["id"] = str(odd["id"])  # Python's int keeps every digit
    elif "id" in row and row["id"] is None:
        odd["id"] = None
    return Candidate(odd=odd, extra=extra, **typed)


def rulings_of(evidence: Evidence) -> tuple[Ruling, ...] | None:
    """Keep of an earlier record what tells a chunk's history: its verdicts, in recorded order."""
    if evidence.candidates is None:
        return None
    return tuple(
        Ruling(
            chunk=one.id, admitted=one.admitted, reason=one.reason, rank=one.rank, score=one.score
        )
        for one in evidence.candidates
    )


def loaded_of(entries: object) -> tuple[Loaded, ...] | None:
    """Keep sizes and ages of the passages that a retriever loaded; None: no list of them is there."""
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        return None
    return tuple(map(_loaded, entries))


def _loaded(entry: dict[str, Any]) -> Loaded:
    value, name, updated = entry.get("value"), entry.get("id"), entry.get("updatedAt")
    text = value.get("content") if isinstance(value, dict) else value
    return Loaded(
        id=name if isinstance(name, str) and not is_placeholder(name) else None,
        chars=length_of(text) if isinstance(text, str) and not is_placeholder(text) else None,
        updated=updated if usable(updated) else None,
    )


def injected_text(messages: object) -> str | None:
    """Join the messages that a memory injects as the prompt has them; None: not readable."""
    if not isinstance(messages, list):
        return None
    contents = [
        one["content"]
        for one in messages
        if isinstance(one, dict) and isinstance(one.get("content"), str)
    ]
    return "\n\n".join(contents) if len(contents) == len(messages) else None


def _typed(
    record: dict[str, Any], fields: dict[str, tuple[str, tuple[type, ...]]]
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    typed: dict[str, Any] = {}
    odd: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    for name, value in record.items():
        known = fields.get(name)
        if known is None:
            extra[name] = value
        elif value is None:
            continue
        elif _has_type(value, known[1]):
            typed[known[0]] = value
        else:
            odd[name] = value
    return typed, odd, extra


def _has_type(value: object, types: tuple[type, ...]) -> bool:
    if isinstance(value, bool):  # a bool is an int in Python and not in JSON
        return bool in types
    return isinstance(value, types)
