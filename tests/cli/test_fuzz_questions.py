"""Odd and broken recordings before why-not, verify and gate: no crash, no clean answer on damage."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.render import FindingFormat
from tests.cli.recordings import CLEAN
from tests.cli.schemas import violation
from tests.cli.test_fuzz import (
    LINES,
    answered,
    anywhere,
    changed,
    explained,
    flipped,
    kinds,
    no_constant,
    odd_values,
    sometimes,
)

CHANGES = st.lists(st.tuples(anywhere, odd_values), min_size=1, max_size=3)
BITS = st.lists(anywhere, min_size=1, max_size=4)
RULES = ("corpus-empty", "best-chunk-dropped", "admitted-below=1", "chunk-not-read=exchanger.md#2")
COMMANDS = {
    "why-not": ["why-not", "exchanger.md#2"],
    "why-not, a prefix": ["why-not", "--prefix", "e"],
    "stats": ["stats", "--margin", "0.2"],
    "drift": ["drift", str(CLEAN), "--fail-on", "any"],
    "diff": ["diff", str(CLEAN), "--fail-on", "any"],
    "what-if": ["what-if", "--threshold", "0.5", "--k", "4", "--max-chars", "300"],
    "sweep": ["what-if", "--sweep", "threshold=-1:1:0.5", "--sweep", "k=0:4"],
    "verify": ["verify", "--fail"],
    "gate": ["gate", *(word for rule in RULES for word in ("--rule", rule))],
    "gate, the record": ["gate", "--rule", "record-inconsistent", "--fail-on", "note"],
}


def checked(content: bytes, command: str) -> dict[str, Any]:
    """Hold the JSON answer of a command against everything that is promised of it."""
    name = command.partition(",")[0]
    answer = answered(content, *COMMANDS[command], "--format", "json")
    document: dict[str, Any] = json.loads(answer.out.decode("utf-8"), parse_constant=no_constant)
    assert violation(document, name) is None
    assert document["exitStatus"] == answer.status
    assert answer == answered(content, *COMMANDS[command], "--format", "json")
    return document


@pytest.mark.parametrize("command", COMMANDS)
@sometimes
@given(kinds, CHANGES)
def test_a_value_of_any_type_in_any_place_is_survived(
    command: str, name: str, changes: list[tuple[int, Any]]
) -> None:
    document = checked(changed(LINES[name], changes), command)

    if command.startswith("gate") and document["exitStatus"] == 0:
        assert any(rule["checked"] for rule in document["rules"])


@pytest.mark.parametrize("command", COMMANDS)
@sometimes
@given(kinds, BITS)
def test_damage_is_never_a_clean_answer(command: str, name: str, bits: list[int]) -> None:
    content = flipped(LINES[name], bits)
    damaged = any(one["damage"] for one in json.loads(explained(content).out)["recordings"])

    assert not damaged or checked(content, command)["exitStatus"] != 0


@pytest.mark.parametrize("form", list(FindingFormat))
@sometimes
@given(kinds, CHANGES)
def test_no_format_of_a_report_fails_on_odd_values(
    form: FindingFormat, name: str, changes: list[tuple[int, Any]]
) -> None:
    content = changed(LINES[name], changes)
    status = checked(content, "gate, the record")["exitStatus"]
    answer = answered(content, *COMMANDS["gate, the record"], "--format", form)

    answer.out.decode("utf-8")
    assert answer.status == status


@sometimes
@given(kinds, CHANGES)
def test_why_not_says_of_each_candidate_what_explain_says(
    name: str, changes: list[tuple[int, Any]]
) -> None:
    content = changed(LINES[name], changes)
    recordings = json.loads(explained(content).out)["recordings"]
    rows = [
        row
        for one in recordings
        for retrieval in one["retrievals"]
        for row in retrieval["candidates"] or ()
        if isinstance(row["id"], str)
    ]
    for chunk in {row["id"] for row in rows}:
        told = json.loads(answered(content, "why-not", "--format", "json", "--", chunk).out)
        found = [
            row
            for one in told["occurrences"]
            if one["candidate"] is not None
            for row in (one["candidate"], *one["others"])
        ]
        assert sorted(map(json.dumps, found)) == sorted(
            json.dumps(row) for row in rows if row["id"] == chunk
        )


@sometimes
@given(kinds, CHANGES)
def test_an_exact_flip_of_threshold_or_k_admits_by_the_shipped_rule(
    name: str, changes: list[tuple[int, Any]]
) -> None:
    for recording in json.loads(explained(changed(LINES[name], changes)).out)["recordings"]:
        for retrieval in recording["retrievals"]:
            rows = retrieval["candidates"] or []
            order = sorted(range(len(rows)), key=lambda at: (_rank(rows[at], at), at))
            for row in rows:
                for flip in row["flips"] or ():
                    settings = {flip["setting"], *(one["setting"] for one in flip["with"])}
                    if (
                        flip["exact"]
                        and settings <= {"threshold", "k"}
                        and row["admitted"] is False
                    ):
                        assert _admits([rows[at] for at in order], row, retrieval, flip)


def _rank(row: dict[str, Any], at: int) -> int:
    return row["rank"] if isinstance(row["rank"], int) else at + 1


def _admits(
    rows: list[dict[str, Any]],
    asked: dict[str, Any],
    retrieval: dict[str, Any],
    flip: dict[str, Any],
) -> bool:
    new = {one["setting"]: one["to"] for one in (flip, *flip["with"])}
    floor = new.get("threshold", retrieval["threshold"])
    floor = floor if isinstance(floor, int | float) and not isinstance(floor, bool) else -math.inf
    most = new.get("k", retrieval["k"])
    kept = 0
    for row in rows:
        score = row["score"]
        below = isinstance(score, int | float) and not isinstance(score, bool) and score < floor
        admitted = not below and kept < most
        kept += admitted
        if row is asked:
            return admitted
    return False
