"""The phrases that a claim is put together from, read from left to right.

Each reader takes what it knows and says whether it did; else it takes nothing. What none of them
knows is left, and a sentence of which anything is left does not pass.
"""

from collections.abc import Callable

from footprint_cli.analyse.claim_items import (
    NAME,
    PERIOD,
    QUALIFIER,
    STORE,
    SUBJECT,
    VALUE,
    Item,
)
from footprint_cli.analyse.claim_reader import LOOSE, NO_MARKS, Reader
from footprint_cli.analyse.claim_words import (
    ADJECTIVES,
    ADVERBS,
    BE,
    DETERMINERS,
    EXISTING,
    FOUND,
    HAVE,
    JOINING,
    OF_LENGTH,
    OF_TIME,
    PREPOSITIONS,
    RECENT,
    SEARCHES,
    SOURCES,
    SWEEPING,
    THAT,
    TIME_NOUNS,
    TOLD,
)

_OBJECTS = (VALUE, STORE, QUALIFIER, PERIOD)
_BEFORE_OBJECTS = PREPOSITIONS | OF_TIME
_ADVERBS = sorted(ADVERBS | SWEEPING, key=len, reverse=True)
_SOURCES = sorted(SOURCES, key=len, reverse=True)


class Phrases(Reader):
    """Reads the phrases of a sentence."""

    def phrase(self) -> bool:
        """Read where or when: "for the checkout service", "in the last 2h", "(2h)"."""
        self.clear()
        return self.tried(self._preposition, self._where) or self.tried(self._bare_period)

    def adverb(self) -> bool:
        """Read a word for now, which adds nothing."""
        return self.take_phrase(_ADVERBS)

    def according(self) -> bool:
        """Read what the claim rests on: "according to the search"."""
        return self.tried(lambda: self.take_phrase(_SOURCES), self.searcher)

    def searcher(self) -> bool:
        """Read what searched: "the search", "the incident store"."""
        if self.take_kind(STORE):
            return True
        self.take(DETERMINERS)
        if self.take_kind(STORE):
            return True
        start = self.at
        while self.take(SEARCHES):
            pass
        return self.at > start

    def noun(self) -> bool:
        """Read the subject with what stands before it: "major open checkout incidents"."""
        while self._adjective():
            pass
        if not self.take_kind(SUBJECT):
            return False
        self.take({"s"}, frozenset("("))  # incident(s)
        self._qualified()
        return True

    def tail(self, *more: Callable[[], bool]) -> None:
        """Read all phrases that follow a subject, and what else may stand there."""
        self.clear()
        while self.phrase() or self.adverb() or self.relative() or any(read() for read in more):
            self.clear()

    def relative(self) -> bool:
        """Read a clause that qualifies the subject: "that are open", "which affect checkout"."""
        return self.tried(self._that, self.be, self._qualified) or self.tried(
            self._that, self.may_be, self._preposition, self._where
        )

    def relative_existing(self) -> bool:
        """Read a clause in which the subject is there: "that were found"."""
        return self.tried(self._that, self._said_of)

    def predicate(self) -> bool:
        """Read what is said of the subject: that it is there, what qualifies it, where it is."""
        return self.tried(self._said_of) or self.tried(self.be, self._preposition, self._where)

    def found_bare(self) -> bool:
        """Read "found" directly: "incidents found: 0"."""
        return self.take({"found", "returned"})

    def value_list(self) -> bool:
        """Read values of one argument: "the checkout and payments services"."""
        self.clear()
        self.take(DETERMINERS)
        name = self.next if self.take_kind(NAME) else None
        return self._values((VALUE,), name)

    def bare(self) -> bool:
        """Read a value that stands alone before a mark: "Checkout:", "Checkout (2h):"."""
        self.clear()
        return self.tried(
            lambda: bool(self._values((VALUE, STORE), None)),
            lambda: bool(self.next.before) and {*self.next.before} <= LOOSE | {":"},
        )

    def be(self) -> bool:
        """Read a form of "be"."""
        return self.tried(lambda: self.take(HAVE), lambda: self.take({"been"})) or self.take(BE)

    def _adjective(self) -> bool:
        one, comma = self.next, frozenset(",")
        if self.take(ADJECTIVES, comma):
            self.narrowing.append(one.word)
            return True
        return self.tried(lambda: self._values((QUALIFIER, VALUE), None, comma))

    def _that(self) -> bool:
        return self.take(THAT)

    def _qualified(self) -> bool:
        """Read a qualifier directly behind its subject: "incidents open for checkout"."""
        return self.tried(lambda: self._values((QUALIFIER,), None))

    def may_be(self) -> bool:
        """Read a form of "be", where there is one."""
        self.be()
        return True

    def _said_of(self) -> bool:
        existed = self.be() or self.take(HAVE)
        while self.adverb():
            pass
        one = self.next
        if self.take(FOUND):
            self.narrowing += [one.word] if one.word in TOLD else []
            return True
        if self.take(EXISTING):
            return True
        return existed and self._values((QUALIFIER,), None)

    def _preposition(self) -> bool:
        one = self.next
        if self.tried(lambda: self.take({"related"}), lambda: self.take({"to"})):
            return True
        if one.word == "to" or not self.take(_BEFORE_OBJECTS):
            return False
        return one.word != "across" or self.next.kind != NAME

    def _where(self) -> bool:
        """Read what a preposition is about: a value, a period, a store, a qualifier."""
        word, at = self.items[self.at - 1].word, self.at
        definite = self.take(DETERMINERS)
        recent = self.take(RECENT)
        name = self.next if self.take_kind(NAME) else None
        if recent or self.next.kind == PERIOD:
            long = word in OF_LENGTH and not recent and name is None
            return word in OF_TIME and not long and self._period(name)
        if definite and self.next.kind == QUALIFIER:  # "in the open" is no status
            return self._values(_OBJECTS, name) and NAME in self._kinds_from(at)
        return word in PREPOSITIONS and self._values(_OBJECTS, name)

    def _kinds_from(self, at: int) -> set[str]:
        return {one.kind for one in self.items[at : self.at]}

    def _bare_period(self) -> bool:
        if self.next.kind == PERIOD:
            return bool(self.next.before) and self._period(None)
        self.take({"the"})
        return self.take(RECENT) and self._period(None)

    def _period(self, name: Item | None) -> bool:
        if not self._values((PERIOD,), name):
            return False
        while self.take(TIME_NOUNS) or (self.next.word in TIME_NOUNS and self.take_kind(NAME)):
            pass
        self.timed = True
        return True

    def _values(
        self, kinds: tuple[str, ...], name: Item | None, marks: frozenset[str] = NO_MARKS
    ) -> bool:
        """Read values of one argument, joined, between its name or behind it.

        Those of two arguments are never joined: "for checkout or north" is more than both together.
        """
        first = self.next
        after_name = marks if name is None else frozenset(":")
        if not self.take_kind(*kinds, marks=after_name):
            return False
        if name is not None and not first.names & name.names:
            return False
        several = False
        while self.tried(lambda: self._joined(first)):
            several = True
        behind = self.next
        if behind.kind != NAME or behind.before or not behind.names & first.names:
            return True
        self.at += 1
        return several or not behind.plural

    def _joined(self, first: Item) -> bool:
        """Read a further value of a list: ", payments", "and for payments"."""
        if not self.take(JOINING, frozenset(",")) and self.next.before != ",":
            return False
        comma = frozenset(",")
        self.take(PREPOSITIONS, comma)
        self.take(DETERMINERS, comma)
        self.take_kind(NAME, marks=comma)
        one = self.next
        return one.names == first.names and self.take_kind(first.kind, marks=comma)
