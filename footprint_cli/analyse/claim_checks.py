"""One claim against one call: the checks of the search notes, 4.3, in their order."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from footprint_cli.analyse.named_values import (
    Known,
    Phrase,
    Span,
    argument_of,
    literal,
    named,
    phrases,
    spans_of,
)
from footprint_cli.analyse.words import tokens
from footprint_cli.model.coverage import Choice, Choices, CoveredCall, Facet
from footprint_cli.model.json_text import value_text
from footprint_cli.model.search import SearchWords, facet

SUBJECT, FIXED, POPULATION, FILTERS, PERIOD, SOURCE, GAPS, COMPLETENESS = range(2, 10)
PERIOD_WORDS = "period-words"


class Checked(NamedTuple):
    """What stands against a claim, by the check that found it; and where it names what.

    `narrower` are arguments of which it names less than the call covered, `qualifiers` where it has
    the words of each qualifier and filter in force, `others` the values that it names and that are
    not in force, by the check.
    """

    subject: list[Span]
    against: dict[int, list[str]]
    spans: list[Span]
    values: list[Span]  # of population, filters and source
    narrower: list[str]
    choices: list[Choice]
    qualifiers: list[list[Span]]
    others: dict[int, list[str]]


class Checks:
    """The checks of one claim against one call that has a ground, all of them."""

    def __init__(
        self, words: Sequence[str], one: CoveredCall, known: Known, choices: Choices
    ) -> None:
        self._words = words
        self._one = one
        self._known = known
        self._choices = choices
        self._told = Checked([], {}, [], [], [], [], [], {})

    def told(self) -> Checked:
        """Return what was found."""
        cover = self._one.coverage
        subject = cover.subject or SearchWords(what="")
        self._told.subject.extend(spans_of(self._words, phrases(subject.said)))
        self._told.spans.extend(self._told.subject)
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

    def _fixed(self) -> None:
        for one in self._one.coverage.fixed:
            found = spans_of(self._words, phrases(one.said))
            self._told.spans.extend(found)
            self._told.qualifiers.extend([found] if found else [])
            if not found:
                self._add(FIXED, [f"wider:fixed:{one.name}"])

    def _narrowed(self, check: int, word: str, facets: tuple[Facet, ...]) -> None:
        """Check the arguments of one role; the values outside are told before those left out."""
        outside, wider = [], []
        for argument, own in _by_argument(facets).items():
            free = any(one.any for one in own)
            inside = {} if free else {value_text(one.value): _words_of(one) for one in own}
            found = named(self._words, inside, self._others(argument, inside))
            self._told.spans.extend(found.spans)
            self._told.values.extend(found.spans)
            if free:
                self._narrower(f"{word}:{argument}", less=bool(found.outside))
                continue
            if check == FILTERS and found.inside:
                self._told.qualifiers.append(
                    [span for each in found.inside.values() for span in each]
                )
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

    def _others(self, argument: str, inside: Iterable[str]) -> dict[str, list[Phrase]]:
        said = argument_of(self._one, argument).said
        kept = {*inside}
        return {
            text: [*phrases(said.get(text, ())), *literal(text)]
            for text in self._known.values(self._one, argument)
            if text not in kept
        }

    def _period(self) -> None:
        for argument, own in _by_argument(self._one.coverage.period).items():
            found = [span for one in own for span in spans_of(self._words, _words_of(one))]
            self._told.spans.extend(found)
            if found or any(one.any for one in own):
                continue
            if all(one.found == "default" for one in own):
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
            one.what: literal(one.what) if one.said == (one.what,) else phrases(one.said)
            for one in sources
        }
        search = self._one.declaration.search
        arguments = [one.name for one in search.arguments if one.role == "source"] if search else []
        for argument in dict.fromkeys([*arguments, *(one.argument for one in sources)]):
            if argument is None:
                continue
            found = named(self._words, inside, self._others(argument, inside))
            self._told.spans.extend(found.spans)
            self._told.values.extend(found.spans)
            replaced = any(one.argument == argument for one in sources)
            if found.outside:
                self._add(SOURCE, [f"outside:source:{argument}"])
                self._told.others.setdefault(SOURCE, []).extend(found.outside)
            elif replaced and not found.inside:
                self._add(SOURCE, [f"wider:source:{argument}"])
        self._told.spans.extend(
            spans_of(self._words, [p for each in inside.values() for p in each])
        )

    def _gaps(self) -> None:
        """Take every gap: an absence rests on all facets, and an unknown one may be any of them."""
        gaps = [f"gap:{one.kind}:{facet(one.bears)}" for one in self._one.coverage.gaps]
        self._add(GAPS, dict.fromkeys([*gaps, *declared_gaps(self._one)]))


def declared_gaps(one: CoveredCall) -> list[str]:
    """Return the gaps that the result itself declares."""
    unchecked = ["gap:not-checked"] if any(each.not_checked for each in one.declared) else []
    never = ["gap:cannot-cover"] if any(each.cannot_cover for each in one.declared) else []
    return [*unchecked, *never]


def argument_words(one: CoveredCall) -> set[str]:
    """Return the words of the names of arguments and qualifiers: "the checkout service"."""
    search = one.declaration.search
    if search is None:
        return set()
    names = [*(each.name for each in search.arguments), *(each.name for each in search.fixed)]
    words = {word for name in names for word in tokens(name.replace("_", " ").replace("-", " "))}
    return words | {f"{word}s" for word in words} | {word.removesuffix("s") for word in words}


def _by_argument(facets: tuple[Facet, ...]) -> dict[str, list[Facet]]:
    found: dict[str, list[Facet]] = {}
    for one in facets:
        found.setdefault(one.argument, []).append(one)
    return found


def _words_of(one: Facet) -> list[Phrase]:
    """Return the words for a value in force: those declared for it, else its literal text."""
    if one.any:
        return []
    worded = one.said is not None and one.said != (value_text(one.value),)
    return phrases(one.said or ()) if worded else literal(one.value)
