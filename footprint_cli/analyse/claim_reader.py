"""Reading a sentence from left to right, part by part."""

from collections.abc import Callable, Iterable, Sequence

from footprint_cli.analyse.claim_items import WORD, Item
from footprint_cli.analyse.claim_words import SWEEPING

LOOSE = frozenset(",()-\u2014\u2015")  # what may part phrases
NO_MARKS: frozenset[str] = frozenset()


class Reader:
    """Reads the parts of a sentence, and goes back where they are not what was looked for.

    `narrowing` are the words by which it speaks of a part only, `sweeping` those by which it may
    speak of all time, `timed`: it names a period.
    """

    def __init__(self, items: Sequence[Item], *, timed: bool) -> None:
        self.items = items
        self.at = 0
        self.narrowing: list[str] = []
        self.sweeping = False
        self.timed = timed
        self._cleared = -1  # the part before which any mark was accounted for

    @property
    def next(self) -> Item:
        """The part that is read next."""
        return self.items[self.at]

    def tried(self, *readers: Callable[[], bool]) -> bool:
        """Read one phrase after the other, all of them or none."""
        told = len(self.narrowing)
        kept = self.at, self.sweeping, self.timed, self._cleared
        if all(read() for read in readers):
            return True
        self.at, self.sweeping, self.timed, self._cleared = kept
        del self.narrowing[told:]
        return False

    def clear(self, marks: frozenset[str] = LOOSE) -> bool:
        """Account for the marks before the next part, where all are of these."""
        if marks.issuperset(self.next.before):
            self._cleared = self.at
        return True

    def take(self, words: Iterable[str], marks: frozenset[str] = NO_MARKS) -> bool:
        """Take a word of a list; `marks` are those that may stand before it."""
        one = self.next
        return one.kind == WORD and one.word in words and self._pass(one, marks)

    def take_kind(self, *kinds: str, marks: frozenset[str] = NO_MARKS) -> bool:
        """Take a part of one of these kinds."""
        return self.next.kind in kinds and self._pass(self.next, marks)

    def take_phrase(self, phrases: Iterable[tuple[str, ...]]) -> bool:
        """Take one of several phrases, of which the longest stand first."""
        for each in phrases:
            listed = self.items[self.at : self.at + len(each)]
            if tuple(one.word for one in listed if one.kind == WORD) != each:
                continue
            if not LOOSE.issuperset(listed[0].before) or any(one.before for one in listed[1:]):
                continue
            self.at += len(each)
            self.sweeping = self.sweeping or each in SWEEPING
            return True
        return False

    def _pass(self, one: Item, marks: frozenset[str]) -> bool:
        if self.at != self._cleared and not marks.issuperset(one.before):
            return False
        self.at += 1
        return True
