"""The value of a key after a line of a commit log: in the state, and as the engine's tools say it."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from footprint_cli.model.commit import path_segments, refusal
from footprint_cli.model.fold import ABSENT, Fold
from footprint_cli.model.js_copies import copied, plain
from footprint_cli.model.js_values import Array
from footprint_cli.model.merge import appended, merged
from footprint_cli.model.state_paths import value_at


def value_after(
    bundles: Iterable[Any], base: dict[str, Any] | None, key: str, line: int | None
) -> object:
    """Return the value of a path after a line (None: the last), as plain JSON; ABSENT: there is none.

    It is looked up in the state that the fold gives; only its root key is folded.
    """
    segments = path_segments(key)
    fold = Fold(base, keep=lambda root: root == segments[0])
    for bundle in bundles if line is None else islice(bundles, line + 1):
        if refusal(bundle) is None:
            fold.apply(bundle)
    value = fold.value(*segments)
    return ABSENT if value is ABSENT else plain(value)


def engine_value(bundles: Iterable[Any], key: str, line: int | None) -> object:
    """Return what the engine's `commitValueAt` answers (commit-log notes, 8.1), which is not the state.

    It folds rows of exactly this path, from the last `set` or `delete` on.
    """
    rows = [
        (row.get("verb"), bundle)
        for bundle in (bundles if line is None else islice(bundles, line + 1))
        if refusal(bundle) is None
        for row in bundle["trace"]
        if row["path"] == key
    ]
    begins = [at for at, (verb, _) in enumerate(rows) if verb in {"set", "delete"}]
    value: Any = ABSENT
    for verb, bundle in rows[begins[-1] if begins else 0 :]:
        value = _folded(value, verb, bundle, path_segments(key))
    return ABSENT if value is ABSENT else plain(value)


def _folded(value: Any, verb: object, bundle: dict[str, Any], segments: list[str]) -> Any:  # noqa: ANN401 (JSON)
    """Fold one row as `commitValueAt` does: each merge has a fresh copy, and no base of its own."""
    if verb == "delete":
        return ABSENT
    if verb in {"set", "append"}:
        payload = copied(value_at(bundle.get("overwrite"), segments), Array)
        if verb == "append" and isinstance(value, list) and isinstance(payload, list):
            return appended(value, payload, in_place=False)
        return payload
    patch = value_at(bundle.get("updates"), segments)
    if patch is ABSENT:
        return value
    return merged(value, copied(patch, Array), in_place=False, dropped=[])
