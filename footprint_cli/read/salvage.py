"""What of a broken envelope may be kept: containers that may be incomplete and still say no lie."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from footprint_cli.read.number import shortened

_HISTORY: dict[str, Any] = {"treeContext": {"history": {}}}
_SNAPSHOT: dict[str, Any] = {"commitLog": {}, "subflowResults": {"*": _HISTORY}}
_RECORDING: dict[str, Any] = {**_SNAPSHOT, "snapshot": _SNAPSHOT, "events": {}}
_ROOT: dict[str, Any] = {**_RECORDING, "recording": _RECORDING}
_LONG_PATH = 1000  # characters
_ENVELOPE_KEYS = frozenset(
    {
        "format",
        "recording",
        "snapshot",
        "commitLog",
        "subflowResults",
        "sharedState",
        "executionTree",
    }
)


class Frame(Struct):
    """A container that is being read; `key` is the one whose value comes next, or is open."""

    container: dict[str, Any] | list[Any]
    start: int
    key: str = ""
    begun: bool = False
    lost: bool = False  # a part of it was left out
    end: int = -1


def is_envelope(container: object) -> bool:
    """Tell an envelope, a recording or a snapshot from one record of any kind."""
    return isinstance(container, dict) and not _ENVELOPE_KEYS.isdisjoint(container)


def may_lack_parts(container: object) -> bool:
    """Tell whether a value with a part left out is still no lie, as half a record would be."""
    return is_envelope(container) or (
        isinstance(container, list) and any(isinstance(element, dict) for element in container)
    )


def structural(stack: list[Frame], *, closed: bool = True) -> int:
    """Count the open containers, from the root, that may be kept although they are incomplete.

    With `closed=False` the root may still turn out to be an envelope.
    """
    kept = 0
    if stack and isinstance(stack[0].container, list):
        kept = 1  # an array of records
    if len(stack) == kept:
        return kept
    root = stack[kept]
    if isinstance(root.container, list) or (
        closed and not is_envelope(root.container) and root.key not in _ENVELOPE_KEYS
    ):
        return kept
    inside: dict[str, Any] | None = _ROOT
    while inside is not None and kept < len(stack):
        key = stack[kept].key
        inside = inside.get(key, inside.get("*"))
        kept += 1
    return kept


def salvage(stack: list[Frame]) -> Any | None:  # noqa: ANN401 - a JSON value
    """Give what is whole of a value that broke off, or None; every incomplete record is left out.

    An open container that is not one of an envelope's own is dropped together with its key.
    """
    kept = stack[: structural(stack)]
    for outer, inner in zip(kept[-2::-1], kept[:0:-1], strict=True):
        if isinstance(outer.container, list):
            outer.container.append(inner.container)
        else:
            outer.container[outer.key] = inner.container
    return kept[0].container if kept and may_lack_parts(kept[0].container) else None


def path_text(stack: list[Frame]) -> str:
    """Write the path of the value that is being read, such as `candidates[2].id`.

    Long ones are shortened here: one is kept for each note, and a line may have many.
    """
    text = ""
    for frame in stack:
        if isinstance(frame.container, list):
            text += f"[{len(frame.container)}]"
        else:
            key = shortened(frame.key)
            text += f".{key}" if text else key
    if len(text) > _LONG_PATH:
        text = shortened(text)
    return text.encode("utf-8", "backslashreplace").decode()
