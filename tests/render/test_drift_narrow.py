"""A narrow terminal has no columns, and tells no less."""

import pytest

from footprint_cli.render import Format
from tests.build import read, recording, retrieval
from tests.render.test_counts_formats import drift_text

BEFORE = recording(retrieval(read("a", score=0.9), k=3, threshold=0.6, embedder_id="hand-4d"))
AFTER = recording(retrieval(read("a", score=0.8), k=3, threshold=0.4, embedder_id=None))


def flat(width: int) -> str:
    return " ".join(drift_text(BEFORE, AFTER, Format.TABLE, width=width).split())


@pytest.mark.parametrize("width", [16, 40, 71])
def test_every_setting_says_whether_it_changed(width: int) -> None:
    text = "".join(flat(width).split())

    assert "k(same):3before,3after" in text
    assert "threshold(changed):0.6before,0.4after" in text
    assert "embedder(not-known):hand-4dbefore,-after" in text


@pytest.mark.parametrize("width", [40, 71])
def test_settings_and_scores_are_headed(width: int) -> None:
    text = flat(width)

    assert text.index(" settings ") < text.index(" scores count: 1 before, 1 after")
