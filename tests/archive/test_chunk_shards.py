"""A chunk is asked for in shards, which are merged into what one command over all says."""

import json
from pathlib import Path

import pytest

from bench.archive_data import write_files
from footprint_cli.archive.sources import SEARCHED
from footprint_cli.read.formats import read_recordings
from tests.archive.search.test_asking import commit, log
from tests.cli.recordings import CLEAN, DAMAGED, evidence_line
from tests.program import FIXTURES, FORMATS, Answer, footprint, in_terminal
from tests.shared import SHARED, needs_shared

QUESTIONS: tuple[tuple[str, ...], ...] = (
    ("why-not", "alarms.md#4"),
    ("why", "exchanger.md#0", "--all"),
    ("why-not", "none.md#9", "--fail"),
    ("why-not", "EXCHANGER.md#0", "--retriever=plant-manual"),
    ("why-not", "alarms.md#4", "--retriever=none"),
    ("why-not", "alarms.md#4", "--step=sf-memory-read-plant-manual#1"),
    ("why-not", "exchanger", "--prefix"),
    ("why", "*.md#[0-3]", "--glob", "--exit-zero"),
    ("why-not", "--doc=exchanger.md"),
)


def without_found(answer: Answer) -> Answer:
    """Leave out what only the finding of sources says."""
    lines = answer.err.splitlines(keepends=True)
    return answer._replace(err=b"".join(one for one in lines if b": reading " not in one))


def written(folder: Path, of: int, *words: str | Path) -> list[Path]:
    parts = [folder / f"{number}.part" for number in range(1, of + 1)]
    for number, part in enumerate(parts, 1):
        assert footprint(*words, "--shard", f"{number}/{of}", "-o", part).status in (0, 3, 4)
    return parts


@pytest.mark.parametrize("question", QUESTIONS, ids=" ".join)
def test_merged_shards_are_the_answer_in_every_format(
    question: tuple[str, ...], tmp_path: Path
) -> None:
    words: list[str | Path] = [
        *question,
        FIXTURES,
        FIXTURES / "made" / "*",
        FIXTURES / "expected",
        "none.jsonl",
    ]
    parts = written(tmp_path, 4, *words)

    for form in FORMATS if question in QUESTIONS[:2] else ("table", "json"):
        whole = footprint(*words, "--format", form)
        assert footprint("merge", *reversed(parts), "--format", form) == without_found(whole)
        assert whole.out


@needs_shared
@pytest.mark.parametrize("question", [QUESTIONS[0], QUESTIONS[2], QUESTIONS[6]], ids=" ".join)
def test_merged_shards_are_the_answer_over_the_shared_recordings(
    question: tuple[str, ...], tmp_path: Path
) -> None:
    words: list[str | Path] = [
        *question,
        SHARED / "recordings",
        SHARED / "commit-logs",
        "--format=json",
    ]

    merged = footprint("merge", *written(tmp_path, 3, *words), "--format=json")

    assert merged == without_found(footprint(*words))


def test_a_merged_answer_on_a_terminal_is_the_one_of_the_command(tmp_path: Path) -> None:
    words: list[str | Path] = [
        "why-not",
        "alarms.md#4",
        CLEAN,
        FIXTURES / "picker-drops-admitted.commits.jsonl",
    ]
    parts = written(tmp_path, 2, *words)

    merged = in_terminal("merge", *parts, columns=90)

    assert b"\x1b[" in merged.out
    assert merged == in_terminal(*words, columns=90)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that is searched, not read in full."""
    folder = tmp_path_factory.mktemp("large")
    write_files(folder, 24)
    assert sum(one.stat().st_size for one in folder.iterdir()) > SEARCHED
    return folder


def asked(large: Path) -> list[tuple[str, ...]]:
    """Ask for chunks of which it is known what became of them."""
    (recording,) = read_recordings(str(large / "run-0003.jsonl"))
    rows = [
        row
        for one in recording.retrievals
        if one.evidence is not None
        for row in one.evidence.candidates or ()
    ]
    read = next(row for row in rows if row.admitted)
    refused = next(row for row in rows if row.admitted is False)
    return [
        ("why", str(read.id)),
        ("why-not", str(refused.id), "--paranoid"),
        ("why-not", f"{refused.id}x"),
        ("why-not", str(refused.id).upper()),
        ("why-not", str(read.id), "--prefix"),
        ("why-not", f"--doc={read.doc_uri}"),
    ]


@pytest.mark.parametrize("number", range(6))
def test_shards_that_are_searched_say_what_is_read_in_full(
    large: Path, tmp_path: Path, number: int
) -> None:
    question = asked(large)[number]
    parts = written(tmp_path, 3, *question, large)
    in_full = tmp_path / "full"
    in_full.mkdir()
    parsed = written(in_full, 2, *question, large, "--full-parse")

    for form in ("json", "table"):
        whole = without_found(footprint(*question, large, "--format", form, "--full-parse"))
        assert footprint("merge", *parts, "--format", form) == whole
        assert footprint("merge", *parsed, "--format", form) == whole
        assert without_found(footprint(*question, large, "--format", form, "--jobs=2")) == whole
    told = json.loads(footprint("merge", *parts, "--format=json").out)
    assert told["searched"]["retrievals"] > 24
    assert (told["answer"] in ("read", "refused")) == (number in (0, 1, 4, 5))
    assert bool(told["nearest"]) == (number in (2, 3))


def test_a_part_of_a_search_is_the_same_however_many_read_it(large: Path, tmp_path: Path) -> None:
    parts = [tmp_path / f"{jobs}.part" for jobs in (1, 2, 5)]
    for jobs, part in zip((1, 2, 5), parts, strict=True):
        footprint("why-not", "none#1", large, f"--jobs={jobs}", "--shard=2/2", "-o", part)

    assert len({part.read_bytes() for part in parts}) == 1
    assert b'"rest":{"ids":["' in parts[0].read_bytes()


def test_ids_are_written_where_a_shard_names_none(large: Path, tmp_path: Path) -> None:
    parts = written(tmp_path, 2, "why-not", "--prefix", "", large)

    assert all(b'"rest"' not in part.read_bytes() for part in parts)


@pytest.mark.parametrize(
    "question",
    [("none.md#9",), ("ALARMS.md#4",), ("alarms.md#4",), ("none.md#9", "--full-parse")],
    ids=" ".join,
)
def test_the_only_retrieval_has_its_sentence(question: tuple[str, ...], tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    folder.mkdir()
    for name in ("a", "c"):
        (folder / f"{name}.jsonl").write_bytes(log(commit(0, text="words " * 800_000)))
    (folder / "b.jsonl").write_bytes(CLEAN.read_bytes())
    words: list[str | Path] = ["why-not", *question, folder]

    parts = written(tmp_path, 3, *words)

    for form in ("table", "plain"):
        whole = without_found(footprint(*words, "--format", form))
        assert footprint("merge", *parts, "--format", form) == whole
        assert b"1 retrieval" in whole.out
        assert b"none of 1" not in whole.out


def test_ids_come_in_the_order_of_the_retrievals_where_lists_are_samples_too(
    tmp_path: Path,
) -> None:
    """The first 20,000 ids are compared: what they are must not depend on who read them."""
    folder = tmp_path / "archive"
    folder.mkdir()
    for number in range(3):
        lines = [
            evidence_line(
                [(f"archive-{number}-{line}-{row}", "") for row in range(4_000)],
                candidatesComplete=bool((line + number) % 2),
            )
            for line in range(3)
        ]
        (folder / f"{number}.jsonl").write_text("\n".join(lines), "utf-8")
    words: list[str | Path] = ["why-not", "archive-2-0-5x", folder]

    merged = footprint("merge", *written(tmp_path, 3, *words), "--format=json")

    assert merged == without_found(footprint(*words, "--format=json"))
    nearest = json.loads(merged.out)["nearest"]
    assert len(nearest) == 5
    assert not any(one.startswith("archive-2") for one in nearest)  # the first 20,000 end before


def test_parts_of_other_questions_are_refused(tmp_path: Path) -> None:
    first, _ = written(tmp_path, 2, "why-not", "alarms.md#4", CLEAN, DAMAGED)
    for words in (("why", "alarms.md#4"), ("why-not", "alarms.md#4", "--fail"), ("verify",)):
        other = tmp_path / "other.part"
        footprint(*words, CLEAN, DAMAGED, "--shard=2/2", "-o", other)
        answer = footprint("merge", first, other)
        assert (answer.status, answer.out) == (2, b"")
        assert "are no parts of one answer" in answer.complaint


def test_a_cut_part_is_no_answer_wherever_it_was_cut(tmp_path: Path) -> None:
    (part,) = written(tmp_path, 1, "why-not", "none.md#9", CLEAN, DAMAGED)
    content = part.read_bytes()
    lines = content.splitlines(keepends=True)

    for kept in (content[:40], lines[0], b"".join(lines[:-1]), content[:-4]):
        part.write_bytes(kept)
        answer = footprint("merge", part)
        assert answer.status == 4
        assert answer.complaint.startswith("footprint: ")
        assert "Traceback" not in answer.complaint


@pytest.mark.parametrize("form", ["sarif", "junit", "github"])
def test_an_answer_on_a_chunk_has_no_format_of_findings(form: str, tmp_path: Path) -> None:
    parts = written(tmp_path, 1, "why-not", "alarms.md#4", CLEAN)

    assert footprint("merge", *parts, "--format", form).status == 2


@pytest.mark.parametrize("way", ["--shard=1/2", "--jobs=2", "--engine=dask://127.0.0.1:1"])
def test_an_index_is_not_read_by_many(way: str, tmp_path: Path) -> None:
    answer = footprint("why-not", "alarms.md#4", "--index", tmp_path / "none.index", way)

    assert (answer.status, answer.out) == (2, b"")
    assert "is asked in place of recordings, however read" in answer.complaint
