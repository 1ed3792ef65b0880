"""What the events of one run say of calls that they do not name clearly."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from footprint_cli.model.coverage import Call
from footprint_cli.model.json_text import json_text
from footprint_cli.read.decisions import refused, without_arguments
from footprint_cli.read.loose import effects_of, loosely
from footprint_cli.read.owners import About, Owners, about

_Key = tuple[str | None, str | None]  # id and step
_Change = Callable[[Call], Call]


class LooseEvents:
    """Holds what waits until every call is known, and adds it then."""

    def __init__(self) -> None:
        self._rows: list[tuple[About, dict[str, Any], _Change | None]] = []
        self._told: dict[_Key, list[dict[str, Any]]] = {}  # what is already added to a call
        self._unread: list[About] = []
        self._refusals: dict[_Key, str] = {}
        self._rewrites: set[_Key] = set()
        self._at_once: set[_Key] = set()

    def told(self, key: _Key, row: dict[str, Any]) -> None:
        """Note what was added to a call: another one with its id may begin in its step."""
        if effects_of(row):
            self._told.setdefault(key, []).append(row)

    def add(self, row: dict[str, Any], step: str | None, change: _Change | None = None) -> None:
        """Take up what an event says of a call, and what it changes where it is clearly of one."""
        self._rows.append((about(row, step), row, change))

    def unread(self, payload: object, step: str | None) -> None:
        """Take up a decision of which it cannot be read what it did, or to which call."""
        self._unread.append(about(payload, step))

    def refusal(self, key: _Key, outcome: str) -> None:
        """Take up a refusal that no end of a call followed."""
        self._refusals[key] = outcome

    def rewrite(self, key: _Key) -> None:
        """Take up a change of arguments that no start of a call followed."""
        self._rewrites.add(key)

    def at_once(self, call_id: str | None, step: str | None) -> None:
        """Note that calls with one id and step ran at once: results do not say whose they are."""
        self._at_once.add((call_id, step))

    def settled(self, calls: dict[int, Call], answered: dict[int, str | None]) -> list[Call]:
        """Return calls with what is said of them; `answered` are the steps that ended them."""
        if not (self._rows or self._unread or self._refusals or self._rewrites or self._told):
            return self._mixed(calls)
        owners = Owners()
        for number, call in calls.items():
            owners.add(number, call)
            if answered.get(number, call.step) != call.step:
                owners.add(number, call, answered[number])
        self._file(calls, owners)
        for key, outcome in self._refusals.items():
            own, sure = owners.of(_about(key))
            if sure:
                calls[own[0]] = refused(calls[own[0]], outcome)
            else:
                _hide(calls, owners.once(own, None))
        for one in (*map(_about, self._rewrites), *self._unread):
            _hide(calls, owners.once(owners.of(one)[0], None))
        return self._mixed(calls)

    def _file(self, calls: dict[int, Call], owners: Owners) -> None:
        for one, row, change in self._rows_of(owners):
            own, sure = owners.of(one)
            if sure and change is not None:
                calls[own[0]] = change(calls[own[0]])
                continue
            for effect in effects_of(row):
                for number in owners.once(own, effect):
                    calls[number] = loosely(calls[number], effect, "event")

    def _rows_of(self, owners: Owners) -> Iterable[tuple[About, dict[str, Any], _Change | None]]:
        yield from self._rows
        for key, rows in self._told.items():
            one = _about(key)
            if not owners.of(one)[1]:
                yield from ((one, row, None) for row in rows)

    def _mixed(self, calls: dict[int, Call]) -> list[Call]:
        groups: dict[_Key, list[int]] = {}
        for number, call in calls.items():
            key = (call.call_id, call.step)
            if key in self._at_once:
                groups.setdefault(key, []).append(number)
        for own in groups.values():
            if len({json_text([calls[one].outcome, calls[one].result]) for one in own}) > 1:
                for one in own:
                    calls[one] = replace(calls[one], mixed=True)
        return [*calls.values()]


def _about(key: _Key) -> About:
    return About(key[0], None, None, key[1])


def _hide(calls: dict[int, Call], own: Iterable[int]) -> None:
    for number in own:
        calls[number] = without_arguments(calls[number])
