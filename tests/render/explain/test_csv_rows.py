import csv
from io import StringIO
from typing import Any

import pytest

from footprint_cli.model.recording import Recording
from footprint_cli.render import Format
from footprint_cli.render.visible import visible
from tests.build import call, candidate, read, recording, refused, retrieval
from tests.render.drawn import drawn
from tests.render.situations import HOSTILE_TEXTS, SITUATIONS, odd_recording

HEADER = [
    "source",
    "step",
    "retriever",
    "outcome",
    "line",
    "id",
    "rank",
    "score",
    "threshold",
    "admitted",
    "read",
    "reason",
    "promptPosition",
    "docUri",
    "page",
    "heading",
    "explanation",
]


def rows(*recordings: Recording) -> list[dict[str, Any]]:
    text = drawn(Format.CSV, *recordings)
    return [*csv.DictReader(StringIO(text, newline=""), strict=True)]


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_row_has_a_field_for_every_column(name: str) -> None:
    text = drawn(Format.CSV, SITUATIONS[name])

    read_back = [*csv.reader(StringIO(text, newline=""), strict=True)]

    assert read_back[0] == HEADER
    assert {len(row) for row in read_back} == {len(HEADER)}
    assert len(read_back) == text.count("\n")


def test_there_is_one_header_for_all_inputs() -> None:
    one = recording(retrieval(read("a")))

    assert [row["id"] for row in rows(one, one)] == ["a", "a"]


def test_no_input_is_a_header() -> None:
    assert rows() == []
    assert drawn(Format.CSV).count("\n") == 1


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_text_is_read_back_as_it_is_shown(text: str) -> None:
    (row,) = rows(recording(retrieval(read(text, heading=text, doc_uri=text), step=text)))

    shown = {row[name] for name in ("id", "heading", "docUri", "step")}

    assert shown == {visible(text)}


def test_a_row_holds_what_was_recorded() -> None:
    one = refused(id="a.md#1", score=0.41, page=3)

    (row,) = rows(recording(retrieval(one, line=7)))

    assert row["source"] == "run.jsonl"
    assert (row["line"], row["id"], row["rank"]) == ("7", "a.md#1", "1")
    assert (row["score"], row["threshold"], row["page"]) == ("0.41", "0.6", "3")
    assert (row["admitted"], row["read"]) == ("false", "false")
    assert row["reason"] == "below-threshold"
    assert "0.19" in row["explanation"]


def test_empty_is_not_recorded_and_zero_is_zero() -> None:
    pool = (candidate("a", score=None), candidate("b", score=0, prompt_position=0))

    first, second = rows(recording(retrieval(*pool, threshold=None)))

    assert (first["score"], first["promptPosition"], first["read"]) == ("", "", "")
    assert (second["score"], second["promptPosition"], second["threshold"]) == ("0", "0", "")


def test_a_retrieval_that_names_no_chunk_has_a_row_with_its_headline() -> None:
    (row,) = rows(recording(retrieval(namespace="south/_/corpus")))

    assert (row["id"], row["outcome"]) == ("", "corpus-empty")
    assert "south/_/corpus" in row["explanation"]


def test_calls_have_no_row_among_candidates() -> None:
    assert rows(recording(calls=(call(),))) == []


def test_a_value_of_another_type_is_shown_as_it_was_recorded() -> None:
    row = rows(odd_recording())[0]

    assert (row["rank"], row["score"], row["admitted"]) == ("1.5", '"0.9"', '"true"')
    assert (row["id"], row["threshold"]) == ("50000000014435121", '"0.6"')
