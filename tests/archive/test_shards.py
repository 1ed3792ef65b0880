"""Shards are read apart, and merged into what one command over all of them says."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footprint_cli.archive.shards import Shard, digest_of, sources_of_shard
from footprint_cli.archive.sources import Source
from tests.cli.recordings import CLEAN, DAMAGED, evidence_line
from tests.program import FIXTURES, FORMATS, Answer, footprint
from tests.shared import SHARED, needs_shared

DECLARATIONS = FIXTURES / "incident-searches.declarations.json"
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("verify", "--fail"),
    ("gate", "--rule=record-inconsistent", "--rule=namespace-changed", "--fail-on=note"),
    ("coverage", f"--declarations={DECLARATIONS}", "--limit=3", "--rows-at=incidents=rows"),
    ("stats", f"--declarations={DECLARATIONS}", "--top=3", "--margin=0.1"),
)
FINDING_FORMATS = (*FORMATS, "github", "sarif", "junit")


@given(st.lists(st.integers(0, 40), max_size=25), st.integers(1, 9))
def test_every_source_is_in_exactly_one_shard_and_their_order_is_kept(
    sizes: list[int], of: int
) -> None:
    sources = [Source(path=str(at), size=size, place=at) for at, size in enumerate(sizes)]
    shards = [sources_of_shard(sources, Shard(number, of)) for number in range(1, of + 1)]

    assert [one for shard in shards for one in shard] == sources


@given(st.lists(st.integers(1, 40), min_size=1, max_size=25), st.integers(1, 9))
def test_no_shard_has_more_than_its_share_and_one_source(sizes: list[int], of: int) -> None:
    sources = [Source(path=str(at), size=size, place=at) for at, size in enumerate(sizes)]

    for number in range(1, of + 1):
        held = [one.size for one in sources_of_shard(sources, Shard(number, of))]
        assert sum(held) <= sum(sizes) / of + max(sizes)


def test_an_archive_is_named_by_its_sources_and_their_sizes() -> None:
    one, other = Source(path="a", size=1), Source(path="b", size=1)
    archives = ([one], [other], [one, other], [other, one], [Source(path="a", size=2)])

    assert len({digest_of(each) for each in archives}) == len(archives)
    assert digest_of([one, other]) == digest_of(iter([one, other]))


def written(folder: Path, of: int, *words: str | Path) -> list[Path]:
    parts = [folder / f"{number}.part" for number in range(1, of + 1)]
    for number, part in enumerate(parts, 1):
        assert footprint(*words, "--shard", f"{number}/{of}", "-o", part).status in (0, 3, 4)
    return parts


def without_found(answer: Answer) -> Answer:
    """Leave out what only the finding of sources says."""
    lines = answer.err.splitlines(keepends=True)
    return answer._replace(err=b"".join(one for one in lines if b": reading " not in one))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_merged_shards_are_the_answer_in_every_format(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    words: tuple[str | Path, ...] = (
        *command,
        FIXTURES,
        FIXTURES / "made" / "*",
        FIXTURES / "expected",
        "none.jsonl",
    )
    parts = written(tmp_path, 4, *words)

    for form in FINDING_FORMATS if command[0] == "gate" else FORMATS:
        whole = footprint(*words, "--format", form)
        assert footprint("merge", *reversed(parts), "--format", form) == without_found(whole)
        assert whole.out


def test_a_part_of_stats_is_the_same_however_many_read_it(tmp_path: Path) -> None:
    parts = [tmp_path / f"{jobs}.part" for jobs in (1, 2, 5)]
    for jobs, part in zip((1, 2, 5), parts, strict=True):
        words = ["stats", str(FIXTURES), f"--jobs={jobs}", "--shard=1/1", "-o", str(part)]
        assert footprint(*words).status in (0, 3, 4)

    assert len({part.read_bytes() for part in parts}) == 1


@needs_shared
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_merged_shards_are_the_answer_over_the_shared_recordings(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    words: tuple[str | Path, ...] = (
        *command,
        SHARED / "recordings",
        SHARED / "commit-logs",
        "--format=json",
    )

    merged = footprint("merge", *written(tmp_path, 3, *words), "--format=json")

    assert merged == without_found(footprint(*words))


CHUNK = st.sampled_from(["a.md#0", "b.md#1", "c.md#2", "\ud83d", "z\x1b"])
VALUE: st.SearchStrategy[Any] = st.sampled_from(
    [1, 2.5, -0.0, 1e400, float("nan"), 2**70, None, "1", {"a": [[]]}]
)
LINE = st.one_of(
    st.builds(
        lambda chunks, k, threshold: evidence_line(
            [(one, "") for one in chunks], k=k, threshold=threshold, strategy=threshold
        ),
        st.lists(CHUNK, max_size=4),
        VALUE,
        VALUE,
    ),
    st.sampled_from(["", "{", '{"no": "recording"}', "\x00\x00", '{"memoryId": "cut"']),
)


@given(st.lists(st.lists(LINE, max_size=3), min_size=1, max_size=5), st.integers(1, 3))
@settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_merged_shards_of_any_archive_are_the_answer(
    tmp_path: Path, archive: list[list[str]], of: int
) -> None:
    folder = tmp_path / "archive"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for number, lines in enumerate(archive):
        (folder / f"{number}.jsonl").write_text("\n".join(lines), "utf-8")

    parts = written(tmp_path, of, "verify", folder)

    assert footprint("merge", *parts) == without_found(footprint("verify", folder))


def test_values_that_json_has_no_words_for_come_back_as_they_were(tmp_path: Path) -> None:
    run = (FIXTURES / "incident-searches.commits.jsonl").read_text("utf-8")
    odd = '"service":NaN,"big":123456789012345678901234567890,"half":"\\ud83d",'
    path = tmp_path / "odd.commits.jsonl"
    path.write_text(run.replace('"service":"billing",', odd), "utf-8")
    assert odd in path.read_text("utf-8")

    parts = written(tmp_path, 2, "coverage", path)

    for form in FORMATS:
        merged = footprint("merge", *parts, "--format", form)
        assert merged == footprint("coverage", path, "--format", form)


def test_a_missing_part_is_named_and_there_is_no_answer(tmp_path: Path) -> None:
    parts = written(tmp_path, 3, "verify", CLEAN, DAMAGED)

    answer = footprint("merge", parts[0], parts[2])

    assert (answer.status, answer.out) == (3, b"")
    assert answer.complaint == "footprint: not all parts are there: 2/3 missing\n"


def test_a_part_that_was_written_twice_is_there_once(tmp_path: Path) -> None:
    parts = written(tmp_path, 2, "verify", CLEAN, DAMAGED)
    again = tmp_path / "again.part"
    again.write_bytes(parts[0].read_bytes())

    answer = footprint("merge", *parts, again)

    assert answer.out == footprint("merge", *parts).out
    assert f"part 1/2 is in {parts[0]} and {again}: taken once" in answer.complaint


def test_two_different_versions_of_a_part_are_refused(tmp_path: Path) -> None:
    parts = written(tmp_path, 2, "verify", CLEAN, DAMAGED)
    other = tmp_path / "other.part"
    other.write_text(parts[0].read_text("utf-8").replace("plant-manual", "plant-manu_l"), "utf-8")

    answer = footprint("merge", *parts, other)

    assert (answer.status, answer.out) == (3, b"")
    assert f"part 1/2 is in {parts[0]} and {other}, and differs" in answer.complaint


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("verify", "--fail", CLEAN, DAMAGED), "are no parts of one answer"),
        (("gate", CLEAN, DAMAGED), "are no parts of one answer"),
        (("verify", CLEAN), "are no parts of one answer"),
    ],
)
def test_parts_of_different_questions_are_refused(
    words: tuple[str | Path, ...], why: str, tmp_path: Path
) -> None:
    first, _ = written(tmp_path, 2, "verify", CLEAN, DAMAGED)
    other = tmp_path / "other.part"
    footprint(*words, "--shard", "2/2", "-o", other)

    answer = footprint("merge", first, other)

    assert (answer.status, answer.out) == (2, b"")
    assert why in answer.complaint


def test_parts_of_a_changed_archive_are_refused(tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    (folder / "a.jsonl").write_bytes(CLEAN.read_bytes())
    (folder / "b.jsonl").write_bytes(CLEAN.read_bytes())
    parts = [tmp_path / "1.part", tmp_path / "2.part"]
    footprint("verify", folder, "--shard", "1/2", "-o", parts[0])
    (folder / "c.jsonl").write_bytes(CLEAN.read_bytes())
    footprint("verify", folder, "--shard", "2/2", "-o", parts[1])

    answer = footprint("merge", *parts)

    assert (answer.status, answer.out) == (2, b"")
    assert "are of different archives, or of a changed one" in answer.complaint


def test_a_part_of_another_version_is_refused(tmp_path: Path) -> None:
    (part,) = written(tmp_path, 1, "verify", CLEAN)
    head, rest = part.read_text("utf-8").split("\n", 1)
    part.write_text(json.dumps({**json.loads(head), "version": "0.0.1"}) + "\n" + rest, "utf-8")

    answer = footprint("merge", part)

    assert (answer.status, answer.out) == (4, b"")
    assert "was written by version 0.0.1, and this is" in answer.complaint


def test_a_cut_part_is_no_answer_wherever_it_was_cut(tmp_path: Path) -> None:
    (part,) = written(tmp_path, 1, "verify", CLEAN, DAMAGED)
    content = part.read_bytes()
    lines = content.splitlines(keepends=True)

    for kept in (b"", content[:40], lines[0], b"".join(lines[:2]), content[:-4]):
        part.write_bytes(kept)
        answer = footprint("merge", part)
        assert (answer.status, answer.out, answer.complaint[:11]) == (4, b"", "footprint: ")


@given(st.integers(0, 10_000), st.binary(max_size=3))
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_damaged_part_is_no_traceback(tmp_path: Path, at: int, noise: bytes) -> None:
    part = tmp_path / "1.part"
    if not (tmp_path / "sound").exists():
        written(tmp_path, 1, "coverage", FIXTURES / "incident-searches.commits.jsonl")
        (tmp_path / "sound").write_bytes(part.read_bytes())
    sound = (tmp_path / "sound").read_bytes()
    at %= len(sound)
    part.write_bytes(sound[:at] + noise + sound[at + len(noise) :])

    answer = footprint("merge", part, settings={"PYTHONFAULTHANDLER": ""})

    assert answer.status in (0, 2, 3, 4)
    assert "Traceback" not in answer.complaint


@pytest.mark.parametrize(
    "shard", ["", "1", "0/3", "4/3", "1/0", "a/b", "1/3/4", "-1/3", "1/99999999999"]
)
def test_a_shard_that_is_none_is_a_usage_error(shard: str) -> None:
    answer = footprint("verify", CLEAN, f"--shard={shard}")

    assert (answer.status, answer.out) == (2, b"")


def test_a_baseline_is_not_written_from_a_part_and_is_merged_with_one(tmp_path: Path) -> None:
    words = (
        "gate",
        "--rule=recording-damaged",
        "--baseline",
        tmp_path / "base.json",
        CLEAN,
        DAMAGED,
    )
    refused = footprint(*words, "--update-baseline", "--shard=1/2")
    footprint(*words, "--update-baseline")

    merged = footprint("merge", *written(tmp_path, 2, *words))

    assert refused.status == 2
    assert merged == footprint(*words)
    assert "in the baseline" in merged.text


def test_merge_needs_parts_and_refuses_what_is_none() -> None:
    assert footprint("merge").status == 2
    assert footprint("merge", CLEAN).status == 4
    assert "is no part of an answer" in footprint("merge", CLEAN).complaint
