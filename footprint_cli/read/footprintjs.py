"""Whole documents of agentfootprint and footprintjs: envelope, bare recording, bare snapshot.

The facts are in the format notes, sections 1, 3, 8 and 9. Nothing that the commit log withholds is
filled in from another part of the document; that another part still holds it is said.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, TypeVar

from msgspec.structs import replace

from footprint_cli.model.commit import refusal
from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import PLACEHOLDERS, Retrieval
from footprint_cli.model.finding import Damage, Finding
from footprint_cli.model.recording import FinalAnswer, LineCount, Recording, Run
from footprint_cli.model.search import ToolSchema
from footprint_cli.model.steps import execution_of
from footprint_cli.read.call_contradictions import contradicting_calls
from footprint_cli.read.call_events import with_events
from footprint_cli.read.calls import text
from footprint_cli.read.commits import CommitLog
from footprint_cli.read.event_runs import OUTSIDE_RUN, EventLog
from footprint_cli.read.events import RunEvents
from footprint_cli.read.evidence import EVIDENCE_KEY
from footprint_cli.read.joins import joined
from footprint_cli.read.nested import NestedSearches
from footprint_cli.read.prompts import MODEL_CALL, calls_model, document_prompts
from footprint_cli.read.redaction import shows_evidence
from footprint_cli.read.schemas import schemas_in
from footprint_cli.read.stored_logs import executions, stored_logs
from footprint_cli.read.times import started_at

_Form = TypeVar("_Form", dict[str, Any], list[Any])
ENVELOPE = "agentfootprint.recording.v1"


def read_document(  # noqa: PLR0913, PLR0917 (a value and its place)
    value: dict[str, Any],
    form: str,
    source: str,
    lines: LineCount | None,
    damage: list[Damage],
    line: int | None = None,
) -> Recording:
    """Read one decoded document; `form` is envelope, recording or snapshot.

    `line` is the physical line of a document that is one line of its file.
    """
    inner = value.get("recording") if form == "envelope" else value
    inner = inner if isinstance(inner, dict) else {}
    snapshot = inner.get("snapshot") if form != "snapshot" else value
    faults = list(damage)
    if not isinstance(snapshot, dict):
        faults.append(_fault(line, "no snapshot: the commit log is missing"))
        snapshot = {}
    events = _events(inner, line, faults)
    logs = _Snapshot(snapshot, source, line, faults)
    runs = list(events)
    memories = _memories(value, runs)
    retrievals = _retrievals(logs, runs, memories)
    run = _run_of(value, runs) if form == "envelope" else _unnamed_run(runs)
    base, bundles = _object(snapshot.get("initialState")), logs.bundles
    told = [one for one in _list(inner.get("events")) if _tells_prompt(one)]
    return Recording(
        source=source,
        format=form,
        run=replace(run, failure=_failure(logs, runs)),
        lines=lines,
        commits=len(bundles),
        damage=tuple(faults),
        noticed=(
            *_still_open([one for log in logs.logs for one in log.noticed], retrievals),
            *missing_searches(memories, retrievals, source),
            *_contradicted(logs, runs, source),
        ),
        retrievals=tuple(retrievals),
        calls=tuple(_calls(logs, runs)),
        schemas=tuple(_schemas(value, inner, logs, runs, line)),
        final_answers=tuple(_final_answers(logs, runs, line)),
        base=base,
        log=lambda: iter(bundles),
        shared_state=_object(snapshot.get("sharedState")),
        prompts=partial(document_prompts, logs.prompted, told),
        logs=partial(stored_logs, snapshot),
    )


class _Snapshot:
    """The commit logs of a snapshot: the root log, and each nested one by its `#N` key."""

    def __init__(
        self, snapshot: dict[str, Any], source: str, line: int | None, faults: list[Damage]
    ) -> None:
        self.snapshot = snapshot
        self.bundles = _list(snapshot.get("commitLog"))
        if snapshot and not isinstance(snapshot.get("commitLog"), list):
            faults.append(_fault(line, "the snapshot holds no commitLog list"))
        base = _part(snapshot, "initialState", dict, line, faults)
        self.root = CommitLog(source, base=base or None)
        for number, bundle in enumerate(self.bundles):
            add_commit(self.root, bundle, line, faults, f"commitLog[{number}]")
        self.root.finish()
        self.logs = [self.root]
        # The bundles of each log that holds a call of the model, its base, and whether it is several.
        self.prompted = [(self.bundles, base or None, self.root.logs > 1)]
        self.searches = NestedSearches()
        self._nested(source, line, faults)

    def _nested(self, source: str, line: int | None, faults: list[Damage]) -> None:
        results = _part(self.snapshot, "subflowResults", dict, line, faults)
        for key in executions(results):
            context = _object((_object(results[key]) or {}).get("treeContext")) or {}
            history = context.get("history")
            if not isinstance(history, list):
                continue
            log = CommitLog(source, nested=True)
            for number, bundle in enumerate(history):
                add_commit(log, bundle, line, faults, f"{key} history[{number}]")
            log.finish()
            self.logs.append(log)
            self.searches.add(key, history)
            if any(map(calls_model, history)):
                self.prompted.append((history, _object(context.get("initialState")), log.logs > 1))


def _retrievals(
    logs: "_Snapshot", runs: list[RunEvents], memories: list[dict[str, Any]]
) -> list[Retrieval]:
    seen = [one for run in runs for one in run.retrievals]
    logged = [one for log in logs.logs for one in log.retrievals]
    found = [
        _also_in_clear(one, logs, seen) for one in joined(logged, logs.searches.retrievals(), seen)
    ]
    failure = _failure(logs, runs)
    return found + failed_searches(failure, memories, found, None, logs.searches.begun())


def _failure(logs: "_Snapshot", runs: list[RunEvents]) -> str | None:
    told = [run.failure for run in runs if run.failure]
    return told[0] if told else next(_tree_errors(logs.snapshot.get("executionTree")), None)


def _calls(logs: "_Snapshot", runs: list[RunEvents]) -> list[Call]:
    nested = [one for log in logs.logs[1:] for one in log.calls]
    logged = _dispatched_once(logs.root.calls, nested)
    if any(log.withheld_calls for log in logs.logs):
        return logged  # what the log withholds is not filled in from events
    return with_events(logged, [replace(one, run=None) for run in runs for one in run.calls])


def _schemas(
    value: dict[str, Any],
    inner: dict[str, Any],
    logs: "_Snapshot",
    runs: list[RunEvents],
    line: int | None,
) -> Iterator[ToolSchema]:
    """Find where a document describes its tools (search notes, 5.2)."""
    for log in logs.logs:
        yield from log.schemas
    for run in runs:
        yield from run.schemas
    if not any(log.tools_withheld for log in logs.logs):
        state = _object(logs.snapshot.get("sharedState")) or {}
        tools = state.get("dynamicToolSchemas")
        yield from schemas_in(tools, "sharedState.dynamicToolSchemas", line)
    yield from schemas_in(value.get("configuration"), "the run manifest", line)
    yield from schemas_in(inner.get("structure"), "structure", line)


def _final_answers(
    logs: "_Snapshot", runs: list[RunEvents], line: int | None
) -> Iterator[FinalAnswer]:
    """Give what the run answered in the end: from the log that ends it, an event, or the model."""
    if logs.root.answer_withheld:
        return  # what the log withholds is not filled in from elsewhere
    final = _object((_object(logs.snapshot.get("subflowResults")) or {}).get("final")) or {}
    context = _object(final.get("treeContext")) or {}
    said = (_object(context.get("globalContext")) or {}).get("finalContent")
    told = [one.answer for one in runs if one.answer is not None]
    if isinstance(said, str) and said not in PLACEHOLDERS:
        yield FinalAnswer(text=said, found="final", step="final", line=line)
    elif told:
        yield from (replace(one, run=None) for one in told)
    else:
        yield from logs.root.answers


def _contradicted(logs: "_Snapshot", runs: list[RunEvents], source: str) -> list[Finding]:
    """Say where log and events tell of other calls; step ids of several runs are the same."""
    seen = [run for run in runs if run.run != OUTSIDE_RUN]
    if len(seen) != 1 or logs.root.logs > 1 or any(log.withheld_calls for log in logs.logs):
        return []
    logged = [one for log in logs.logs for one in log.calls]
    return contradicting_calls(logged, seen[0].calls, source)


def _dispatched_once(root: list[Call], nested: list[Call]) -> list[Call]:
    """Drop a request that a nested log shows and a later step of any log dispatched: one call."""
    dispatched = [one for one in (*root, *nested) if one.outcome != "not-dispatched"]
    kept = list(root)
    for one in nested:
        if one.outcome == "not-dispatched":
            later = next((other for other in dispatched if _dispatches(other, one)), None)
            if later is not None:
                dispatched.remove(later)
                continue
        kept.append(one)
    return kept


def _dispatches(call: Call, request: Call) -> bool:
    asked, ran = execution_of(request.step), execution_of(call.step)
    return (
        (call.tool, call.call_id) == (request.tool, request.call_id)
        and asked is not None
        and ran is not None
        and ran > asked
    )


def _also_in_clear(one: Retrieval, logs: "_Snapshot", seen: list[Retrieval]) -> Retrieval:
    if one.withheld is None or one.withheld.kind != "redacted" or one.evidence_from == "event":
        return one
    places = list(one.in_clear)
    state = logs.snapshot.get("sharedState")
    if isinstance(state, dict) and shows_evidence(state.get(f"{EVIDENCE_KEY}{one.retriever}")):
        places.append("sharedState")
    if logs.searches.holds(one.step):
        places.append("the nested log of its subflow")
    if any(event.retriever == one.retriever and event.evidence for event in seen):
        places.append("events")
    return replace(one, in_clear=tuple(places))


def _still_open(noticed: list[Finding], retrievals: list[Retrieval]) -> list[Finding]:
    """Leave out that a memory left nothing where it is known that its search failed."""
    failed = {one.step for one in retrievals if one.failure is not None}
    return [one for one in noticed if one.code != "memory-left-nothing" or one.step not in failed]


def failed_searches(
    failure: str | None,
    memories: list[dict[str, Any]] | None,
    found: list[Retrieval],
    run: str | None,
    begun: dict[str, str] | None = None,
) -> list[Retrieval]:
    """Name each configured retriever that left no evidence in a run that failed.

    `begun` are the retrievers whose subflow ran, with the step of their mount.
    """
    if failure is None:
        return []
    known = {one.retriever for one in found}
    return [
        Retrieval(
            retriever=retriever,
            evidence_from="nested-log" if retriever in (begun or {}) else "event",
            step=(begun or {}).get(retriever),
            failure=failure,
            run=run,
        )
        for retriever in searching_memories(memories)
        if retriever not in known
    ]


def missing_searches(
    memories: list[dict[str, Any]] | None, found: list[Retrieval], source: str
) -> list[Finding]:
    """Name each configured retriever of which nothing at all is recorded."""
    known = {one.retriever for one in found}
    return [
        Finding(
            code="retrieval-missing",
            level="warning",
            message=f"the run was configured with retriever {retriever}, and no retrieval of it is "
            "recorded (an empty query leaves none in events)",
            source=source,
            retriever=retriever,
        )
        for retriever in searching_memories(memories)
        if retriever not in known
    ]


def searching_memories(memories: list[dict[str, Any]] | None) -> list[str]:
    """Return the ids of the configured memories that search vectors; others leave no evidence."""
    return list(dict.fromkeys(name for one in memories or () if (name := searching_memory(one))))


def _memories(value: dict[str, Any], runs: list[RunEvents]) -> list[dict[str, Any]]:
    configuration = value.get("configuration")
    manifest = configuration.get("manifest") if isinstance(configuration, dict) else None
    listed = manifest.get("memories") if isinstance(manifest, dict) else None
    memories = [one for one in _list(listed) if isinstance(one, dict)]
    return memories or [one for run in runs for one in run.memories or ()]


def searching_memory(memory: dict[str, Any]) -> str | None:
    """Return the id of a configured memory that searches vectors; others leave no evidence."""
    searches = (
        memory.get("type") == "semantic"
        or memory.get("flavor") == "rag"
        or memory.get("embedderId") is not None
    )
    return text(memory.get("id")) if searches else None


def add_commit(
    log: CommitLog, bundle: object, line: int | None, faults: list[Damage], place: str = ""
) -> None:
    """Hand one decoded commit to a log; what the fold refuses becomes damage."""
    why = refusal(bundle) if not isinstance(bundle, dict) else log.add(bundle, line)
    if why is not None:
        faults.append(_fault(line, f"{place}: {why}" if place else why, "refused-commit"))


def _fault(line: int | None, detail: str, kind: str = "incomplete-document") -> Damage:
    return Damage(line=line, kind=kind, detail=detail, recovered=False)


def _part(
    record: dict[str, Any], name: str, form: type[_Form], line: int | None, faults: list[Damage]
) -> _Form:
    """Return a part of a document, empty where it is missing; one of another type is damage."""
    value = record.get(name)
    if isinstance(value, form):
        return value
    if value is not None:
        wanted = "an object" if form is dict else "a list"
        faults.append(_fault(line, f"{name} is not {wanted}; nothing in it was read"))
    return form()


def _tells_prompt(event: object) -> bool:
    return isinstance(event, dict) and event.get("type") == MODEL_CALL


def _object(value: object) -> dict[str, Any] | None:
    return value if isinstance(value, dict) else None


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _events(inner: dict[str, Any], line: int | None, faults: list[Damage]) -> EventLog:
    log = EventLog()
    for number, event in enumerate(_part(inner, "events", list, line, faults)):
        if isinstance(event, dict):
            log.add(event, None)
        else:
            faults.append(_fault(line, f"events[{number}] is not an event", "not-an-event"))
    return log


def _run_ids(runs: list[RunEvents]) -> tuple[str, ...]:
    return tuple(run.run for run in runs if run.run is not None)


def _run_of(value: dict[str, Any], runs: list[RunEvents]) -> Run:
    recorded = value.get("run")
    run = recorded if isinstance(recorded, dict) else {}
    complete, dropped = run.get("complete"), run.get("droppedEvents")
    producer = value.get("producer")
    return Run(
        run_id=text(run.get("runId")),
        session_id=text(run.get("sessionId")),
        complete=complete if isinstance(complete, bool) else None,
        dropped_events=dropped
        if isinstance(dropped, int) and not isinstance(dropped, bool)
        else None,
        producer=producer if isinstance(producer, dict) else None,
        run_ids=_run_ids(runs),
        started=started_at(run.get("startedAt"), (one.began for one in runs)),
    )


def _unnamed_run(runs: list[RunEvents]) -> Run:
    return Run(run_ids=_run_ids(runs), started=started_at(None, (one.began for one in runs)))


def _tree_errors(tree: object) -> Iterator[str]:
    """Yield the errors of an execution tree; it nests one level a stage, so no recursion here."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        errors = node.get("errors")
        if isinstance(errors, dict):
            yield from (value for value in errors.values() if isinstance(value, str))
        waiting += [*_list(node.get("children")), node.get("next")]
