"""Recorded runs against each other: what `diff` says of them, by what is known of them."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from footprint_cli import audit, load
from footprint_cli.analyse.diff import DiffSide, compared
from footprint_cli.analyse.kept_runs import kept_runs
from footprint_cli.model.diff_report import DiffReport, RetrievalDiff
from tests.oracles import RUNS, file_of
from tests.shared import SHARED, needs_shared

# What one source has and another does not: a log holds neither the evidence of nested agents nor a
# retrieval that failed, and a stream may hold more runs than the log beside it.
ALONE = ("18-failed-run", "24-compositions", "17-pause-resume")


@cache
def side(path: Path) -> DiffSide:
    return DiffSide(path.name, [run for one in load(path) for run in kept_runs(audit(one))])


def of(*names: str) -> DiffReport:
    before, after = (side(SHARED / "recordings" / f"{name}.commits.jsonl") for name in names)
    return compared(before, after)


def retrieval(*names: str) -> RetrievalDiff:
    ((found,),) = (run.retrievals for run in of(*names).runs)
    return found


def causes(*names: str) -> list[tuple[str, tuple[str | None, ...]]]:
    return [(one.name, one.chunks) for one in retrieval(*names).causes]


@needs_shared
@pytest.mark.parametrize("kind", ["envelope", "events"])
@pytest.mark.parametrize(("folder", "run"), RUNS)
def test_no_two_sources_of_one_run_differ(folder: Path, run: dict[str, Any], kind: str) -> None:
    log, other = file_of(folder, run, "commits"), file_of(folder, run, kind)
    if log is None or other is None or not log.stat().st_size or folder.name.startswith(ALONE):
        pytest.skip("there is one source, or they hold not the same")

    report = compared(side(log), side(other))

    assert (report.totals.kinds, report.unpaired) == ({}, ())


@needs_shared
@pytest.mark.parametrize("other", ["full", "delta-provenance"])
def test_one_script_recorded_in_several_modes_is_equal_in_all_that_is_recorded(other: str) -> None:
    totals = of("22-full-vs-delta/delta", f"22-full-vs-delta/{other}").totals

    assert (totals.pairs, totals.equal) == (1, 1)


@needs_shared
def test_the_causes_between_recorded_runs_are_those_of_their_scenarios() -> None:
    mixed = "01-topk-mixed/run1"

    assert causes(mixed, "02-threshold-rejects-all/run1") == [
        ("threshold", ("exchanger.md#2", "exchanger.md#3", "pumps.md#0"))
    ]
    assert causes(mixed, "05-k-cap/run1") == [
        ("threshold", ("exchanger.md#0", "alarms.md#4")),
        ("k", ("pumps.md#0",)),
        ("pool", ("canteen.md#0",)),
    ]
    assert [name for name, _ in causes(mixed, "03-corpus-empty/run1")] == [
        "namespace",
        "corpus-empty",
    ]
    assert causes(mixed, "06-picker-max-entries/run1")[1] == (
        "picker-cap",
        ("exchanger.md#2", "pumps.md#0"),
    )
    assert causes(
        "09-over-char-budget/run1-tail-dropped", "09-over-char-budget/run2-nothing-fits"
    ) == [("char-budget", ("exchanger.md#2", "exchanger.md#3"))]
    assert [name for name, _ in causes("19-multi-turn/turn1", "19-multi-turn/turn2")] == ["query"]
