"""Ids like one that no candidate has: offered to a person, never silently taken."""

from collections import Counter
from collections.abc import Iterable

_OFFERED = 5
COMPARED = 20_000  # ids that are measured against the text, which costs some 20 µs each
_ALIKE = 0.6  # difflib's own measure of a close match
_SEPARATORS = "#/\\:_-."
_FOLDED = str.maketrans(dict.fromkeys(_SEPARATORS, "/") | dict.fromkeys(" \t\n\r\v\f"))


class Nearest:
    """Keeps the ids most like a text, of the ids that are shown to it.

    Lookalikes are found among all of them, others among the first 20,000.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._folded = folded(text)
        self._seen: dict[str, None] = {}
        self._lookalikes: dict[str, None] = {}

    def add(self, ids: Iterable[str | None]) -> None:
        """Take up the ids of one retrieval."""
        for one in ids:
            if one is None or one in self._seen:
                continue
            if folded(one) == self._folded:
                if len(self._lookalikes) < _OFFERED:
                    self._lookalikes[one] = None
            elif len(self._seen) < COMPARED:
                self._seen[one] = None

    @property
    def ids(self) -> tuple[str, ...]:
        """All that was kept of the ids: whoever is shown them in place of those offers the same."""
        return (*self._lookalikes, *self._seen)

    def offered(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the ids to offer, lookalikes first, and which of them are lookalikes."""
        lookalikes = tuple(self._lookalikes)
        nearest = close_matches(self._text, [*self._seen])
        return (*lookalikes, *nearest)[:_OFFERED], lookalikes


def close_matches(text: str, ids: list[str]) -> list[str]:
    """Return what `difflib.get_close_matches` does, measuring only ids that may be among the best.

    No id is more alike than the characters that it shares with the text allow.
    """
    from difflib import SequenceMatcher
    from heapq import nlargest

    held = Counter(text)
    bounds = [(_most_alike(one, held, len(text)), one) for one in ids]
    matcher: SequenceMatcher[str] = SequenceMatcher()
    matcher.set_seq2(text)
    best: list[tuple[float, str]] = []
    for bound, one in sorted(bounds, reverse=True):
        least = best[-1][0] if len(best) == _OFFERED else _ALIKE
        if bound < least:
            break
        matcher.set_seq1(one)
        ratio = matcher.ratio()
        if ratio >= _ALIKE:
            best = nlargest(_OFFERED, [*best, (ratio, one)])
    return [one for _, one in best]


def _most_alike(one: str, held: Counter[str], length: int) -> float:
    """Return the most that difflib's measure can be: twice the shared characters, of all of both."""
    whole = len(one) + length
    if not whole:
        return 1.0
    return 2.0 * sum(min(one.count(each), times) for each, times in held.items()) / whole


def folded(text: str) -> str:
    """Return what lookalikes share: without case, blanks, separators and Unicode form."""
    if text.isascii():
        return text.casefold().translate(_FOLDED)
    import unicodedata

    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join(one for one in plain if not one.isspace()).translate(_FOLDED)
