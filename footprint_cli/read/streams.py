"""Files of one record a line: commits, events, bare evidence."""

from collections.abc import Callable
from typing import Any, Protocol

from msgspec.structs import replace

from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.recording import LineCount, Recording, Run
from footprint_cli.model.search import ToolSchema
from footprint_cli.model.trace import StoredLog
from footprint_cli.read.again import commits_again, numbered_commits, prompts_again
from footprint_cli.read.commits import CommitLog
from footprint_cli.read.event_runs import EventLog
from footprint_cli.read.evidence import evidence_of
from footprint_cli.read.footprintjs import failed_searches, missing_searches
from footprint_cli.read.kinds import (
    KNOWN_EVENTS,
    TOOL_SCHEMA,
    carries_evidence,
    kind_of,
    label_of,
    misplaced,
    unknown_format,
    unread,
)
from footprint_cli.read.prompts import logged_prompts
from footprint_cli.read.schemas import schema_of
from footprint_cli.read.stored_logs import fresh_base
from footprint_cli.read.times import started_at


class LineReader(Protocol):
    """Takes the records of a file one by one, and gives the recording at the end."""

    def add(self, value: Any, line: int, raw: bytes) -> Damage | None:  # noqa: ANN401 (JSON)
        """Take up one record; what it refuses is returned as damage."""

    def finish(
        self, lines: LineCount, damage: tuple[Damage, ...], noticed: tuple[Finding, ...]
    ) -> Recording:
        """Give the recording, once the input is used up."""


class CommitLines:
    """A commit log: one bundle a line."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.log = CommitLog(path, own=True)

    def add(self, value: Any, line: int, raw: bytes) -> Damage | None:  # noqa: ANN401 (JSON)
        """Fold one commit."""
        why = self.log.add(value, line, raw)
        if why is None:
            return None
        return Damage(line=line, kind="refused-commit", detail=why, recovered=False)

    def finish(
        self, lines: LineCount, damage: tuple[Damage, ...], noticed: tuple[Finding, ...]
    ) -> Recording:
        """Give the recording of all logs in the file."""
        self.log.finish()
        path, logs = self._path, self.log.logs
        return Recording(
            source=path,
            format="commit-log",
            lines=lines,
            commits=self.log.commits,
            damage=damage,
            noticed=(*noticed, *self.log.noticed),
            retrievals=tuple(self.log.retrievals),
            calls=tuple(self.log.calls),
            schemas=tuple(self.log.schemas),
            final_answers=tuple(self.log.answers),
            log=lambda: commits_again(path, logs),
            logs=lambda: (
                StoredLog(
                    bundles=lambda: commits_again(path, logs),
                    base=fresh_base(commits_again(path, logs)),
                ),
            ),
            prompts=lambda *, whole=False: logged_prompts(
                numbered_commits(path), many=logs > 1, own=True, whole=whole
            ),
        )


class EventLines:
    """An event stream: `{type, payload, meta}` a line."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.log = EventLog()
        self._strange: dict[str, tuple[int, int]] = {}
        self._composed = False

    def add(self, value: Any, line: int, raw: bytes) -> Damage | None:  # noqa: ANN401, ARG002 (JSON)
        """Take up one event; a type this version does not know is counted."""
        kind = value["type"]
        if kind.startswith("agentfootprint.composition."):
            self._composed = True
        if kind not in KNOWN_EVENTS:
            count, first = self._strange.get(kind, (0, line))
            self._strange[kind] = (count + 1, first)
        self.log.add(value, line)
        return None

    def finish(
        self, lines: LineCount, damage: tuple[Damage, ...], noticed: tuple[Finding, ...]
    ) -> Recording:
        """Give the recording of all runs in the stream."""
        path, runs = self._path, list(self.log)
        many = len(runs) > 1
        strange = [
            Finding(
                code="unknown-event",
                level="note",
                message=f"{_times(count)} of type {kind}, which this version does not know",
                source=self._path,
                line=first,
            )
            for kind, (count, first) in self._strange.items()
        ]
        retrievals: list[Retrieval] = []
        for run in runs:
            own = run.retrievals
            own += failed_searches(run.failure, run.memories, own, run.run)
            strange += missing_searches(run.memories, own, self._path)
            retrievals += own
            strange += [_calls_withheld(self._path, *place) for place in run.withheld_calls]
        if self._composed:
            strange.append(
                Finding(
                    code="composition-events",
                    level="note",
                    message="the run is a composition: the retrievals of its agents leave no events; "
                    "the archived recording has them",
                    source=self._path,
                )
            )
        session = next((run.session for run in runs if run.session), None)
        return Recording(
            source=self._path,
            format="events",
            run=Run(
                session_id=session,
                run_ids=tuple(run.run for run in runs if run.run is not None),
                failure=next((run.failure for run in runs if run.failure), None),
                started=started_at(None, (run.began for run in runs)),
            ),
            lines=lines,
            damage=damage,
            noticed=(*noticed, *strange),
            retrievals=tuple(one if many else _without_run(one) for one in retrievals),
            calls=tuple(call if many else _without_run(call) for run in runs for call in run.calls),
            schemas=tuple(
                replace(one, run=run.run) if many else one for run in runs for one in run.schemas
            ),
            final_answers=tuple(
                run.answer if many else _without_run(run.answer)
                for run in runs
                if run.answer is not None
            ),
            prompts=lambda *, whole=False: prompts_again(path),  # noqa: ARG005 (`Prompts`)
        )


def _calls_withheld(path: str, step: str | None, line: int | None) -> Finding:
    message = f"a call of {step} is withheld: the payload of its event is redacted"
    return Finding(
        code="calls-withheld", level="warning", message=message, source=path, line=line, step=step
    )


class EvidenceLines:
    """Bare evidence: one record a line."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._retrievals: list[Retrieval] = []

    def add(self, value: Any, line: int, raw: bytes) -> Damage | None:  # noqa: ANN401, ARG002 (JSON)
        """Take up one record; it names its own retriever, or none."""
        evidence = evidence_of(value)
        self._retrievals.append(
            Retrieval(
                retriever=evidence.memory_id, evidence_from="line", line=line, evidence=evidence
            )
        )
        return None

    @property
    def held(self) -> int:
        """How many retrievals wait to be handed out."""
        return len(self._retrievals)

    def part(self) -> Recording:
        """Hand out the retrievals read so far and forget them."""
        held, self._retrievals = self._retrievals, []
        return Recording(source=self._path, format="evidence", retrievals=tuple(held), part=True)

    def finish(
        self, lines: LineCount, damage: tuple[Damage, ...], noticed: tuple[Finding, ...]
    ) -> Recording:
        """Give the recording."""
        return Recording(
            source=self._path,
            format="evidence",
            lines=lines,
            damage=damage,
            noticed=noticed,
            retrievals=tuple(self._retrievals),
        )


READERS: dict[str, Callable[[str], LineReader]] = {
    "commit": CommitLines,
    "event": EventLines,
    "evidence": EvidenceLines,
}
_FORMS = {
    "commit": "commits",
    "event": "events",
    "evidence": "evidence lines",
    "envelope": "archived recordings",
    "recording": "bare recordings",
    "snapshot": "snapshots",
}


class Unknown:
    """Counts, by kind, the lines that were not understood; none of them is hidden."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._kinds: dict[str, tuple[int, int]] = {}
        self._arrays: list[Finding] = []
        self._declared = ""
        self.schemas: list[ToolSchema] = []  # of the lines that describe tools

    @property
    def first(self) -> str:
        """What the first of them is."""
        return next(iter(self._kinds), self._declared or "an empty JSON array")

    def line(self, value: object, kind: str | None, number: int, form: str | None) -> Damage | None:
        """Count a line; one that would have been read in a file of its own kind is damage."""
        if kind == TOOL_SCHEMA and isinstance(value, dict):
            self._declared = "declarations of tools"
            found = schema_of(value, "a tool-schema line", number)
            self.schemas += [] if found is None else [found]
            return None  # they may stand in an event stream
        if form is not None and carries_evidence(value):
            return misplaced(kind_of(value) or "", number, _FORMS[form])
        name = unknown_format(value)
        if name is not None and isinstance(value, dict) and "recording" in value:
            return unread(name, number)
        label = label_of(value)
        count, first = self._kinds.get(label, (0, number))
        self._kinds[label] = (count + 1, first)
        return None

    def array(self, rows: int, number: int) -> None:
        """Note a line that is a JSON array of records."""
        message = (
            f"line {number} is one JSON array of {rows} rows, not one record per line; the rows were "
            "read"
        )
        self._arrays.append(
            Finding(code="not-jsonl", level="note", message=message, source=self._path, line=number)
        )

    def findings(self) -> tuple[Finding, ...]:
        """Return one finding a kind, with its count and its first line."""
        lines = [
            Finding(
                code="unknown-line",
                level="warning",
                message=f"{'1 line' if count == 1 else f'{count} lines'} of a kind this version does "
                f"not know: {label}",
                source=self._path,
                line=first,
            )
            for label, (count, first) in self._kinds.items()
        ]
        return (*self._arrays, *lines)


def _times(count: int) -> str:
    return "1 event" if count == 1 else f"{count} events"


def _without_run(one: Any) -> Any:  # noqa: ANN401 (a Retrieval, a Call or an answer)
    return replace(one, run=None)
