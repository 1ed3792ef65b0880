"""How often each rule of a gate was judged, and every place where it could not be."""

from collections.abc import Iterable

from footprint_cli.analyse.gate_rules import GATE_RULES
from footprint_cli.model.gate import AskedRule, GateSettings
from footprint_cli.model.report import NAMED_IN_WHY, RuleCount, Unjudged


class Examples:
    """Counts things and keeps the first few, so that memory stays flat."""

    def __init__(self) -> None:
        self.count = 0
        self._first: list[str] = []

    def add(self, text: str) -> None:
        """Count one."""
        self.count += 1
        if len(self._first) < NAMED_IN_WHY:
            self._first.append(text)

    @property
    def text(self) -> str:
        """The first few, and how many more there are."""
        more = self.count - len(self._first)
        return "; ".join(self._first) + (f"; and {more} more" if more else "")


class _Count:
    def __init__(self) -> None:
        self.checked = self.failed = 0
        self.unjudged: list[Unjudged] = []

    @property
    def is_idle(self) -> bool:
        return not self.checked and not self.unjudged


class Tally:
    """Counts, for every rule that is asked for, in the order in which they are asked for."""

    def __init__(self, settings: GateSettings) -> None:
        self.rules_of_calls = [one for one in settings.rules if _of(one) == "call"]
        self.rules_of_recordings = [
            one for one in settings.rules if _of(one) not in ("retrieval", "call")
        ]
        self._rules_of_all = [one for one in settings.rules if _of(one) == "retrieval"]
        self._of_retriever = settings.of_retriever
        # Who looks at one retriever only, which has rules of its own, asks for no others.
        self._has_to_judge = () if settings.retriever in self._of_retriever else self._rules_of_all
        asked = [settings.rules, *settings.of_retriever.values()]
        self._counts = {one: _Count() for rules in asked for one in rules}
        self.rules = [*self._counts]
        self.rules_of_any_retrieval = [one for one in self._counts if _of(one) == "retrieval"]

    def rules_of(self, retriever: str | None) -> Iterable[AskedRule]:
        """Return the rules that judge the retrievals of a retriever."""
        own = None if retriever is None else self._of_retriever.get(retriever)
        return self._rules_of_all if own is None else own

    @property
    def names(self) -> set[str]:
        """The names of the rules that are asked for."""
        return {one.name for one in self._counts}

    def named(self, name: str) -> list[AskedRule]:
        """Return the rules that have this name."""
        return [one for one in self._counts if one.name == name]

    def judged(self, rule: AskedRule, *, failed: bool = False, times: int = 1) -> None:
        """Count that a rule was judged."""
        self._counts[rule].checked += times
        self._counts[rule].failed += failed

    def unknown(self, rule: AskedRule, place: Unjudged) -> None:
        """Count that a rule could not be judged, and keep where and why."""
        self._counts[rule].unjudged.append(place)

    @property
    def checked_any(self) -> bool:
        """Tell whether anything was judged at all."""
        return any(one.checked for one in self._counts.values())

    @property
    def unjudged(self) -> tuple[Unjudged, ...]:
        """Every place where a rule could not be judged, rule by rule."""
        return tuple(place for one in self._counts.values() for place in one.unjudged)

    def idle(self) -> list[str]:
        """Say which rules for all retrievers found none without rules of its own; nothing if none did."""
        idle = [rule.text for rule in self._has_to_judge if self._counts[rule].is_idle]
        if not idle:
            return []
        return [
            f"{', '.join(idle)} judged nothing: every retriever in these inputs has rules of its own"
        ]

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
                unknown=len(one.unjudged),
                says=GATE_RULES[rule.name].says,
            )
            for rule, one in self._counts.items()
        )

    def why(self) -> list[str]:
        """Say which rules could not be judged where; those with the same reasons in one sentence."""
        same: dict[tuple[int, str], list[str]] = {}
        for rule, one in self._counts.items():
            if one.unjudged:
                examples = Examples()
                for place in one.unjudged:
                    examples.add(_said(place))
                same.setdefault((examples.count, examples.text), []).append(rule.text)
        return [
            f"{', '.join(rules)}: could not be judged {_times(count)}: {text}"
            for (count, text), rules in same.items()
        ]


def _of(rule: AskedRule) -> str:
    return GATE_RULES[rule.name].of


def _said(one: Unjudged) -> str:
    where = one.step or (None if one.line is None else f"line {one.line}")
    if where in one.why.split():
        where = None
    place = " at ".join(each for each in (one.retriever or one.tool, where) if each is not None)
    return f"{one.source}, {place}: {one.why}" if place else f"{one.source}: {one.why}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
