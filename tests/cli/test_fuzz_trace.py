"""Odd and broken recordings before trace and a sweep: no crash, strict JSON, no clean answer on damage."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from footprint_cli.cli.app import run
from footprint_cli.render import Format
from tests.cli.schemas import violation
from tests.cli.test_fuzz import (
    LINES,
    changed,
    explained,
    flipped,
    kinds,
    no_constant,
    sometimes,
    streams,
)
from tests.cli.test_fuzz_questions import BITS, CHANGES
from tests.program import Answer

QUESTIONS = {
    "trace": ["trace", "timeline", "history"],
    "trace, a value": ["trace", "value", "retrievalEvidence_plant-manual"],
    "trace, a writer": ["trace", "who-wrote", "llmLatestContent"],
    "trace, a slice": ["trace", "slice", "llmLatestContent"],
    "trace, forward": ["trace", "slice", "userMessage", "--forward"],
    "trace-steps": ["trace", "steps"],
    "trace-prompt": ["trace", "prompt"],
    "sweep": ["what-if", "--sweep", "threshold=0:1:0.25", "--sweep", "k=0:4:2"],
    "what-if": ["what-if", "--k", "2"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz")


def asked(path: Path, content: bytes, question: str, form: str = "json") -> Answer:
    """Ask a file with this content, in this process; whatever is raised fails the test."""
    path.write_bytes(content)
    command = QUESTIONS[question]
    with streams(b"") as (out, err):
        status = run([*command, str(path), "--format", form])
        return Answer(status, out.getvalue(), err.getvalue())


def checked(path: Path, content: bytes, question: str) -> Answer:
    """Hold the JSON answer to all that is promised; without one there is a reason and a status."""
    answer = asked(path, content, question)
    assert answer.status in {0, 2, 3, 4}
    if answer.status and not answer.out:
        assert answer.err.startswith(b"footprint: ")
        return answer
    document: dict[str, Any] = json.loads(answer.out.decode("utf-8"), parse_constant=no_constant)
    assert violation(document, question.partition(",")[0]) is None
    assert document["exitStatus"] == answer.status
    return answer


@pytest.mark.parametrize("question", QUESTIONS)
@sometimes
@given(kinds, CHANGES)
def test_a_value_of_any_type_in_any_place_is_survived(
    folder: Path, question: str, name: str, changes: list[tuple[int, Any]]
) -> None:
    checked(folder / "run.jsonl", changed(LINES[name], changes), question)


@pytest.mark.parametrize("question", QUESTIONS)
@sometimes
@given(kinds, BITS)
def test_damage_is_never_a_clean_answer(
    folder: Path, question: str, name: str, bits: list[int]
) -> None:
    content = flipped(LINES[name], bits)
    damaged = any(one["damage"] for one in json.loads(explained(content).out)["recordings"])

    assert not damaged or checked(folder / "run.jsonl", content, question).status != 0


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("question", QUESTIONS)
@sometimes
@given(kinds, CHANGES)
def test_no_format_fails_on_odd_values(
    folder: Path, question: str, form: Format, name: str, changes: list[tuple[int, Any]]
) -> None:
    content = changed(LINES[name], changes)
    status = checked(folder / "run.jsonl", content, question).status

    assert asked(folder / "run.jsonl", content, question, form).status == status
