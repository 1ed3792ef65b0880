"""How often each rule of a gate was judged, and the first places where it could not be."""

from collections.abc import Iterable

from footprint_cli.analyse.gate_rules import GATE_RULES
from footprint_cli.model.gate import AskedRule, GateSettings
from footprint_cli.model.report import RuleCount

_SHOWN = 2  # of many places, in a sentence


class Examples:
    """Counts things and keeps the first few, so that memory stays flat."""

    def __init__(self) -> None:
        self.count = 0
        self._first: list[str] = []

    def add(self, text: str) -> None:
        """Count one."""
        self.count += 1
        if len(self._first) < _SHOWN:
            self._first.append(text)

    @property
    def text(self) -> str:
        """The first few, and how many more there are."""
        more = self.count - len(self._first)
        return "; ".join(self._first) + (f"; and {more} more" if more else "")


class _Count:
    def __init__(self) -> None:
        self.checked = self.failed = 0
        self.unknown = Examples()


class Tally:
    """Counts, for every rule that is asked for, in the order in which they are asked for."""

    def __init__(self, settings: GateSettings) -> None:
        of_recordings = [one for one in settings.rules if GATE_RULES[one.name].of != "retrieval"]
        self.rules_of_recordings = of_recordings
        self._rules_of_all = [one for one in settings.rules if one not in of_recordings]
        self._of_retriever = settings.of_retriever
        asked = [settings.rules, *settings.of_retriever.values()]
        self._counts = {one: _Count() for rules in asked for one in rules}
        self.rules_of_any_retrieval = [one for one in self._counts if one not in of_recordings]

    def rules_of(self, retriever: str | None) -> Iterable[AskedRule]:
        """Return the rules that judge the retrievals of a retriever."""
        own = None if retriever is None else self._of_retriever.get(retriever)
        return self._rules_of_all if own is None else own

    def named(self, name: str) -> list[AskedRule]:
        """Return the rules that have this name."""
        return [one for one in self._counts if one.name == name]

    def judged(self, rule: AskedRule, *, failed: bool) -> None:
        """Count that a rule was judged."""
        self._counts[rule].checked += 1
        self._counts[rule].failed += failed

    def unknown(self, rule: AskedRule, where: str) -> None:
        """Count that a rule could not be judged, and keep why."""
        self._counts[rule].unknown.add(where)

    @property
    def checked_any(self) -> bool:
        """Tell whether anything was judged at all."""
        return any(one.checked for one in self._counts.values())

    def checked(self) -> dict[str, int]:
        """Return how often each rule was judged."""
        return {rule.text: one.checked for rule, one in self._counts.items()}

    def counts(self) -> tuple[RuleCount, ...]:
        """Return all counts, with the sentence of each rule."""
        return tuple(
            RuleCount(
                rule=rule.text,
                checked=one.checked,
                failed=one.failed,
                unknown=one.unknown.count,
                says=GATE_RULES[rule.name].says,
            )
            for rule, one in self._counts.items()
        )

    def why(self) -> list[str]:
        """Say which rules could not be judged where; those with the same reasons in one sentence."""
        same: dict[tuple[int, str], list[str]] = {}
        for rule, one in self._counts.items():
            if one.unknown.count:
                same.setdefault((one.unknown.count, one.unknown.text), []).append(rule.text)
        return [
            f"{', '.join(rules)}: could not be judged {_times(count)}: {text}"
            for (count, text), rules in same.items()
        ]


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
