"""Whoever reads, the answer is the same: bytes, complaints and status."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footprint_cli.archive.covered import CoverageAsked
from footprint_cli.archive.gated import Gated
from footprint_cli.archive.questions import Declared, Question, Verifying
from footprint_cli.archive.scan import Scan
from footprint_cli.cli.found import sources_of
from footprint_cli.cli.progress import Progress
from footprint_cli.cli.scanning import reads
from footprint_cli.cli.workers import Workers
from footprint_cli.model.gate import AskedRule, GateSettings
from footprint_cli.model.told import Read
from tests.archive.search.test_asking import commit, log, recorded
from tests.cli.recordings import evidence_line
from tests.program import FIXTURES, footprint
from tests.shared import SHARED, needs_shared

RULES = (
    "--rule=record-inconsistent",
    "--rule=namespace-changed",
    "--rule=corpus-empty",
    "--rule=recording-damaged",
    "--rule=no-search-declared",
    "--rule=chunk-not-read=alarms.md#4",
)
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("verify",),
    ("verify", "--fail", "--format=json"),
    ("gate", *RULES, "--fail-on=note"),
    ("gate", *RULES[:4], "--format=sarif", "--retriever=plant-manual"),
    ("coverage",),
    ("coverage", "--tool=incidents", "--format=json"),
    ("stats", "--format=json"),
    ("stats", "--top=2"),
    ("why-not", "alarms.md#4", "--format=json"),
    ("why-not", "none-of-them.md#4", "--format=plain"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("jobs", ["2", "5"])
def test_workers_answer_as_one_process_does(command: tuple[str, ...], jobs: str) -> None:
    paths = (FIXTURES, FIXTURES / "made" / "*", FIXTURES / "none.jsonl", "Makefile")

    here = footprint(*command, *paths, "--jobs=1")

    assert footprint(*command, *paths, f"--jobs={jobs}") == here
    assert here.out


@needs_shared
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_workers_answer_as_one_process_does_over_the_shared_recordings(
    command: tuple[str, ...],
) -> None:
    paths = (SHARED / "recordings", SHARED / "commit-logs")

    assert footprint(*command, *paths, "--jobs=3") == footprint(*command, *paths, "--jobs=1")


QUESTIONS: tuple[Question[Any], ...] = (
    Verifying(),
    Gated(
        settings=GateSettings(
            rules=tuple(
                AskedRule(name=one)
                for one in ("record-inconsistent", "namespace-changed", "recording-damaged")
            ),
            fail_on="note",
        ),
        given=Declared(),
    ),
    CoverageAsked(given=Declared()),
)
CHUNK = st.sampled_from(["a.md#0", "b.md#1", "c.md#2", "\ud83d", "z\x1b"])
LINE = st.one_of(
    st.builds(
        lambda chunks, where, embedder, k: evidence_line(
            [(one, "") for one in chunks], namespace=where, embedderId=embedder, k=k
        ),
        st.lists(CHUNK, max_size=4),
        st.sampled_from(["_/_/_global", "south"]),
        st.sampled_from(["small", "large", None]),
        st.sampled_from([1, 2]),
    ),
    st.sampled_from(["", "{", '{"no": "recording"}', "\x00\x00", '{"memoryId": "cut"']),
)
ARCHIVE = st.lists(st.lists(LINE, max_size=4), min_size=2, max_size=9)


@given(ARCHIVE)
@settings(
    max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_what_workers_send_back_is_what_is_read_here(
    tmp_path: Path, archive: list[list[str]]
) -> None:
    for old in tmp_path.iterdir():
        old.unlink()
    for number, lines in enumerate(archive):
        (tmp_path / f"{number}.jsonl").write_text("\n".join(lines), "utf-8")

    for question in QUESTIONS:
        told = [read(question, tmp_path, jobs) for jobs in (1, 3)]
        assert told[0] == told[1]
        assert len(told[0]) == len(archive)


def read(question: Question[Any], folder: Path, jobs: int) -> list[Read[Any]]:
    sources = sources_of([str(folder)])
    with reads(Scan(question), sources, Workers(jobs), Progress(sources)) as told:
        return [*told]


@pytest.mark.parametrize("rule", ["recording-damaged", "record-inconsistent"])
def test_a_gate_that_judges_damage_reads_every_line_of_a_large_archive(
    rule: str, tmp_path: Path
) -> None:
    line = commit(0, text="words " * 1_500_000)
    damaged = log(commit(0), commit(1, text="x")).replace(b'"text":"x"', b'"text":"y","text":"x"')
    (tmp_path / "large.jsonl").write_bytes(log(line))
    (tmp_path / "twice.jsonl").write_bytes(damaged)

    answer = footprint("gate", "--rule=recording-damaged", f"--rule={rule}", tmp_path)

    assert answer.status == 1
    assert "twice.jsonl" in answer.text
    assert footprint("verify", tmp_path).status == 3


@pytest.mark.parametrize("jobs", ["1", "2", "3"])
def test_ids_are_offered_of_the_step_that_was_asked_for(tmp_path: Path, jobs: str) -> None:
    for number, ids in enumerate((["valve.md#2", "valve.md#1"], ["valve.md#2"])):
        lines = [recorded(at + 1, candidates=[{"id": one}]) for at, one in enumerate(ids)]
        (tmp_path / f"{number}.jsonl").write_bytes(log(commit(0), *lines))
    asked = ("why-not", "valve.md#1", "--step", "s#1", tmp_path, "--format=json", f"--jobs={jobs}")

    answer = footprint(*asked)

    assert json.loads(answer.text)["nearest"] == ["valve.md#2"]
