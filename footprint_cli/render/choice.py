"""Which candidates of a long list a person is shown first."""

from footprint_cli.model.audit import Explained, RetrievalAudit
from footprint_cli.model.numbers import usable


def chosen(audit: RetrievalAudit, limit: int) -> tuple[list[Explained], int]:
    """Return the rows to show, in recorded order, and how many are left out.

    The admitted come first, then those whose score misses the threshold (or, without one, the best
    score) by least. A limit of 0 shows all.
    """
    rows = list(audit.candidates or ())
    if limit == 0 or len(rows) <= limit:
        return rows, 0
    evidence = audit.retrieval.evidence
    threshold = evidence.threshold if evidence is not None else None

    def distance(place: int) -> tuple[bool, float, int]:
        candidate = rows[place].candidate
        if candidate.admitted is not False:
            return (False, 0.0, place)
        if not usable(candidate.score):
            return (True, float("inf"), place)
        against = threshold if usable(threshold) else candidate.score
        miss = abs(candidate.score - against) if usable(threshold) else -candidate.score
        return (True, float(miss), place)

    kept = sorted(sorted(range(len(rows)), key=distance)[:limit])
    return [rows[place] for place in kept], len(rows) - len(kept)
