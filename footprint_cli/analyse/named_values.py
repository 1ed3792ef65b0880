"""Which values of an argument a claim names, of those in force and of all others (search notes, 4.3)."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from footprint_cli.analyse.claim_words import TOO_COMMON
from footprint_cli.analyse.list_texts import looks_like_list
from footprint_cli.analyse.words import places, tokens
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.json_text import value_text
from footprint_cli.model.search import SearchArgument

Phrase = tuple[str, ...]
Span = tuple[int, int]
_SCALARS = (str, bool, int, float)


class Named(NamedTuple):
    """The values in force that a claim names, by their text, and where; and those not in force."""

    inside: dict[str, list[Span]]
    outside: dict[str, list[Span]]

    @property
    def spans(self) -> list[Span]:
        """Every place where a value is named."""
        return [
            span
            for found in (self.inside, self.outside)
            for each in found.values()
            for span in each
        ]


class Known:
    """The values that calls sent and a claim names, by tool and argument: one may not be in force."""

    def __init__(self, words: Sequence[str], calls: Iterable[CoveredCall]) -> None:
        self._words = words
        self._named: dict[str, bool] = {}
        self._sent: dict[tuple[str | None, str], dict[str, None]] = {}
        for one in calls:
            cover = one.coverage
            for facet in (*cover.population, *cover.filters):
                if not facet.any:
                    self._add(one.call.tool, facet.argument, facet.value)
            recorded = one.call.arguments
            for name, value in recorded.items() if isinstance(recorded, dict) else ():
                for each in value if isinstance(value, list | tuple) else (value,):
                    self._add(one.call.tool, name, each)

    def values(self, one: CoveredCall, argument: str) -> list[str]:
        """Return the texts of values of an argument: its enum, those with words, those sent."""
        declared = [value_text(value) for value in one.declaration.known_values.get(argument, ())]
        worded = list(argument_of(one, argument).said)
        sent = self._sent.get((one.call.tool, argument), {})
        return [*dict.fromkeys([*declared, *worded, *sent])]

    def _add(self, tool: str | None, name: object, value: object) -> None:
        if isinstance(name, str) and isinstance(value, _SCALARS):
            text = value_text(value)
            if text not in self._named:
                self._named[text] = bool(spans_of(self._words, literal(text)))
            if self._named[text]:
                self._sent.setdefault((tool, name), {})[text] = None


def argument_of(one: CoveredCall, name: str) -> SearchArgument:
    """Return an argument as it is declared; one that is not has no words."""
    search = one.declaration.search
    listed = () if search is None else search.arguments
    empty = SearchArgument(name=name, role="inert")
    return next((each for each in listed if each.name == name), empty)


def literal(value: Any) -> list[Phrase]:  # noqa: ANN401 (JSON)
    """Return the words that a value is named by without words of its own.

    None where they are too common: `no` and `in` are countries, and stand in other sentences too.
    None for a text that looks like a list: nobody knows whether its items were searched.
    """
    if isinstance(value, str) and looks_like_list(value):
        return []
    phrase = tokens(value_text(value))
    return [] if not phrase or (len(phrase) == 1 and phrase[0] in TOO_COMMON) else [phrase]


def phrases(said: Iterable[str]) -> list[Phrase]:
    """Return declared words as phrases."""
    return [phrase for one in said if (phrase := tokens(one))]


def named(
    words: Sequence[str], inside: dict[str, list[Phrase]], outside: dict[str, list[Phrase]]
) -> Named:
    """Find the values that a claim names; of two that share a token, the longer phrase is meant.

    So "eu west" does not name "eu". Of two equally long ones it is the value in force.
    """
    found = Named({}, {})
    listed = [
        (-len(phrase), at_outside, text, phrase)
        for at_outside, values in enumerate((inside, outside))
        for text, each in values.items()
        for phrase in each
    ]
    taken: dict[int, tuple[int, int]] = {}  # token → the length and the side that took it
    for size, side, text, phrase in sorted(listed, key=lambda one: one[:2]):
        for at in places(words, phrase):
            held = range(at, at + len(phrase))
            if any(taken.get(each, (size, side)) != (size, side) for each in held):
                continue
            taken.update(dict.fromkeys(held, (size, side)))
            found[side].setdefault(text, []).append((at, at + len(phrase)))
    return found


def spans_of(words: Sequence[str], listed: Iterable[Phrase]) -> list[Span]:
    """Return where any of these phrases stands."""
    return [(at, at + len(one)) for one in listed for at in places(words, one)]
