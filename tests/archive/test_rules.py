"""Strategies by name: those that are shipped, and those that an installed package registers."""

from pathlib import Path
from textwrap import dedent

import pytest

from footprint_cli.archive.rules import Rule, making_of
from footprint_cli.errors import StrategyError, UsageError
from footprint_cli.model.seam import Scored
from tests.cli.recordings import CLEAN
from tests.program import footprint

_PACKAGE = {
    "fresh.py": """
        from footprint_cli.model.seam import ADMITTED, refused

        class Last:
            name = "last"

            def __init__(self, k, threshold):
                self.k, self.threshold = k, threshold

            def select(self, pool):
                last = len(pool) - (self.k or 0)
                return [ADMITTED if at >= last else refused("not-last") for at in range(len(pool))]

        class Short(Last):
            def select(self, pool):
                return []

        def broken(k, threshold):
            raise RuntimeError("no model")
    """,
    "fresh-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: fresh\nVersion: 1.0\n",
    "fresh-1.0.dist-info/entry_points.txt": """
        [footprint.strategies]
        last = fresh:Last
        short = fresh:Short
        broken = fresh:broken
        lost = fresh:Nobody
    """,
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in _PACKAGE.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(dedent(text).lstrip(), "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    making_of.cache_clear()
    return tmp_path


def test_a_registered_strategy_rules(package: Path) -> None:  # noqa: ARG001 (it is on the path)
    pool = [Scored(id=one) for one in "abc"]

    verdicts = making_of(Rule(name="last"))(1, None, None).select(pool)

    assert [one.admitted for one in verdicts] == [False, False, True]


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("lost", StrategyError, "cannot be loaded"),
        ("nobody", UsageError, "there are topK, mmr, rerank, broken, last, lost, short"),
    ],
)
def test_one_that_is_not_there_is_named(
    package: Path,  # noqa: ARG001 (it is on the path)
    name: str,
    error: type[Exception],
    said: str,
) -> None:
    with pytest.raises(error, match=said):
        making_of(Rule(name=name))


def test_one_that_cannot_be_made_is_named(package: Path) -> None:  # noqa: ARG001 (it is on the path)
    with pytest.raises(StrategyError, match="'broken' cannot be made: no model"):
        making_of(Rule(name="broken"))(1, None, None)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_that_breaks_the_seam_ends_the_command(
    tmp_path: Path, package: Path, jobs: str
) -> None:
    twice = tmp_path / "twice.commits.jsonl"
    twice.write_bytes(CLEAN.read_bytes())

    answer = footprint(
        "what-if",
        CLEAN,
        twice,
        "--strategy",
        "short",
        "--jobs",
        jobs,
        settings={"PYTHONPATH": str(package)},
    )

    assert answer.status == 2
    assert "strategy 'last' gave 0 verdicts for 7 chunks" in answer.complaint
