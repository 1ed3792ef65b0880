"""`why-not` and `why` as real processes: statuses, formats, terminals, hostile ids, many files."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.recordings import (
    CLEAN,
    DAMAGED,
    HOSTILE,
    WIDE,
    WITHHELD,
    evidence_file,
    evidence_line,
    expected_ids,
    notices,
)
from tests.cli.schemas import violation
from tests.cli.screen import cells, raw_controls
from tests.program import FIXTURES, FORMATS, footprint, in_terminal, shell

EMPTY = FIXTURES / "corpus-empty.commits.jsonl"
PICKER = FIXTURES / "picker-drops-admitted.commits.jsonl"
UNNAMED = FIXTURES / "candidates-not-recorded.commits.jsonl"
NO_RETRIEVAL = FIXTURES / "tool-calls-fail.commits.jsonl"
READ, REFUSED, ABSENT = "exchanger.md#2", "alarms.md#4", "no-such.md#0"


def document(*arguments: str | Path) -> dict[str, Any]:
    """The JSON answer, held against its schema and its own exit status."""
    answer = footprint(*arguments, "--format", "json")
    told: dict[str, Any] = json.loads(answer.out)
    assert violation(told, "why-not") is None
    assert told["exitStatus"] == answer.status
    return told


STATUSES: dict[str, tuple[list[str | Path], int, int]] = {  # as asked, and with --fail
    "read": ([READ, CLEAN], 0, 0),
    "refused": ([REFUSED, CLEAN], 0, 1),
    "never a candidate": ([ABSENT, CLEAN], 0, 1),
    "an empty corpus": ([READ, EMPTY], 0, 1),
    "candidates not recorded": ([READ, UNNAMED], 3, 3),
    "withheld": ([READ, WITHHELD], 3, 3),
    "no retrieval": ([READ, NO_RETRIEVAL], 3, 3),
    "no such retriever": ([READ, CLEAN, "--retriever", "other"], 3, 3),
    "read, and the input is damaged": (["dock.md#1", DAMAGED], 3, 3),
    "a missing file": ([READ, "missing.jsonl"], 4, 4),
    "one missing among good ones": ([READ, CLEAN, "missing.jsonl"], 4, 4),
    "no chunk": ([], 2, 2),
    "a file and no chunk": ([CLEAN], 2, 2),
    "the chunk behind its recording": ([CLEAN, READ], 2, 2),
    "two ways to match": (["a", CLEAN, "--prefix", "--glob"], 2, 2),
    "an unknown option": ([READ, CLEAN, "--nope"], 2, 2),
}


@pytest.mark.parametrize(("arguments", "asked", "failing"), STATUSES.values(), ids=STATUSES)
def test_the_exit_status_from_a_shell_and_through_a_pipe(
    arguments: list[str | Path], asked: int, failing: int
) -> None:
    words = " ".join(f"'{one}'" for one in arguments)

    assert footprint("why-not", *arguments).status == asked
    assert footprint("why", *arguments, "--fail").status == failing
    piped = shell(f"footprint why-not {words} --fail | cat; echo ${{PIPESTATUS[0]}}")
    assert piped.text.splitlines()[-1] == str(failing)


def test_exit_zero_forgives_1_and_3_and_nothing_else() -> None:
    assert footprint("why-not", REFUSED, CLEAN, "--fail", "--exit-zero").status == 0
    assert footprint("why-not", READ, UNNAMED, "--exit-zero").status == 0
    assert footprint("why-not", READ, "missing.jsonl", "--exit-zero").status == 4
    assert footprint("why-not", "--exit-zero").status == 2


@pytest.mark.parametrize("name", ["read", "refused", "withheld", "no retrieval", "a missing file"])
def test_the_json_answer_is_whole_whatever_the_status(name: str) -> None:
    arguments, status, _ = STATUSES[name]
    told = document("why-not", *arguments)

    assert told["exitStatus"] == status
    assert told["schema"] == "footprint.why-not/1"
    assert list(told)[:8] == [
        "schema", "chunk", "answer", "sentence", "occurrences", "nearest", "searched", "findings",
    ]  # fmt: skip


def test_retrievals_that_never_had_the_chunk_are_counted_and_not_listed() -> None:
    told = document("why-not", READ, CLEAN, EMPTY)

    assert [one["answer"] for one in told["occurrences"]] == ["read"]
    assert told["searched"] == {
        "recordings": 2, "retrievals": 2, "complete": True,
        "answers": {"read": 1, "corpus-empty": 1},
    }  # fmt: skip


def test_a_retriever_and_a_step_narrow_the_question() -> None:
    path = FIXTURES / "made" / "evidence-withheld.commits.jsonl"
    retrievers = {one["retriever"] for one in document("why-not", "x", path)["occurrences"]}
    one = min(retrievers)
    told = document("why-not", "x", path, "--retriever", one)

    assert len(retrievers) > 1
    assert {each["retriever"] for each in told["occurrences"]} == {one}
    step = told["occurrences"][0]["step"]
    assert document("why-not", "x", path, "--step", step)["occurrences"] == told["occurrences"]


def test_nothing_that_matches_the_narrowing_is_said_with_what_there_is() -> None:
    answer = footprint("why-not", READ, CLEAN, "--retriever", "plant")

    assert "nothing matches --retriever plant; seen: plant-manual" in answer.complaint
    assert document("why-not", READ, CLEAN, "--retriever", "plant")["answer"] == "id-not-found"


def test_with_a_document_every_word_is_a_path() -> None:
    told = document("why-not", "--doc", "exchanger.md", PICKER)

    assert [one["candidate"]["id"] for one in told["occurrences"]] == [
        "exchanger.md#2", "exchanger.md#3", "exchanger.md#0",
    ]  # fmt: skip
    assert told["match"] == "doc"


def test_a_prefix_and_a_glob_match_and_an_exact_id_does_not() -> None:
    assert len(document("why-not", "exchanger", PICKER, "--prefix")["occurrences"]) == 3
    assert len(document("why-not", "*r.md#[23]", PICKER, "--glob")["occurrences"]) == 2
    assert document("why-not", "exchanger", PICKER)["answer"] == "never-a-candidate"


def test_a_lookalike_is_offered_and_not_taken() -> None:
    told = document("why-not", "Exchanger.md/2", PICKER)

    assert (told["answer"], told["nearest"][0]) == ("never-a-candidate", "exchanger.md#2")
    assert told["occurrences"] == []


def test_every_flip_of_machine_output_is_the_one_of_explain() -> None:
    explained = json.loads(footprint("explain", PICKER, "--format", "json").out)
    rows = {one["id"]: one for one in explained["recordings"][0]["retrievals"][0]["candidates"]}
    for chunk, row in rows.items():
        (one,) = document("why-not", chunk, PICKER)["occurrences"]
        assert one["candidate"] == row


def test_standard_input_is_read() -> None:
    answer = footprint("why-not", READ, "-", stdin=CLEAN.read_bytes())

    assert answer.text.startswith("answer\tread\texchanger.md#2\t")


def test_without_a_path_the_configured_recordings_are_read(tmp_path: Path) -> None:
    (tmp_path / "run-archive").mkdir()
    evidence_file(tmp_path / "run-archive" / "a.jsonl", ("a.md#1", ""))
    answer = footprint("why-not", "a.md#1", cwd=tmp_path)

    assert answer.text.startswith("answer\tread\ta.md#1\t")
    assert "reading run-archive/" in answer.complaint


def test_over_many_retrievals_there_is_a_summary_and_the_latest_few(tmp_path: Path) -> None:
    lines = [
        evidence_line([("x", ""), ("kept", "")] if number % 3 else [("kept", ""), ("x", "")])
        for number in range(12)
    ]
    path = tmp_path / "many.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    shown = footprint("why-not", "kept", path, "--format", "table", settings={"COLUMNS": "200"})
    whole = footprint(
        "why-not", "kept", path, "--format", "table", "--all", settings={"COLUMNS": "200"}
    )

    assert shown.text.startswith(
        "kept: shown to be read in none of 12 retrievals; admitted in 4, where no text is shown; "
        "refused in 8: 8 over k\n"
    )
    assert "the latest 5 of 12 are shown; --all shows all" in shown.text
    titles = [line for line in shown.text.splitlines() if line.startswith("handbook at")]
    assert [title.split()[3] for title in titles] == ["6", "8", "9", "11", "12"]
    assert whole.text.count("handbook at") == 12


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_refusals_are_shown_before_what_cannot_say(form: str, tmp_path: Path) -> None:
    early = [evidence_line([("x", ""), ("kept", "")]) for _ in range(2)]
    read = [evidence_line([("kept", ""), ("x", "")])]
    silent = [evidence_line([("x", "")], candidatesComplete=False) for _ in range(9)]
    path = tmp_path / "many.jsonl"
    path.write_text("".join(f"{line}\n" for line in [*early, *read, *silent]), "utf-8")
    index = tmp_path / "index"
    assert footprint("index", path, "-o", index).status in (0, 3)

    def shown(command: str, *where: Any) -> list[str]:
        answer = footprint(command, "kept", *where, "--format", form, settings={"COLUMNS": "200"})
        return re.findall(r"handbook at line (\d+)", answer.text)

    for command in ("why-not", "why"):
        assert (
            shown(command, path) == shown(command, "--index", index) == ["1", "2", "3", "11", "12"]
        )


def test_plain_and_machine_formats_are_never_shortened(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text(f"{evidence_line([('kept', '')])}\n" * 12, "utf-8")

    assert footprint("why-not", "kept", path).text.count("\noccurrence\t") == 12
    assert len(document("why-not", "kept", path)["occurrences"]) == 12
    rows = footprint("why-not", "kept", path, "--format", "csv").text.splitlines()
    assert len(rows) == 1 + 12 + 1


def test_a_large_file_of_evidence_is_one_recording_and_its_damage_is_told(tmp_path: Path) -> None:
    path = notices(tmp_path / "notices.jsonl", 600)
    with path.open("a", encoding="utf-8") as more:
        more.write('{"memoryId": "cut", "candid')
    told = document("why-not", "notice-0300.md#1", path)

    assert told["searched"]["recordings"] == 1
    assert told["searched"]["retrievals"] == 600
    assert (told["answer"], told["exitStatus"]) == ("refused", 3)
    assert told["searched"]["complete"] is False


@pytest.mark.parametrize("form", FORMATS)
def test_two_runs_give_the_same_bytes(form: str) -> None:
    once, again = (footprint("why-not", READ, PICKER, CLEAN, "--format", form) for _ in range(2))

    assert once.out == again.out
    assert once.out


@pytest.mark.parametrize("path", [HOSTILE, WIDE], ids=["hostile", "wide"])
def test_any_id_can_be_asked_for(path: Path) -> None:
    for chunk in expected_ids(path.name.removesuffix(".commits.jsonl")):
        answer = footprint("why-not", "--format", "json", "--", chunk, path)
        told = json.loads(answer.out)

        assert answer.status == 0
        assert told["chunk"] == told["occurrences"][0]["candidate"]["id"] == chunk


@pytest.mark.parametrize("path", [HOSTILE, WIDE], ids=["hostile", "wide"])
@pytest.mark.parametrize("form", ["table", "plain", "markdown", "csv"])
def test_nothing_of_an_id_acts(path: Path, form: str) -> None:
    answer = footprint("why-not", "", path, "--prefix", "--format", form)

    assert answer.status == 0
    assert raw_controls(answer.text.replace("\t", "")) == set()


@pytest.mark.parametrize("columns", [20, 40, 80, 120])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    for chunk in expected_ids("wide-ids"):
        sent = in_terminal("why-not", chunk, WIDE, columns=columns, settings={"NO_COLOR": "1"})
        assert max(cells(line) for line in sent.text.splitlines()) <= columns


def test_what_cannot_be_encoded_is_written_in_ascii() -> None:
    settings = {"PYTHONIOENCODING": "ascii", "COLUMNS": "80"}
    answer = footprint("why-not", REFUSED, CLEAN, "--format", "table", settings=settings)

    assert answer.text.isascii()
    assert "threshold <= 0.41 and k >= 5" in " ".join(answer.text.split())


def test_the_asked_chunk_is_marked_among_the_others() -> None:
    answer = footprint("why-not", REFUSED, CLEAN, "--format", "table", settings={"COLUMNS": "80"})
    marked = [line for line in answer.text.splitlines() if "▸" in line]

    assert len(marked) == 1
    assert "0.41" in marked[0]
    assert REFUSED in marked[0]


def test_csv_ends_with_the_whole_answer() -> None:
    text = footprint("why-not", REFUSED, CLEAN, EMPTY, "--format", "csv").text
    rows = list(csv.DictReader(io.StringIO(text)))

    assert [(row["answer"], row["id"], row["score"]) for row in rows] == [
        ("refused", REFUSED, "0.41"),
        ("refused", REFUSED, ""),
    ]
    assert rows[-1]["source"] == ""


def test_why_shows_first_where_the_chunk_was_read(tmp_path: Path) -> None:
    reads = evidence_line([("a.md#1", "")])
    refuses = evidence_line([("b.md#1", ""), ("a.md#1", "")])
    path = tmp_path / "runs.jsonl"
    path.write_text(f"{reads}\n" + f"{refuses}\n" * 6, "utf-8")
    wide = {"COLUMNS": "150"}
    why = footprint("why", "a.md#1", path, "--format", "table", settings=wide).text
    why_not = footprint("why-not", "a.md#1", path, "--format", "table", settings=wide).text

    assert "from an evidence line, line 1\n" in why.replace(", namespace _/_/_global", "")
    assert "from an evidence line, line 1\n" not in why_not.replace(", namespace _/_/_global", "")
    assert document("why", "a.md#1", path) == document("why-not", "a.md#1", path)


def test_a_broken_pipe_is_quiet(tmp_path: Path) -> None:
    path = notices(tmp_path / "notices.jsonl", 3000)
    piped = shell('footprint why-not notice --prefix "$1" | head -1; echo ${PIPESTATUS[0]}', path)

    assert piped.err == b""
    assert piped.text.splitlines()[-1] in ("0", "141")


def test_an_input_is_never_written_over(tmp_path: Path) -> None:
    path = evidence_file(tmp_path / "a.jsonl", ("a.md#1", ""))
    before = path.read_bytes()
    answer = footprint("why-not", "a.md#1", path, "-o", path)

    assert answer.status == 2
    assert path.read_bytes() == before
