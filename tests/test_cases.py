"""Every input of the shared cases holds what its `expected.json` states.

The runner goes over the folder: a new case is a new file and an entry, not a new test.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.shared import SHARED, needs_shared

CASES = SHARED / "cases"

# The situations' labels, and what of ours brings each up: a finding's code, an outcome, damage.
BROUGHT_UP_BY = {
    "nothing-admitted": {"nothing-admitted", "budget-admitted-nothing"},
    "rank-against-score": {"rank-against-score"},
    "reason-against-score": {"reason-against-score"},
    "admitted-under-floor": {"admitted-below-threshold"},
    "score-out-of-cosine-range": {"score-out-of-range"},
    "duplicate-id": {"duplicate-id"},
    "repeated-rank": {"rank-repeated"},
    "not-json": {"not-json"},
    "number-too-large": {"number-too-large"},
    "count-mismatch": {"count-against-list", "counts-disagree"},
    "budget-overspent": {"chars-used-over-max"},
    "admitted-after-char-stop": {"admitted-after-budget-ended"},
    "over-k": {"over-k"},
    "reason-without-rule": {"reason-without-rule"},
    "charsUsed-without-maxChars": {"chars-used-without-max"},
    "admitted-no-fragment": {"admitted-without-fragment"},
    "empty-passage": {"hollow-fragment"},
    "empty-fragment": {"empty-fragment"},
    "position-gap": {"position-gap"},
    "unknown-reason": {"unknown-reason"},
    "unknown-strategy": {"unknown-strategy"},
    "unknown-selection-order": {"unknown-selection-order"},
    "unknown-line": {"unknown-line"},
    "unknown-verb": {"unknown-verb"},
    "corpusEmpty-with-candidates": {"corpus-empty-with-candidates"},
    "nothing-came-back": {"never-asked"},
    "corpus-empty": {"corpus-empty"},
    "best-not-read": {"best-not-read"},
    "cut-line": {"cut-line"},
    "spliced-line": {"spliced-line"},
    "glued-line": {"glued-line"},
    "text-after-record": {"text-after-record"},
    "lost-record": {"lost-record"},
    "bad-utf8": {"bad-utf8"},
    "nul-bytes": {"nul-bytes"},
    "not-jsonl": {"not-jsonl"},
    "too-deep": {"too-deep"},
    "id-not-text": {"id-not-text"},
    "empty-file": {"empty-file"},
    "not-readable": {"unreadable"},
    "missing": {"unreadable"},
    "copied-lines": {"copied-lines"},
    "redacted": {"withheld"},
    "evidence-is-text": {"withheld"},
    "summarised": {"withheld"},
    "candidates-omitted": {"candidates-not-recorded"},
    "candidates-null": {"candidates-not-recorded"},
    "deleted": {"evidence-deleted"},
}
# What coverage answers, not `explain`; a folder is named on standard error.
DAMAGED_LINES = (
    "damaged",
    "spliced",
    "gluedTwoRecords",
    "textAfterRecord",
    "notStrictJson",
    "badUtf8",
    "nulOnly",
    "nulThenRecord",
)
OTHER_COMMANDS = {
    "list-sent-as-text",
    "empty-list",
    "unsent-no-default",
    "sent-null",
    "undeclared-argument",
    "a-folder",
}


def _expected() -> dict[str, Any]:
    path = CASES / "expected.json"
    return json.loads(path.read_text()) if path.exists() else {}


EXPECTED = {name: case for name, case in _expected().items() if not name.startswith("_")}
INPUTS = pytest.mark.parametrize("name", [name for name in EXPECTED if name.endswith(".jsonl")])


class Answer:
    """What the real program answered of one input, as JSON."""

    def __init__(self, path: Path) -> None:
        command = [sys.executable, "-m", "footprint_cli", "explain", str(path), "--format", "json"]
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
        self.status, self.stdout = done.returncode, done.stdout
        self.stderr = done.stderr.decode("utf-8")
        self.document = json.loads(done.stdout.decode("utf-8"), parse_constant=_not_json)
        self.recordings = self.document["recordings"]
        self.retrievals = [one for each in self.recordings for one in each["retrievals"]]
        self.damage = [one for each in self.recordings for one in each["damage"]]
        self.findings = self.document["findings"]

    def brings_up(self, kinds: set[str], line: int | None) -> bool:
        told = [(one["code"], one["line"]) for one in self.findings]
        told += [(one["kind"], one["line"]) for one in self.damage]
        told += [(one["outcome"], one["line"]) for one in self.retrievals]
        return any(kind in kinds and line in (at, None) for kind, at in told)


def _not_json(token: str) -> None:
    raise AssertionError(f"{token} is no JSON")


_ANSWERS: dict[str, Answer] = {}


def _answer(name: str) -> Answer:
    if name not in _ANSWERS:
        _ANSWERS[name] = Answer(CASES / name)
    return _ANSWERS[name]


def _line(case: dict[str, Any], report: dict[str, Any]) -> int | None:
    line = report.get("line")
    return line if "shape" not in case or "pretty-printed" not in case["shape"] else None


@needs_shared
@INPUTS
def test_what_must_be_reported_is_reported(name: str) -> None:
    case, answer = EXPECTED[name], _answer(name)
    reports = [one for one in case["mustReport"] if one["kind"] not in OTHER_COMMANDS]
    if name == "21d-no-permission.jsonl":
        reports = []  # readable here; tests/cli takes the permission away

    missing = [
        one for one in reports if not answer.brings_up(BROUGHT_UP_BY[one["kind"]], _line(case, one))
    ]
    assert missing == []
    if not case["mustReport"]:
        assert [one for one in answer.findings if one["level"] == "error"] == []
        assert answer.damage == []


@needs_shared
@INPUTS
def test_retrievals_are_those_of_the_case(name: str) -> None:
    case, answer = EXPECTED[name], _answer(name)
    listed = case.get("retrievals", [])
    if name.startswith("07-"):  # the policy is to read the lines with NaN: more than the case lists
        answer_retrievals = [one for one in answer.retrievals if one["line"] == 4]
    elif name.startswith(("17-", "27-")):  # the case lists only those with a list or counts
        wanted = {one["memoryId"] for one in listed}
        answer_retrievals = [one for one in answer.retrievals if one["retriever"] in wanted]
    else:
        answer_retrievals = answer.retrievals

    assert len(answer_retrievals) == len(listed)
    for one, told in zip(answer_retrievals, listed, strict=True):
        assert one["retriever"] in (told["memoryId"], None if "runId" not in told else "handbook")
        assert one["line"] == told["line"] or told["line"] is None
        assert one["strategy"] == told["strategy"]
        assert one["corpusEmpty"] == told["corpusEmpty"]
        assert one["candidatesComplete"] == told["candidatesComplete"]
        assert one.get("run") == told.get("runId")
        recorded = told["recorded"]
        for key, value in (
            ("consideredCount", recorded["considered"]),
            ("admittedCount", recorded["admitted"]),
            ("rejectedCount", recorded["rejected"]),
        ):
            assert one[key] == value
        rows = one["candidates"] or []
        assert sum(row["admitted"] is True for row in rows) == told["inList"]["admitted"]
        assert [(row["id"], row["score"], row["rank"], row["admitted"]) for row in rows] == [
            (str(row["id"]), row["score"], row["rank"], row["admitted"]) for row in told["chunks"]
        ]
        assert [row["reason"] for row in rows] == [
            None if row["reason"] == "(absent)" else row["reason"] for row in told["chunks"]
        ]


@needs_shared
@INPUTS
def test_lines_are_counted_as_the_case_counts_them(name: str) -> None:
    case, answer = EXPECTED[name], _answer(name)
    told = case.get("lines")
    if told is None or not answer.recordings:
        return
    lines = answer.recordings[0]["lines"]
    damaged = sorted({one["line"] for one in answer.damage if one["line"] is not None})

    assert lines["physical"] == told["physical"]
    assert lines["blank"] == told.get("blank", 0)
    wrong = [line for key in DAMAGED_LINES for line in told.get(key, [])]
    if "depth" not in told and "strictJson" not in told:
        assert damaged == sorted(wrong)
    for line in told.get("wholeOneRecord", []):
        assert line not in damaged


@needs_shared
@INPUTS
def test_damage_is_never_the_status_of_a_clean_audit(name: str) -> None:
    answer = _answer(name)

    assert answer.document["exitStatus"] == answer.status
    assert answer.status in (0, 3, 4)
    if answer.damage or not (answer.retrievals or any(r["toolCalls"] for r in answer.recordings)):
        assert answer.status != 0
    assert "Traceback" not in answer.stderr


@needs_shared
@INPUTS
def test_two_runs_give_the_same_bytes_and_leave_the_input_alone(name: str) -> None:
    path = CASES / name
    before = path.read_bytes() if path.is_file() else b""
    again = Answer(path)

    assert again.stdout == _answer(name).stdout
    assert (path.read_bytes() if path.is_file() else b"") == before


@needs_shared
@INPUTS
def test_plain_output_has_no_escape_sequence_and_every_id(name: str) -> None:
    command = [sys.executable, "-m", "footprint_cli", "explain", str(CASES / name)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    text = done.stdout.decode("utf-8")
    ids = [
        row["id"]
        for one in _answer(name).retrievals
        for row in one["candidates"] or []
        if row["id"]
    ]

    assert not any(character < " " and character not in "\t\n" for character in text)
    shown = [line.split("\t")[5] for line in text.splitlines() if line.startswith("candidate\t")]
    assert len(shown) == len(ids)
    assert [one for one in ids if one.isascii() and one.isprintable() and one not in shown] == []


@needs_shared
def test_a_missing_file_is_one_sentence_with_its_path() -> None:
    path = CASES / "21e-missing.jsonl"
    answer = Answer(path)

    assert answer.status == 4
    assert answer.stderr == f"footprint: {path}: there is no such file\n"
    assert [one["kind"] for one in answer.damage] == ["unreadable"]


@needs_shared
def test_what_was_found_in_a_folder_is_named() -> None:
    answer = Answer(CASES / "21c-a-directory.jsonl")

    assert "21c-a-directory.jsonl: reading 1 file" in answer.stderr
    assert answer.recordings[0]["source"].endswith("21c-a-directory.jsonl/inside.jsonl")


@needs_shared
def test_standard_input_reads_the_same_as_the_file() -> None:
    path = CASES / "16-bom-crlf-blank-lines.jsonl"
    command = [sys.executable, "-m", "footprint_cli", "explain", "-", "--format", "json"]
    done = subprocess.run(
        command, input=path.read_bytes(), capture_output=True, check=False, timeout=60
    )

    assert done.stdout.replace(b'"source":"-"', b"") == _answer(path.name).stdout.replace(
        f'"source":{json.dumps(str(path))}'.encode(), b""
    )


@needs_shared
def test_the_head_of_a_long_answer_is_one_line_and_nothing_on_stderr(tmp_path: Path) -> None:
    lines = tmp_path / "many.jsonl"
    subprocess.run(
        [sys.executable, str(CASES / "24-broken-pipe.gen.py"), str(lines)], check=True, timeout=60
    )
    bash = shutil.which("bash")
    assert bash is not None
    for reader, expected in (("head -1", 1), ("true", 0), ("head -c 10", 0)):
        program = f"{sys.executable} -m footprint_cli explain {lines} | {reader}"
        done = subprocess.run(
            [bash, "-c", f"{program}; echo ${{PIPESTATUS[0]}} >&2"],
            capture_output=True,
            check=False,
            timeout=60,
        )
        assert done.stdout.count(b"\n") == expected
        assert done.stderr.strip() in (b"0", b"141")
