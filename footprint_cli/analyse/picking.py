"""The picker under other settings: what its record tells of limits that are recorded nowhere."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import NamedTuple

from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.reruled import Picker, picker_of
from footprint_cli.analyse.stages import pick
from footprint_cli.model.evidence import Number
from footprint_cli.model.seam import OPEN, Scored, Verdict
from footprint_cli.model.what_if import AT_MOST, Bounded

_TOOK_ALL = "the picker's own limits are not recorded, and may refuse some"
_CAPPED = "the picker's token budget is not recorded, and may refuse some"
_TOKENS = "the picker ran out of tokens, and neither its budget nor their sizes are recorded"
_EARLY = "the record is older than the picker's verdict"


class Picked(NamedTuple):
    """Verdicts behind the picker, in rank order, and how many that reads.

    `doubt` is what is not known of the picker where it is given others than it took.
    """

    verdicts: list[Verdict]
    read: Bounded
    doubt: str


def picked(
    pool: Pool,
    scored: Sequence[Scored],
    spent: list[Verdict],
    values: Mapping[str, Number | None],
) -> Picked:
    """Have the picker rule on what a strategy and the character budget admit.

    A part of what it took before it takes again: fewer chunks leave it more room. The same set has
    the recorded verdicts. Of others the record tells as much as it refused: a cap that was full is
    known, a token budget is not.
    """
    candidates = [pool.candidates[place] for place in pool.ranked]
    read = [one.admitted is True for one in candidates]
    given = [one.admitted is not False for one in spent]
    settled = all(one.admitted is not None for one in spent)
    picker = picker_of(pool)
    handed = _handed(pool, picker)
    asked = "maxEntries" in values and not _asks_nothing(values["maxEntries"], read, picker)
    cap = values["maxEntries"] if asked else (sum(read) if picker.capped else None)
    doubt = _doubt(pool, picker)
    if settled and not asked and given == handed:
        recorded = [
            Verdict(admitted=one.admitted, reason=one.reason) if was else verdict
            for one, was, verdict in zip(candidates, handed, spent, strict=True)
        ]
        return Picked(recorded, _most(sum(read), doubt if doubt == _EARLY else ""), doubt)
    part = settled and all(was for was, now in zip(read, given, strict=True) if now)
    if doubt == _TOKENS and not part:
        verdicts = [OPEN if one.admitted else one for one in spent]
    else:
        verdicts = pick(scored, spent, cap)
    most = sum(one.admitted is True for one in spent)
    most = most if cap is None else min(most, ceil(cap))
    return Picked(verdicts, _most(most, "" if part and doubt != _EARLY else doubt), doubt)


def _asks_nothing(cap: Number | None, read: Sequence[bool], picker: Picker) -> bool:
    """Tell whether another cap changes nothing: none was full before, and this one would not be."""
    return not picker.capped and (cap is None or sum(read) <= cap)


def _handed(pool: Pool, picker: Picker) -> list[bool]:
    """Tell of each by rank whether the picker was given it, as far as the record says."""
    refused = {*picker.capped, *picker.short}
    return [pool.candidates[at].admitted is True or at in refused for at in pool.ranked]


def _doubt(pool: Pool, picker: Picker) -> str:
    """Say what is not known of the picker where it is given others than it took."""
    if pool.retrieval.evidence_from == "event":
        return _EARLY
    if picker.short:
        return _TOKENS
    return _CAPPED if picker.capped else _TOOK_ALL


def _most(count: int, doubt: str) -> Bounded:
    """Return how many are read, or at most are, where something is in doubt."""
    if not doubt or not count:
        return Bounded(value=count)
    return Bounded(value=count, bound=AT_MOST, why=(doubt,))
