"""The recordings of one source → the rows that an index keeps of it."""

from typing import NamedTuple

from footprint_cli.analyse.audits import covered
from footprint_cli.analyse.outcome_words import outcome_word
from footprint_cli.analyse.outcomes import outcome_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.rules import BESIDE_FRAGMENTS, findings_of
from footprint_cli.analyse.verification import run_findings
from footprint_cli.archive.index.calls import call_row, gap_rows
from footprint_cli.archive.index.candidates import Candidates, Listed
from footprint_cli.archive.index.growth import NOWHERE, Growth, Stand
from footprint_cli.archive.index.lexicon import Lexicon, News
from footprint_cli.archive.index.once import Row
from footprint_cli.archive.index.retrievals import Retrievals, unsaid_of
from footprint_cli.archive.index.values import holds, stored_text
from footprint_cli.archive.index.whole import Whole
from footprint_cli.model.audit import Audit, RetrievalAudit, first_status
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.json_text import json_text
from footprint_cli.model.recording import Recording

_UNREADABLE, _DAMAGED = 4, 3
RECORDING_STATUS = 10  # its place in a row of `t_recording`


class SourceRows(NamedTuple):
    """The rows of one source, without its number.

    A text, chunk, setting or ruling stands in rows as its number in a lexicon.
    """

    format: str | None
    lines: int | None
    damage: int
    status: int
    stand: Stand  # up to where the file need not be read again
    news: News  # of that lexicon
    rows: dict[str, list[Row]]
    lists: list[Listed]  # the candidates


class Rows:
    """Takes the recordings of one source one by one, and gives its rows."""

    def __init__(self, lexicon: Lexicon | None = None) -> None:
        self._lexicon = lexicon or Lexicon()
        self._texts = self._lexicon.texts
        self._candidates = Candidates(self._lexicon)
        self._retrievals = Retrievals(self._lexicon)
        self._lists: list[Listed] = []
        self._rows: dict[str, list[Row]] = {}
        self._statuses = {0}
        self._format: str | None = None
        self._lines: int | None = None
        self._damage = 0
        self._whole = Whole()  # the recording that is under way
        self._found: list[tuple[Finding, int]] = []  # in its retrievals
        self.growth = Growth()

    def add(self, recording: Recording) -> None:
        """Take up a recording, or a part of one: its retrievals, its calls, what is found in them.

        What is said of it as a whole is told of its last part.
        """
        whole, number = self._whole, self._next("t_recording")
        self.growth.add(recording)
        for one in recording.retrievals:
            self._retrieval(one, number)
        if recording.calls:
            self._calls(covered(recording), number)
        if recording.part:
            whole.noticed += recording.noticed
            return
        self._whole = Whole()
        self._recording(whole.audit(recording), number, fragments=whole.fragments)

    @classmethod
    def ending(cls, whole: Whole, found: list[tuple[Finding, int]]) -> "Rows":
        """Begin with what is `left` of the parts of a recording whose last part is still to be added."""
        rows = cls()
        rows._whole, rows._found = whole, found
        return rows

    @property
    def left(self) -> tuple[Whole, list[tuple[Finding, int]]]:
        """What is said of a recording once its last part comes, and what was found in its retrievals."""
        return self._whole, self._found

    def whole(self, stand: Stand = NOWHERE) -> SourceRows:
        """Give the rows of everything that was added."""
        return SourceRows(
            format=self._format,
            lines=self._lines,
            damage=self._damage,
            status=first_status(self._statuses),
            stand=stand,
            news=self._lexicon.news(),
            rows=self._rows,
            lists=self._lists,
        )

    def _put(self, table: str, row: Row) -> None:
        self._rows.setdefault(table, []).append(row)

    def _next(self, table: str) -> int:
        return len(self._rows.get(table, ()))

    def _recording(self, told: Audit, number: int, *, fragments: bool) -> None:
        """Take up what is said of a recording as a whole, and number what was found in it."""
        recording, damage = told.recording, len(told.recording.damage)
        self._format = self._format or recording.format
        self._lines = self._lines if recording.lines is None else recording.lines.physical
        self._damage += damage
        unreadable = told.exit_status == _UNREADABLE
        self._statuses.add(_UNREADABLE if unreadable else _DAMAGED if damage else 0)
        self._put("t_recording", _recording_row(told, number))
        found = [self._finding(_damaged(one), number, "damage") for one in recording.damage]
        said = (*run_findings(recording), *told.findings)
        found += [self._finding(one, number, "finding") for one in said]
        found += [
            self._finding(one, number, "finding", at)
            for one, at in self._found
            if fragments or one.code != BESIDE_FRAGMENTS
        ]
        self._found = []
        first = self._next("t_finding")
        self._rows.setdefault("t_finding", []).extend(
            (at, *row) for at, row in enumerate(found, start=first)
        )

    def _retrieval(self, retrieval: Retrieval, recording: int) -> None:
        evidence = retrieval.evidence
        # Whether the recording shows fragments at all is known at its end.
        pool = None if evidence is None else Pool(retrieval, evidence, fragments_elsewhere=True)
        one = _told(retrieval, pool)
        self._whole.add(one)
        at, unsaid = self._next("t_retrieval"), unsaid_of(one, pool)
        self._put("t_retrieval", self._retrievals.row(one, pool, (at, recording), unsaid))
        if pool is not None and pool.candidates:
            listed, details = self._candidates.listed(at, pool, unsaid)
            self._lists.append(listed)
            self._rows.setdefault("t_detail", []).extend(details)
        elif one.outcome not in ("corpus-empty", "never-asked"):
            seen = dict.fromkeys(retrieval.attached or ())
            self._rows.setdefault("t_attached", []).extend(
                (at, place, self._texts(each)) for place, each in enumerate(seen)
            )
        self._found += [(each, at) for each in findings_of(retrieval, pool, "")]

    def _calls(self, calls: tuple[CoveredCall, ...], recording: int) -> None:
        self._whole.cover(calls)
        for call in calls:
            at = self._next("t_call")
            self._put("t_call", call_row(call, self._texts, at, recording))
            self._rows.setdefault("t_gap", []).extend(gap_rows(call, self._texts, at))

    def _finding(
        self, one: Finding, recording: int, kind: str, retrieval: int | None = None
    ) -> Row:
        """Return the row of a finding without its number."""
        texts = self._texts
        return (
            recording,
            retrieval,
            texts(kind),
            texts(one.code),
            texts(one.level),
            stored_text(one.message),
            one.line,
            texts(one.step),
            texts(one.retriever),
            stored_text(one.chunk),
            texts(one.tool),
        )


def _recording_row(told: Audit, number: int) -> Row:
    recording, run = told.recording, told.recording.run
    ids = None if run.run_id is not None and run.run_ids in ((), (run.run_id,)) else run.run_ids
    return (
        number,
        recording.format,
        stored_text(run.run_id),
        stored_text(run.session_id),
        run.started,
        _day(run.started),
        run.complete,
        run.dropped_events if holds(run.dropped_events) else None,
        recording.commits,
        len(recording.damage),
        told.exit_status,
        stored_text(run.failure),
        stored_text(json_text(list(ids))) if ids else None,
    )


def _told(retrieval: Retrieval, pool: Pool | None) -> RetrievalAudit:
    """Name the outcome, and say it in a sentence where candidates do not say it again."""
    if pool is not None and pool.candidates:
        return RetrievalAudit(
            retrieval=retrieval, outcome=outcome_word(retrieval, pool), headline=""
        )
    outcome, headline = outcome_of(retrieval, pool)
    return RetrievalAudit(retrieval=retrieval, outcome=outcome, headline=headline)


def _damaged(one: Damage) -> Finding:
    level = "warning" if one.recovered else "error"
    return Finding(code=one.kind, level=level, message=one.detail, source="", line=one.line)


def _day(started: float | None) -> str | None:
    """Return the day of a moment, in UTC."""
    if started is None:
        return None
    from datetime import UTC, datetime

    return datetime.fromtimestamp(started / 1000, UTC).date().isoformat()
