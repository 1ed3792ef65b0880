"""Decoded commits → lines without their values, as slices and timelines ask for them."""

from collections.abc import Iterable, Iterator
from typing import Any

from footprint_cli.model.commit import path_segments, refusal
from footprint_cli.model.state_paths import value_at
from footprint_cli.model.trace import LogLine, TraceRow


def log_lines(bundles: Iterable[object]) -> Iterator[LogLine]:
    """Yield a line for each commit, one by one; one that the fold refuses keeps its number alone."""
    for index, bundle in enumerate(bundles):
        if refusal(bundle) is not None or not isinstance(bundle, dict):
            yield LogLine(index=index, step="")
        else:
            yield _line(index, bundle)


def _line(index: int, bundle: dict[str, Any]) -> LogLine:
    return LogLine(
        index=index,
        step=bundle["runtimeStageId"],
        stage_id=_text(bundle.get("stageId")),
        stage=_text(bundle.get("stage")),
        rows=tuple(_row(row, bundle.get("overwrite")) for row in bundle["trace"]),
        untracked=_texts(bundle.get("untrackedSources")) or (),
    )


def _row(row: dict[str, Any], written: object) -> TraceRow:
    value = value_at(written, path_segments(row["path"]))
    return TraceRow(
        row["path"],
        _text(row.get("verb")) or "",
        _texts(row.get("readKeys")),
        len(value) if isinstance(value, list) else None,
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _texts(value: object) -> tuple[str, ...] | None:
    if not isinstance(value, list):
        return None
    return tuple(one for one in value if isinstance(one, str))
