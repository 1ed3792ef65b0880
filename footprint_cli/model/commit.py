from typing import Any

from msgspec import Struct

SEPARATOR = "\x1f"

_KINDS: dict[type, str] = {
    bool: "a boolean",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "an array",
    dict: "an object",
    type(None): "null",
}


class TraceRow(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One instruction of a commit: at this state path, by this verb."""

    path: str
    verb: str  # set, merge, append, delete; a word we do not know is kept as written
    read_keys: tuple[str, ...] | None = None  # None: not recorded; (): it had read nothing


class Commit(Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """One line of the commit log: the net change that a step made (the producer's `CommitBundle`).

    Only `trace` says what happened; the two trees hold the payloads of its rows and nothing else.
    """

    runtime_stage_id: str
    trace: tuple[TraceRow, ...]
    stage: str | None = None  # a display name, not stable: never group by it
    stage_id: str | None = None
    idx: int | None = None  # the position in its own log; every nested log starts at 0 again
    overwrite: dict[str, Any] | None = None
    updates: dict[str, Any] | None = None
    redacted_paths: tuple[str, ...] | None = None
    untracked_sources: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None


def path_segments(path: str) -> list[str]:
    """Split a state path; the empty path is one segment, the key named by the empty string."""
    return path.split(SEPARATOR)


def refusal(bundle: object) -> str | None:
    """Say why the fold refuses a decoded line, or None when it accepts it.

    The producer's `isCommitBundle`, and its rows too: a row without a string path makes the
    producer's fold throw. An array that would grow too long is refused by the fold, which knows it.
    """
    if not isinstance(bundle, dict):
        return f"the line is {_kind(bundle)}, not an object"
    if not isinstance(bundle.get("runtimeStageId"), str):
        return f"runtimeStageId is {_kind_of(bundle, 'runtimeStageId')}, not a string"
    if not isinstance(bundle.get("trace"), list):
        return f"trace is {_kind_of(bundle, 'trace')}, not an array"
    for tree in ("updates", "overwrite"):
        # A tree that is missing only makes every payload absent; a null one is refused.
        if tree in bundle and not isinstance(bundle[tree], dict):
            return f"{tree} is {_kind(bundle[tree])}, not an object"
    return _row_refusal(bundle["trace"])


def _row_refusal(trace: list[object]) -> str | None:
    for index, row in enumerate(trace):
        if not isinstance(row, dict):
            return f"row {index} of trace is {_kind(row)}, not an object"
        if not isinstance(row.get("path"), str):
            return f"the path in row {index} of trace is {_kind_of(row, 'path')}, not a string"
    return None


def _kind_of(record: dict[object, object], key: str) -> str:
    return _kind(record[key]) if key in record else "missing"


def _kind(value: object) -> str:
    return _KINDS.get(type(value), f"a {type(value).__name__}")
