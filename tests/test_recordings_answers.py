"""Every candidate of every real recording gets the answer that follows from its oracle."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from footprint_cli import audit, load
from footprint_cli.analyse.answers import answers
from footprint_cli.analyse.reckoned import reckoned
from footprint_cli.analyse.reckoning import Reckoning
from footprint_cli.model.answer import Asked, Occurrence
from footprint_cli.model.audit import Audit
from tests.oracles import RUNS, file_of
from tests.shared import needs_shared

ABSENT = "no-such-chunk.md#0"
# The oracle lists what the root state holds; the evidence of this one is in a nested log only.
NESTED = "24-compositions-parallel"
LIMITS = {
    "below-threshold": "threshold",
    "over-char-budget": "character budget",
    "over-budget": "token picker",
}


@cache
def _audit(path: Path) -> Audit:
    (recording,) = load(path)
    return audit(recording)


def _answers(path: Path, chunk: str) -> list[Occurrence]:
    return answers(_audit(path), Asked(text=chunk))


def _committed(run: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str, str]]:
    """Yield what the oracle says of the state: evidence, chunk, and the answer that follows."""
    for one in run["retrievals"]:
        evidence = one["evidence"]
        listed = evidence.get("candidates")
        for candidate in listed or ():
            refused = "refused" if candidate.get("reason") else "refused-reason-not-recorded"
            yield evidence, candidate["id"], "read" if candidate["admitted"] else refused
        if listed is None:
            absent = "candidates-not-recorded"
        elif evidence["corpusEmpty"]:
            absent = "corpus-empty"
        elif not listed:
            absent = "never-asked"
        else:
            absent = "never-a-candidate" if evidence["candidatesComplete"] else "not-among-a-sample"
        yield evidence, ABSENT, absent


@needs_shared
@pytest.mark.parametrize("kind", ["commits", "envelope"])
@pytest.mark.parametrize(("folder", "run"), RUNS)
def test_the_committed_evidence_answers_for_each_candidate_and_for_an_id_that_is_not_there(
    folder: Path, run: dict[str, Any], kind: str
) -> None:
    path = file_of(folder, run, kind)
    if path is None:
        pytest.skip(f"{run['files'][kind]} is not handed out")
    expected = list(_committed(run))
    if f"{folder.name}-{run['label']}" == NESTED and kind == "envelope":
        assert [one.answer for one in _answers(path, ABSENT)] == ["never-a-candidate"]
        return
    for evidence, chunk, answer in expected:
        told = [one for one in _answers(path, chunk) if one.retrieval.retrieval.failure is None]

        assert answer in [one.answer for one in told]
        assert len(told) == len(run["retrievals"])
        for one in told:
            _says_its_numbers(one, evidence, chunk)
    if not expected:
        failed = [one.answer for one in _answers(path, ABSENT)]
        assert failed in ([], ["candidates-not-recorded"])  # a search that died left no evidence


def _says_its_numbers(one: Occurrence, evidence: dict[str, Any], chunk: str) -> None:
    recorded = [each for each in evidence.get("candidates") or () if each["id"] == chunk]
    for candidate, row in zip(recorded, one.rows, strict=True):
        assert f"scored {candidate['score']}" in one.sentence
        assert f"rank {candidate['rank']}" in one.sentence
        if evidence.get("threshold") is not None:
            assert f"threshold {evidence['threshold']}" in one.sentence
        if candidate["admitted"]:
            assert f"at prompt position {candidate['promptPosition']}" in one.sentence
            assert f"{len(candidate['promptFragment'])} characters" in one.sentence
        elif candidate["reason"] in LIMITS:
            assert LIMITS[candidate["reason"]] in row.ruling


@needs_shared
@pytest.mark.parametrize(("folder", "run"), RUNS)
def test_events_answer_for_the_strategy_and_for_what_was_attached(
    folder: Path, run: dict[str, Any]
) -> None:
    path = file_of(folder, run, "events")
    if path is None:
        pytest.skip("no events")
    attached = {one["payload"]["memoryId"] for one in run["memoryAttachedEvents"]}
    for event in run["memoryRetrievedEvents"]:
        payload = event["payload"]
        for candidate in payload.get("candidates") or ():
            (one,) = _answers(path, candidate["id"])
            lost = "read" if candidate["id"] in attached else "dropped-later"
            assert one.answer == (lost if candidate["admitted"] else "refused")
        (absent,) = _answers(path, ABSENT)
        if payload.get("candidates"):
            firm = payload["candidatesComplete"]
            assert absent.answer == ("never-a-candidate" if firm else "not-among-a-sample")
        else:
            assert absent.answer == (
                "corpus-empty" if payload["corpusEmpty"] else "candidates-not-recorded"
            )
    if not run["memoryRetrievedEvents"]:
        assert {one.answer for one in _answers(path, ABSENT)} <= {"candidates-not-recorded"}


@needs_shared
@pytest.mark.parametrize(("folder", "run"), RUNS)
def test_a_flip_of_a_real_refusal_admits_it_by_the_shipped_rule(
    folder: Path, run: dict[str, Any]
) -> None:
    path = file_of(folder, run, "commits")
    if path is None:
        pytest.skip("no commit log")
    for retrieval in _audit(path).retrievals:
        rows = retrieval.candidates or ()
        scores = [one.candidate.score for one in rows]
        evidence = retrieval.retrieval.evidence
        for place, one in enumerate(rows):
            for flip in one.flips or ():
                changes = {each.setting: each.to for each in flip.changes}
                if evidence is None or not changes.keys() <= {"threshold", "k"}:
                    continue
                floor = changes.get("threshold", evidence.threshold)
                cleared = [floor is None or (score or 0) >= floor for score in scores]
                assert cleared[place]
                assert sum(cleared[: place + 1]) <= changes.get("k", evidence.k or 0)


@needs_shared
def test_over_all_recordings_of_a_folder_the_best_answer_wins() -> None:
    paths = [path for folder, run in _pairs() if (path := file_of(folder, run, "commits"))]
    expected = [
        answer
        for _, run in _pairs()
        for _, chunk, answer in _committed(run)
        if chunk == "staff.md#1"
    ]
    reckoning = Reckoning(Asked(text="staff.md#1"))
    for path in paths:
        reckoning.add(reckoned(_audit(path), Asked(text="staff.md#1")))
    reply = reckoning.reply()

    assert reply.counts["read"] == expected.count("read")
    assert reply.counts["refused"] == expected.count("refused")
    assert reply.answer == "read"
    assert reply.searched.recordings == len(paths)


def _pairs() -> list[tuple[Path, dict[str, Any]]]:
    return [(one.values[0], one.values[1]) for one in RUNS]
