"""Every case of the search notes, section 9, and those added to it, from the files in fixtures/search."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests import search_claims, search_composition, search_declarations, search_recordings

FOLDER = Path(__file__).parent.parent / "fixtures" / "search"
ANSWERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "claims": search_claims.answer,
    "composition": search_composition.answer,
    "declarations": search_declarations.answer,
    "recordings": search_recordings.answer,
}


def cases() -> list[Any]:
    return [
        pytest.param(file.stem, case, id=case["id"])
        for file in sorted(FOLDER.glob("*.json"))
        if file.stem in ANSWERS
        for case in json.loads(file.read_text("utf-8"))
    ]


@pytest.mark.parametrize(("kind", "case"), cases())
def test_a_case_has_the_answer_that_is_written_in_it(kind: str, case: dict[str, Any]) -> None:
    assert ANSWERS[kind](case) == case["expected"]
