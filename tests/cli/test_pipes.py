import csv
import html
import io
import json
import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.recordings import (
    CLEAN,
    DAMAGED,
    HOSTILE,
    WIDE,
    evidence_file,
    evidence_line,
    expected_ids,
    notices,
)
from tests.cli.screen import raw_controls, tables, unescaped, without_blanks
from tests.program import FIXTURES, FORMATS, PROGRAM, environment, footprint, interruptible, shell

ENCODINGS = ("ascii", "cp1252", "utf-8")
UNBUFFERED: tuple[dict[str, str], ...] = ({}, {"PYTHONUNBUFFERED": "1"})
failure_of_ours = re.compile(rb"Traceback|Error|Exception")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return notices(tmp_path_factory.mktemp("many") / "notices.jsonl")


@pytest.fixture(scope="module")
def fewer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As a table, 4000 lines take seconds; these are still more than a pipe holds."""
    return notices(tmp_path_factory.mktemp("fewer") / "notices.jsonl", 200)


def ids_of_plain(text: str) -> list[str]:
    rows = [line.split("\t") for line in text.split("\n")]
    return [unescaped(row[5]) for row in rows if row[0] == "candidate"]


def ids_of_csv(text: str) -> list[str]:
    return [unescaped(row["id"]) for row in csv.DictReader(io.StringIO(text, newline=""))]


def ids_of_json(text: str) -> list[str]:
    retrievals = [each for one in json.loads(text)["recordings"] for each in one["retrievals"]]
    return [one["id"] for each in retrievals for one in each["candidates"]]


def ids_of_jsonl(text: str) -> list[str]:
    rows = [json.loads(line) for line in text.split("\n") if line]
    return [row["id"] for row in rows if row["row"] == "candidate"]


def ids_of_markdown(text: str) -> list[str]:
    rows = [line[1:].split(" | ") for line in text.split("\n") if line[:1] == "|"]
    bare = [re.sub(r"\\([\\`*_\[\]|~:@#$])", r"\1", row[3]) for row in rows[2:]]
    return [unescaped(html.unescape(one.strip())) for one in bare]


def ids_of_table(text: str) -> list[str]:
    [table] = tables(text)
    chunk, rank = table.head.index("chunk"), table.head.index("rank")
    found: list[str] = []
    for row in (row for part in table.sections for row in part):
        if row[rank]:
            found.append("")
        if not row[1] or row[rank]:
            found[-1] += row[chunk]
    return ["" if one == '""' else unescaped(one) for one in found]


IDS_OF = {
    "table": ids_of_table,
    "plain": ids_of_plain,
    "json": ids_of_json,
    "jsonl": ids_of_jsonl,
    "markdown": ids_of_markdown,
    "csv": ids_of_csv,
}


def test_piped_output_is_plain_with_one_row_a_line_and_no_escape() -> None:
    answer = footprint("explain", HOSTILE)

    assert answer == footprint("explain", HOSTILE, "--format", "plain")
    assert raw_controls(answer.text) == {"\t"}
    assert ids_of_plain(answer.text) == expected_ids("hostile-ids")


@pytest.mark.parametrize("columns", ["1", "20", "100000", "many", "-5"])
def test_piped_output_does_not_care_how_wide_the_terminal_is(columns: str) -> None:
    assert footprint("explain", WIDE, settings={"COLUMNS": columns}) == footprint("explain", WIDE)


def test_every_id_can_be_found_with_grep() -> None:
    answer = shell('footprint explain "$1" | grep -cF "haricot-écarlate.md#5"', WIDE)

    assert answer.text == "1\n"


@pytest.mark.parametrize("name", ["wide-ids", "hostile-ids"])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("form", FORMATS)
def test_no_encoding_of_the_stream_loses_an_id(form: str, encoding: str, name: str) -> None:
    recording = FIXTURES / "made" / f"{name}.commits.jsonl"
    settings = {"PYTHONIOENCODING": encoding, "COLUMNS": "240"}

    answer = footprint("explain", recording, "--format", form, settings=settings)

    assert (answer.status, answer.err) == (0, b"")
    text = answer.out.decode("utf-8" if form in ("json", "jsonl") else encoding)
    found, ids = IDS_OF[form](text), expected_ids(name)
    if form == "table":  # the heading stands in a column of its own, and spaces may fold
        assert [*map(without_blanks, found)] == [*map(without_blanks, ids)]
    else:
        assert found == ids


@pytest.mark.parametrize("encoding", ["ascii:strict", "latin-1", "utf-16", "cp437", "shift_jis"])
def test_other_encodings_end_in_no_traceback(encoding: str) -> None:
    answer = footprint("explain", WIDE, HOSTILE, settings={"PYTHONIOENCODING": encoding})

    assert (answer.status, answer.err) == (0, b"")
    assert answer.out.decode(encoding.partition(":")[0]).count("candidate\t") == 22


def test_a_utf_16_stream_has_one_byte_order_mark() -> None:
    answer = footprint("explain", WIDE, HOSTILE, settings={"PYTHONIOENCODING": "utf-16"})

    assert "\ufeff" not in answer.out.decode("utf-16")


def test_complaints_can_be_written_in_ascii_too(tmp_path: Path) -> None:
    answer = footprint("explain", tmp_path / "港.jsonl", settings={"PYTHONIOENCODING": "ascii"})

    assert answer.status == 4
    assert answer.err.decode("ascii").endswith("\\u6e2f.jsonl: there is no such file\n")


@pytest.mark.parametrize("unbuffered", UNBUFFERED, ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("reader", ["head -1", "true", "head -c 10"])
@pytest.mark.parametrize("form", FORMATS)
def test_a_reader_that_goes_away_is_no_error(
    form: str, reader: str, unbuffered: dict[str, str], many: Path, fewer: Path
) -> None:
    answer = shell(
        f'footprint explain "$1" --format {form} | {reader}; exit "${{PIPESTATUS[0]}}"',
        fewer if form == "table" else many,
        settings=unbuffered,
    )

    assert answer.err == b""
    assert answer.status in ((141,) if reader == "head -c 10" else (0, 141))
    assert answer.out.count(b"\n") == (reader == "head -1")


@pytest.mark.parametrize(
    "command", ["--version", "--help", "explain --help", "schema explain", "completion bash"]
)
def test_no_command_complains_when_nobody_reads(command: str) -> None:
    answer = shell(f'{{ sleep 0.4; footprint {command}; }} | true; exit "${{PIPESTATUS[0]}}"')

    assert answer.err == b""
    assert answer.status in (0, 141)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize(
    "recording", [CLEAN, DAMAGED, FIXTURES / "some-below-threshold.envelope.json"]
)
def test_standard_input_is_read_as_the_file_is(recording: Path, form: str, tmp_path: Path) -> None:
    named = footprint("explain", recording, "--format", form, "-o", tmp_path / "named")
    piped = footprint(
        "explain", "-", "--format", form, "-o", tmp_path / "piped", stdin=recording.read_bytes()
    )

    assert named.status == piped.status
    rows = [
        re.sub(rb"[\s\\]|[-=]{2,}|\xe2\x94\x80", b"", (tmp_path / one).read_bytes())
        for one in ("named", "piped")
    ]
    name = re.sub(r"[\s\\]", "", str(recording)).encode()
    assert rows[0].count(name) > 0
    assert rows[0].replace(name, b"-") == rows[1]


@pytest.mark.parametrize("form", FORMATS)
def test_two_runs_give_the_same_bytes(form: str) -> None:
    recordings = sorted(FIXTURES.glob("*.commits.jsonl"))

    first, second = (
        footprint("explain", *recordings, "--format", form, settings={"PYTHONHASHSEED": seed})
        for seed in "12"
    )

    assert first == second
    assert first.out


def test_an_input_is_left_as_it_was(tmp_path: Path) -> None:
    recording = tmp_path / "run.jsonl"
    recording.write_bytes(DAMAGED.read_bytes())
    os.utime(recording, (1, 1))

    for form in FORMATS:
        footprint("explain", recording, "--format", form)

    assert recording.read_bytes() == DAMAGED.read_bytes()
    assert recording.stat().st_mtime == 1
    assert [*tmp_path.iterdir()] == [recording]


@pytest.mark.parametrize("form", FORMATS)
def test_ctrl_c_ends_a_slow_read_at_once_with_130_and_one_line(form: str) -> None:
    with subprocess.Popen(
        [*PROGRAM, "explain", "-", "--format", form],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        preexec_fn=interruptible,  # noqa: PLW1509 (no thread runs here)
    ) as process:
        assert process.stdin is not None
        line = evidence_line([("kb#1", ""), ("kb#2", "")]).encode() + b"\n"
        for _ in range(20):
            process.stdin.write(line * 100)
            process.stdin.flush()
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        status = process.wait(timeout=20)
        assert process.stderr is not None
        complaint = process.stderr.read().decode()

    assert (status, complaint) == (130, "footprint: interrupted\n")


@pytest.mark.parametrize("form", FORMATS)
def test_a_closed_standard_output_is_no_traceback(form: str) -> None:
    answer = shell(f'footprint explain "$1" --format {form} >&-', CLEAN)

    assert not failure_of_ours.search(answer.err), answer.complaint
    assert answer.status in (0, 2, 141)


@pytest.mark.parametrize("command", ["--version", "--help", "schema explain", "completion bash"])
def test_no_command_needs_an_open_standard_output(command: str) -> None:
    answer = shell(f"footprint {command} >&-")

    assert not failure_of_ours.search(answer.err), answer.complaint


def test_an_answer_goes_to_a_file_though_standard_output_is_closed(tmp_path: Path) -> None:
    answer = shell('footprint explain "$1" -o "$2" >&-', CLEAN, tmp_path / "out.txt")

    assert (answer.status, answer.err) == (0, b"")
    assert (tmp_path / "out.txt").read_bytes() == footprint("explain", CLEAN).out


@pytest.mark.parametrize("arguments", ["nope", "--nope", "explain nope.jsonl", "explain --nope"])
def test_a_closed_standard_error_changes_no_status(arguments: str) -> None:
    opened, closed = shell(f"footprint {arguments}"), shell(f"footprint {arguments} 2>&-")

    assert closed == opened._replace(err=b"")


def test_a_closed_standard_input_cannot_be_read() -> None:
    answer = shell("footprint explain - <&-")

    assert (answer.status, answer.complaint) == (4, "footprint: -: standard input is closed\n")


@pytest.mark.parametrize("closing", ["<&-", "<&- 2>&-"])
def test_a_file_needs_no_standard_input(closing: str) -> None:
    answer = shell(f'footprint explain "$1" {closing}', CLEAN)

    assert answer == footprint("explain", CLEAN)


@pytest.mark.parametrize("unbuffered", UNBUFFERED, ids=["buffered", "unbuffered"])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "command", ["explain {}", "explain {} -o /dev/full", "--version", "--help"]
)
def test_a_full_disk_is_one_sentence_and_never_success(
    command: str, unbuffered: dict[str, str]
) -> None:
    answer = shell(f"footprint {command.format(CLEAN)} >/dev/full", settings=unbuffered)

    assert answer.status != 0
    assert b"Traceback" not in answer.err
    assert len(answer.complaint.splitlines()) == 1


def test_a_slow_reader_gets_every_byte_of_an_unbuffered_stream(many: Path) -> None:
    answer = shell(
        'footprint explain "$1" | { sleep 0.5; cat; }', many, settings={"PYTHONUNBUFFERED": "1"}
    )

    assert answer.out == footprint("explain", many).out


@pytest.mark.parametrize("form", ["plain", "markdown", "csv"])
def test_two_different_ids_never_look_the_same(form: str, tmp_path: Path) -> None:
    ids = ["\\\x1b", "\\u001b", "\\\\u001b", "\x1b", "\\\\\x1b", "\\\u202e", "\\\\"]
    recording = evidence_file(tmp_path / "run.jsonl", *((one, "") for one in ids))

    answer = footprint("explain", recording, "--format", form)

    assert IDS_OF[form](answer.text) == ids
