import json
from typing import Any

import pytest

from footprint_cli.model.recording import Recording
from footprint_cli.render import Format
from tests.build import call, candidate, damage, read, recording, refused, retrieval
from tests.render.drawn import drawn
from tests.render.situations import SITUATIONS


def rows(*recordings: Recording) -> list[dict[str, Any]]:
    lines = drawn(Format.JSONL, *recordings).split("\n")
    assert lines.pop() == ""
    return [json.loads(line, parse_constant=pytest.fail) for line in lines]


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_row_is_one_line_with_its_source_and_step(name: str) -> None:
    found = rows(SITUATIONS[name])

    assert all(row["source"] == SITUATIONS[name].source for row in found)
    assert all("step" in row for row in found)


def test_candidates_calls_damage_and_findings_each_have_a_row() -> None:
    one = recording(
        retrieval(read("a"), refused(id="b"), considered_count=9),
        calls=(call(),),
        damage=(damage(),),
    )

    kinds = [row["row"] for row in rows(one)]

    assert sorted({*kinds}) == ["call", "candidate", "damage", "finding"]
    assert kinds.count("candidate") == 2


def test_a_row_names_its_retriever_and_step() -> None:
    (row,) = rows(recording(retrieval(read("a"), step="s#4", retriever="notes", line=9)))

    assert (row["row"], row["id"]) == ("candidate", "a")
    assert (row["step"], row["retriever"], row["line"]) == ("s#4", "notes", 9)


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({}, "corpus-empty"),
        ({"candidates": None, "considered_count": 2}, "candidates-not-recorded"),
        ({"evidence": None, "failure": "closed"}, "failed"),
    ],
)
def test_a_retrieval_that_names_no_candidate_is_not_lost(
    fields: dict[str, Any], outcome: str
) -> None:
    found = rows(recording(retrieval(**fields)))

    assert [row["outcome"] for row in found if row["row"] == "retrieval"] == [outcome]


def test_a_score_that_is_no_number_is_text() -> None:
    one = recording(retrieval(candidate(score=float("nan"))), damage=(damage(),))

    assert [row["score"] for row in rows(one) if row["row"] == "candidate"] == ["NaN"]


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_same_input_gives_the_same_bytes(name: str) -> None:
    assert drawn(Format.JSONL, SITUATIONS[name]) == drawn(Format.JSONL, SITUATIONS[name])
