"""Which candidates of a long list a person is shown first."""

from footprint_cli.model.audit import Explained, RetrievalAudit
from footprint_cli.model.numbers import usable

_NEAREST = 3  # refused candidates that are shown however many were admitted


def chosen(audit: RetrievalAudit, limit: int) -> tuple[list[Explained], int]:
    """Return the rows to show, in recorded order, and how many are left out.

    All admitted are shown, then the refused from the best score down, up to `limit` rows in all and
    a few in any case: the nearest misses are what is asked for. A limit of 0 shows all.
    """
    rows = list(audit.candidates or ())
    admitted = sum(one.candidate.admitted is not False for one in rows)
    most = limit if admitted < limit else admitted + min(limit, _NEAREST)
    if limit == 0 or len(rows) <= most:
        return rows, 0

    def distance(place: int) -> tuple[bool, bool, float, int]:
        candidate = rows[place].candidate
        if candidate.admitted is not False:
            return (False, False, 0.0, place)
        score = candidate.score
        return (True, not usable(score), -score if usable(score) else 0.0, place)

    kept = sorted(sorted(range(len(rows)), key=distance)[:most])
    return [rows[place] for place in kept], len(rows) - len(kept)
