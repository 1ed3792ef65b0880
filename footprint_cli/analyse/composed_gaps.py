"""The gaps of one call, as composing finds them, and the open choices that decided one."""

from footprint_cli.analyse.arguments import InForce
from footprint_cli.model.coverage import Cap, Choice, Choices, Gap, Rows
from footprint_cli.model.json_text import json_text
from footprint_cli.model.numbers import is_number, number_text
from footprint_cli.model.search import ROLES, Search, SearchArgument, facet, facet_of_role

_AGAIN, _NEVER, _NOT_KNOWN = "asking-again", "never", "not-known"
# Whether another call could close a gap of a kind; what is not named here: not known.
_CLOSES = {
    "omitted": _AGAIN,
    "empty-list": _AGAIN,
    "unreadable": _AGAIN,
    "unclassified": _AGAIN,  # without the argument
    "page": _AGAIN,
    "cap": _AGAIN,
    "cap-unknown": _NEVER,
    "match": _NEVER,
    "ranking": _NEVER,
    "credential-limited": _NEVER,
    "declared": _NEVER,
    "period-not-held": _NEVER,
    "declaration-ambiguous": _NEVER,
}
_PERIODS = {
    "not-held": "the result says that none of the period that was asked for is held",
    "partly-held": "the result says that only a part of the period that was asked for is held",
    "unknown": "how much of the period is held is not known",
    "undeclared": "the result does not say how much of the period is held",
}


class Gaps:
    """Collects gaps in the order of the rules."""

    def __init__(self, choices: Choices) -> None:
        self.found: list[Gap] = []
        self.choices: dict[str, Choice] = {}
        self._choices = choices

    def add(  # noqa: PLR0913 (the parts of a gap)
        self,
        kind: str,
        bears: str,
        argument: str | None = None,
        *,
        what: str | None = None,
        why: str | None = None,
        closes: str | None = None,
    ) -> None:
        """Add one gap."""
        closes = closes or _CLOSES.get(kind, _NOT_KNOWN)
        self.found.append(
            Gap(kind=kind, bears=bears, argument=argument, what=what, why=why, closes=closes)
        )

    def chosen(self, name: str, value: str) -> None:
        """Note that an open choice decided something."""
        self.choices[name] = Choice(name, value)

    def of_argument(
        self, argument: SearchArgument, force: InForce, cap: Cap | None, rows: int | None
    ) -> None:
        """Add what one argument leaves open (search notes, 2.4 and 2.5)."""
        role, bears = argument.role, facet_of_role(argument.role)
        if bears is None:
            return
        if role not in ROLES:
            why = f"its role, {role}, is not known here: it may narrow anything"
            self.add("unclassified", bears, argument.name, why=why, closes=_NEVER)
        if role in ("query", "match"):
            self._match(argument.name, force)
        if role == "page" and force.values:
            self._page(argument, force, cap, rows)
        if force.gap is not None:
            self.add(force.gap, bears, argument.name, why=force.why)

    def of_cap(self, cap: Cap | None, rows: Rows, *, by_choice: bool) -> None:
        """Add that a cap was reached, or that whether it was is not known."""
        if by_choice:  # search notes, section 8, point 7
            self.chosen("unknown-cap-on-empty", self._choices.unknown_cap_on_empty)
        if cap is None or cap.reached is False:
            return
        if cap.reached is True:
            limit = number_text(cap.limit) if is_number(cap.limit) else str(cap.limit)
            why = f"the cap of {limit} was reached: there may be more rows"
            self.add("cap", "completeness", why=why)
            return
        if is_number(cap.limit) and rows.count is None:
            why = "how many rows came back could not be read"
            self.add("cap-unknown", "completeness", why=why, closes=_NOT_KNOWN)
        else:
            self.add(
                "cap-unknown", "completeness", why="how many rows it returns at most is not known"
            )

    def of_search(self, search: Search) -> None:
        """Add what the tool never reaches, whatever it is asked."""
        if search.limits.by_credential:
            why = "the read sees only what the caller's credential may see"
            self.add("credential-limited", "population", why=why)
        for one in search.gaps:
            self.add("declared", facet(one.bears), what=one.what, why=one.why)
        if search.ranking is not None:
            why = "the rows are those ranked nearest, never every row that fits"
            self.add("ranking", "completeness", why=why)

    def of_period(self, verdict: str) -> None:
        """Add that the result does not hold all of the period (search notes, 2.9)."""
        self.add(f"period-{verdict}", "period", why=_PERIODS.get(verdict))

    def _match(self, name: str, force: InForce) -> None:
        # Search notes, section 8, points 2 and 3.
        if force.state == "any":
            self.chosen("match-without-text", self._choices.match_without_text)
            if self._choices.match_without_text == "no-gap":
                return
        self.chosen("match-bears", self._choices.match_bears)
        why = "what matches is the tool's own rule"
        self.add("match", self._choices.match_bears, name, why=why)

    def _page(
        self, argument: SearchArgument, force: InForce, cap: Cap | None, rows: int | None
    ) -> None:
        # Search notes, section 8, point 4. That the page is the first one only its default says.
        own = argument.when_omitted
        first = isinstance(own, tuple) and json_text([*own]) == json_text([*force.values])
        short = cap is not None and is_number(cap.limit) and rows is not None and rows < cap.limit
        if first and short:
            self.chosen("first-page", self._choices.first_page)
            if self._choices.first_page == "closed-below-cap":
                return
        why = "one page was read: others may hold more rows"
        self.add("page", "completeness", why=why)
