"""The value of one key after a commit, and what of it the log withholds."""

from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

from footprint_cli.model.commit import SEPARATOR, path_segments, refusal
from footprint_cli.model.evidence import PLACEHOLDER
from footprint_cli.model.fold import ABSENT, Fold
from footprint_cli.model.js_copies import copied, plain
from footprint_cli.model.merge import appended, merged
from footprint_cli.model.state_paths import value_at
from footprint_cli.model.trace import StoredLog
from footprint_cli.model.trace_report import TraceValue

# Not sets: a verb may be recorded as anything, and not everything has a hash.
_ANEW, _PUT = ("set", "delete"), ("set", "append")


class Held(NamedTuple):
    """A value, the parts of it that are withheld, and whether the log alone tells it.

    `whole` is False where what was there before the first commit, which is not recorded, may be a
    part of it.
    """

    value: TraceValue
    withheld: tuple[str, ...]
    whole: bool


def value_after(log: StoredLog, key: str, commit: int) -> Held:
    """Fold a log up to a commit, that one too, and look the key up (commit-log notes, 8.1).

    No other root key is kept, so that a long log costs its lines and not its states.
    """
    segments = path_segments(key)
    state = Fold(log.base, keep=lambda root: root == segments[0])
    covered, hidden = log.base is not None, _Hidden(key)
    for bundle in islice(log.bundles(), commit + 1):
        state.apply(bundle)
        if isinstance(bundle, dict) and refusal(bundle) is None:
            covered = covered or any(_covers(row, key) for row in bundle["trace"])
            hidden.take(bundle)
    found = state.value(*segments)
    if any(_at_or_above(one, key) for one in hidden.paths):
        return Held(TraceValue(state="withheld"), (), covered)
    if found is ABSENT:
        return Held(TraceValue(state="absent" if covered else "not-recorded"), (), covered)
    return Held(TraceValue(state="there", json=plain(found)), tuple(hidden.paths), covered)


def value_of_rows(bundles: Iterable[Any], key: str, commit: int) -> TraceValue:
    """Answer as the engine's `commitValueAt` does: by rows at exactly the key, and by nothing else.

    It knows no base, no write above or below the key, and merges each row by itself (8.1).
    """
    value: object = ABSENT
    segments = path_segments(key)
    for bundle in islice(bundles, commit + 1):
        if refusal(bundle) is not None:
            continue
        for row in bundle["trace"]:
            if row["path"] == key:
                value = _written(value, row.get("verb"), bundle, segments)
    if value is ABSENT:
        return TraceValue(state="absent")
    return TraceValue(state="there", json=plain(value))


def _written(value: object, verb: object, bundle: dict[str, Any], segments: list[str]) -> object:
    if verb == "delete":
        return ABSENT
    tree = bundle.get("overwrite" if verb in _PUT else "updates")
    payload = copied(value_at(tree, segments))
    if verb == "append" and isinstance(value, list) and isinstance(payload, list):
        return appended(value, payload, in_place=False)
    if verb in _PUT:
        return payload
    return merged(value, payload, in_place=False, dropped=[])


class _Hidden:
    """The withheld paths at, above and below a key: until what is written there is in clear again."""

    def __init__(self, key: str) -> None:
        self._key = key
        self.paths: dict[str, None] = {}

    def take(self, bundle: dict[str, Any]) -> None:
        """Take up one commit. A value is a placeholder where its path is listed and it reads so (5)."""
        for row in bundle["trace"]:
            if row.get("verb") in _ANEW:
                for one in [one for one in self.paths if _at_or_above(row["path"], one)]:
                    del self.paths[one]
        listed = bundle.get("redactedPaths")
        for path in listed if isinstance(listed, list) else ():
            if isinstance(path, str) and _touch(path, self._key) and _reads_so(bundle, path):
                self.paths[path] = None


def _reads_so(bundle: dict[str, Any], path: str) -> bool:
    segments = path_segments(path)
    trees = (bundle.get("overwrite"), bundle.get("updates"))
    return any(value_at(tree, segments) == PLACEHOLDER for tree in trees)


def _covers(row: dict[str, Any], key: str) -> bool:
    return row.get("verb") in _ANEW and _at_or_above(row["path"], key)


def _at_or_above(path: str, key: str) -> bool:
    return path == key or key.startswith(path + SEPARATOR)


def _touch(path: str, key: str) -> bool:
    return _at_or_above(path, key) or _at_or_above(key, path)
