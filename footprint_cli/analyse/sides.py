"""A recording → one side of a comparison: its counts, and what each question admitted."""

from typing import NamedTuple

from footprint_cli.analyse.outcomes import outcome_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.stats import MARGIN, value_as_text
from footprint_cli.analyse.stats import add_recording as count_recording
from footprint_cli.model.evidence import Evidence, Number, Retrieval
from footprint_cli.model.json_text import json_text
from footprint_cli.model.numbers import usable
from footprint_cli.model.recording import Recording
from footprint_cli.model.sides import Side
from footprint_cli.model.stats import Stats, counted

_CAME_BACK = frozenset({"corpus-empty", "never-asked"})  # with nothing, for sure
_EARLY = frozenset({"event", "line"})


def no_side() -> Side:
    """Return a side that says nothing."""
    return Side(stats=Stats(margin=MARGIN))


def side_of(recording: Recording) -> Side:
    """Return the side that one recording is by itself."""
    side = no_side()
    add_recording(side, recording)
    return side


def add_recording(side: Side, recording: Recording) -> None:
    """Count one more recording, and keep what its questions admitted; calls do not matter."""
    count_recording(side.stats, recording)
    for one in recording.retrievals:
        add_question(side, one)


def add_question(side: Side, retrieval: Retrieval) -> None:
    """Keep what one retrieval admitted; the Stats of the side are left alone."""
    evidence = retrieval.evidence
    if evidence is not None:
        asked = Asked(retrieval.retriever, evidence.query_hash, retrieval.evidence_from)
        add_answer(side, asked, admitted_ids(retrieval, evidence), evidence.considered_count)


class Asked(NamedTuple):
    """Which question a retrieval answers."""

    retriever: str | None
    query_hash: str | None
    evidence_from: str


def add_answer(
    side: Side, asked: Asked, admitted: list[str] | None, considered: Number | None
) -> None:
    """Keep what a question admitted; None: not known in full."""
    questions = side.of(asked.retriever)
    if asked.query_hash is None:
        questions.unhashed += 1
        return
    question = questions.question(asked.query_hash, early=asked.evidence_from in _EARLY)
    question.asked += 1
    if admitted is None:
        question.not_known += 1
    else:
        counted(question.admitted, json_text(admitted))
    if usable(considered):
        counted(question.considered, value_as_text(considered))


def admitted_ids(retrieval: Retrieval, evidence: Evidence) -> list[str] | None:
    """Return the ids that a retrieval admitted, in order of the alphabet; None: not known in full."""
    pool = Pool(retrieval, evidence)
    if not pool.candidates:
        return ids_of_nothing(outcome_of(retrieval, pool)[0])
    if any(one.admitted is None for one in pool.candidates):
        return None
    return whole_ids([one.id for one in pool.admitted], evidence.admitted_count)


def ids_of_nothing(outcome: str) -> list[str] | None:
    """Return what a retrieval without a list admitted: nothing, where nothing came back for sure."""
    return [] if outcome in _CAME_BACK else None


def whole_ids(ids: list[str | None], counted_: Number | None) -> list[str] | None:
    """Return the ids of what was admitted, once each; None: one has none, or more were counted."""
    named = [one for one in ids if one is not None]
    missing = usable(counted_) and counted_ > len(ids)
    return None if missing or len(named) < len(ids) else sorted(set(named))
