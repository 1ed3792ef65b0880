import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footprint_cli.analyse.answers import answers
from footprint_cli.archive.asking import Asking
from footprint_cli.archive.blocks import pieces
from footprint_cli.archive.finder import FINDERS, finder_of
from footprint_cli.archive.hits import Skipped
from footprint_cli.archive.joined import joined
from footprint_cli.archive.scan import scan
from footprint_cli.archive.select import quickly, selected
from footprint_cli.archive.trust import Untrusted
from footprint_cli.errors import InputError
from footprint_cli.model.answer import Asked, Occurrence
from footprint_cli.model.audit import Audit
from footprint_cli.model.finding import Damage
from footprint_cli.read.formats import load
from tests.archive.logs import IDS, files

ASKED = st.one_of(
    st.sampled_from([*IDS, "none.md#9", ""]).map(lambda one: Asked(text=one)),
    st.sampled_from(["pump", "a/b", "q"]).map(lambda one: Asked(text=one, how="prefix")),
    st.sampled_from(["*.md#1", "pump.md#[1]", "?ump*", "*"]).map(
        lambda one: Asked(text=one, how="glob")
    ),
    st.sampled_from(["pump.md", "a/b.md", "none"]).map(lambda one: Asked(text=one, how="doc")),
)
Told = tuple[list[Occurrence | None], list[Damage]]


def told(found: Iterator[Skipped | Audit], asked: Asked) -> Told:
    """Return the answers in their order, None for one that was only counted, and the damage."""
    said: list[Occurrence | None] = []
    damage: list[Damage] = []
    for one in found:
        if isinstance(one, Skipped):
            said += [None] * one.never
        else:
            said += answers(one, asked)
            damage += one.recording.damage
    return said, damage


def assert_same(short: Told, full: Told) -> None:
    """Hold a byte search to the full reader, but for damage inside lines that it does not parse."""
    assert all(one in full[1] for one in short[1])
    assert len(short[0]) == len(full[0])
    for one, other in zip(*(each[0] for each in (short, full)), strict=True):
        assert other is not None
        assert one == other if one is not None else other.answer == "never-a-candidate"


def full(path: str, asked: Asked) -> Told | None:
    try:
        return told(Asking(asked=asked, full=True).answers(path), asked)
    except InputError:
        return None


@settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
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


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=files(), paranoid=st.booleans())
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
