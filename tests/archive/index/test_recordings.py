"""The recordings that an index gives again are judged by a gate as those that were read."""

from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.gate import Gate
from footprint_cli.analyse.gate_rules import GATE_RULES, PASS_WHERE_READ
from footprint_cli.analyse.judged import PASSED
from footprint_cli.archive.index.file import opened
from footprint_cli.archive.index.recordings import audits_of
from footprint_cli.model.audit import Audit
from footprint_cli.model.gate import AskedRule, GateSettings
from tests.archive.asking import built
from tests.archive.index.test_answers import PATHS, RECORDINGS

RULES = tuple(
    AskedRule(name=name, value={"ID": "exchanger.md#2", "N": "2"}.get(one.value or ""))
    for name, one in GATE_RULES.items()
    if one.of != "call" and name != "record-inconsistent"
)


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> list[Audit]:
    path = tmp_path_factory.mktemp("again") / "index"
    built(path, PATHS)
    connection = opened(str(path))
    found = [*audits_of(connection)]
    connection.close()
    return found


def test_a_gate_finds_the_same(again: list[Audit]) -> None:
    settings = GateSettings(rules=RULES)
    by_reading, by_index = (Gate(settings, date(2026, 1, 1)) for _ in range(2))
    for one in map(audit, RECORDINGS):
        by_reading.judge(one)
    for one in again:
        by_index.judge(one)

    assert by_index.report(None) == by_reading.report(None)


def test_a_gate_that_needs_no_candidates_finds_the_same_in_short(tmp_path: Path) -> None:
    rules = tuple(
        AskedRule(name=name)
        for name, one in GATE_RULES.items()
        if name in PASS_WHERE_READ or (one.of == "recording" and name != "record-inconsistent")
    )
    settings = GateSettings(rules=rules)
    by_reading, by_index = (Gate(settings, date(2026, 1, 1)) for _ in range(2))
    built(tmp_path / "index", PATHS)
    connection = opened(str(tmp_path / "index"))

    for one in map(audit, RECORDINGS):
        by_reading.judge(one)
    for one in audits_of(connection, in_short=True):
        by_index.judge(one)
    connection.close()

    assert by_index.report(None) == by_reading.report(None)


@pytest.mark.parametrize("rule", sorted(PASS_WHERE_READ))
def test_a_rule_that_passes_where_chunks_were_read_looks_at_nothing_else(rule: str) -> None:
    asked, settings = AskedRule(name=rule), GateSettings(rules=())
    judged = {
        GATE_RULES[rule].judge(one, asked, settings)
        for told in map(audit, RECORDINGS)
        for one in told.retrievals
        if one.outcome == "some-read"
    }

    assert judged == {PASSED}


def test_recordings_come_back_as_far_as_they_are_kept(again: list[Audit]) -> None:
    for kept, read in zip(again, RECORDINGS, strict=True):
        one = kept.recording
        assert (one.source, one.format, one.commits) == (read.source, read.format, read.commits)
        assert one.damage == read.damage
        assert replace(one.run, run_ids=()) == replace(read.run, run_ids=(), producer=None)
        assert len(one.calls) == len(read.calls)


def test_candidates_are_explained_in_the_same_words(again: list[Audit]) -> None:
    for kept, read in zip(again, map(audit, RECORDINGS), strict=True):
        for one, other in zip(kept.retrievals, read.retrievals, strict=True):
            assert (one.outcome, one.headline) == (other.outcome, other.headline)
            assert one.findings == other.findings
            assert one.binding_limits == other.binding_limits
            told = [(each.explanation, each.flips, each.history) for each in one.candidates or ()]
            assert told == [
                (each.explanation, each.flips, each.history) for each in other.candidates or ()
            ]
