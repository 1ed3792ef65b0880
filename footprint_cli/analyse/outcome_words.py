"""One retrieval → its outcome in a word of the closed list `model.audit.OUTCOMES`."""

from footprint_cli.analyse.pool import Pool
from footprint_cli.model.evidence import (
    OVER_BUDGET,
    OVER_CHAR_BUDGET,
    Evidence,
    Retrieval,
)

BUDGETS = frozenset({OVER_BUDGET, OVER_CHAR_BUDGET})


def outcome_word(retrieval: Retrieval, pool: Pool | None) -> str:
    """Return the outcome of a retrieval."""
    if retrieval.withheld is not None:
        return "withheld"
    if retrieval.failure is not None or pool is None:
        return "failed"
    if not pool.candidates:
        return _without_candidates(pool.evidence)
    if pool.admitted:
        return "nothing-admitted" if _is_lost(pool) else "some-read"
    return _none_admitted(pool)


def _none_admitted(pool: Pool) -> str:
    if any(one.admitted is not False for one in pool.candidates):
        return "candidates-not-recorded"
    if any(one.reason in BUDGETS for one in pool.candidates):
        return "budget-admitted-nothing"
    return "nothing-admitted"


def _is_lost(pool: Pool) -> bool:
    """Tell whether events show that nothing of what was admitted reached the prompt."""
    return pool.retrieval.evidence_from == "event" and not any(
        one is not False for one in pool.read
    )


def _came_back_empty(evidence: Evidence) -> bool:
    """Tell whether a record without candidates says that none was considered."""
    considered = evidence.considered_count
    counted = considered is None and evidence.admitted_count is None
    return considered == 0 or (counted and evidence.corpus_empty is True)


def names_none(evidence: Evidence) -> bool:
    """Tell whether a record without candidates counts some, or lists none."""
    return not _came_back_empty(evidence) and (
        evidence.considered_count is not None or evidence.candidates is None
    )


def _without_candidates(evidence: Evidence) -> str:
    if _came_back_empty(evidence) and evidence.corpus_empty is True:
        return "corpus-empty"
    if evidence.corpus_empty is False and not names_none(evidence):
        return "never-asked"
    return "candidates-not-recorded"
