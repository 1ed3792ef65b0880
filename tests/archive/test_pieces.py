"""A file of many logs in pieces: what is counted apart and added up is what is counted at once."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from footprint_cli.analyse.stats import MARGIN
from footprint_cli.archive.counting import SideAsked, StatsAsked
from footprint_cli.archive.covered import CoverageAsked
from footprint_cli.archive.engines import local_engine
from footprint_cli.archive.gated import Gated
from footprint_cli.archive.pieces import Counted, InPieces
from footprint_cli.archive.questions import Declared, Question
from footprint_cli.archive.scan import Scan
from footprint_cli.archive.search.logs import Logs
from footprint_cli.archive.search.select import selected
from footprint_cli.archive.sources import Source
from footprint_cli.model.gate import AskedRule, GateSettings
from footprint_cli.model.sides import Side
from footprint_cli.model.stats import Stats
from footprint_cli.model.told import Read
from tests.archive.search.logs import files

STATS = StatsAsked(margin=0.3, given=Declared(), quick=True)


def source_of(path: Path, place: int = 0) -> Source:
    return Source(path=str(path), size=path.stat().st_size, place=place)


def read_of(question: Question[Any], sources: Iterable[Source], count: int) -> list[Read[Any]]:
    """What is read of sources that are cut, whatever their size, into so many pieces."""
    work, all_ = InPieces(Scan(question), least=1), [*sources]
    return [*work.reads(all_, work.cut(all_, count), None)]


def added(parts: Iterable[Stats]) -> Stats:
    whole = Stats(margin=STATS.margin)
    for one in parts:
        whole.take(one)
    return whole


def run(retrieval: str, *, seed: str = "seed", score: float = 0.5) -> list[dict[str, Any]]:
    """One log: a question, a retrieval that just missed, and a call."""
    row = {"id": f"{retrieval}.md#1", "score": score, "rank": 1, "admitted": False}
    row |= {"reason": "below-threshold", "docUri": f"{retrieval}.md"}
    record = {"k": 3, "threshold": 0.6, "consideredCount": 1, "candidates": [row]}
    record["candidatesComplete"] = True
    asked = {"id": "c1", "name": "gauge", "args": {"id": "G-1"}}
    history = [
        {"role": "assistant", "content": "", "toolCalls": [asked]},
        {"role": "tool", "content": "words", "toolCallId": "c1", "toolName": "gauge"},
    ]
    paths = [f"retrievalEvidence_docs\u001f{name}" for name in record]
    return [
        commit(0, seed, {"userMessage": retrieval}, ["userMessage"]),
        commit(1, "sf-memory-read-docs", {"retrievalEvidence_docs": record}, paths),
        commit(2, "tool-calls", {"history": history}, ["history"], verb="append"),
    ]


def commit(
    idx: int, stage: str, overwrite: dict[str, Any], paths: list[str], verb: str = "set"
) -> dict[str, Any]:
    trace = [{"path": path, "verb": verb} for path in paths]
    head = {"overwrite": overwrite, "updates": {}, "redactedPaths": [], "trace": trace}
    return {
        **head,
        "stage": stage,
        "stageId": stage,
        "runtimeStageId": f"{stage}#{idx}",
        "idx": idx,
    }


def written(path: Path, *logs: list[dict[str, Any]]) -> Path:
    lines = [json.dumps(one, separators=(",", ":")) for log in logs for one in log]
    path.write_text("\n".join(lines) + "\n")
    return path


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.lists(files(), min_size=1, max_size=2).map(b"".join), count=st.integers(1, 4))
def test_pieces_counted_apart_are_the_file_counted_at_once(
    tmp_path: Path, text: bytes, count: int
) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(text)
    whole = Scan(STATS).read(source_of(file))
    [pieces] = read_of(STATS, [source_of(file)], count)

    assert pieces.told == whole.told
    assert added(pieces.parts) == added(whole.parts)


@settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.lists(files(), min_size=1, max_size=2).map(b"".join), count=st.integers(1, 4))
def test_a_side_is_the_same_in_pieces(tmp_path: Path, text: bytes, count: int) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(text)
    question = SideAsked(quick=True)
    [one] = Scan(question).read(source_of(file)).parts
    [pieces] = read_of(question, [source_of(file)], count)
    whole = Side(stats=Stats(margin=MARGIN))
    for each in pieces.parts:
        whole.take(each)

    assert whole == one


GATED = Gated(
    settings=GateSettings(
        rules=tuple(
            AskedRule(name=name)
            for name in ("nothing-admitted", "namespace-changed", "best-chunk-dropped")
        )
    ),
    given=Declared(),
    quick=True,
)


@pytest.mark.parametrize("question", [CoverageAsked(given=Declared(), quick=True), GATED])
@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.lists(files(), min_size=1, max_size=2).map(b"".join), count=st.integers(1, 4))
def test_what_is_told_log_by_log_is_what_is_told_at_once(
    tmp_path: Path, question: Question[Any], text: bytes, count: int
) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(text)
    whole = Scan(question).read(source_of(file))
    [pieces] = read_of(question, [source_of(file)], count)
    if isinstance(question, CoverageAsked):  # a file that is read whole has retrievals in parts
        whole, pieces = (replace(one, parts=question.joined(one.parts)) for one in (whole, pieces))

    assert pieces == whole


def test_a_file_of_many_logs_is_cut_where_logs_begin(tmp_path: Path) -> None:
    file = written(tmp_path / "run.jsonl", *(run(name) for name in "abcdef"))
    work = InPieces(Scan(STATS), least=1)
    [pieces] = work.cut([source_of(file)], 3).values()
    texts = [file.read_bytes()[one.start : one.end] for one in pieces]

    assert len(pieces) == 3
    assert b"".join(texts) == file.read_bytes()
    assert all(b'"idx":0}' in text.partition(b"\n")[0] for text in texts)


def test_near_misses_of_a_later_piece_keep_their_places(tmp_path: Path) -> None:
    file = written(tmp_path / "run.jsonl", *(run(name) for name in "abcd"))
    [read] = read_of(STATS, [source_of(file)], 2)
    [docs] = added(read.parts).retrievers.values()

    assert len(read.parts) == 2
    assert [(one.line, one.run, one.chunk) for one in docs.near] == [
        (2, "log 1", "a.md#1"),
        (5, "log 2", "b.md#1"),
        (8, "log 3", "c.md#1"),
        (11, "log 4", "d.md#1"),
    ]


def answers(path: Path, count: int) -> list[object]:
    """What each piece of a file answers with."""
    work = InPieces(Scan(STATS), least=1)
    [pieces] = work.cut([source_of(path)], count).values()
    return [one for each in pieces for one in work((each,))]


def test_workers_count_pieces_and_give_the_sources_in_their_order(tmp_path: Path) -> None:
    names = ["one", "two", "three"]
    made = [written(tmp_path / name, *(run(f"{name}{n}") for n in range(4))) for name in names]
    sources = [source_of(path, place) for place, path in enumerate(made)]
    work = InPieces(Scan(STATS), least=1)
    with local_engine(2) as engine:
        reads = [*work.reads(sources, work.cut(sources, 2), engine)]

    assert [one.place for one in reads] == [0, 1, 2]
    assert [
        {name for part in one.parts for name in part.retrievers["+docs"].documents} for one in reads
    ] == [{f"{name}{number}.md" for number in range(4)} for name in names]


def test_a_log_that_another_piece_repeats_has_the_file_read_whole(tmp_path: Path) -> None:
    file = written(tmp_path / "run.jsonl", run("a"), run("b"), run("a"))
    parts = answers(file, 3)
    [read] = read_of(STATS, [source_of(file)], 3)

    assert all(isinstance(one, Counted) for one in parts)  # each by itself is as it should be
    assert added(read.parts).retrievals == 2  # the copy counts once


@pytest.mark.parametrize(
    "odd",
    [
        {"coverageDeclared": [{"kind": "absence", "toolCallId": "c1", "search": {"subject": "x"}}]},
        {"dynamicToolSchemas": [{"name": "gauge", "inputSchema": {"type": "object"}}]},
        {"history": "REDACTED"},
    ],
)
def test_what_bears_on_other_logs_is_no_piece(tmp_path: Path, odd: dict[str, Any]) -> None:
    says = [*run("b"), commit(3, "stage", odd, [*odd])]
    file = written(tmp_path / "run.jsonl", run("a"), says)
    whole = Scan(STATS).read(source_of(file))
    [read] = read_of(STATS, [source_of(file)], 2)

    assert added(read.parts) == added(whole.parts)
    assert read.told == whole.told


def test_a_tool_that_a_log_describes_is_described_for_all(tmp_path: Path) -> None:
    tools = [{"name": "gauge", "inputSchema": {"type": "object"}}]
    says = commit(3, "stage", {"dynamicToolSchemas": tools}, ["dynamicToolSchemas"])
    file = written(tmp_path / "run.jsonl", [*run("a"), says], run("b"), run("c"))

    assert [type(one) for one in answers(file, 2)] == [type(None), Counted]


def test_logs_are_let_go_of_one_by_one(tmp_path: Path) -> None:
    file = written(tmp_path / "run.jsonl", *(run(name) for name in "abc"))
    logs = Logs(source_of(file))
    *parts, last = logs
    whole = selected(str(file))

    assert [len(one.retrievals) for one in parts] == [1, 1, 1]
    assert tuple(one for part in parts for one in part.retrievals) == whole.retrievals
    assert tuple(one for part in parts for one in part.calls) == whole.calls
    assert (last.part, last.damage) == (False, ())
    assert (logs.lines, logs.logs) == (9, 3)
