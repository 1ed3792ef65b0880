"""Ids like one that no candidate has: offered to a person, never silently taken."""

import unicodedata
from collections.abc import Iterable

_OFFERED = 5
_BATCH = 2_000  # ids held before they are sifted; what is held stays this small
_ALIKE = 0.6  # difflib's own measure of a close match
_SEPARATORS = frozenset("#/\\:_-.")


class Nearest:
    """Keeps the ids most like a text, of any number of ids that are shown to it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._folded = folded(text)
        self._waiting: dict[str, None] = {}  # in the order they came
        self._kept: list[str] = []
        self._lookalikes: dict[str, None] = {}

    def add(self, ids: Iterable[str | None]) -> None:
        """Take up the ids of one retrieval."""
        for one in ids:
            if one is None or one in self._waiting:
                continue
            if folded(one) == self._folded and len(self._lookalikes) < _OFFERED:
                self._lookalikes[one] = None
            else:
                self._waiting[one] = None
        if len(self._waiting) >= _BATCH:
            self._sift()

    def offered(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the ids to offer, lookalikes first, and which of them are lookalikes."""
        self._sift()
        lookalikes = tuple(self._lookalikes)
        others = [one for one in self._kept if one not in self._lookalikes]
        return (*lookalikes, *others)[:_OFFERED], lookalikes

    def _sift(self) -> None:
        from difflib import get_close_matches

        shown = [*dict.fromkeys([*self._kept, *self._waiting])]
        self._kept = get_close_matches(self._text, shown, _OFFERED, _ALIKE)
        self._waiting = {}


def folded(text: str) -> str:
    """Return what lookalikes share: without case, blanks, separators and Unicode form."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return "".join("/" if one in _SEPARATORS else one for one in plain if not one.isspace())
