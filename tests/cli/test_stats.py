"""`footprint stats` as a process: its answers, its statuses, and what it says on standard error."""

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest

from footprint_cli.render import Format
from tests.cli.recordings import CLEAN, DAMAGED, HOSTILE, WITHHELD
from tests.cli.schemas import violation
from tests.cli.screen import cells, raw_controls, without_colour
from tests.program import FIXTURES, footprint, in_terminal

INCIDENTS = FIXTURES / "incident-searches.commits.jsonl"
DECLARED = FIXTURES / "incident-searches.declarations.json"
NOT_NAMED = FIXTURES / "candidates-not-recorded.commits.jsonl"


def document(*arguments: Any) -> dict[str, Any]:
    answer = footprint("stats", *arguments, "--format", "json")
    whole: dict[str, Any] = json.loads(answer.out)
    assert violation(whole, "stats") is None
    assert whole["exitStatus"] == answer.status
    return whole


@pytest.mark.parametrize(
    ("paths", "status"),
    [
        ([CLEAN], 0),
        ([INCIDENTS], 0),
        ([WITHHELD], 0),
        ([NOT_NAMED], 0),
        ([DAMAGED], 3),
        ([CLEAN, DAMAGED], 3),
        ([CLEAN, "no-such-file"], 4),
        ([CLEAN, "--retriever", "nobody"], 3),
        ([CLEAN, "--tool", "nothing"], 3),
        ([CLEAN, "--margin", "-1"], 2),
        ([CLEAN, "--margin", "nan"], 2),
        ([DAMAGED, "--exit-zero"], 0),
    ],
)
def test_the_status_says_whether_everything_was_counted(paths: list[Any], status: int) -> None:
    assert footprint("stats", *paths).status == status


def test_several_recordings_are_one_sum() -> None:
    whole = document(CLEAN, FIXTURES / "picker-drops-admitted.commits.jsonl", NOT_NAMED)

    assert whole["searched"]["retrievals"] == 3
    assert [one["retriever"] for one in whole["retrievers"]] == ["managed-kb", "plant-manual"]
    assert whole["retrievers"][1]["retrievals"] == 2
    assert whole["retrievers"][1]["rows"]["considered"] == 14


def test_the_order_of_inputs_does_not_matter() -> None:
    paths = sorted(FIXTURES.glob("*.commits.jsonl"))

    assert document(*paths) == document(*reversed(paths))


def test_only_the_retriever_or_the_tool_asked_for_is_told() -> None:
    both = [CLEAN, INCIDENTS]

    assert len(document(*both, "--retriever", "plant-manual")["retrievers"]) == 1
    assert document(*both, "--retriever", "plant-manual")["tools"] == []
    assert document(*both, "--tool", "incidents")["retrievers"] == []
    assert [one["tool"] for one in document(*both, "--tool", "incidents")["tools"]] == ["incidents"]


def test_what_matches_nothing_is_named_with_what_is_there() -> None:
    answer = footprint("stats", CLEAN, "--retriever", "nobody")

    assert answer.complaint == (
        "footprint: nothing matches --retriever nobody; seen: plant-manual\n"
    )


def test_a_wider_margin_finds_more_near_misses() -> None:
    def near(margin: str) -> int:
        (one,) = document(CLEAN, "--margin", margin)["retrievers"]
        count: int = one["rows"]["nearMisses"]
        assert count == len(one["near"])
        return count

    assert [near(margin) for margin in ("0", "0.05", "0.2", "1")] == [0, 1, 2, 4]


def test_top_cuts_lists_and_no_count() -> None:
    def chunks(top: str) -> dict[str, Any]:
        (one,) = document(CLEAN, "--top", top)["retrievers"]
        found: dict[str, Any] = one["chunks"]["neverRead"]
        return found

    assert (len(chunks("2")["first"]), chunks("2")["count"]) == (2, 4)
    assert len(chunks("0")["first"]) == 4


def test_declarations_give_a_tool_its_ground() -> None:
    (bare,) = document(INCIDENTS)["tools"]
    (told,) = document(INCIDENTS, "--declarations", DECLARED)["tools"]

    assert bare["grounds"] == {"no-search-declared": 6}
    assert told["grounds"] == {"composed": 6}
    assert told["gaps"] == {"period": 6, "result": 6}
    assert sum(told["combinations"].values()) == len(told["ground"]) > 0


def test_a_packed_file_is_counted_as_the_plain_one(tmp_path: Path) -> None:
    packed = tmp_path / "run.jsonl.gz"
    packed.write_bytes(gzip.compress(CLEAN.read_bytes()))
    plain, other = document(CLEAN), document(packed)
    for one in (plain, other):
        for near in one["retrievers"][0]["near"]:
            del near["source"]

    assert plain == other


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("path", [HOSTILE, INCIDENTS, NOT_NAMED, DAMAGED], ids=lambda one: one.name)
def test_no_text_of_a_recording_acts(form: Format, path: Path) -> None:
    answer = footprint("stats", path, "--format", form)

    assert answer.out
    if form not in (Format.JSON, Format.JSONL):
        assert raw_controls(answer.text) <= {"\t"}
        assert "None" not in answer.text


def test_the_rows_of_plain_csv_and_jsonl_are_the_same() -> None:
    plain = footprint("stats", CLEAN, "--format", "plain").text.splitlines()
    rows = [*csv.reader(io.StringIO(footprint("stats", CLEAN, "--format", "csv").text))]
    lines = footprint("stats", CLEAN, "--format", "jsonl").text.splitlines()

    assert [line.replace("\t-", "\t").split("\t") for line in plain][3] == rows[4]
    assert len(plain) == len(rows) - 1 == len(lines)
    assert {tuple(json.loads(line)) for line in lines} == {tuple(rows[0])}


def test_the_threshold_is_drawn_between_what_it_parts() -> None:
    lines = in_terminal("stats", CLEAN, columns=80).text.splitlines()
    drawn = [" ".join(line.split()[:3]) for line in lines]
    mark = next(at for at, line in enumerate(lines) if "threshold" in line and "\u254c" in line)

    assert (drawn[mark - 1], drawn[mark + 1]) == ("0.6 to 0.7", "0.5 to 0.6")
    assert "\u2591" not in "".join(lines[mark - 4 : mark])


@pytest.mark.parametrize("columns", [20, 50, 72, 200])
def test_a_terminal_of_any_width_is_kept_to(columns: int) -> None:
    text = without_colour(in_terminal("stats", INCIDENTS, CLEAN, columns=columns).text)

    assert max(map(cells, text.splitlines())) <= columns


def test_an_answer_is_never_written_over_an_input(tmp_path: Path) -> None:
    run = tmp_path / "run.jsonl"
    run.write_bytes(CLEAN.read_bytes())

    assert footprint("stats", run, "-o", run).status == 2
    assert run.read_bytes() == CLEAN.read_bytes()
