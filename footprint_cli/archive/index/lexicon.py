"""What the rows of many sources share: each text, chunk, setting and ruling is told once a process."""

from typing import Any, NamedTuple

from footprint_cli.archive.index.once import Row, Shared, Texts
from footprint_cli.archive.index.values import Stored, holds, stored_text

_MOST = 250_000  # texts and chunks that one process remembers


class News(NamedTuple):
    """What came into a lexicon since it was asked last; numbers go on from those given before.

    `lexicon` names it: its process, and which one of those it has had; None: it is of one source only.
    A chunk names its texts by number.
    """

    lexicon: tuple[int, int] | None
    texts: list[Stored]
    chunks: list[Row]
    settings: list[Row]
    rulings: list[Row]


class Lexicon:
    """Gives numbers to what rows share, and tells what is new."""

    def __init__(self, name: tuple[int, int] | None = None) -> None:
        self.texts, self.chunk_at = Texts(), dict[tuple[Any, ...], int]()
        self.settings, self.rulings = Shared(), Shared()
        self.odd_pages: set[int] = set()  # chunks whose page no column can hold
        self._name = name
        self._chunks: list[Row] = []
        self._told = (0, 0, 0, 0)

    @property
    def is_large(self) -> bool:
        """Tell whether it is time for a new one."""
        return sum(self._sizes) > _MOST

    @property
    def has_news(self) -> bool:
        """Tell whether something in it was not told yet."""
        return self._sizes != self._told

    def news(self) -> News:
        """Tell what is new."""
        texts, chunks, settings, rulings = self._told
        self._told = self._sizes
        return News(
            self._name,
            self.texts.seen[texts:],
            self._chunks[chunks:],
            self.settings.seen[settings:],
            self.rulings.seen[rulings:],
        )

    def chunk(self, key: tuple[Any, ...]) -> int:
        """Return the number of a chunk: its id, document, page, heading, and the type of its page."""
        known = self.chunk_at.get(key)
        if known is not None:
            return known
        name, document, page, heading, _ = key
        if holds(page):
            number = len(self._chunks)
            texts = self.texts
            self._chunks.append((stored_text(name), texts(document), page, texts(heading)))
        else:  # it shares the row of a chunk without a page
            number = self.chunk((name, document, None, heading, type(None)))
            self.odd_pages.add(number)
        self.chunk_at[key] = number
        return number

    @property
    def _sizes(self) -> tuple[int, int, int, int]:
        return (
            len(self.texts.seen),
            len(self._chunks),
            len(self.settings.seen),
            len(self.rulings.seen),
        )
