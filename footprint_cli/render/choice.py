"""Which candidates of a long list a person is shown first."""

from footprint_cli.model.audit import Explained, RetrievalAudit
from footprint_cli.model.numbers import usable


def chosen(audit: RetrievalAudit, limit: int) -> tuple[list[Explained], int]:
    """Return the rows to show, in recorded order, and how many are left out.

    The admitted come first, then the refused from the best score down. A limit of 0 shows all.
    """
    rows = list(audit.candidates or ())
    if limit == 0 or len(rows) <= limit:
        return rows, 0

    def distance(place: int) -> tuple[bool, bool, float, int]:
        candidate = rows[place].candidate
        if candidate.admitted is not False:
            return (False, False, 0.0, place)
        score = candidate.score
        return (True, not usable(score), -score if usable(score) else 0.0, place)

    kept = sorted(sorted(range(len(rows)), key=distance)[:limit])
    return [rows[place] for place in kept], len(rows) - len(kept)
