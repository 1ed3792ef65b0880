from collections.abc import Iterable, Iterator
from typing import NamedTuple

from footprint_cli.model.commit import refusal


class Write(NamedTuple):
    """One line that wrote a key, by the verb of the last of its rows that did."""

    commit: int  # its position in the log
    runtime_stage_id: str
    verb: str | None  # None: the row holds no verb that is a string


def last_writer(bundles: Iterable[object], key: str, before: int | None = None) -> int | None:
    """Give the index of the last line below `before` with a row at exactly the path `key`.

    The producer's `findLastWriter`: a row above or below the key does not count. A refused line
    wrote nothing.
    """
    last = None
    for write in _writes(bundles, key):
        if before is not None and write.commit >= before:
            break
        last = write.commit
    return last


def timeline(bundles: Iterable[object], key: str) -> list[Write]:
    """List the lines that wrote a key, in file order (the writes of `keyTimeline`)."""
    return [*_writes(bundles, key)]


def _writes(bundles: Iterable[object], key: str) -> Iterator[Write]:
    for index, bundle in enumerate(bundles):
        if refusal(bundle) is not None or not isinstance(bundle, dict):
            continue
        verbs = [row.get("verb") for row in bundle["trace"] if row["path"] == key]
        if verbs:
            verb = verbs[-1] if isinstance(verbs[-1], str) else None
            yield Write(index, bundle["runtimeStageId"], verb)
