import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from footprint_cli.analyse.answers import answers
from footprint_cli.analyse.reckoning import Reckoning
from footprint_cli.archive.answering import Answering
from footprint_cli.archive.search.asking import Asking
from footprint_cli.archive.search.blocks import pieces
from footprint_cli.archive.search.finder import FINDERS, finder_of
from footprint_cli.archive.search.hits import Skipped
from footprint_cli.archive.search.ids import ids_in
from footprint_cli.archive.search.joined import joined
from footprint_cli.archive.search.scan import scan
from footprint_cli.archive.search.select import quickly, selected
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.sources import Source
from footprint_cli.errors import InputError
from footprint_cli.model.answer import Asked, Occurrence, Reply
from footprint_cli.model.audit import Audit
from footprint_cli.model.finding import Damage
from footprint_cli.model.reckoned import Reckoned
from footprint_cli.model.told import Told
from footprint_cli.read.formats import load
from tests.archive.search.logs import IDS, RETRIEVERS, files
from tests.archive.search.said import said

ASKED = st.one_of(
    st.sampled_from([*IDS, "none.md#9", ""]).map(lambda one: Asked(text=one)),
    st.sampled_from(["pump", "a/b", "q"]).map(lambda one: Asked(text=one, how="prefix")),
    st.sampled_from(["*.md#1", "pump.md#[1]", "?ump*", "*"]).map(
        lambda one: Asked(text=one, how="glob")
    ),
    st.sampled_from(["pump.md", "a/b.md", "none"]).map(lambda one: Asked(text=one, how="doc")),
)
Said = tuple[list[Occurrence | None], list[Damage]]


def told(found: Iterator[Skipped | Audit | Reckoned], asked: Asked) -> Said:
    """Return the answers in their order, None for one that was only counted, and the damage."""
    said: list[Occurrence | None] = []
    damage: list[Damage] = []
    for one in found:
        if isinstance(one, Skipped):
            said += [None] * one.never
        elif isinstance(one, Audit):
            said += answers(one, asked)
            damage += one.recording.damage
    return said, damage


def assert_same(short: Said, full: Said) -> None:
    """Hold a byte search to the full reader, but for damage inside lines that it does not parse."""
    assert all(one in full[1] for one in short[1])
    assert len(short[0]) == len(full[0])
    for one, other in zip(*(each[0] for each in (short, full)), strict=True):
        assert other is not None
        assert one == other if one is not None else other.answer == "never-a-candidate"


def full(path: str, asked: Asked) -> Said | None:
    try:
        return told(Asking(asked=asked, full=True).answers(path), asked)
    except InputError:
        return None


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=files(), asked=ASKED, parts=st.integers(1, 3), paranoid=st.booleans())
def test_a_byte_search_says_what_the_full_reader_says(
    tmp_path: Path, text: bytes, asked: Asked, parts: int, *, paranoid: bool
) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(text)
    path, expected = str(file), full(str(file), asked)
    try:
        cut = [
            scan(path, asked, paranoid=paranoid, start=start, stop=stop)
            for start, stop in pieces(path, len(text), parts)
        ]
        piece = joined(cut)
    except Untrusted:
        return
    if piece is None:
        return
    assert expected is not None
    assert_same(told(Asking(asked=asked).found(path, piece), asked), expected)


def reply(path: str, asking: Asking) -> tuple[list[Occurrence], Reply, Told]:
    """Return the answer over one file, as the command gives it."""
    work, reckoning = Answering(asking=asking, whole=asking.full), Reckoning(asking.asked)
    listed = [one for part in work.parts(Source(path=path)) for one in reckoning.add(part)]
    if reckoning.lacks_ids:
        for ids in ids_in(path, asking):
            reckoning.show(ids)
    return listed, reckoning.reply(), work.reader.told()


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=files(), asked=ASKED, retriever=st.sampled_from([None, *RETRIEVERS, "none"]))
def test_a_question_has_one_answer_searched_or_parsed(
    tmp_path: Path, text: bytes, asked: Asked, retriever: str | None
) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(text)
    asking = Asking(asked=asked, retriever=retriever, paranoid=True)
    listed, short, seen = reply(str(file), asking)
    expected, whole, all_seen = reply(str(file), replace(asking, full=True))
    assert listed == expected
    if short.searched.retrievals == 1:  # its words are read once more
        short = replace(short, sentence=whole.sentence)
    assert replace(short, searched=whole.searched, row=whole.row) == whole
    assert short.searched.retrievals == whole.searched.retrievals
    assert retriever is None or seen.matched == all_seen.matched  # without one it may be a call
    if retriever is not None and not seen.matched:
        assert set(seen.seen) == set(all_seen.seen)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=files() | said(), paranoid=st.booleans())
def test_the_lines_that_matter_tell_what_all_lines_tell(
    tmp_path: Path, text: bytes, *, paranoid: bool
) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(text)
    try:
        found = selected(str(file), paranoid=paranoid)
    except Untrusted:
        return
    (whole,) = load(file)
    assert all(one in whole.damage for one in found.damage)
    if found.damage == whole.damage:
        for name in ("retrievals", "calls", "noticed", "lines", "commits", "final_answers"):
            assert getattr(found, name) == getattr(whole, name)


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=files(), most=st.integers(1, 3))
def test_a_file_in_parts_tells_what_it_tells_at_once(
    tmp_path: Path, text: bytes, most: int
) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(text)
    try:
        (whole,) = quickly(str(file))
    except InputError:
        return
    *parts, last = quickly(str(file), most=most)

    assert all(one.part for one in parts)
    assert tuple(one for part in (*parts, last) for one in part.retrievals) == whole.retrievals
    for name in ("format", "calls", "noticed", "damage", "lines", "commits", "final_answers"):
        assert getattr(last, name) == getattr(whole, name)


@pytest.mark.parametrize("finder", FINDERS)
def test_every_finder_finds_the_same(finder: str) -> None:
    buffer = bytearray(b"one two one" + bytes(100))
    found = finder_of(buffer, finder)
    assert found.name == finder
    assert found.find(b"one", 0, len(buffer)) == 0
    assert found.find(b"one", 1, len(buffer)) == 8
    assert found.find(b"one", 1, 10) == -1
    assert found.find(b"three", 0, len(buffer)) == -1
    assert found.counted(b"one", 0, len(buffer)) == 2
    assert found.counted(b"one", 0, 10) == 1


def log(*bundles: dict[str, Any]) -> bytes:
    return b"".join(json.dumps(one, separators=(",", ":")).encode() + b"\n" for one in bundles)


def commit(idx: int, **overwrite: Any) -> dict[str, Any]:
    head = {"overwrite": overwrite, "updates": {}, "redactedPaths": [], "trace": []}
    return {**head, "stage": "s", "stageId": "s", "runtimeStageId": f"s#{idx}", "idx": idx}


def test_what_the_recorder_writes_is_searched(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(log(commit(0), commit(1, text="words"), commit(0, other=1)))
    assert scan(str(file), Asked(text="pump.md#1")).lines == 3
    file.write_bytes(gzip.compress(file.read_bytes()))
    assert scan(str(file), Asked(text="pump.md#1"), paranoid=True).lines == 3


@pytest.mark.parametrize(
    "text",
    [
        log(commit(0), commit(2)),
        log(commit(1)),
        log(commit(0), commit(0)),
        log(commit(0), {**commit(0, a=1), "runtimeStageId": "s#4"}),
        log(commit(0)) + b"\n" + log(commit(1)),
        b"\xef\xbb\xbf" + log(commit(0)),
        log(commit(0)).replace(b"\n", b"\r\n"),
        log(commit(0))[:-9] + b"\n" + log(commit(1)),
        log(commit(0)) + b'{"type":"agent.turn_end","payload":{}}\n',
        log(commit(0)).decode().encode("utf-16"),
        b"",
        b"\n",
    ],
)
def test_what_is_laid_out_otherwise_is_left_to_the_reader(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(text)
    with pytest.raises(Untrusted):
        scan(str(file), Asked(text="pump.md#1"))


@pytest.mark.parametrize(
    "text",
    [
        log(commit(0, a="x")).replace(b'"x"', b'"\\u0072"'),
        log(commit(0, a="x"))[:-40] + log(commit(0, b=1)),
    ],
)
def test_what_may_hide_from_a_search_is_found_when_asked_to_be_paranoid(
    tmp_path: Path, text: bytes
) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(text)
    assert scan(str(file), Asked(text="pump.md#1")).lines == 1
    with pytest.raises(Untrusted):
        scan(str(file), Asked(text="pump.md#1"), paranoid=True)


def recorded(idx: int, **record: Any) -> dict[str, Any]:
    """A commit of a retrieval that injects nothing."""
    made = commit(idx, retrievalEvidence_docs=record)
    trace = [{"path": f"retrievalEvidence_docs\u001f{name}", "verb": "set"} for name in record]
    return {**made, "trace": trace}


ROW = {"score": 0.9, "admitted": False, "reason": "below-threshold"}


@pytest.mark.parametrize(
    ("rows", "considered", "expected"),
    [
        ([{"id": "a.md#0", "rank": 1}, {"id": "a.md#1", "rank": 2}], 2, "never-a-candidate"),
        ([{"id": "a.md#0", "rank": 1}, {"id": None, "rank": 2}], 1, "candidates-not-recorded"),
        ([{"id": "a.md#0", "rank": 1}, {"id": "a.md#1", "rank": 2}], 3, "not-among-a-sample"),
        ([{"id": "a.md#0", "rank": 1}, {"id": "b.md#1", "rank": 2}], 2, "refused"),
        ([{"id": "a.md#0", "rank": 1, "note": '"b.md#1"'}], 1, "never-a-candidate"),
        ([{"id": "a.md#0", "rank": 1, "kept": {"id": "b.md#1"}}], 1, "never-a-candidate"),
        ([{"id": ["b.md#1"], "rank": 1}], 1, "candidates-not-recorded"),
        (
            [{"id": "a.md#0", "rank": 1}, {"id": None}, {"id": "a.md#1", "kept": {"rank": 2}}],
            2,
            "candidates-not-recorded",
        ),
    ],
)
def test_a_record_is_counted_only_where_all_its_rows_are_told(
    tmp_path: Path, rows: list[dict[str, Any]], considered: int, expected: str
) -> None:
    file = tmp_path / "run.jsonl"
    record = {
        "k": 2,
        "consideredCount": considered,
        "candidates": [{"id": one["id"], **ROW, **one} for one in rows],
        "candidatesComplete": True,
    }
    file.write_bytes(log(commit(0), recorded(1, **record)))
    asking = Asking(asked=Asked(text="b.md#1"))
    assert scan(str(file), asking.asked).lines == 2
    _, short, _ = reply(str(file), asking)
    _, whole, _ = reply(str(file), replace(asking, full=True))
    assert short.answer == whole.answer == expected


def test_a_memory_that_leaves_nothing_is_told_of_its_own_log(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    step = {"stageId": "sf-memory-read-docs", "runtimeStageId": "sf-memory-read-docs#1"}
    silent = {**commit(1), **step}
    wrote = {**recorded(1, k=2, candidates=[{"id": "a.md#0", "rank": 1, **ROW}]), **step}
    file.write_bytes(log(commit(0, a=1), silent, commit(0), wrote, {**silent, "idx": 2}))

    found = selected(str(file))

    assert [(one.code, one.line) for one in found.noticed] == [("memory-left-nothing", 2)]
    assert found.noticed == next(iter(load(file))).noticed


def test_a_nested_record_is_passed_over_and_its_log_is_searched(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    inner = {"candidates": [{"id": "b.md#1", "rank": 1, **ROW}], "candidatesComplete": True}
    for text in (
        log(commit(0, audit={"retrievalEvidence_docs": inner})),
        log(commit(0, audit=[{"retrievalEvidence_docs": inner}])),
    ):
        file.write_bytes(text)
        assert not any(one.folds for one in scan(str(file), Asked(text="b.md#1")).stretches)
    written = {**commit(0), "updates": {"retrievalEvidence_docs": inner}}
    file.write_bytes(log(written))
    assert scan(str(file), Asked(text="b.md#1")).stretches[0].folds


def test_a_row_without_an_id_in_a_complete_list_is_met_by_the_paranoid(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    rows = [{"id": "a.md#0", **ROW, "rank": 1}, dict(ROW), {"id": "a.md#1", **ROW, "rank": 2}]
    record = {"k": 2, "consideredCount": 2, "candidates": rows, "candidatesComplete": True}
    file.write_bytes(log(commit(0), recorded(1, **record)))
    asking = Asking(asked=Asked(text="b.md#1"), paranoid=True)
    _, short, _ = reply(str(file), asking)
    _, whole, _ = reply(str(file), replace(asking, full=True))
    assert short.answer == whole.answer == "candidates-not-recorded"


def test_a_document_is_never_there_only_where_each_row_names_its_own(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    rows = [
        {"id": "a.md#0", **ROW, "rank": 1, "docUri": "a.md", "kept": {"docUri": "a.md"}},
        {"id": "a.md#1", **ROW, "rank": 2, "page": 1},
    ]
    record = {"k": 2, "consideredCount": 2, "candidates": rows, "candidatesComplete": True}
    file.write_bytes(log(commit(0), recorded(1, **record)))
    asking = Asking(asked=Asked(text="b.md", how="doc"))
    _, short, _ = reply(str(file), asking)
    _, whole, _ = reply(str(file), replace(asking, full=True))
    assert short.answer == whole.answer == "candidates-not-recorded"
