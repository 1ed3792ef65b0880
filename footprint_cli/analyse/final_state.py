"""The state that a log folds to, against the one that the run ended with."""

from typing import Any

from footprint_cli.analyse.comparisons import Comparison, distrust, made, not_made
from footprint_cli.analyse.said import times
from footprint_cli.model.commit import path_segments, refusal
from footprint_cli.model.differences import Difference, differences
from footprint_cli.model.evidence import is_placeholder
from footprint_cli.model.finding import Finding
from footprint_cli.model.fold import ABSENT, Fold
from footprint_cli.model.json_text import json_text
from footprint_cli.model.recording import Recording
from footprint_cli.model.steps import execution_of

CODE = "state-against-log"
_LONGEST = 40  # characters of a value that are shown
_PASSAGE = 24  # characters that are shown from where two longer texts differ
_NAMED = 3  # keys that are named of those that were not compared

_Path = tuple[str, ...]


def check_state(recording: Recording) -> Comparison:
    """Fold the log and compare it with the recorded final state, root key by root key.

    Where the log withholds a value, or goes on from one that is not recorded, nothing is compared.
    """
    why = _not_checked(recording)
    if why is not None:
        return not_made(recording, CODE, why)
    state = recording.shared_state or {}
    written = _Written(whole=recording.base is not None)
    fold = Fold(recording.base)
    for number, bundle in enumerate(recording.log()):
        if number == 0 and recording.base is None and execution_of(_step_of(bundle)):
            why = "the run went on from a state that is not recorded"
            return not_made(recording, CODE, why)
        if refusal(bundle) is None:
            written.note(bundle)
        fold.apply(bundle)
    return _compared(recording, fold.state(), state, written)


def _compared(
    recording: Recording, folded: dict[str, Any], state: dict[str, Any], written: "_Written"
) -> Comparison:
    paths = written.paths()
    found = [one for path in paths for one in _differing(folded, state, path, written)]
    unsure = {one.path[0] for one in found if written.lost_by_json(one)}
    firsts = {one.path[0]: one for one in reversed(found) if one.path[0] not in unsure}
    findings = tuple(_finding(one, recording.source) for one in reversed(firsts.values()))
    keys = {*folded, *state}
    of = keys if recording.base is not None else keys & {path[0] for path in paths}
    hidden = {path[0] for path in written.withheld if len(path) == 1}
    hidden |= {
        key for key in of if is_placeholder(folded.get(key)) or is_placeholder(state.get(key))
    }
    left_out = {
        "withheld": keys & hidden,
        "JSON loses what merged lists hold": unsure - hidden,
        "not set as a whole by the log": keys - of - hidden,
    }
    of = of - hidden - unsure
    if not of:
        return not_made(recording, CODE, "the log sets no key of the final state in clear")
    return made(recording, CODE, _extent(keys, of, left_out), findings)


def _extent(keys: set[str], of: set[str], left_out: dict[str, set[str]]) -> str:
    """Say how many root keys were compared, and which were not, for which reason."""
    many = f"{len(of)} of {times(len(keys), 'key')}" if of < keys else times(len(keys), "key")
    rest = [f"; not {_some(names)}: {why}" for why, names in left_out.items() if names]
    return f"the log against the final state: {many}{''.join(rest)}"


def _some(names: set[str]) -> str:
    listed = sorted(names)
    more = len(listed) - _NAMED
    shown = ", ".join(listed[:_NAMED] if more > 1 else listed)
    return f"{shown} and {more} more" if more > 1 else shown


def _not_checked(recording: Recording) -> str | None:
    if recording.commits is None:
        return "the input holds no commit log"
    if recording.shared_state is None:
        return "the input holds no final state"
    if not recording.shared_state:
        return "the recorded final state is empty"
    if not recording.commits:
        return "the commit log is empty"
    return distrust(recording)


class _Written:
    """Which paths the commits of a log wrote, and so what a fold of it can know.

    `whole` says that the state before the first commit is known; without it a path is known from
    the first time on that it is set as a whole.
    """

    def __init__(self, *, whole: bool) -> None:
        self.withheld: set[_Path] = set()
        self._merged: set[str] = set()
        self._whole = whole
        self._known: set[_Path] = set()

    def note(self, bundle: dict[str, Any]) -> None:
        """Take up one commit."""
        listed = bundle.get("redactedPaths")
        for path in listed if isinstance(listed, list) else ():
            if isinstance(path, str):
                self.withheld.add(_outside_lists(path_segments(path)))
        for row in bundle["trace"]:
            path = tuple(path_segments(row["path"]))
            if row.get("verb") == "merge":
                self._merged.add(path[0])
            if self._whole or any(
                path[:length] in self._known for length in range(1, len(path) + 1)
            ):
                continue
            self._known = {one for one in self._known if one[: len(path)] != path}
            if row.get("verb") in ("set", "delete"):
                self._known.add(path)

    def lost_by_json(self, one: Difference) -> bool:
        """Tell whether a union may have told apart in memory what is the same in JSON.

        `undefined` and NaN are null there, and one object put in twice is two that are equal.
        """
        if one.path[0] not in self._merged:
            return False
        lists = [each for each in (one.one, one.other) if isinstance(each, list)]
        return any(None in each or _repeats(each) for each in lists)

    def paths(self) -> list[_Path]:
        """Return the paths that can be compared; the empty one is the whole state."""
        return [()] if self._whole else sorted(self._known)


def _repeats(elements: list[Any]) -> bool:
    texts = [json_text(one) for one in elements if isinstance(one, dict | list)]
    return len(set(texts)) < len(texts)


def _outside_lists(path: list[str]) -> _Path:
    """Cut a path at the first place of a list: an appended list shifts what comes behind."""
    for number, segment in enumerate(path[1:], start=1):
        if segment.isdecimal():
            return tuple(path[:number])
    return tuple(path)


def _differing(
    folded: dict[str, Any], state: dict[str, Any], path: _Path, written: _Written
) -> list[Difference]:
    if any(path[:length] in written.withheld for length in range(1, len(path) + 1)):
        return []
    found = differences(_at(folded, path), _at(state, path), path, written.withheld)
    return [one for one in found if not (is_placeholder(one.one) or is_placeholder(one.other))]


def _at(state: Any, path: _Path) -> Any:  # noqa: ANN401 (a JSON value)
    for segment in path:
        state = state.get(segment, ABSENT) if isinstance(state, dict) else ABSENT
    return state


def _finding(one: Difference, source: str) -> Finding:
    message = (
        f"at {'.'.join(one.path)} the log folds to {_shown(one.one)}, and the recorded final state "
        f"holds {_shown(one.other)}{_parting(one.one, one.other)}"
    )
    return Finding(code=CODE, level="error", message=message, source=source)


def _parting(one: object, other: object) -> str:
    """Say where two texts part that are not both shown whole."""
    if not (isinstance(one, str) and isinstance(other, str)):
        return ""
    if max(len(one), len(other)) <= _LONGEST:
        return ""
    shorter = min(len(one), len(other))
    start = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    return (
        f"; they differ from character {start + 1} on: {_passage(one, start)} against "
        f"{_passage(other, start)}"
    )


def _passage(text: str, start: int) -> str:
    passage = text[start : start + _PASSAGE]
    return json_text(passage) if passage else "nothing more"


def _shown(value: object) -> str:
    if value is ABSENT:
        return "nothing"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object of {len(value)} keys"
    if isinstance(value, str) and len(value) > _LONGEST:
        return f"a text of {len(value)} characters"
    return json_text(value)


def _step_of(bundle: object) -> object:
    return bundle.get("runtimeStageId") if isinstance(bundle, dict) else None
