"""`stats` and `drift` asked of an index: the same numbers, how old they are, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.recordings import CLEAN, DAMAGED
from tests.cli.schemas import violation
from tests.program import FIXTURES, footprint

ENVELOPE = FIXTURES / "some-below-threshold.envelope.json"
STARTED = b"2026-03-02T09:00:00.005Z"
PICKER = FIXTURES / "picker-drops-admitted.commits.jsonl"
RECORDINGS = sorted(FIXTURES.glob("*.commits.jsonl"))


def indexed(path: Path, *recordings: Path) -> Path:
    assert footprint("index", *recordings, "-o", path).status in (0, 3)
    return path


def document(command: str, *arguments: Any) -> dict[str, Any]:
    answer = footprint(command, *arguments, "--format", "json")
    whole: dict[str, Any] = json.loads(answer.out)
    assert violation(whole, command) is None
    assert whole["exitStatus"] == answer.status
    return whole


def started(path: Path, when: str, **changes: bytes) -> Path:
    """An archived recording that began at another time."""
    content = ENVELOPE.read_bytes().replace(STARTED, when.encode())
    for name, value in changes.items():
        content = content.replace(f'"{name}": 3,'.encode(), f'"{name}": '.encode() + value + b",")
    path.write_bytes(content)
    return path


def test_an_index_gives_the_numbers_that_reading_gives(tmp_path: Path) -> None:
    index = indexed(tmp_path / "runs.footprint", *RECORDINGS)
    read, told = document("stats", *RECORDINGS), document("stats", "--index", index)

    assert told["index"] == str(index)
    assert told["retrievers"] == read["retrievers"]
    assert told["searched"] == read["searched"]
    held = ("calls", "outcomes", "rows", "grounds", "completeness")
    for one, other in zip(told["tools"], read["tools"], strict=True):
        assert {name: one[name] for name in held} == {name: other[name] for name in held}
        assert (one["combinations"], one["ground"], one["withoutGaps"]) == (None, None, None)


def test_an_index_says_how_old_it_is(tmp_path: Path) -> None:
    index = indexed(tmp_path / "runs.footprint", CLEAN)

    for arguments in (("stats", "--index", str(index)), ("drift", str(index), str(index))):
        complaint = footprint(*arguments).complaint
        assert complaint.startswith(f"footprint: answered from {index}, brought up to date ")


def test_damage_in_an_index_is_never_a_clean_answer(tmp_path: Path) -> None:
    index = indexed(tmp_path / "runs.footprint", CLEAN, DAMAGED)

    assert document("stats", "--index", index)["exitStatus"] == 3
    assert document("drift", CLEAN, index)["exitStatus"] == 3


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["stats", CLEAN, "--index", "INDEX"], 2),
        (["stats", "--index", "INDEX", "--declarations", "INDEX"], 2),
        (["stats", "--index", "INDEX", "-o", "INDEX"], 2),
        (["stats", "--index", CLEAN], 4),
        (["stats", "--index", "no-such-file"], 4),
        (["drift", "--index", "INDEX"], 2),
        (["drift", "--by", "week"], 2),
        (["drift", CLEAN, CLEAN, "--by", "week"], 2),
        (["drift", CLEAN, CLEAN, "--index", "INDEX", "--by", "week"], 2),
        (["drift", "--index", "INDEX", "--by", "year"], 2),
        (["drift", "--index", CLEAN, "--by", "week"], 4),
        (["drift", "--index", "INDEX", "--by", "week"], 3),
        (["drift", "INDEX", "INDEX"], 0),
    ],
)
def test_the_status_says_what_is_wrong(arguments: list[Any], status: int, tmp_path: Path) -> None:
    index = indexed(tmp_path / "runs.footprint", CLEAN)
    before = index.read_bytes()

    assert footprint(*(index if one == "INDEX" else one for one in arguments)).status == status
    assert index.read_bytes() == before


def test_an_index_may_be_a_side(tmp_path: Path) -> None:
    index = indexed(tmp_path / "runs.footprint", PICKER)

    read, told = document("drift", CLEAN, PICKER), document("drift", CLEAN, index)

    assert told["compared"][0]["retrievers"] == read["compared"][0]["retrievers"]


def test_each_week_is_compared_with_the_next_that_has_retrievals(tmp_path: Path) -> None:
    days = ["2026-03-02", "2026-03-08", "2026-03-25", "2026-04-01"]
    runs = [started(tmp_path / f"{day}.json", f"{day}T09:00:00.000Z") for day in days[:3]]
    runs.append(started(tmp_path / "last.json", f"{days[3]}T09:00:00.000Z", k=b"2"))
    index = indexed(tmp_path / "runs.footprint", *runs, CLEAN)

    whole = document("drift", "--index", index, "--by", "week", "--fail-on", "k")

    assert [(one["before"]["name"], one["after"]["name"]) for one in whole["compared"]] == [
        ("2026-W10", "2026-W13"),
        ("2026-W13", "2026-W14"),
    ]
    assert [one["before"]["retrievals"] for one in whole["compared"]] == [2, 1]
    assert (whole["by"], whole["periods"], whole["undated"]) == ("week", 3, 1)
    assert [(one["what"], one["after"]) for one in whole["findings"]] == [("k", "2026-W14")]
    assert whole["exitStatus"] == 1
    text = footprint("drift", "--index", index, "--by", "week", "--format", "table").text
    assert "1 retrieval in no period, for no time of its run is recorded" in " ".join(text.split())


@pytest.mark.parametrize("form", ["table", "plain", "markdown", "csv", "jsonl"])
def test_too_few_periods_are_said_in_every_format(form: str, tmp_path: Path) -> None:
    one = started(tmp_path / "one.envelope.json", "2026-03-02T09:00:00.005Z")
    index = indexed(tmp_path / "runs.footprint", one, CLEAN)

    answer = footprint("drift", "--index", index, "--by", "week", "--format", form)

    assert answer.status == 3
    assert "1 period with retrievals, and it takes two" in " ".join(answer.text.split())


def test_an_index_without_a_time_has_no_period(tmp_path: Path) -> None:
    index = indexed(tmp_path / "runs.footprint", CLEAN)

    answer = footprint("drift", "--index", index, "--by", "week", "--format", "plain")

    assert [line.split("\t")[0] for line in answer.text.splitlines()] == [
        "periods",
        "nothing-to-compare",
        "undated",
    ]
    assert "no period with retrievals, and it takes two" in answer.text
