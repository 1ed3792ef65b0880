"""The candidates of a retrieval → rows: the numbers of each, its chunk, and what was ruled on it."""

from collections.abc import Callable
from typing import Any

from footprint_cli.analyse.answers import answer_of, refused_by
from footprint_cli.analyse.fragments import fragment_fault
from footprint_cli.analyse.limits import limit_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.archive.index.once import Row, Shared, Texts
from footprint_cli.archive.index.values import holds, packed, packed_score, stored_text
from footprint_cli.model.answer import ANSWERS
from footprint_cli.model.evidence import OVER_MAX_ENTRIES, Candidate
from footprint_cli.model.numbers import number_text

_NUMBERS = ("score", "page", "rank", "prompt_position")


class Candidates:
    """Makes rows of candidates; `chunks` and `rulings` are what they share."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self.chunks: list[Row] = []
        self.rulings = Shared()
        self._chunk_at: dict[tuple[Any, ...], int] = {}
        self._rulings_at: dict[tuple[str, str], dict[tuple[Any, ...], int]] = {}
        self._odd_pages: set[int] = set()  # chunks whose page no column can hold

    def rows(
        self, retrieval: int, pool: Pool, unsaid: tuple[str, str]
    ) -> tuple[list[Row], list[Row]]:
        """Return a row a candidate, in the order of the list, and one more where one has more to tell.

        `unsaid` is what the retrieval answers of a chunk and of a document that it does not name.
        """
        first = _further(pool)
        rows: list[Row] = []
        details: list[Row] = []
        chunk_at = self._chunk_at
        ruling_at = self._rulings_at.setdefault(unsaid, {})
        for place, (one, read) in enumerate(zip(pool.candidates, pool.read, strict=True)):
            page = one.page
            chunk = (one.id, one.doc_uri, page, one.heading, page.__class__)
            ranked = one.rank == place + 1
            fragment = one.prompt_fragment
            ruling = (
                one.admitted,
                read,
                one.reason,
                pool.cap_author(place) if one.reason == OVER_MAX_ENTRIES else None,
                None if fragment is None or read is True else fragment_fault(one),
                ranked,
                place not in first,
            )
            number = chunk_at.get(chunk)
            if number is None:
                number = self._chunk(chunk)
            ruled = ruling_at.get(ruling)
            if ruled is None:
                ruled = ruling_at[ruling] = self._ruling((*ruling, unsaid), place, pool)
            score = packed_score(one.score)
            rows.append((retrieval, place, number, ruled, score))
            if (
                fragment is not None
                or not ranked
                or one.odd
                or one.extra
                or one.prompt_position is not None
                or (score is None and one.score is not None)
                or number in self._odd_pages
            ):
                details.append(_detail(retrieval, place, one, ranked=ranked))
        return rows, details

    def _chunk(self, key: tuple[Any, ...]) -> int:
        name, document, page, heading, _ = key
        if holds(page):
            number = len(self.chunks)
            texts = self._texts
            self.chunks.append((stored_text(name), texts(document), page, texts(heading)))
        else:  # it shares the row of a chunk without a page
            plain = (name, document, None, heading, type(None))
            known = self._chunk_at.get(plain)
            number = self._chunk(plain) if known is None else known
            self._odd_pages.add(number)
        self._chunk_at[key] = number
        return number

    def _ruling(self, key: tuple[Any, ...], place: int, pool: Pool) -> int:
        admitted, read, reason, _, fault, ranked, first, unsaid = key
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
            int(first),
            *unsaid,
        )
        return self.rulings(row)


def _further(pool: Pool) -> set[int]:
    """Find the rows that do not answer for their id: another row of the list does so better, or earlier.

    As for `why-not`, the best answer comes first, and a read that is proven before one that is not.
    """
    names = [one.id for one in pool.candidates]
    if len({*names}) == len(names):
        return set()
    best: dict[str | None, int] = {}
    order: Callable[[int], tuple[int, bool]] = lambda at: (  # noqa: E731 (a key)
        ANSWERS.index(answer_of(pool.candidates[at], read=pool.read[at])),
        pool.read[at] is not True,
    )
    for at, name in enumerate(names):
        if order(at) < order(best.setdefault(name, at)):
            best[name] = at
    return {*range(len(names))} - {*best.values()}


def _detail(retrieval: int, place: int, one: Candidate, *, ranked: bool) -> Row:
    fragment = one.prompt_fragment
    numbers = {name: getattr(one, name) for name in _NUMBERS}
    beyond = {name: number_text(each) for name, each in numbers.items() if not _fits(name, each)}
    other = {"odd": one.odd, "extra": one.extra, "numbers": beyond}
    return (
        retrieval,
        place,
        one.rank if not ranked and holds(one.rank) else None,
        one.prompt_position if holds(one.prompt_position) else None,
        None if fragment is None else len(fragment),
        None if fragment is None else len(fragment.encode("utf-8", "surrogatepass")),
        packed({name: value for name, value in other.items() if value}),
    )


def _fits(name: str, number: float | None) -> bool:
    return number is None or (
        packed_score(number) is not None if name == "score" else holds(number)
    )
