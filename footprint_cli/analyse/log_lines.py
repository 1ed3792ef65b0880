"""Commits → lines without their values, and the value of a key after one of them."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from footprint_cli.model.commit import path_segments, refusal
from footprint_cli.model.fold import ABSENT, Fold
from footprint_cli.model.js_copies import copied, plain
from footprint_cli.model.js_values import Array
from footprint_cli.model.merge import appended, merged
from footprint_cli.model.state_paths import value_at
from footprint_cli.model.trace import LogLine, TraceRow


def log_lines(bundles: Iterable[Any]) -> Iterator[LogLine]:
    """Yield a line for each commit; one that the fold refuses has no step and wrote nothing."""
    for index, bundle in enumerate(bundles):
        if refusal(bundle) is not None:
            yield LogLine(index=index, step="")
            continue
        sources = bundle.get("untrackedSources")
        yield LogLine(
            index=index,
            step=bundle["runtimeStageId"],
            stage_id=_text(bundle.get("stageId")),
            stage=_text(bundle.get("stage")),
            rows=tuple(map(_row, bundle["trace"])),
            untracked=tuple(map(str, sources)) if isinstance(sources, list) else (),
        )


def _row(row: dict[str, Any]) -> TraceRow:
    keys, verb = row.get("readKeys"), row.get("verb")
    read = tuple(one for one in keys if isinstance(one, str)) if isinstance(keys, list) else None
    return TraceRow(row["path"], verb if isinstance(verb, str) else "", read)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


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
