"""The candidates of a retrieval → columns: the chunk of each, what was ruled on it, and its score."""

from collections.abc import Callable, Sequence
from itertools import repeat
from operator import attrgetter, eq
from typing import Any, NamedTuple

from footprint_cli.analyse.answers import answer_of, refused_by
from footprint_cli.analyse.fragments import fragment_fault
from footprint_cli.analyse.limits import limit_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.archive.index.lexicon import Lexicon
from footprint_cli.archive.index.once import Row
from footprint_cli.archive.index.values import (
    holds,
    packed,
    packed_score,
    packed_scores,
    stored_text,
)
from footprint_cli.model.answer import ANSWERS
from footprint_cli.model.evidence import OVER_MAX_ENTRIES, Candidate
from footprint_cli.model.numbers import number_text

_NUMBERS = ("score", "page", "rank", "prompt_position")
_COLUMNS = attrgetter(
    "id",
    "doc_uri",
    "page",
    "heading",
    "score",
    "rank",
    "admitted",
    "reason",
    "prompt_fragment",
    "prompt_position",
    "odd",
    "extra",
)


class Listed(NamedTuple):
    """The list of one retrieval: for each candidate its chunk and ruling, by number, and its score."""

    retrieval: int  # of its source, from 0
    chunks: list[int]
    rulings: list[int]
    scores: Sequence[float | None]


class Candidates:
    """Makes columns of candidates; what they share is in the lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._rulings_at: dict[tuple[str, str], dict[tuple[Any, ...], int]] = {}

    def listed(
        self, retrieval: int, pool: Pool, unsaid: tuple[str, str]
    ) -> tuple[Listed, list[Row]]:
        """Return the columns, in the order of the list, and a row for each that has more to tell.

        `unsaid` is what the retrieval answers of a chunk and of a document that it does not name.
        """
        columns = zip(*map(_COLUMNS, pool.candidates), strict=True)
        ids, documents, pages, headings, scores, ranks, admitted, reasons, *rest = columns
        fragments, positions, odd, extra = rest
        chunks = self._chunks(zip(ids, documents, pages, headings, map(type, pages), strict=True))
        ranked = [*map(eq, ranks, range(1, len(ranks) + 1))]
        rulings = self._rulings(
            [
                *zip(
                    admitted,
                    pool.read,
                    reasons,
                    _cap_authors(pool, reasons),
                    _faults(pool, fragments),
                    ranked,
                    _further(pool, ids),
                    strict=True,
                )
            ],
            unsaid,
            pool,
        )
        stored = packed_scores(scores)
        told = zip(fragments, positions, odd, extra, ranked, stored, scores, chunks, strict=True)
        odd_pages = self._lexicon.odd_pages
        details = [
            _detail(retrieval, place, pool.candidates[place])
            for place, (
                fragment,
                position,
                strange,
                more,
                is_ranked,
                kept,
                score,
                chunk,
            ) in enumerate(told)
            if fragment is not None
            or not is_ranked
            or position is not None
            or strange
            or more
            or (kept is None and score is not None)
            or chunk in odd_pages
        ]
        return Listed(retrieval, chunks, rulings, stored), details

    def _chunks(self, keys: Any) -> list[int]:  # noqa: ANN401 (an iterator of keys)
        keys = [*keys]
        numbers = [*map(self._lexicon.chunk_at.get, keys)]
        if None not in numbers:
            return numbers  # type: ignore[return-value]
        chunk = self._lexicon.chunk
        return [chunk(key) if one is None else one for one, key in zip(numbers, keys, strict=True)]

    def _rulings(
        self, keys: list[tuple[Any, ...]], unsaid: tuple[str, str], pool: Pool
    ) -> list[int]:
        known = self._rulings_at.setdefault(unsaid, {})
        for key in dict.fromkeys(keys):
            if key not in known:
                known[key] = self._ruling((*key, unsaid), keys.index(key), pool)
        return [*map(known.__getitem__, keys)]

    def _ruling(self, key: tuple[Any, ...], place: int, pool: Pool) -> int:
        admitted, read, reason, _, fault, ranked, further, unsaid = key
        answer = answer_of(pool.candidates[place], read=read)
        row = (
            admitted,
            read,
            answer,
            limit_of(place, pool),
            stored_text(refused_by(place, pool)) if answer == "refused" else None,
            stored_text(reason),
            fault,
            int(ranked),
            int(not further),
            *unsaid,
        )
        return self._lexicon.rulings(row)


def _cap_authors(pool: Pool, reasons: tuple[str | None, ...]) -> Any:  # noqa: ANN401 (a column)
    """Say for each that was refused by a cap whose it is."""
    if OVER_MAX_ENTRIES not in reasons:
        return repeat(None, len(reasons))
    return [
        author if one == OVER_MAX_ENTRIES else None
        for author, one in zip(pool.cap_authors(), reasons, strict=True)
    ]


def _faults(pool: Pool, fragments: tuple[str | None, ...]) -> list[str | None]:
    return [
        None if fragment is None or read is True else fragment_fault(one)
        for fragment, read, one in zip(fragments, pool.read, pool.candidates, strict=True)
    ]


def _further(pool: Pool, ids: tuple[str | None, ...]) -> list[bool]:
    """Tell which rows do not answer for their id: another row of the list does so better, or earlier.

    As for `why-not`, the best answer comes first, and a read that is proven before one that is not.
    """
    further = [False] * len(ids)
    if len({*ids}) == len(ids):
        return further
    best: dict[str | None, int] = {}
    order: Callable[[int], tuple[int, bool]] = lambda at: (  # noqa: E731 (a key)
        ANSWERS.index(answer_of(pool.candidates[at], read=pool.read[at])),
        pool.read[at] is not True,
    )
    for at, name in enumerate(ids):
        if order(at) < order(best.setdefault(name, at)):
            best[name] = at
    first = {*best.values()}
    return [at not in first for at in range(len(ids))]


def _detail(retrieval: int, place: int, one: Candidate) -> Row:
    fragment = one.prompt_fragment
    size = None if fragment is None else len(fragment)
    if fragment is not None and not fragment.isascii():
        size = len(fragment.encode("utf-8", "surrogatepass"))
    numbers = {name: getattr(one, name) for name in _NUMBERS}
    beyond = {name: number_text(each) for name, each in numbers.items() if not _fits(name, each)}
    other = {"odd": one.odd, "extra": one.extra, "numbers": beyond}
    ranked = one.rank == place + 1
    return (
        retrieval,
        place,
        one.rank if not ranked and holds(one.rank) else None,
        one.prompt_position if holds(one.prompt_position) else None,
        None if fragment is None else len(fragment),
        size,
        packed({name: value for name, value in other.items() if value}),
    )


def _fits(name: str, number: float | None) -> bool:
    if name == "score" and number is not None:
        return packed_score(number) is not None
    return holds(number)
