"""Every question of the shared cases gets its answer from the real program.

A case states its answer in prose: what kind it is, and the numbers and words that it must hold.
"""

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from tests.shared import needs_shared
from tests.test_cases import CASES, EXPECTED

ASKED = [
    pytest.param(name, ask, id=f"{name.split('-')[0]}-{ask['chunk']}-{ask.get('in', '')}")
    for name, case in EXPECTED.items()
    for ask in case.get("ask", [])
]
# What a case says, and what of our sentences says it.
SAID = {
    "below-threshold": "threshold",
    "over-max-entries": "was already full|cap",
    "over-budget": "token picker",
    "over-char-budget": "character budget",
    "does not know": "near-duplicate",
    "contradicts itself": "contradicts itself",
    "does not show": "does not show any of its text reaching the prompt",
    "tied": "tied at 0.62",
    "same score": "tied at 0.62",
    "second row": "The same id stands in the list once more",
}
CANNOT_SAY = {"not-among-a-sample", "candidates-not-recorded"}


def _kinds(prose: str) -> set[str]:
    """Tell from the prose which answers are right."""
    said = re.sub(r"^line \d+:? ", "", prose)
    if "cannot say" in said:
        return CANNOT_SAY
    if said.startswith("never a candidate"):
        return {"never-a-candidate"}
    return {"refused"} if said.startswith("not read") else {"read"}


def _asked(name: str, ask: dict[str, Any]) -> tuple[dict[str, Any], int]:
    command = [sys.executable, "-m", "footprint_cli", "why-not", ask["chunk"], str(CASES / name)]
    where = ask.get("in", "")
    if where and not where.startswith("line"):
        command += ["--retriever", where]
    done = subprocess.run(
        [*command, "--format", "json"], capture_output=True, check=False, timeout=60
    )
    assert done.stderr == b"" or b"Traceback" not in done.stderr
    return json.loads(done.stdout), done.returncode


def _told(document: dict[str, Any], ask: dict[str, Any]) -> tuple[str, str]:
    """Return the answer that is asked for and what was said with it: of one line, or the best."""
    where = ask.get("in", "")
    if not where.startswith("line"):
        whole = [document["sentence"], *(one["sentence"] for one in document["occurrences"])]
        return document["answer"], "\n".join(whole)
    line = int(where.removeprefix("line "))
    of_line = [one for one in document["occurrences"] if one["line"] == line]
    if of_line:
        return of_line[0]["answer"], of_line[0]["sentence"]
    (answer,) = document["searched"]["answers"].keys() - CANNOT_SAY  # it is counted, not listed
    return answer, document["sentence"]


@needs_shared
@pytest.mark.parametrize(("name", "ask"), ASKED)
def test_a_question_has_the_answer_of_its_case(name: str, ask: dict[str, Any]) -> None:
    document, status = _asked(name, ask)
    answer, sentence = _told(document, ask)
    prose = ask["answer"]

    assert answer in _kinds(prose)
    assert status == document["exitStatus"]
    if document["answer"] in CANNOT_SAY:
        assert status == 3
    for number in re.findall(r"(?<![\w-])\d+\.\d+", prose):
        assert number in sentence
    for rank in re.findall(r"rank(?:ed)? (\d+)", prose):
        assert f"rank {rank}" in sentence
    for words, ours in SAID.items():
        if words in prose:
            assert re.search(ours, sentence)
    if "also considered" in prose:
        assert {one["retriever"] for one in document["occurrences"]} >= {"handbook", "noticeboard"}


@needs_shared
def test_both_runs_of_one_file_answer_for_themselves() -> None:
    document, _ = _asked("15b-two-runs-interleaved.jsonl", {"chunk": "lost-keys.md#0"})

    assert {one["run"]: one["answer"] for one in document["occurrences"]} == {
        "run-1000-1": "read",
        "run-1000-2": "refused",
    }


@needs_shared
def test_a_hostile_id_is_shown_escaped_and_kept_in_json() -> None:
    chunk = "invoice\u202egpj.md#2"
    path = CASES / "22a-terminal-escapes-and-bidi.jsonl"
    command = [sys.executable, "-m", "footprint_cli", "why-not", chunk, str(path)]
    plain = subprocess.run(command, capture_output=True, check=True, timeout=60).stdout.decode()
    document, _ = _asked(path.name, {"chunk": chunk})

    assert "invoice\\u202egpj.md#2" in plain
    assert "\u202e" not in plain
    assert document["chunk"] == document["occurrences"][0]["candidate"]["id"] == chunk
