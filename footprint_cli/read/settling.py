"""What the rows of a state say of calls, added to the calls once all of them are known."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from footprint_cli.model.coverage import Call
from footprint_cli.model.json_text import json_text
from footprint_cli.read.decisions import DENY, REWRITE, refused, rewritten, without_arguments
from footprint_cli.read.filings import DECLARING, filed
from footprint_cli.read.loose import effects_of, loosely
from footprint_cli.read.owners import About, Owners, about
from footprint_cli.read.rewrites import Decided


class Settling:
    """The calls of one log, by their places, with what rows say of them.

    A row whose call cannot be told takes from each call that it may be of, and adds to none.
    """

    def __init__(self, calls: Iterable[tuple[Call, str | None]]) -> None:
        """Take up calls, each with the step that answered it."""
        self.calls: list[Call] = []
        self.shared: set[int] = set()  # places of calls of which it is not known whose a row is
        self.unclaimed = 0
        self._answered: list[str | None] = []
        self._owners = Owners()
        for place, (call, step) in enumerate(calls):
            self.calls.append(call)
            self._answered.append(step)
            self._owners.add(place, call, step)

    def file(self, rows: Iterable[tuple[str, dict[str, Any]]]) -> None:
        """Add what rows say, each with the step that wrote it."""
        for step, row in rows:
            own, sure = self._owners.of(about(row, step))
            if sure:
                self.calls[own[0]] = filed(self.calls[own[0]], row)
                continue
            effects = effects_of(row)
            self.unclaimed += bool(effects and not own)
            if len(own) > 1 and row.get("kind") in DECLARING:
                self.shared.update(self._owners.once(own, "shared"))
            for effect in effects:
                self._each(own, effect, lambda one, effect=effect: loosely(one, effect, "row"))

    def decide(self, decided: dict[int, list[Decided]], lost: Iterable[Decided]) -> None:
        """Add decisions: those on the call of a place, and those that are yet to be joined."""
        for place, own in decided.items():
            twins, _ = self._owners.of(_itself(self.calls[place], self._answered[place]))
            for one in own:
                self.calls[place] = _decided(self.calls[place], one, sure=len(twins) < 2)  # noqa: PLR2004
        for one in lost:
            found, sure = self._owners.of(_about(one))
            if sure:
                self.calls[found[0]] = _decided(self.calls[found[0]], one, sure=True)
            else:
                self._each(found, None, without_arguments)

    def hide(self, steps: set[str]) -> None:
        """Hide the arguments of the calls of steps."""
        for place, step in enumerate(self._answered):
            if step in steps:
                self.calls[place] = without_arguments(self.calls[place])

    def mix(self, keys: Iterable[tuple[str | None, str | None]]) -> None:
        """Note calls of one id and step that ran at once, where their results are not the same."""
        for call_id, step in keys:
            own, _ = self._owners.of(About(call_id, None, None, step))
            results = {json_text([self.calls[one].outcome, self.calls[one].result]) for one in own}
            if len(results) > 1:
                for one in own:
                    self.calls[one] = replace(self.calls[one], mixed=True)

    def _each(self, places: Any, effect: Any, change: Any) -> None:  # noqa: ANN401
        for place in self._owners.once(places, effect):
            self.calls[place] = change(self.calls[place])


def _decided(call: Call, one: Decided, *, sure: bool) -> Call:
    if sure and one.effect == REWRITE:
        return rewritten(call, one.row)
    if sure and one.effect == DENY:
        return refused(call)
    return without_arguments(call)


def _about(one: Decided) -> About:
    return about(one.row, one.step)


def _itself(call: Call, step: str | None) -> About:
    return About(call.call_id, call.tool, None, step)
