import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.recordings import CLEAN, DAMAGED, WITHHELD, evidence_file
from tests.cli.schemas import violation
from tests.program import FIXTURES, FORMATS, Answer, footprint, shell

MADE = FIXTURES / "made"
Situation = Callable[[Path], list[str | Path]]


def _written(name: str, content: bytes) -> Situation:
    def situation(folder: Path) -> list[str | Path]:
        (folder / name).write_bytes(content)
        return [folder / name]

    return situation


def _changed_envelope(change: Callable[[dict[str, Any]], Any]) -> Situation:
    def situation(folder: Path) -> list[str | Path]:
        envelope = json.loads((FIXTURES / "some-below-threshold.envelope.json").read_bytes())
        change(envelope)
        (folder / "run.json").write_text(json.dumps(envelope), "utf-8")
        return [folder / "run.json"]

    return situation


def _folder(files: dict[str, bytes]) -> Situation:
    def situation(folder: Path) -> list[str | Path]:
        (folder / "runs").mkdir()
        for name, content in files.items():
            (folder / "runs" / name).write_bytes(content)
        return [folder / "runs"]

    return situation


def _fixed(*arguments: str | Path) -> Situation:
    return lambda _: [*arguments]


clean, lines = CLEAN.read_bytes(), CLEAN.read_bytes().splitlines(keepends=True)
SITUATIONS: dict[str, tuple[Situation, int]] = {
    "some chunks read": (_fixed(CLEAN), 0),
    "nothing admitted": (_fixed(FIXTURES / "threshold-refuses-all.commits.jsonl"), 0),
    "an empty corpus": (_fixed(FIXTURES / "corpus-empty.commits.jsonl"), 0),
    "a budget that admits nothing": (
        _fixed(FIXTURES / "char-budget-admits-nothing.commits.jsonl"),
        0,
    ),
    "tool calls only": (_fixed(FIXTURES / "tool-calls-fail.commits.jsonl"), 0),
    "a contradiction in the record": (_fixed(MADE / "contradicting-counts.evidence.jsonl"), 0),
    "no newline at the end": (_written("a.jsonl", clean.rstrip()), 0),
    "a mark, CRLF and blank lines": (
        _written("a.jsonl", b"\xef\xbb\xbf" + b"\r\n\r\n".join(lines).replace(b"\n", b"\r\n")),
        0,
    ),
    "a run that is not complete": (
        _changed_envelope(lambda envelope: envelope["run"].update(complete=False)),
        0,
    ),
    "an archived recording": (_fixed(FIXTURES / "some-below-threshold.envelope.json"), 0),
    "several good ones": (_fixed(CLEAN, FIXTURES / "corpus-empty.commits.jsonl"), 0),
    "a folder of good ones": (_folder({"a.jsonl": clean, "b.ndjson": clean}), 0),
    "withheld evidence": (_fixed(WITHHELD), 3),
    "candidates not recorded": (_fixed(FIXTURES / "candidates-not-recorded.commits.jsonl"), 3),
    "a cut last line": (_fixed(DAMAGED), 3),
    "two records on one line": (_fixed(MADE / "glued-line.commits.jsonl"), 3),
    "bytes that are no text": (_written("a.jsonl", clean.replace(b"canteen", b"\xff\xfe", 1)), 3),
    "a run without retrieval and call": (_written("a.jsonl", lines[0]), 3),
    "a retriever that left nothing": (_fixed(FIXTURES / "store-dies.commits.jsonl"), 3),
    "an empty file": (_written("a.jsonl", b""), 3),
    "blank lines only": (_written("a.jsonl", b"\n \n\r\n"), 3),
    "damaged among good ones": (_fixed(CLEAN, DAMAGED), 3),
    "nothing to explain among good ones": (_fixed(CLEAN, FIXTURES / "store-dies.commits.jsonl"), 3),
    "a missing file": (_fixed("no-such-file.jsonl"), 4),
    "a glob that matches nothing": (_fixed("no-such-*.jsonl"), 4),
    "a folder without recordings": (_folder({"notes.txt": clean}), 4),
    "a format of a later version": (
        _written("a.json", b'{"format": "agentfootprint.recording.v9"}'),
        4,
    ),
    "something else": (_written("a.json", b'{"name": "web-shop", "version": "1.0.0"}'), 4),
    "missing first among good ones": (_fixed("no-such-file.jsonl", CLEAN), 4),
    "missing last among good ones": (_fixed(CLEAN, "no-such-file.jsonl"), 4),
    "missing and damaged": (_fixed(DAMAGED, "no-such-file.jsonl"), 4),
}
INCOMPLETE = [name for name, (_, status) in SITUATIONS.items() if status]
USAGE: dict[str, list[str | Path]] = {
    "an unknown option": ["explain", "--nope"],
    "an option without its value": ["explain", CLEAN, "--format"],
    "an unknown format": ["explain", CLEAN, "--format", "yaml"],
    "a format in capitals": ["explain", CLEAN, "--format", "JSON"],
    "a limit that is no number": ["explain", CLEAN, "--limit", "many"],
    "a limit under 0": ["explain", CLEAN, "--limit", "-1"],
    "an unknown choice of candidates": ["explain", CLEAN, "--only", "best"],
    "an unknown command": ["exlpain", CLEAN],
    "an unknown schema": ["schema", "nope"],
    "no schema": ["schema"],
    "an unknown shell": ["completion", "csh"],
    "no command": [],
    "no path and none configured": ["explain"],
}


def explained(situation: str, folder: Path, *options: str) -> Answer:
    return footprint("explain", *SITUATIONS[situation][0](folder), *options, cwd=folder)


@pytest.mark.parametrize("situation", SITUATIONS)
def test_a_situation_has_its_status(situation: str, tmp_path: Path) -> None:
    answer = explained(situation, tmp_path)

    assert answer.status == SITUATIONS[situation][1]
    assert b"Traceback" not in answer.err


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_json_document_is_whole_and_says_the_status_of_the_process(
    situation: str, tmp_path: Path
) -> None:
    answer = explained(situation, tmp_path, "--format", "json")

    document = json.loads(answer.out)
    assert document["exitStatus"] == answer.status == SITUATIONS[situation][1]
    assert answer.out.endswith(b"}\n")
    assert violation(document) is None


@pytest.mark.parametrize("situation", ["some chunks read", *INCOMPLETE])
def test_exit_zero_turns_3_into_0_and_never_4(situation: str, tmp_path: Path) -> None:
    answer = explained(situation, tmp_path, "--exit-zero", "--format", "json")

    assert answer.status == {0: 0, 3: 0, 4: 4}[SITUATIONS[situation][1]]
    assert json.loads(answer.out)["exitStatus"] == answer.status


@pytest.mark.parametrize(
    "situation", ["some chunks read", "a cut last line", "missing first among good ones"]
)
@pytest.mark.parametrize("form", FORMATS)
def test_the_format_changes_no_status(situation: str, form: str, tmp_path: Path) -> None:
    answer = explained(situation, tmp_path, "--format", form)

    assert answer.status == SITUATIONS[situation][1]
    assert answer.out


@pytest.mark.parametrize(
    "situation", ["some chunks read", "withheld evidence", "a cut last line", "a missing file"]
)
def test_a_shell_sees_the_status_through_a_pipe(situation: str, tmp_path: Path) -> None:
    arguments = SITUATIONS[situation][0](tmp_path)

    answer = shell('set -o pipefail; footprint explain "$@" | cat', *arguments, cwd=tmp_path)

    assert answer.status == SITUATIONS[situation][1]


def test_and_or_of_a_shell_follow_the_status() -> None:
    script = 'footprint explain "$1" >/dev/null && echo clean || echo "not clean: $?"'

    assert shell(script, CLEAN).text == "clean\n"
    assert shell(script, DAMAGED).text == "not clean: 3\n"


@pytest.mark.parametrize("situation", USAGE)
def test_a_wrong_command_line_is_2_with_nothing_on_standard_output(
    situation: str, tmp_path: Path
) -> None:
    answer = footprint(*USAGE[situation], cwd=tmp_path)

    assert (answer.status, answer.out) == (2, b"")
    assert answer.err.startswith(b"footprint: ")


def test_exit_zero_leaves_a_usage_error_at_2(tmp_path: Path) -> None:
    assert footprint("explain", "--exit-zero", cwd=tmp_path).status == 2
    assert footprint("explain", CLEAN, "--exit-zero", "--limit", "x").status == 2


def test_an_unreadable_input_is_named_in_the_damage_of_the_document() -> None:
    answer = footprint("explain", "no-such-file.jsonl", CLEAN, "--format", "json")

    first, second = json.loads(answer.out)["recordings"]
    assert (first["source"], second["source"]) == ("no-such-file.jsonl", str(CLEAN))
    assert [one["detail"] for one in first["damage"]] == ["there is no such file"]
    assert len(second["retrievals"]) == 1
    assert answer.complaint == "footprint: no-such-file.jsonl: there is no such file\n"


def test_a_folder_in_which_no_file_is_a_recording_is_no_clean_audit(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"name": "web-shop"}')

    answer = footprint("explain", tmp_path, "--format", "json")

    assert answer.status in (3, 4)
    assert json.loads(answer.out)["exitStatus"] == answer.status


@pytest.mark.parametrize("filter_", [("--retriever", "nobody"), ("--step", "nowhere#0")])
def test_a_filter_that_leaves_nothing_to_explain_is_3(filter_: tuple[str, str]) -> None:
    assert footprint("explain", CLEAN, *filter_).status == 3


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_an_input_without_permission_is_4_and_named(tmp_path: Path) -> None:
    recording = evidence_file(tmp_path / "a.jsonl", ("kb#1", ""))
    recording.chmod(0)

    answer = footprint("explain", recording, CLEAN)

    assert answer.status == 4
    assert answer.complaint == f"footprint: {recording}: permission denied\n"
    assert str(CLEAN) in answer.text


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_is_written_as_utf_8_and_nothing_is_printed(form: str, tmp_path: Path) -> None:
    recording = MADE / "wide-ids.commits.jsonl"
    out = tmp_path / "out"

    answer = footprint(
        "explain", recording, "-f", form, "-o", out, settings={"PYTHONIOENCODING": "ascii"}
    )

    assert answer == Answer(0, b"", b"")
    assert out.read_bytes() == footprint("explain", recording, "-f", form).out


def test_a_file_is_written_whole_when_an_input_is_missing(tmp_path: Path) -> None:
    out = tmp_path / "out.json"

    answer = footprint("explain", CLEAN, "nope", "--format", "json", "-o", out)

    assert answer.status == json.loads(out.read_bytes())["exitStatus"] == 4


OVERWRITING: dict[str, str] = {
    "named": "footprint explain runs/a.jsonl -o runs/a.jsonl",
    "named in another way": 'footprint explain runs/a.jsonl -o "$PWD/./runs/a.jsonl"',
    "through a link": "ln -s a.jsonl runs/link; footprint explain runs/a.jsonl -o runs/link",
    "through a hard link": "ln runs/a.jsonl b; footprint explain runs/a.jsonl -o b",
    "found in a folder": "footprint explain runs -o runs/a.jsonl",
    "found by a glob": "footprint explain 'runs/*.jsonl' -o runs/a.jsonl",
    "configured": "FOOTPRINT_RECORDINGS=runs footprint explain -o runs/a.jsonl",
    "on standard input": "footprint explain - -o runs/a.jsonl < runs/a.jsonl",
}


@pytest.mark.parametrize("how", OVERWRITING)
def test_an_input_is_never_written_over(how: str, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "a.jsonl").write_bytes(clean)

    answer = shell(OVERWRITING[how], cwd=tmp_path)

    assert (tmp_path / "runs" / "a.jsonl").read_bytes() == clean
    assert answer.status == 2
    assert answer.complaint.count("\n") <= 3


@pytest.mark.parametrize("path", ["no/such/folder/out.txt", ".", "/dev/null/out"])
def test_a_file_that_cannot_be_written_is_2_and_named(path: str, tmp_path: Path) -> None:
    answer = footprint("explain", CLEAN, "-o", path, cwd=tmp_path)

    assert (answer.status, answer.out) == (2, b"")
    assert answer.complaint.startswith(f"footprint: cannot write {path}: ")
