"""The forms of sentences that deny or count their subject; no other one is held against rows."""

from collections.abc import Callable, Iterable

from footprint_cli.analyse.claim_items import CUE, END, NUMBER
from footprint_cli.analyse.claim_phrases import Phrases
from footprint_cli.analyse.claim_reader import LOOSE, NO_MARKS
from footprint_cli.analyse.claim_words import (
    BE,
    COUNTED,
    COUNTING,
    DO,
    EXISTING,
    FINDERS,
    FOUND,
    HAVE,
    NOT,
    NOTHING,
    OF_ALL,
    PARTED,
    PRONOUNS,
    SIGNS,
)

_AFTER_LEAD = LOOSE | {":"}
_BEGINNING = frozenset("-\u2014\u2022([")  # marks that a sentence may begin with
_ENDING = frozenset(".!)]\u2026")
_CONTRACTED = frozenset(
    ["isn", "aren", "wasn", "weren", "don", "doesn", "didn", "hasn", "haven", "hadn"]
)


class Form(Phrases):
    """A sentence that may be of one of the forms, whole; any word that is left keeps it from it."""

    def denies(self) -> bool:
        """Read a sentence that says that none of its subject is there."""
        return any(
            map(self._whole, (self._no_such, self._not_any, self._none_of_it, self._not_there))
        )

    def counts(self) -> bool:
        """Read a sentence that says how many there are; a word for a part keeps it from it."""
        return self._whole(self._so_many) and not self.narrowing

    def _whole(self, read: Callable[[], bool]) -> bool:
        return self.tried(self._begun, read, self._ended)

    def _begun(self) -> bool:
        self.clear(_BEGINNING)
        return _BEGINNING.issuperset(self.next.before)

    def _ended(self) -> bool:
        return (
            self.next.kind == END
            and _ENDING.issuperset(self.next.before)
            and (self.timed or not self.sweeping)
        )

    def _no_such(self) -> bool:
        """Read "In the last 2h, checkout had no open incidents"."""
        self._lead()
        self.tried(self._opening)
        word = self.next.word
        if word in {NOT, PARTED, "none", "nothing"} or not self._special(CUE):
            return False
        sign = self.next.word
        if self.tried(lambda: self.take(SIGNS), lambda: self.take({"of"})):
            self.narrowing.append(sign)
        if not self.noun():
            return False
        self.tail(self.predicate, self.relative_existing)
        return True

    def _not_any(self) -> bool:
        """Read "I did not find any open incidents", "There are not open incidents"."""
        self._lead()
        if not self.tried(self._not_found) and not self.tried(self._not_being):
            return False
        self.take({"any"})
        if not self.noun():
            return False
        self.tail(self.predicate, self.relative_existing)
        return True

    def _none_of_it(self) -> bool:
        """Read "Open incidents for checkout in 2h: none", "The number of incidents is 0"."""
        self._lead()
        self.tried(self._number_of)
        if not self.noun():
            return False
        self.tail(self.found_bare)
        self.clear()
        copula = self.take({"is", "are", "was", "were"})
        if self.next.word not in NOTHING or not (copula or ":" in self.next.before):
            return False
        return self._special(CUE, NO_MARKS if copula else frozenset(":)"))

    def _not_there(self) -> bool:
        """Read "Open incidents for checkout were not found", "... do not exist"."""
        self._lead()
        if not self.noun():
            return False
        self.tail()
        self.clear()
        if not self._negated() or not self.take(FOUND | EXISTING):
            return False
        self.tail()
        return True

    def _so_many(self) -> bool:
        """Read "There are only 3 open incidents for checkout in the last 2h"."""
        self._lead()
        opened = self.tried(self._opening)
        every = self._every()
        while self.take(COUNTING):
            pass
        if (opened and every) or not self._special(NUMBER) or not self.noun():
            return False
        self.tail(*(() if every else (self.predicate, self.relative_existing)))
        return True

    def _every(self) -> bool:
        start = self.at
        while self.take(OF_ALL):
            pass
        return self.at > start

    def _lead(self) -> bool:
        """Read what may stand before all else: where, when, according to what."""
        while self.phrase() or self.adverb() or self.according() or self.bare():
            self.clear(_AFTER_LEAD)
        return self.clear(_AFTER_LEAD)

    def _opening(self) -> bool:
        """Read "there are", "checkout currently has", "the search found that there were"."""
        if self.tried(self._owning) or self.tried(self._there):
            return True
        if not self.tried(self._finding):
            return False
        self.tried(lambda: self.take({"that"}), self._there)
        return True

    def _there(self) -> bool:
        return self.take({"there"}) and self.be() and self._now()

    def _owning(self) -> bool:
        return self.value_list() and self._now() and self.take(HAVE) and self._had()

    def _finding(self) -> bool:
        return self._who() and self._had() and self.take(FINDERS) and self._now()

    def _not_found(self) -> bool:
        return self._who() and self._negated() and self.take(FINDERS | {"find", "return"})

    def _not_being(self) -> bool:
        return self.take({"there"}) and self._negated_by(BE)

    def _negated(self) -> bool:
        return self._negated_by(BE | DO | HAVE)

    def _negated_by(self, words: Iterable[str]) -> bool:
        """Read "did not", "didn't", "have not been"."""
        contracted = self.take(_CONTRACTED)
        if not contracted and not self.take(words):
            return False
        if self.next.word != (PARTED if contracted else NOT) or not self._special(CUE):
            return False
        self.take({"been"})
        return self._now()

    def _who(self) -> bool:
        return self.take(PRONOUNS) or self.tried(self.searcher)

    def _had(self) -> bool:
        self.take(HAVE)
        return self._now()

    def _now(self) -> bool:
        while self.adverb():
            pass
        return True

    def _number_of(self) -> bool:
        self.take({"the"})
        self.take({"total"})
        return self.take(COUNTED) and self.take({"of"})

    def _special(self, kind: str, marks: frozenset[str] = NO_MARKS) -> bool:
        """Take the token that negates or counts; behind it no mark may stand, or it is no such."""
        if not self.take_kind(kind, marks=marks):
            return False
        return not self.next.before or self.next.kind == END
