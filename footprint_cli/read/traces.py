"""The commit logs of an input, each with what its execution tree adds: reads, and failures.

A nested log goes with the tree of its own subflow (commit-log notes, 8.2; format notes, 3).
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Optional

from footprint_cli.errors import InputError
from footprint_cli.model.commit import refusal
from footprint_cli.model.fold import fold
from footprint_cli.model.steps import execution_of
from footprint_cli.model.trace import Reads, TracedLog
from footprint_cli.read.again import numbered_commits
from footprint_cli.read.log import log_name
from footprint_cli.read.log_order import Commit, LogOrder, Numbered


def document_traces(snapshot: dict[str, Any]) -> Iterator[TracedLog]:
    """Yield the logs of a snapshot: the root log, then each nested one by the step of its mount."""
    yield _log(None, snapshot.get("commitLog"), snapshot, snapshot.get("executionTree"))
    results = snapshot.get("subflowResults")
    for key in executions(results if isinstance(results, dict) else {}):
        result = results[key] if isinstance(results, dict) else None
        context = result.get("treeContext") if isinstance(result, dict) else None
        if isinstance(context, dict) and isinstance(context.get("history"), list):
            yield _log(key, context["history"], context, context.get("stageContexts"))


def executions(results: dict[str, Any]) -> list[str]:
    """Name the nested logs, one an execution and in their order: keys with a number behind `#`."""
    numbers = {key: execution_of(key) for key in results}
    numbered = {key: number for key, number in numbers.items() if number is not None}
    return sorted(numbered, key=numbered.__getitem__)


def _log(name: str | None, bundles: object, holder: dict[str, Any], tree: object) -> TracedLog:
    commits = bundles if isinstance(bundles, list) else []
    base = holder.get("initialState")
    reads, failed = _tree(tree)
    known = base if isinstance(base, dict) else _fresh(commits, nested=name is not None)
    return TracedLog(
        name=name, commits=lambda: commits, base=lambda: known, reads=reads, failed=failed
    )


def _fresh(commits: list[Any], *, nested: bool) -> dict[str, Any] | None:
    """Return the state before a log that tells itself how it began: empty, or not known."""
    first = next((one for one in commits if refusal(one) is None), None)
    started = first is None or not execution_of(first["runtimeStageId"])
    return {} if nested or started else None


def _tree(tree: object) -> tuple[Reads, dict[str, str]]:
    """Read an execution tree; it nests one level a stage, so no recursion here."""
    if not isinstance(tree, dict):
        return Reads(), {}
    reads: dict[str, tuple[str, ...]] = {}
    failed: dict[str, str] = {}
    waiting: list[object] = [tree]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        step = node.get("runtimeStageId")
        if isinstance(step, str):
            _take(step, node, reads, failed)
        children = node.get("children")
        waiting += [node.get("next"), *(reversed(children) if isinstance(children, list) else ())]
    return Reads(by_step=reads), failed


def _take(
    step: str, node: dict[str, Any], reads: dict[str, tuple[str, ...]], failed: dict[str, str]
) -> None:
    read, errors = node.get("stageReads"), node.get("errors")
    if isinstance(read, dict):
        reads[step] = tuple(dict.fromkeys((*reads.get(step, ()), *read)))
    texts = errors.values() if isinstance(errors, dict) else ()
    error = next((one for one in texts if isinstance(one, str)), None)
    if error is not None:
        failed.setdefault(step, error)


def file_traces(path: str, logs: int) -> Iterator[TracedLog]:
    """Yield the logs of a file of commits; each is read from the file again when it is asked for."""
    if logs <= 1:
        yield TracedLog(commits=partial(_commits, path), base=partial(_base, path, 1))
        return
    if path == "-":
        raise InputError(path, "standard input cannot be read a second time")
    for number in range(1, logs + 1):
        yield TracedLog(
            name=log_name(number),
            commits=partial(_commits_of, path, number),
            base=partial(_base, path, number),
        )


def _commits(path: str) -> Iterator[Any]:
    for commit in numbered_commits(path):
        yield commit.bundle


class _One(Numbered):
    """One log of a file, by its number; `earlier` is the one that it goes on from."""

    def __init__(self, number: int, earlier: Optional["_One"], first: Commit) -> None:
        super().__init__()
        self.number = number
        self.earlier = earlier
        self.started = not execution_of(first.bundle.get("runtimeStageId"))


def _placed(path: str) -> Iterator[tuple[_One, Any]]:
    order: LogOrder[_One] = LogOrder(_One, lambda *_: None)
    for commit in numbered_commits(path):
        if not isinstance(commit.bundle, dict):
            continue
        for log, one in order.placed(commit):
            if refusal(one.bundle) is None:
                log.ran(one.bundle["runtimeStageId"])
            yield log, one.bundle


def _commits_of(path: str, number: int) -> Iterator[Any]:
    return (bundle for log, bundle in _placed(path) if log.number == number)


def _base(path: str, number: int) -> dict[str, Any] | None:
    """Return the state before a log: empty for a run from its start, else that of the one before it."""
    log = next((log for log, _ in _placed(path) if log.number == number), None)
    if log is None or log.started:
        return {}
    if log.earlier is None:
        return None
    before = _base(path, log.earlier.number)
    return (
        None if before is None else fold(_accepted(_commits_of(path, log.earlier.number)), before)
    )


def _accepted(bundles: Iterable[Any]) -> Iterator[Any]:
    return (one for one in bundles if refusal(one) is None)
