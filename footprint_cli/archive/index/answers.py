"""A question about a chunk, answered from an index: counted by it, and a few retrievals shown."""

import sqlite3
from collections.abc import Iterator
from functools import cached_property
from operator import itemgetter

from footprint_cli.analyse.answers import matcher, named
from footprint_cli.analyse.unnamed import unnamed
from footprint_cli.archive.index.asked import Part
from footprint_cli.archive.index.audits import row_of
from footprint_cli.archive.index.counts import Question
from footprint_cli.archive.index.places import Place, all_places, latest_places, place_of
from footprint_cli.archive.index.shown import naming_again, silent_again
from footprint_cli.model.answer import CANNOT_SAY, Asked, Counted, Occurrence

_UNTOLD = "candidates-not-recorded"  # also where some candidates have no id


class IndexAnswers:
    """Answers one question from an open index; `sources` are the files that were shown.

    Rows are read as an answer is looked at: the index stays open as long.
    """

    def __init__(self, connection: sqlite3.Connection, asked: Asked, part: Part) -> None:
        self._connection = connection
        self._asked = asked
        self._question = Question(connection, asked, part)
        self.sources: dict[int, str] = {}

    def all(self) -> Iterator[Occurrence]:
        """Yield the answers of every retrieval that names what is asked for, or cannot say."""
        for place in all_places(self._question):
            yield from self._answers(place)

    def latest(self, number: int, *, read: bool) -> Iterator[Occurrence]:
        """Yield the answers of the latest retrievals, those that answer the question before others."""
        for place in latest_places(self._question, number, read=read):
            yield from self._answers(place)

    @cached_property
    def counted(self) -> Counted:
        """What the index counts, for the reply to the whole question."""
        question, naming = self._question, self._question.naming
        unnamed = {answer: count for answer, count in question.silent.items() if count}
        answered = dict(unnamed)
        for (answer, _), count in naming.items():
            answered[answer] = answered.get(answer, 0) + count
        recordings, damaged = self._totals()
        return Counted(
            recordings=recordings,
            complete=not damaged,
            answers=answered,
            unnamed=unnamed,
            chunks=self._chunks() if self._asked.how != "exact" else {},
            hidden=self._hidden(),
            refusals=self._refusals(),
            unshown=sum(self._hidden().values()),
            passed_over=self._all_retrievals() - sum(answered.values()),
            listed=naming.total() + sum(unnamed.get(one, 0) for one in CANNOT_SAY),
            only=self._only() if sum(answered.values()) == 1 else None,
            ids=() if naming else tuple(question.ids()),
        )

    def _answers(self, place: Place) -> list[Occurrence]:
        """Answer for one retrieval, with what is listed."""
        found = self._told(place)
        return [each for each in found if each.chunk is not None or each.answer in CANNOT_SAY]

    def _told(self, place: Place) -> list[Occurrence]:
        asked, row = self._asked, row_of(self._connection, place.retrieval)
        self.sources[row.source] = row.path
        if place.own:
            return [*named(naming_again(self._connection, row, place.own), row.path, place.own)]
        said = row.unnamed_document if asked.how == "doc" else row.unnamed
        bare = None if said == _UNTOLD else 0
        one = silent_again(self._connection, row)
        return [*unnamed(one, row.path, asked, matcher(asked), bare=bare)]

    def _totals(self) -> tuple[int, int]:
        """Count the recordings of a known format, and the sources that are damaged."""
        [recordings, damaged] = self._connection.execute(
            "SELECT total(count) FILTER (WHERE what = 'recordings' AND one = 1),"
            " total(count) FILTER (WHERE what = 'sources' AND other = 1) FROM t_total"
        ).fetchone()
        return int(recordings), int(damaged)

    def _all_retrievals(self) -> int:
        [count] = self._connection.execute(
            "SELECT total(count) FROM t_total WHERE what = 'retrievals'"
        ).fetchone()
        return int(count)

    def _chunks(self) -> dict[str, dict[str, int]]:
        """Count the answers of each chunk, in the order in which they first came."""
        question = self._question
        listed = [
            (one.at, question.named.chunks[one.chunk], one.ruling.answer, one.times)
            for one in question.answering
        ]
        attached = [(at, name, "read", times) for at, name, times in question.attached_chunks()]
        chunks: dict[str, dict[str, int]] = {}
        for _, name, answer, times in sorted([*listed, *attached], key=itemgetter(0)):
            if name is not None:
                told = chunks.setdefault(name, {})
                told[answer] = told.get(answer, 0) + times
        return chunks

    def _hidden(self) -> dict[str, int]:
        """Count, for each chunk, where it was admitted and no text of it is shown."""
        hidden: dict[str, int] = {}
        for one in self._question.answering:
            if one.ruling.answer == "read" and one.ruling.read is None:
                name = self._question.named.chunks[one.chunk] or ""
                hidden[name] = hidden.get(name, 0) + one.times
        return hidden

    def _refusals(self) -> dict[str, int]:
        refusals: dict[str, int] = {}
        for one in self._question.answering:
            why = one.ruling.refused_by
            if why is not None:
                refusals[why] = refusals.get(why, 0) + one.times
        return refusals

    def _only(self) -> Occurrence | None:
        """Return the answer of the only retrieval, where it is one."""
        question = self._question
        [place] = question.connection.execute(
            f"SELECT t.retrieval FROM t_retrieval t WHERE {question.where} LIMIT 1",
            question.values,
        ).fetchone()
        found = self._told(place_of(question, place))
        return found[0] if len(found) == 1 else None
