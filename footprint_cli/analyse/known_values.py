"""What a claim can name, made ready once: words of declarations, and values that calls sent.

They are found by their first word, so that a claim is not held against each of thousands.
"""

from collections.abc import Iterable, Sequence

from footprint_cli.analyse.claim_words import TIME_NOUNS, TOO_COMMON
from footprint_cli.analyse.named_values import Phrase, Span, literal, phrases, spans_of
from footprint_cli.analyse.words import tokens
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.json_text import value_text
from footprint_cli.model.search import Declaration, SearchArgument

_SCALARS = (str, bool, int, float)
_KEPT = 8  # claims, or one claim with another token left out
Names = dict[str, tuple[frozenset[str], bool]]


class Index:
    """Values, or whatever has words, by the first word of each phrase for them."""

    def __init__(self) -> None:
        self._texts: set[str] = set()
        self._by_first: dict[str, list[tuple[str, Phrase]]] = {}

    def add(self, text: str, listed: Iterable[Phrase]) -> None:
        """Add a value with its phrases, once."""
        if text not in self._texts:
            self._texts.add(text)
            for one in listed:
                self._by_first.setdefault(one[0], []).append((text, one))

    def named_in(self, words: Sequence[str]) -> dict[str, list[Phrase]]:
        """Return the values of which a phrase stands among the words, with those phrases."""
        found: dict[str, list[Phrase]] = {}
        for first in dict.fromkeys(words):
            for text, one in self._by_first.get(first, ()):
                if spans_of(words, [one]):
                    found.setdefault(text, []).append(one)
        return found


class Declared:
    """What one declaration says of its arguments, made ready once."""

    def __init__(self, declaration: Declaration) -> None:
        self.declaration = declaration
        search = declaration.search
        listed = () if search is None else search.arguments
        self.arguments: dict[str, SearchArgument] = {}
        for each in listed:
            self.arguments.setdefault(each.name, each)
        self.sources = [one.name for one in listed if one.role == "source"]
        fixed = () if search is None else search.fixed
        self.names = _names([*self.arguments, *(one.name for one in fixed)])
        self._values: dict[str, Index] = {}

    def values(self, argument: str) -> Index:
        """Return the values of an argument: its enum, and those with words."""
        if argument not in self._values:
            own = self._values[argument] = Index()
            one = self.arguments.get(argument)
            said = {} if one is None else one.said
            known = map(value_text, self.declaration.known_values.get(argument, ()))
            for text in (*known, *said):
                own.add(text, [*phrases(said.get(text, ())), *literal(text)])
        return self._values[argument]


class Known:
    """The values that a claim can name: those that are declared, and those that calls sent."""

    def __init__(self, calls: Iterable[CoveredCall]) -> None:
        self._declared: dict[int, Declared] = {}
        self._sent: dict[tuple[str | None, str], Index] = {}
        self._asked: dict[tuple[str, ...], Asked] = {}
        for one in calls:
            cover = one.coverage
            for facet in (*cover.population, *cover.filters):
                if not facet.any:
                    self._add(one.call.tool, facet.argument, facet.value)
            recorded = one.call.arguments
            for name, value in recorded.items() if isinstance(recorded, dict) else ():
                for each in value if isinstance(value, list | tuple) else (value,):
                    self._add(one.call.tool, name, each)

    def declared(self, one: CoveredCall) -> Declared:
        """Return what is declared of the tool of a call; the calls of a tool share it."""
        own = self._declared.get(id(one.declaration))
        if own is None:  # it holds the declaration, so that no other one gets its id
            own = self._declared[id(one.declaration)] = Declared(one.declaration)
        return own

    def sent(self, one: CoveredCall, argument: str) -> Index | None:
        """Return the values of an argument that calls of the tool sent; None without any."""
        return self._sent.get((one.call.tool, argument))

    def asked(self, words: tuple[str, ...]) -> "Asked":
        """Begin to hold a claim's words against what is known."""
        if words not in self._asked:
            if len(self._asked) >= _KEPT:
                self._asked.clear()
            self._asked[words] = Asked(words, self)
        return self._asked[words]

    def _add(self, tool: str | None, name: object, value: object) -> None:
        if isinstance(name, str) and isinstance(value, _SCALARS):
            text = value_text(value)
            self._sent.setdefault((tool, name), Index()).add(text, literal(text))


class Asked:
    """One claim's words, and which of the known values they name."""

    def __init__(self, words: tuple[str, ...], known: Known) -> None:
        self.words = words
        self._all = frozenset(words)
        self._known = known
        self._said: dict[int, tuple[tuple[str, ...], list[Span]]] = {}
        self._others: dict[tuple[int, str | None, str], dict[str, list[Phrase]]] = {}

    def may_have(self, listed: Iterable[Phrase]) -> list[Phrase]:
        """Return the phrases of which the first word occurs."""
        return [one for one in listed if one[0] in self._all]

    def said(self, said: tuple[str, ...]) -> list[Span]:
        """Return where any of some declared phrases stands."""
        own = self._said.get(id(said))
        if own is None:
            spans = spans_of(self.words, self.may_have(phrases(said)))
            own = self._said[id(said)] = (said, spans)
        return own[1]

    def values(self, one: CoveredCall, argument: str) -> dict[str, list[Phrase]]:
        """Return the values of an argument that the claim names, in force or not."""
        declared = self._known.declared(one)
        key = (id(declared), one.call.tool, argument)
        if key not in self._others:
            found = declared.values(argument).named_in(self.words)
            sent = self._known.sent(one, argument)
            if sent is not None:
                found = sent.named_in(self.words) | found
            self._others[key] = found
        return self._others[key]


def _names(listed: Iterable[str]) -> Names:
    """Return the words of names, each with the names that it is of, and whether it is a plural."""
    found: dict[str, tuple[set[str], bool]] = {}
    for name in listed:
        for word in tokens(name.replace("_", " ").replace("-", " ")):
            many = word.endswith("s") and not word.endswith(("ss", "us", "is"))
            one = word.removesuffix("s") if many else word
            for each, plural in ((one, False), (f"{one}s", True)):
                if each and (each in TIME_NOUNS or each not in TOO_COMMON):
                    found.setdefault(each, (set(), plural))[0].add(name)
    return {word: (frozenset(names), plural) for word, (names, plural) in found.items()}
