"""An index answers as the recordings do: the same answer, counts, sentences and numbers."""

from collections.abc import Iterator
from json import dumps
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec import to_builtins

from footprint_cli.archive.index.asked import Part
from footprint_cli.model.answer import ANSWERS, Asked, Occurrence
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.recording import Recording
from footprint_cli.render.answer.choice import LATEST, latest
from tests.analyse.odd import nearly_orderly, ruled_pools
from tests.archive.asking import (
    as_text,
    built,
    by_index,
    by_reading,
    latest_by_index,
    recordings_in,
)
from tests.build import read as shown
from tests.build import refused, retrieval
from tests.program import FIXTURES
from tests.shared import SHARED

PATHS = sorted(
    one
    for folder in (FIXTURES, FIXTURES / "made", SHARED / "cases", *SHARED.glob("recordings/*"))
    if folder.is_dir()
    for one in folder.iterdir()
    if one.is_file()
)
RECORDINGS: list[Recording] = recordings_in(PATHS)


def _named() -> Iterator[tuple[str, str | None]]:
    for recording in RECORDINGS:
        for one in recording.retrievals:
            listed = () if one.evidence is None else one.evidence.candidates or ()
            yield from ((each.id, each.doc_uri) for each in listed if each.id is not None)
            yield from ((each, None) for each in one.attached or ())


CHUNKS = [*dict.fromkeys(chunk for chunk, _ in _named())]
DOCUMENTS = [*dict.fromkeys(document for _, document in _named() if document is not None)]
RETRIEVERS = [*dict.fromkeys(one.retriever for each in RECORDINGS for one in each.retrievals)]
STEPS = [*dict.fromkeys(one.step for each in RECORDINGS for one in each.retrievals)]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("answers") / "index"
    built(path, PATHS)
    return path


def same(index: Path, asked: Asked, part: Part) -> None:
    """Hold every word of the two answers against each other."""
    read, kept = by_reading(RECORDINGS, asked, part), by_index(index, asked, part)
    assert kept[1].sentence == read[1].sentence
    assert [*kept[1].counts.items()] == [*read[1].counts.items()]
    assert [*kept[1].counts] == [one for one in ANSWERS if one in kept[1].counts]
    assert as_text(kept, "markdown", limit=1) == as_text(read, "markdown", limit=1)
    for form in ("plain", "json", "jsonl", "csv", "table"):
        assert as_text(kept, form) == as_text(read, form)


PARTS = st.one_of(
    st.just(Part()),
    st.sampled_from(RETRIEVERS or [None]).map(lambda one: Part(retriever=one)),
    st.sampled_from(STEPS or [None]).map(lambda one: Part(step=one)),
)
CHUNK = st.sampled_from(CHUNKS)
QUESTIONS = st.one_of(
    CHUNK.map(lambda one: Asked(text=one)),
    st.tuples(CHUNK, st.integers(0, 8)).map(lambda two: Asked(text=two[0][: two[1]], how="prefix")),
    CHUNK.map(lambda one: Asked(text=f"{one[:3]}*[0-9a-z]", how="glob")),
    st.sampled_from(DOCUMENTS).map(lambda one: Asked(text=one, how="doc")),
    CHUNK.map(lambda one: Asked(text=one.upper().replace("#", "-"))),
    st.text(max_size=6).map(lambda one: Asked(text=one)),
    st.text(max_size=2).map(lambda one: Asked(text=one, how="prefix")),
    st.text(max_size=6).map(lambda one: Asked(text=one, how="doc")),
)


@settings(max_examples=60, deadline=None)
@given(asked=QUESTIONS, part=PARTS)
def test_an_index_says_what_the_recordings_say(index: Path, asked: Asked, part: Part) -> None:
    same(index, asked, part)


@pytest.mark.parametrize("chunk", CHUNKS[:24])
def test_every_chunk_has_the_same_answer(index: Path, chunk: str) -> None:
    same(index, Asked(text=chunk), Part())


@settings(max_examples=30, deadline=None)
@given(asked=QUESTIONS, read=st.booleans())
def test_the_latest_of_an_index_are_those_that_a_person_is_shown(
    index: Path, asked: Asked, read: bool
) -> None:
    shown = latest(by_reading(RECORDINGS, asked)[0], read=read, whole=False)

    kept = latest(latest_by_index(index, asked, LATEST, read=read), read=read, whole=False)

    assert [[_place(one) for one in group] for group in kept] == [
        [_place(one) for one in group] for group in shown
    ]


def _place(one: Occurrence) -> str:
    retrieval = one.retrieval.retrieval
    return f"{one.source} {retrieval.step} {retrieval.line} {one.chunk}"


def test_one_retrieval_alone_is_answered_in_its_own_words(tmp_path: Path) -> None:
    path = FIXTURES / "some-below-threshold.commits.jsonl"
    built(tmp_path / "index", [path])
    asked = Asked(text="alarms.md#4")

    _, reply = by_index(tmp_path / "index", asked)

    assert reply == by_reading(recordings_in([path]), asked)[1]
    assert reply.row is not None
    assert reply.row.flips


def as_line(one: Retrieval) -> str:
    """Write the evidence of a retrieval as a recording has it."""
    told = to_builtins(one.evidence)
    rows = [
        {name: value for name, value in row.items() if _is_told(value)}
        for row in told["candidates"]
    ]
    whole = {name: value for name, value in told.items() if _is_told(value)} | {"candidates": rows}
    return dumps(whole) + "\n"


def _is_told(value: object) -> bool:
    return value not in (None, {})


BUDGET = tuple(
    refused("over-char-budget", f"{place}.md", score=score)
    for place, score in ((1, 0.8), (2, 0.7), (3, 0.65))
)  # more than k lets through: ruled by another rule than the shipped one, or a later one


@settings(max_examples=60, deadline=None)
@example([retrieval(shown("0.md", score=0.9), *BUDGET, refused(id="4.md", score=0.3), k=1)])
@example([retrieval(shown("0.md", score=0.9), refused(id="1.md", score=0.3), k=10**30)])
@example([retrieval(shown("0.md", score=0.7), shown("1.md", score=0.9), k=1e30)])
@given(st.lists(nearly_orderly() | ruled_pools(), min_size=1, max_size=3))
def test_lists_of_any_order_and_rule_are_answered_as_they_are_read(
    tmp_path_factory: pytest.TempPathFactory, lists: list[Retrieval]
) -> None:
    folder = tmp_path_factory.mktemp("lists")
    path = folder / "some.evidence.jsonl"
    path.write_text("".join(map(as_line, lists)))
    built(folder / "index", [path])
    recordings = recordings_in([path])

    for place in range(8):
        asked = Asked(text=f"{place}.md")
        read, kept = by_reading(recordings, asked), by_index(folder / "index", asked)
        for form in ("json", "markdown", "plain"):
            assert as_text(kept, form) == as_text(read, form)
