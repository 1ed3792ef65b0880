"""The candidates of a retrieval → rows: the numbers of each, its chunk, and what was ruled on it."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.analyse.answers import answer_of, refused_by
from footprint_cli.analyse.fragments import fragment_fault
from footprint_cli.analyse.limits import limit_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.archive.index_once import Row, Shared, Texts
from footprint_cli.archive.index_values import holds, packed, stored_text
from footprint_cli.model.answer import ANSWERS
from footprint_cli.model.evidence import Candidate
from footprint_cli.model.numbers import number_text

_NUMBERS = ("score", "page", "rank", "prompt_position")


class Candidates:
    """Makes rows of candidates; `chunks` and `rulings` are what they share."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self.chunks, self.rulings = Shared(), Shared()

    def rows(self, retrieval: int, pool: Pool, unsaid: tuple[str, str]) -> Iterator[Row]:
        """Yield a row a candidate, in the order of the list.

        `unsaid` is what the retrieval answers of a chunk and of a document that it does not name.
        """
        ranks = [_order(one, read) for one, read in zip(pool.candidates, pool.read, strict=True)]
        first: dict[str | None, int] = {}
        for place, one in enumerate(pool.candidates):
            if ranks[place] < ranks[first.setdefault(one.id, place)]:
                first[one.id] = place
        for place, one in enumerate(pool.candidates):
            other = _other(one)
            fragment = one.prompt_fragment
            yield (
                retrieval,
                place,
                self._chunk(one),
                self._ruling(place, pool, (first[one.id] == place, *unsaid)),
                one.score if holds(one.score) else None,
                one.rank if holds(one.rank) else None,
                one.prompt_position if holds(one.prompt_position) else None,
                None if fragment is None else len(fragment),
                None if fragment is None else len(fragment.encode("utf-8", "surrogatepass")),
                packed(other) if other else None,
            )

    def _chunk(self, one: Candidate) -> int:
        page = one.page if holds(one.page) else None
        return self.chunks(
            (stored_text(one.id), self._texts(one.doc_uri), page, self._texts(one.heading))
        )

    def _ruling(self, place: int, pool: Pool, of_list: Row) -> int:
        one, read = pool.candidates[place], pool.read[place]
        answer = answer_of(one, read=read)
        return self.rulings(
            (
                one.admitted,
                read,
                answer,
                limit_of(place, pool),
                stored_text(refused_by(place, pool)) if answer == "refused" else None,
                stored_text(one.reason),
                None if one.prompt_fragment is None else fragment_fault(one),
                *of_list,
            )
        )


def _order(one: Candidate, read: bool | None) -> tuple[int, bool]:
    """Order the rows of one id as `why-not` does: the best answer first, a proven read before others."""
    return ANSWERS.index(answer_of(one, read=read)), read is not True


def _other(one: Candidate) -> dict[str, Any]:
    """Return what has no column of its own."""
    other: dict[str, Any] = {}
    if one.odd:
        other["odd"] = one.odd
    if one.extra:
        other["extra"] = one.extra
    numbers = {name: getattr(one, name) for name in _NUMBERS}
    beyond = {name: number_text(each) for name, each in numbers.items() if not holds(each)}
    return {**other, "numbers": beyond} if beyond else other
