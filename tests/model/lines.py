import json
from pathlib import Path
from typing import Any

from footprint_cli.model.commit import SEPARATOR


def line(
    *rows: str, overwrite: dict[str, Any] | None = None, updates: dict[str, Any] | None = None
) -> dict[str, Any]:
    """Build a decoded commit line; a row is written `set receipt/total`."""
    written = [row.replace("/", SEPARATOR).split(" ", 1) for row in rows]
    return {
        "overwrite": overwrite or {},
        "updates": updates or {},
        "redactedPaths": [],
        "trace": [{"path": path, "verb": verb} for verb, path in written],
        "runtimeStageId": "stage#0",
    }


def exact(value: Any) -> str:
    """Write a value as text, which tells 1 from 1.0 and True and shows the order of keys."""
    return json.dumps(value)


def decoded_lines(path: Path) -> list[Any]:
    return [json.loads(text) for text in path.read_bytes().split(b"\n") if text.strip()]


def containers(value: Any) -> list[Any]:
    """List every object and array in a value, the value itself included, however deep."""
    found = []
    pending = [value]
    while pending:
        node = pending.pop()
        if isinstance(node, dict | list):
            found.append(node)
            pending.extend(node.values() if isinstance(node, dict) else node)
    return found


def nested(levels: int, *, leaf: Any = None, key: str | None = None) -> Any:
    """Nest a leaf into arrays, or into objects under one key."""
    for _ in range(levels):
        leaf = [leaf] if key is None else {key: leaf}
    return leaf
