"""Values that many rows share, each given once."""

from collections.abc import Hashable

from footprint_cli.archive.index.values import Stored, stored_text

Row = tuple[Stored, ...]


class Texts:
    """Gives each text a number, from 0, the first time it is seen."""

    def __init__(self) -> None:
        self._places: dict[Stored, int] = {}
        self.seen: list[Stored] = []

    def __call__(self, text: str | None) -> int | None:
        """Return the number of a text; None is none."""
        if text is None:
            return None
        place = self._places.get(text)  # where SQLite takes it as it is, as nearly always
        if place is not None:
            return place
        stored = stored_text(text)
        place = self._places.setdefault(stored, len(self.seen))
        if place == len(self.seen):
            self.seen.append(stored)
        return place


class Shared:
    """Gives each row a number, from 0, the first time it is seen: 1, 1.0 and true are three values."""

    def __init__(self) -> None:
        self._places: dict[Hashable, int] = {}
        self.seen: list[Row] = []

    def __call__(self, row: Row) -> int:
        """Return the number of a row."""
        key = (row, *map(type, row))
        place = self._places.get(key)
        if place is None:
            place = self._places[key] = len(self.seen)
            self.seen.append(row)
        return place
