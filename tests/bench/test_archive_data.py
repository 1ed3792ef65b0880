"""The made archive: the same every time, of the shape of a recording, and read without damage."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
import zstandard

from bench.archive_data import LEAST, MEGABYTE, Archive, packed, write_files, write_log
from bench.archive_text import absent_id, asked_id, chunks
from bench.peers import KEY
from bench.tally import tally_of
from footprint_cli.read.formats import load
from tests.program import FIXTURES

SIZE = 60 * MEGABYTE  # enough for the rarest traps


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("made") / "log.jsonl"
    write_log(path, SIZE)
    return path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "files"
    write_files(folder, 30)
    return folder


def commits(path: Path) -> list[dict[str, Any]]:
    return [orjson.loads(line) for line in path.read_bytes().splitlines()]


def is_evidence(commit: dict[str, Any]) -> bool:
    return any(key.startswith(KEY[1:]) for key in commit["overwrite"])


def test_a_log_is_the_same_bytes_every_time_and_others_for_another_seed(tmp_path: Path) -> None:
    for name, seed in (("one", "a"), ("two", "a"), ("three", "b")):
        write_log(tmp_path / name, MEGABYTE, seed)

    one, two, three = ((tmp_path / name).read_bytes() for name in ("one", "two", "three"))
    assert one == two
    assert one != three


def test_a_log_has_the_size_that_was_asked_for_and_whole_runs(log: Path) -> None:
    assert SIZE <= log.stat().st_size < 1.2 * SIZE
    starts = [commit["idx"] for commit in commits(log) if commit["stage"] == "Initialize"]
    assert len(starts) > 2
    assert set(starts) == {0}
    assert commits(log)[-1]["stage"] == "Final"


def test_the_numbers_of_each_run_go_up_by_one(log: Path) -> None:
    last = -1
    for commit in commits(log):
        assert commit["idx"] in {0, last + 1}
        last = commit["idx"]


def test_one_line_in_ten_holds_evidence_and_a_tenth_of_the_bytes(log: Path) -> None:
    lines = log.read_bytes().splitlines()
    found = [line for line in lines if is_evidence(orjson.loads(line))]

    assert 0.09 < len(found) / len(lines) < 0.11
    assert 0.05 < sum(map(len, found)) / log.stat().st_size < 0.2


def test_histories_grow_and_are_written_whole_again(log: Path) -> None:
    lengths = [
        len(commit["overwrite"]["messagesInjections"])
        for commit in commits(log)
        if "messagesInjections" in commit["overwrite"]
    ]

    assert lengths[:3] == [1, 3, 5]
    assert max(map(len, log.read_bytes().splitlines())) > 150_000


def test_pools_hold_few_candidates_mostly_and_up_to_a_thousand(log: Path) -> None:
    counts = sorted(
        len(value["candidates"])
        for commit in commits(log)
        for value in _values(commit)
        if value.get("candidates")
    )

    assert counts[0] >= 10
    assert counts[len(counts) // 2] < 30
    assert 500 < counts[-1] <= 1_000


def _values(commit: dict[str, Any]) -> list[dict[str, Any]]:
    return [value for key, value in commit["overwrite"].items() if key.startswith(KEY[1:])]


def test_lines_are_laid_out_like_those_of_the_recorder(log: Path) -> None:
    recorded = commits(FIXTURES / "some-below-threshold.commits.jsonl")[1]
    made = next(
        commit for commit in commits(log) if any("candidates" in one for one in _values(commit))
    )

    assert list(made) == list(recorded)
    (ours,), (theirs,) = _values(made), _values(recorded)
    assert [key for key in ours if key in theirs] == [key for key in theirs if key in ours]
    assert _written(made) == [
        re.sub("plant-manual", _name(made), one) for one in _written(recorded)
    ]


def _written(commit: dict[str, Any]) -> list[str]:
    return list(commit["overwrite"])


def _name(commit: dict[str, Any]) -> str:
    return _written(commit)[0].removeprefix("memoryInjection_")


@pytest.mark.parametrize(
    "trap",
    [
        rb'\\"retrievalEvidence_',  # inside text
        rb':"retrievalEvidence_[^"]+ names ',  # a text that begins with it
        rb'\["retrievalEvidence_',  # the first value of a list
        rb',"retrievalEvidence_[^"]+"\]',  # a later one, where a key would stand
        rb'"audit":\{"retrievalEvidence_[^"]+":\{',  # a key, but not at the top
        rb'"candidatesOmittedReason"',
        rb'"corpusEmpty":true',
        rb'"candidatesComplete":false',
        rb'"over-char-budget"',
        "übersicht-".encode(),
        "配管".encode(),
        rb'"id":"ops/day \\"',
    ],
)
def test_the_traps_of_an_archive_are_in_it(log: Path, trap: bytes) -> None:
    assert re.search(trap, log.read_bytes())


def test_ids_are_prefixes_of_others_and_the_absent_one_is_not_there() -> None:
    ids = {one.id for one in chunks()}

    assert len(ids) == 60_000
    assert {asked_id(), f"{asked_id()}0"} <= ids
    assert absent_id() not in ids


def test_the_full_reader_finds_all_retrievals_and_no_damage(log: Path) -> None:
    (recording,) = load(log)

    assert recording.format == "commit-log"
    assert recording.damage == ()
    assert recording.noticed == ()
    assert len(recording.retrievals) == tally_of(log, asked_id()).retrievals
    assert len(recording.calls) == len(recording.retrievals)


def test_evidence_agrees_with_itself(log: Path) -> None:
    for told in (one for commit in commits(log) for one in _values(commit)):
        pool = told.get("candidates", [])
        admitted = [one for one in pool if one["admitted"]]
        if "candidates" in told:
            assert told["consideredCount"] == len(pool)
            assert told["admittedCount"] == len(admitted)
        assert [one["rank"] for one in pool] == list(range(1, len(pool) + 1))
        positions = [one["promptPosition"] for one in admitted]
        assert positions == list(range(len(admitted)))[::-1]


def test_files_that_are_cut_are_the_only_damaged_ones(files: Path) -> None:
    cut = {path for path in files.iterdir() if not path.read_bytes().endswith(b"\n")}
    damaged = {path for path in files.iterdir() if any(one.damage for one in load(path))}

    assert 0 < len(cut) < 10
    assert damaged == cut


def test_files_are_of_very_different_sizes(files: Path) -> None:
    sizes = [path.stat().st_size for path in files.iterdir()]

    assert min(sizes) < 3 * LEAST
    assert max(sizes) > 20 * min(sizes)


def test_packed_files_hold_the_same_bytes(files: Path, tmp_path: Path) -> None:
    unpack: dict[str, Callable[[bytes], bytes]] = {
        "gz": gzip.decompress,
        "zst": zstandard.ZstdDecompressor().decompress,
    }
    for kind, unpacked in unpack.items():
        packed(files, tmp_path / kind, kind)
        for path in files.iterdir():
            made = tmp_path / kind / f"{path.name}.{kind}"
            assert unpacked(made.read_bytes()) == path.read_bytes()


def test_an_archive_is_made_once_and_never_found_half_made(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "data", 1)
    first = archive.log()
    before = first.stat().st_mtime_ns

    assert archive.log() == first
    assert first.stat().st_mtime_ns == before
    made = sorted(path.name for path in (tmp_path / "data").iterdir())
    assert made == ["log-1.jsonl", "log-1.jsonl.made-by"]
    assert len(list(archive.files().iterdir())) == archive.count


def test_what_another_generator_made_is_made_again(tmp_path: Path) -> None:
    archive = Archive(tmp_path, 1)
    right = archive.log().read_bytes()
    archive.files()
    for stamp in tmp_path.glob("*.made-by"):
        stamp.write_text("another", "ascii")
    archive.log().write_bytes(b"")
    (tmp_path / f"files-{archive.count}" / "another.jsonl").touch()
    for stamp in tmp_path.glob("*.made-by"):
        stamp.write_text("another", "ascii")

    assert archive.log().read_bytes() == right
    assert len(list(archive.files().iterdir())) == archive.count
