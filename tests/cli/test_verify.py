import json
from pathlib import Path
from typing import Any

import pytest

from footprint_cli.model.codes import CODES
from tests.cli.recordings import CLEAN, DAMAGED, evidence_file
from tests.cli.schemas import violation
from tests.program import FIXTURES, footprint, shell

ENVELOPE = FIXTURES / "some-below-threshold.envelope.json"
CONTRADICTING = FIXTURES / "made" / "contradicting-counts.evidence.jsonl"
CHECKED = {"idx-gap", "state-against-log", "prompt-lacks-fragment", "prompt-against-event"}


def document(*arguments: str | Path) -> dict[str, Any]:
    answer = footprint("verify", "--format", "json", *arguments)
    told: dict[str, Any] = json.loads(answer.out)
    assert violation(told, "verify") is None
    assert told["exitStatus"] == answer.status
    return told


def changed(folder: Path, **state: Any) -> Path:
    """Write an archived recording whose final state is not what its log folds to."""
    envelope = json.loads(ENVELOPE.read_bytes())
    envelope["recording"]["snapshot"]["sharedState"].update(state)
    path = folder / "run.json"
    path.write_text(json.dumps(envelope), "utf-8")
    return path


def test_a_recording_that_agrees_with_itself_says_what_was_compared() -> None:
    told = document(ENVELOPE)

    assert (told["schema"], told["findings"], told["exitStatus"]) == ("footprint.verify/1", [], 0)
    assert told["searched"] == {"recordings": 1, "retrievals": 1, "toolCalls": 0}
    assert {one["state"] for one in told["checks"]} == {"held"}
    assert {one["check"] for one in told["checks"]} > CHECKED


def test_an_error_is_printed_and_is_status_1_only_where_that_is_asked_for(tmp_path: Path) -> None:
    path = changed(tmp_path, iteration="another")
    row = "finding\terror\tstate-against-log\t"

    for options, status in ((), 0), (("--fail",), 1), (("--fail", "--exit-zero"), 0):
        answer = footprint("verify", path, *options)
        assert (answer.status, row in answer.text) == (status, True)


def test_a_warning_and_a_note_do_not_fail() -> None:
    assert (
        footprint("verify", "--fail", FIXTURES / "picker-drops-admitted.commits.jsonl").status == 0
    )


def test_damage_is_a_finding_and_status_3_and_1_goes_before_it() -> None:
    told = document(DAMAGED)

    assert told["exitStatus"] == 3
    assert [(one["code"], one["level"], one["line"]) for one in told["findings"]] == [
        ("cut-line", "error", 4)
    ]
    assert footprint("verify", DAMAGED, "--fail").status == 1
    assert footprint("verify", DAMAGED, "--exit-zero").status == 0


def test_an_input_that_cannot_be_read_is_status_4_and_the_others_are_verified(
    tmp_path: Path,
) -> None:
    told = document(tmp_path / "none.jsonl", CLEAN, "--fail", "--exit-zero")

    assert told["exitStatus"] == 4
    assert told["searched"]["recordings"] == 1
    assert [one["code"] for one in told["findings"]] == ["unreadable"]


@pytest.mark.parametrize("content", [b"", b'{"snapshot": {"commitLog": []}, "events": []}\n'])
def test_nothing_to_check_is_never_clean(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(content)

    assert footprint("verify", path).status == 3
    assert footprint("verify", path, "--exit-zero").status == 0


def test_an_empty_file_among_good_ones_is_status_3_and_no_recording(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").touch()
    (tmp_path / "b.jsonl").write_bytes(CLEAN.read_bytes())

    told = document(tmp_path)

    assert (told["exitStatus"], told["searched"]["recordings"]) == (3, 1)
    assert [one["code"] for one in told["findings"]] == ["empty-file"]


def test_standard_input_is_verified_as_far_as_one_reading_goes() -> None:
    answer = footprint("verify", "-", stdin=CLEAN.read_bytes())

    assert answer.status == 0
    assert (
        "check\tnot-checked\tprompt-lacks-fragment\t-\tstandard input cannot be read a second time\n"
        in answer.text
    )


def test_the_recordings_of_an_archive_are_held_against_each_other(tmp_path: Path) -> None:
    evidence_file(tmp_path / "a.jsonl", ("a", ""), ("b", ""), embedderId="small")
    evidence_file(tmp_path / "b.jsonl", ("b", ""), ("a", ""), embedderId="large")
    evidence_file(tmp_path / "c.jsonl", ("b", ""), ("a", ""), embedderId="small")

    told = document(tmp_path)

    assert [(one["code"], Path(one["source"]).name) for one in told["findings"]] == [
        ("embedders-mixed", "b.jsonl"),
        ("results-differ", "c.jsonl"),
    ]
    assert f"in {tmp_path / 'a.jsonl'} at line 1" in told["findings"][1]["message"]


def test_every_code_is_listed_a_row() -> None:
    answer = footprint("verify", "--list")

    assert answer.status == 0
    assert answer.text.splitlines() == [
        f"{one.code}\t{one.level}\t{one.summary}" for one in CODES.values()
    ]


def test_every_code_is_listed_for_programs() -> None:
    rows = [
        {"code": one.code, "level": one.level, "summary": one.summary} for one in CODES.values()
    ]

    assert json.loads(footprint("verify", "--list", "-f", "json").out) == rows
    assert [
        json.loads(line) for line in footprint("verify", "--list", "-f", "jsonl").text.splitlines()
    ] == rows


def test_a_list_has_no_format_of_findings(tmp_path: Path) -> None:
    answer = footprint("verify", "--list", "-f", "sarif", "-o", tmp_path / "codes")

    assert (answer.status, answer.out, [*tmp_path.iterdir()]) == (2, b"", [])
    assert "--list is written as table, plain, json or jsonl, not as sarif" in answer.complaint


def test_a_list_is_written_to_a_file(tmp_path: Path) -> None:
    assert footprint("verify", "--list", "-o", tmp_path / "codes.json").status == 0

    assert len(json.loads((tmp_path / "codes.json").read_bytes())) == len(CODES)


def test_an_input_is_not_written_over(tmp_path: Path) -> None:
    path = changed(tmp_path)
    before = path.read_bytes()

    assert footprint("verify", path, "-o", path).status == 2
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "form", ["table", "plain", "json", "jsonl", "markdown", "csv", "github", "sarif", "junit"]
)
def test_every_format_tells_the_finding(tmp_path: Path, form: str) -> None:
    answer = footprint("verify", changed(tmp_path, iteration="another"), CONTRADICTING, "-f", form)

    assert answer.status == 0
    assert "the recorded final state" in " ".join(answer.text.split())
    assert "state-against-log" in answer.text


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (f"'{CLEAN}'", 0),
        (f"--fail '{CONTRADICTING}'", 1),
        ("--nope", 2),
        (f"'{DAMAGED}'", 3),
        (f"--fail '{DAMAGED}' '{CONTRADICTING}'", 1),
        ("none.jsonl", 4),
        (f"--exit-zero --fail '{CONTRADICTING}'", 0),
    ],
)
def test_a_shell_sees_the_status_through_a_pipe(words: str, status: int) -> None:
    piped = shell(f"footprint verify {words} | cat; echo ${{PIPESTATUS[0]}}")

    assert piped.text.splitlines()[-1] == str(status)
