"""Which retrievals of an index answer a question, in the order of the index, or the latest of them."""

from collections.abc import Iterable, Iterator
from heapq import merge
from itertools import groupby, islice
from operator import attrgetter
from typing import NamedTuple

from footprint_cli.archive.index.counts import Group, Question
from footprint_cli.model.answer import CANNOT_SAY


class Place(NamedTuple):
    """A retrieval by its number in the index, the latest with the highest.

    `own` are the places in its list of what is asked for; empty where the list does not name it.
    """

    retrieval: int
    own: tuple[int, ...] = ()


_APART = 64  # groups of which each is asked by itself; more are sorted together


def all_places(question: Question) -> Iterator[Place]:
    """Yield every retrieval that names what is asked for, or cannot say, in the index's order."""
    naming = _named(question, question.groups, "")
    yield from _distinct(naming, _attached(question, ""), _silent(question, ""), reverse=False)


def latest_places(question: Question, number: int, *, read: bool) -> list[Place]:
    """Return the latest that answer the question, filled up with others, in the index's order.

    Who asks why a chunk was not read is shown where it was not, and with `read` where it was; those
    that cannot say come last.
    """
    answering = [one for one in question.groups if one.ruling.first]
    wanted = [one for one in answering if (one.ruling.answer == "read") is read]
    others = [one for one in answering if (one.ruling.answer == "read") is not read]
    silent = (one for one in _silent(question, "DESC") if not names(question, one.retrieval))
    first = [_named(question, wanted, "DESC", number)]
    then = [_named(question, others, "DESC", 2 * number)]
    (first if read else then).append(_attached(question, "DESC"))
    found: list[int] = []
    for places in (first, then, [silent]):
        if len(found) < number:
            known = {*found}
            more = (one.retrieval for one in _distinct(*places, reverse=True))
            found += islice((one for one in more if one not in known), number - len(found))
    return [place_of(question, one) for one in sorted(found)]


def names(question: Question, retrieval: int) -> bool:
    """Tell whether a retrieval names what is asked for, in its list or by what events saw."""
    [found] = question.connection.execute(
        "SELECT EXISTS (SELECT 1 FROM t_candidate WHERE retrieval = ?"
        " AND chunk IN (SELECT value FROM json_each(?))) OR EXISTS (SELECT 1 FROM t_attached"
        " WHERE retrieval = ? AND id IN (SELECT value FROM json_each(?)))",
        (retrieval, question.chunks, retrieval, question.texts),
    ).fetchone()
    return bool(found)


def place_of(question: Question, retrieval: int) -> Place:
    """Find what is asked for in the list of a retrieval."""
    rows = question.connection.execute(
        "SELECT place FROM t_candidate WHERE retrieval = ?"
        " AND chunk IN (SELECT value FROM json_each(?)) ORDER BY place",
        (retrieval, question.chunks),
    )
    return Place(retrieval, tuple(place for [place] in rows))


def _named(
    question: Question, groups: list[Group], order: str, number: int = -1
) -> Iterable[Place]:
    """Yield where candidates of these groups are, at most so many of each; -1: all."""
    if len(groups) > _APART:
        return _of_groups(question, groups, order, -1)
    return merge(
        *(_of_groups(question, [one], order, number) for one in groups), reverse=order == "DESC"
    )


def _of_groups(question: Question, groups: list[Group], order: str, number: int) -> Iterator[Place]:
    chunks = f"[{','.join(str(one.chunk) for one in groups)}]"
    rulings = f"[{','.join(str(one.number) for one in groups)}]"
    one = len(groups) == 1
    chosen = "= json_extract(?, '$[0]')" if one else "IN (SELECT value FROM json_each(?))"
    rows = question.connection.execute(
        f"SELECT c.retrieval, c.place FROM t_candidate c {question.of_part} WHERE"
        f" c.chunk {chosen} AND c.ruling {chosen} AND {question.where}"
        f" ORDER BY c.retrieval {order}, c.place {order} LIMIT {number}",
        [chunks, rulings, *question.values],
    )
    return (Place(retrieval, (place,)) for retrieval, place in rows)


def _attached(question: Question, order: str) -> Iterator[Place]:
    rows = question.connection.execute(
        f"SELECT DISTINCT a.retrieval FROM t_attached a {question.of_part} WHERE"
        f" a.id IN (SELECT value FROM json_each(?)) AND {question.where}"
        f" ORDER BY a.retrieval {order}",
        [question.texts, *question.values],
    )
    return (Place(retrieval) for [retrieval] in rows)


def _silent(question: Question, order: str) -> Iterable[Place]:
    """Yield the retrievals that cannot say anything of a chunk that they do not name."""

    def of(answer: str) -> Iterator[Place]:
        rows = question.connection.execute(
            "SELECT t.retrieval FROM t_retrieval t WHERE"
            # Without the plus SQLite takes it for a number, and the index is of no use.
            f" t.{question.column} = (SELECT +text FROM d_text WHERE value = ?) AND {question.where}"
            f" ORDER BY t.retrieval {order}",
            [answer, *question.values],
        )
        return (Place(retrieval) for [retrieval] in rows)

    silent = [one for one in sorted(CANNOT_SAY) if question.silent.get(one)]
    return merge(*map(of, silent), reverse=order == "DESC")


def _distinct(*places: Iterable[Place], reverse: bool) -> Iterator[Place]:
    """Yield places in their order, each retrieval once, with all that was found in its list."""
    by_number = attrgetter("retrieval")
    for retrieval, group in groupby(merge(*places, key=by_number, reverse=reverse), by_number):
        yield Place(retrieval, tuple(sorted(at for one in group for at in one.own)))
