"""A recording → one side of a comparison: its counts, and what each question admitted."""

from footprint_cli.analyse.outcomes import outcome_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.stats import MARGIN, stats_of
from footprint_cli.model.evidence import Evidence, Retrieval
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
    """Count what one recording says, and keep what its questions admitted; calls do not matter."""
    side = Side(stats=stats_of(recording))
    for one in recording.retrievals:
        if one.evidence is not None:
            _add(side, one, one.evidence)
    return side


def _add(side: Side, retrieval: Retrieval, evidence: Evidence) -> None:
    questions = side.of(retrieval.retriever)
    if evidence.query_hash is None:
        questions.unhashed += 1
        return
    early = retrieval.evidence_from in _EARLY
    question = questions.question(evidence.query_hash, early=early)
    question.asked += 1
    admitted = admitted_ids(retrieval, evidence)
    if admitted is None:
        question.not_known += 1
    else:
        counted(question.admitted, json_text(admitted))
    if usable(evidence.considered_count):
        counted(question.considered, json_text(evidence.considered_count))


def admitted_ids(retrieval: Retrieval, evidence: Evidence) -> list[str] | None:
    """Return the ids that a retrieval admitted, in order of the alphabet; None: not known in full."""
    pool = Pool(retrieval, evidence)
    if not pool.candidates:
        return [] if outcome_of(retrieval, pool)[0] in _CAME_BACK else None
    if any(one.admitted is None for one in pool.candidates):
        return None
    ids = [one.id for one in pool.admitted if one.id is not None]
    missing = usable(evidence.admitted_count) and evidence.admitted_count > len(pool.admitted)
    return None if missing or len(ids) < len(pool.admitted) else sorted(set(ids))
