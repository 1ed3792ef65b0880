"""One claim against one call: the checks of the search notes, 4.3, in their order."""

from collections.abc import Iterable
from typing import NamedTuple

from footprint_cli.analyse import claim_items
from footprint_cli.analyse.claim_items import Mark
from footprint_cli.analyse.known_values import Asked, Declared, Known
from footprint_cli.analyse.named_values import (
    Named,
    Phrase,
    Span,
    literal,
    named,
    phrases,
    spans_of,
)
from footprint_cli.model.coverage import Choice, Choices, CoveredCall, Facet
from footprint_cli.model.json_text import value_text
from footprint_cli.model.search import SearchWords, facet

SUBJECT, FIXED, POPULATION, FILTERS, PERIOD, SOURCE, GAPS, COMPLETENESS = range(2, 10)
PERIOD_WORDS = "period-words"


class Checked(NamedTuple):
    """What stands against a claim, by the check that found it; and where it names what.

    `narrower` are arguments of which it names less than the call covered, `marks` where it has words
    of the search, `others` the values that it names and that are not in force, by the check.
    """

    subject: list[Span]
    against: dict[int, list[str]]
    marks: list[Mark]
    narrower: list[str]
    choices: list[Choice]
    others: dict[int, list[str]]


class Checks:
    """The checks of one claim against one call that has a ground, all of them."""

    def __init__(
        self, words: tuple[str, ...], one: CoveredCall, known: Known, choices: Choices
    ) -> None:
        self._asked: Asked = known.asked(words)
        self._words = words
        self._one = one
        self._declared: Declared = known.declared(one)
        self._choices = choices
        self._told = Checked([], {}, [], [], [], {})

    def told(self) -> Checked:
        """Return what was found."""
        cover = self._one.coverage
        subject = cover.subject or SearchWords(what="")
        self._told.subject.extend(self._asked.said(subject.said))
        self._mark(claim_items.SUBJECT, "", self._told.subject)
        self._fixed()
        self._narrowed(POPULATION, "population", cover.population)
        self._narrowed(FILTERS, "filter", cover.filters)
        self._period()
        self._source()
        self._gaps()
        if cover.completeness != "complete":
            self._add(COMPLETENESS, [f"completeness:{cover.completeness}"])
        return self._told

    def _add(self, check: int, reasons: Iterable[str]) -> None:
        for one in reasons:
            self._told.against.setdefault(check, []).append(one)

    def _mark(self, kind: str, name: str, spans: Iterable[Span], *, needed: bool = False) -> None:
        self._told.marks.extend(Mark(*span, kind, name, needed) for span in spans)

    def _mark_named(self, kind: str, name: str, found: Named) -> None:
        for side in found:
            for spans in side.values():
                self._mark(kind, name, spans, needed=side is found.inside)

    def _fixed(self) -> None:
        for one in self._one.coverage.fixed:
            found = self._asked.said(one.said)
            self._mark(claim_items.QUALIFIER, one.name, found, needed=True)
            if not found:
                self._add(FIXED, [f"wider:fixed:{one.name}"])

    def _narrowed(self, check: int, word: str, facets: tuple[Facet, ...]) -> None:
        """Check the arguments of one role; the values outside are told before those left out."""
        outside, wider = [], []
        kind = claim_items.QUALIFIER if check == FILTERS else claim_items.VALUE
        for argument, own in _by_argument(facets).items():
            free = any(one.any for one in own)
            inside = {} if free else {value_text(one.value): self._words_of(one) for one in own}
            found = self._named(argument, inside)
            self._mark_named(kind, argument, found)
            if free:
                self._narrower(f"{word}:{argument}", less=bool(found.outside))
                continue
            if found.outside:
                outside.append(f"outside:{word}:{argument}")
                self._told.others.setdefault(check, []).extend(found.outside)
            elif not found.inside:
                wider.append(f"wider:{word}:{argument}")
            self._narrower(f"{word}:{argument}", less=len(found.inside) < len(inside))
        self._add(check, [*outside, *wider])

    def _narrower(self, what: str, *, less: bool) -> None:
        if less:
            self._told.narrower.append(f"narrower:{what}")

    def _named(self, argument: str, inside: dict[str, list[Phrase]]) -> Named:
        """Find the values of an argument that the claim names, in force and all others."""
        known = self._asked.values(self._one, argument)
        if not known and not any(inside.values()):
            return Named({}, {})
        others = {text: listed for text, listed in known.items() if text not in inside}
        return named(self._words, inside, others)

    def _words_of(self, one: Facet) -> list[Phrase]:
        """Return the words for a value in force that may occur: those declared, else its text."""
        if one.any:
            return []
        worded = one.said is not None and one.said != (value_text(one.value),)
        return self._asked.may_have(phrases(one.said or ()) if worded else literal(one.value))

    def _period(self) -> None:
        """Check the periods: of several values of one argument each must be named."""
        for argument, own in _by_argument(self._one.coverage.period).items():
            spans = [spans_of(self._words, self._words_of(one)) for one in own]
            for each in spans:
                self._mark(claim_items.PERIOD, argument, each, needed=True)
            if all(spans) or any(one.any for one in own):
                continue
            if not any(spans) and all(one.found == "default" for one in own):
                chosen = Choice(PERIOD_WORDS, self._choices.period_words)
                if chosen not in self._told.choices:
                    self._told.choices.append(chosen)
                if self._choices.period_words == "accept-default":
                    continue
            self._add(PERIOD, [f"wider:period:{argument}"])

    def _source(self) -> None:
        """Check the stores; only one that replaced the declared one must be named."""
        sources = self._one.coverage.source
        inside = {
            one.what: self._asked.may_have(
                literal(one.what) if one.said == (one.what,) else phrases(one.said)
            )
            for one in sources
        }
        replacing = [one.argument for one in sources]
        for argument in dict.fromkeys([*self._declared.sources, *replacing]):
            if argument is None:
                continue
            found = self._named(argument, inside)
            self._mark_named(claim_items.STORE, argument, found)
            replaced = argument in replacing
            if found.outside:
                self._add(SOURCE, [f"outside:source:{argument}"])
                self._told.others.setdefault(SOURCE, []).extend(found.outside)
            elif replaced and not found.inside:
                self._add(SOURCE, [f"wider:source:{argument}"])
        if not any(one.kind == claim_items.STORE for one in self._told.marks):
            listed = [each for phrases_ in inside.values() for each in phrases_]
            self._mark(claim_items.STORE, "", spans_of(self._words, listed))

    def _gaps(self) -> None:
        """Take every gap: an absence rests on all facets, and an unknown one may be any of them."""
        gaps = [f"gap:{one.kind}:{facet(one.bears)}" for one in self._one.coverage.gaps]
        self._add(GAPS, dict.fromkeys([*gaps, *declared_gaps(self._one)]))


def declared_gaps(one: CoveredCall) -> list[str]:
    """Return the gaps that the result itself declares."""
    held = {
        "gap:not-checked": any(each.not_checked for each in one.declared),
        "gap:cannot-cover": any(each.cannot_cover for each in one.declared),
        "gap:in-progress": any(each.in_progress for each in one.declared),
    }
    return [name for name, is_held in held.items() if is_held]


def _by_argument(facets: tuple[Facet, ...]) -> dict[str, list[Facet]]:
    found: dict[str, list[Facet]] = {}
    for one in facets:
        found.setdefault(one.argument, []).append(one)
    return found
