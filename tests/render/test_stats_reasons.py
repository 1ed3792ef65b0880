"""A reason with two authors says whose it was."""

from typing import Any

import pytest

from footprint_cli.model.recording import Recording
from footprint_cli.render import Format
from tests.build import read, recording, refused, retrieval
from tests.render.test_counts_formats import stats_text

OVER_K = retrieval(
    read("a", score=0.9), refused("over-max-entries", "b", score=0.8), k=1, threshold=0.5
)
OVER_CAP = retrieval(
    read("a", score=0.9), refused("over-max-entries", "b", score=0.8), k=2, threshold=0.5
)


def reasons(one: Recording, **page: Any) -> str:
    return " ".join(stats_text(one, Format.TABLE, width=200, **page).split())


@pytest.mark.parametrize(
    ("retrievals", "told"),
    [
        ([OVER_K], "reasons over-max-entries 1 (by k)"),
        ([OVER_CAP], "reasons over-max-entries 1 (by the picker's cap)"),
        ([OVER_K, OVER_K, OVER_CAP], "reasons over-max-entries 3 (2 by k, 1 by the picker's cap)"),
    ],
)
def test_over_max_entries_says_whose_cap_it_was(retrievals: list[Any], told: str) -> None:
    assert told in reasons(recording(*retrievals))
