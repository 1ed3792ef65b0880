"""The commit logs of a snapshot, each with its own base and the reads of its own execution tree."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from footprint_cli.model.steps import execution_of
from footprint_cli.model.trace import StoredLog
from footprint_cli.read.failures import failures_of
from footprint_cli.read.reads import reads_of


def stored_logs(snapshot: dict[str, Any]) -> Iterator[StoredLog]:
    """Yield the log of the run, then each nested one, in the order in which its subflow began."""
    commits = snapshot.get("commitLog")
    if isinstance(commits, list):
        tree = snapshot.get("executionTree")
        yield _stored(None, commits, snapshot.get("initialState"), tree)
    results = snapshot.get("subflowResults")
    results = results if isinstance(results, dict) else {}
    for key in executions(results):
        kept = results[key]
        context = kept.get("treeContext") if isinstance(kept, dict) else None
        history = context.get("history") if isinstance(context, dict) else None
        if isinstance(context, dict) and isinstance(history, list):
            tree = context.get("stageContexts")
            yield _stored(key, history, context.get("initialState"), tree)


def _stored(mount: str | None, bundles: list[Any], base: object, tree: object) -> StoredLog:
    return StoredLog(
        mount=mount,
        bundles=partial(iter, bundles),
        base=base if isinstance(base, dict) else fresh_base(bundles, nested=mount is not None),
        reads=reads_of(tree),
        failures=failures_of(tree),
    )


def fresh_base(bundles: Iterable[Any], *, nested: bool = False) -> dict[str, Any] | None:
    """Return the state before a log that tells that there was none; None: it may have been seeded.

    A subflow begins with its inputs. An agent begins with a stage `seed` that writes what it was
    asked; inferred: nothing is there before it. A chart may be given a state to begin with.
    """
    first = next(iter(bundles), None)
    if nested:
        return {}
    if not isinstance(first, dict) or first.get("runtimeStageId") != "seed#0":
        return None
    rows = first.get("trace")
    written = (
        [row.get("path") for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    )
    return {} if "userMessage" in written else None


def executions(results: dict[str, Any]) -> list[str]:
    """Name the nested logs, one an execution and in their order: keys with a number behind `#`."""
    numbers = {key: execution_of(key) for key in results}
    numbered = {key: number for key, number in numbers.items() if number is not None}
    return sorted(numbered, key=numbered.__getitem__)
