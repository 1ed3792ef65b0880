"""What a person typed → the log, the key and the place in the log that are meant."""

from collections.abc import Iterable

from footprint_cli.analyse.nearest import close_matches
from footprint_cli.analyse.traced import Traced
from footprint_cli.errors import IncompleteError, UsageError
from footprint_cli.model.commit import SEPARATOR, path_segments
from footprint_cli.model.fold import ABSENT, Fold
from footprint_cli.model.key_paths import key_text, meant, readings
from footprint_cli.model.recording import Recording
from footprint_cli.model.trace import StoredLog

_FEW = 5  # of a long list


def log_meant(recording: Recording, mount: str | None) -> StoredLog:
    """Return the log of the run, or the nested one of the subflow that a step mounted.

    Raises `IncompleteError` where the recording holds no log, `UsageError` where not that one.
    """
    held: dict[str | None, StoredLog] = {one.mount: one for one in recording.logs()}
    if mount in held:
        return held[mount]
    if mount is None:
        raise IncompleteError(f"{recording.source}: it holds no commit log: no state is recorded")
    known = [one for one in held if one is not None]
    told = f"those in it: {few(known)}" if known else "it holds none"
    raise UsageError(f"{recording.source}: no nested log of {mount}; {told}")


def key_meant(typed: str, traced: Traced, log: StoredLog) -> str:
    """Return the path that a typed key means; raises `UsageError` where it may be several."""
    paths = readings(typed)
    if len(paths) > 1:
        state = Fold(log.base, keep={path_segments(one)[0] for one in paths}.__contains__)
        for bundle in log.bundles():
            state.apply(bundle)
        paths = meant(typed, lambda one: traced.touches(one) or _is_in(state, one))
        if len(paths) == 1 and not traced.touches(paths[0]) and not _is_in(state, paths[0]):
            paths = meant(typed, lambda one: bool(traced.writes(one)))
    if len(paths) > 1:
        named = " or ".join(_exactly(one) for one in paths)
        raise UsageError(f"the key {typed} may be {named}: write it like that, as a JSON array")
    return paths[0]


def _is_in(state: Fold, path: str) -> bool:
    return state.value(*path_segments(path)) is not ABSENT


def _exactly(path: str) -> str:
    from footprint_cli.model.json_text import json_text

    return json_text(path_segments(path))


def lines_meant(typed: str, traced: Traced) -> tuple[int, int]:
    """Return the first and the last line of what was typed: a step id, or a commit number.

    A number counts the commits from 0; `@12` is a number whatever the steps are called. Raises
    `UsageError` where there is no such step or commit, or both.
    """
    digits = typed.removeprefix("@")
    number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 16 else None  # noqa: PLR2004 (no log is longer)
    places = traced.places(typed)
    if places and number is not None:
        raise UsageError(f"{typed} is a step here, and may be a commit: write @{number} for that")
    if places:
        return places[0], places[-1]
    if number is None:
        near = close_matches(typed, traced.steps) or traced.steps
        raise UsageError(f"no step {typed} in this log; steps in it: {few(near) or 'none'}")
    if number >= len(traced.lines):
        raise UsageError(f"no commit {number}: the log has {len(traced.lines)}, counted from 0")
    return number, number


def like(key: str, traced: Traced) -> list[str]:
    """Return keys that were written and look like one that was not: by their last segment, or all."""
    last = SEPARATOR + path_segments(key)[-1]
    under = [key_text(one) for one in traced.keys if one.endswith(last)][:_FEW]
    return under or close_matches(key_text(key), [key_text(one) for one in traced.keys])


def few(names: Iterable[str]) -> str:
    """Name the first of a list, and count the others."""
    listed = [*names]
    more = f" and {len(listed) - _FEW} more" if len(listed) > _FEW else ""
    return ", ".join(listed[:_FEW]) + more
