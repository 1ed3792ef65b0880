"""What an admitted chunk passes behind the strategy: the character budget, the picker, prompt order.

Each stage takes a pool in rank order and the verdicts so far, and returns verdicts of the same
length: what was refused stays refused, by the first stage that did. Where a size or an age is not
known, and it would decide, the verdict is left open (`admitted` is None).
"""

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import NamedTuple

from footprint_cli.analyse.strategies import held
from footprint_cli.model.evidence import (
    OVER_BUDGET,
    OVER_CHAR_BUDGET,
    OVER_MAX_ENTRIES,
    Number,
)
from footprint_cli.model.seam import OPEN, Scored, Strategy, Verdict, refused


class Limits(NamedTuple):
    """The limits of the later stages: UTF-16 code units of passages, chunks, tokens; None: no limit."""

    max_chars: Number | None = None
    max_entries: Number | None = None
    max_tokens: Number | None = None


def path(pool: Sequence[Scored], strategy: Strategy, limits: Limits) -> list[Verdict]:
    """Take a pool the whole way: strategy, character budget, picker."""
    admitted = spend(pool, held(strategy, pool), limits.max_chars)
    return pick(pool, admitted, limits.max_entries, limits.max_tokens)


def spend(
    pool: Sequence[Scored],
    verdicts: Sequence[Verdict],
    max_chars: Number | None,
    used: Number = 0,
) -> list[Verdict]:
    """Spend a character budget in rank order; the first that does not fit ends it for all behind it.

    A passage that fills the budget exactly fits (format notes, 5; agentfootprint 9.62.0). `used` is
    what was spent before the pool.
    """
    if max_chars is None:
        return [*verdicts]
    out: list[Verdict] = []
    sure, ended = True, False
    for one, verdict in zip(pool, verdicts, strict=True):
        if verdict.admitted is False:
            out.append(verdict)
            continue
        sure = sure and verdict.admitted is True and one.chars is not None
        if verdict.admitted is None:  # it may not have come so far
            out.append(OPEN)
            continue
        used += one.least if one.chars is None else one.chars
        ended = ended or used > max_chars  # here, or before at one whose size is not known
        out.append(refused(OVER_CHAR_BUDGET) if ended else verdict if sure else OPEN)
    return out


def newest_first(pool: Sequence[Scored], places: Iterable[int]) -> list[int] | None:
    """Return places in the order of the picker: newest first, ties by id; None: an age is not known.

    The prompt has them the other way round (format notes, 5, fact 1).
    """
    chosen = [*places]
    keyed = []
    for place in chosen:
        one = pool[place]
        if one.updated is None or one.id is None:
            return None if len(chosen) > 1 else chosen
        keyed.append((-one.updated, one.id.encode("utf-16-be", "surrogatepass"), place))
    return [place for *_, place in sorted(keyed)]


def pick(
    pool: Sequence[Scored],
    verdicts: Sequence[Verdict],
    max_entries: Number | None = None,
    max_tokens: Number | None = None,
) -> list[Verdict]:
    """Pick newest first: what does not fit the tokens is skipped, and the cap ends it.

    Inferred: tokens are tried before the cap, as the seed describes `over-max-entries` ("cleared the
    threshold and the budget").
    """
    out = [*verdicts]
    places = [place for place, one in enumerate(verdicts) if one.admitted is not False]
    if max_tokens is None and (max_entries is None or len(places) <= max_entries):
        return out
    if max_entries is not None and max_entries <= 0 and max_tokens is None:
        return [refused(OVER_MAX_ENTRIES) if one.admitted else one for one in verdicts]
    order = newest_first(pool, places)
    if order is None or any(verdicts[place].admitted is None for place in places):
        return _left_open(out, places)
    taken: Number = 0
    spent: Number = 0
    for number, place in enumerate(order):
        tokens = pool[place].tokens
        if max_tokens is not None and tokens is None:
            return _left_open(out, order[number:])
        if max_tokens is not None and spent + (tokens or 0) > max_tokens:
            out[place] = refused(OVER_BUDGET)
        elif max_entries is not None and taken >= max_entries:
            out[place] = refused(OVER_MAX_ENTRIES)
        else:
            taken, spent = taken + 1, spent + (tokens or 0)
    return out


def prompt_order(pool: Sequence[Scored], verdicts: Sequence[Verdict]) -> list[int] | None:
    """Return the places that are admitted as the prompt has them, oldest first; None: not known."""
    admitted = [one.admitted is True for one in verdicts]
    order = newest_first(pool, compress(range(len(pool)), admitted))
    return None if order is None else order[::-1]


def _left_open(verdicts: list[Verdict], places: Iterable[int]) -> list[Verdict]:
    for place in places:
        verdicts[place] = OPEN
    return verdicts
