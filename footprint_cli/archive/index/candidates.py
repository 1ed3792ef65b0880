"""The candidates of a retrieval → columns: the chunk of each, what was ruled on it, and its score."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby, repeat
from operator import eq
from typing import Any, NamedTuple

from msgspec.structs import astuple

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
from footprint_cli.model.evidence import OVER_MAX_ENTRIES, Candidate, Number
from footprint_cli.model.numbers import number_text

_NUMBERS = ("score", "page", "rank", "prompt_position")


class _Columns(NamedTuple):
    """The fields of candidates, in the order of the record."""

    ids: tuple[str | None, ...]
    scores: tuple[Number | None, ...]
    ranks: tuple[int | None, ...]
    admitted: tuple[bool | None, ...]
    reasons: tuple[str | None, ...]
    documents: tuple[str | None, ...]
    pages: tuple[Number | None, ...]
    headings: tuple[str | None, ...]
    fragments: tuple[str | None, ...]
    positions: tuple[int | None, ...]
    odd: tuple[dict[str, Any], ...]
    extra: tuple[dict[str, Any], ...]

    def noted(self, kept: list[float | None]) -> set[int]:
        """Name the places of values that have no column here; of scores some were not `kept`."""
        places = {at for at, one in enumerate(self.positions) if one is not None}
        for column in (self.odd, self.extra):
            if any(column):
                places.update(at for at, one in enumerate(column) if one)
        if None in kept:
            scores = zip(kept, self.scores, strict=True)
            places.update(at for at, (one, score) in enumerate(scores) if one is None is not score)
        return places


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
        columns = _Columns(*zip(*map(astuple, pool.candidates), strict=True))
        pages, ranks = columns.pages, columns.ranks
        ranked = [*map(eq, ranks, range(1, len(ranks) + 1))]
        shown = [at for at, one in enumerate(columns.fragments) if one is not None]
        chunks = self._chunks(
            [
                *zip(
                    columns.ids,
                    columns.documents,
                    pages,
                    columns.headings,
                    map(type, pages),
                    strict=True,
                )
            ]
        )
        keys = zip(
            columns.admitted,
            pool.read,
            columns.reasons,
            _cap_authors(pool, columns.reasons),
            _faults(pool, shown),
            ranked,
            _further(pool, columns.ids),
            strict=True,
        )
        rulings = self._rulings(keys, unsaid, pool)
        scores = packed_scores(columns.scores)
        noted = {*shown, *columns.noted(scores)}
        if not all(ranked):
            noted.update(at for at, one in enumerate(ranked) if not one)
        if self._lexicon.odd_pages:
            noted.update(at for at, one in enumerate(chunks) if one in self._lexicon.odd_pages)
        details = [_detail(retrieval, at, pool.candidates[at]) for at in sorted(noted)]
        return Listed(retrieval, chunks, rulings, scores), details

    def _chunks(self, keys: list[tuple[Any, ...]]) -> list[int]:
        numbers = [*map(self._lexicon.chunk_at.get, keys)]
        if None not in numbers:
            return numbers  # type: ignore[return-value]
        chunk = self._lexicon.chunk
        return [chunk(key) if one is None else one for one, key in zip(numbers, keys, strict=True)]

    def _rulings(
        self, keys: Iterable[tuple[Any, ...]], unsaid: tuple[str, str], pool: Pool
    ) -> list[int]:
        """Return the number of each ruling: best first, most are as the one before."""
        known = self._rulings_at.setdefault(unsaid, {})
        numbers: list[int] = []
        for key, run in groupby(keys):
            number = known.get(key)
            if number is None:
                number = known[key] = self._ruling((*key, unsaid), len(numbers), pool)
            numbers += [number for _ in run]
        return numbers

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


def _cap_authors(pool: Pool, reasons: tuple[str | None, ...]) -> Iterable[str | None]:
    """Say for each that was refused by a cap whose it is."""
    if OVER_MAX_ENTRIES not in reasons:
        return repeat(None, len(reasons))
    return [
        author if one == OVER_MAX_ENTRIES else None
        for author, one in zip(pool.cap_authors(), reasons, strict=True)
    ]


def _faults(pool: Pool, shown: list[int]) -> list[str | None]:
    """Say what is wrong with each fragment, of those that are not known to be read."""
    faults: list[str | None] = [None] * len(pool.candidates)
    for at in shown:
        if pool.read[at] is not True:
            faults[at] = fragment_fault(pool.candidates[at])
    return faults


def _further(pool: Pool, ids: tuple[str | None, ...]) -> Iterable[bool]:
    """Tell which rows do not answer for their id: another row of the list does so better, or earlier.

    As for `why-not`, the best answer comes first, and a read that is proven before one that is not.
    """
    if len({*ids}) == len(ids):
        return [False] * len(ids)
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
