"""Which elements of a list a line wrote: an append none that was there before, a set none behind it."""

from collections.abc import Iterable

from footprint_cli.model.commit import SEPARATOR
from footprint_cli.model.trace import LogLine, TraceRow


class Appended:
    """For each list that was set, or appended to where its length is known, the elements written."""

    def __init__(self, lines: Iterable[LogLine]) -> None:
        self._added: dict[tuple[int, str], tuple[int, int] | None] = {}  # None: not known
        self._lengths: dict[str, int] = {}
        for line in lines:
            for row in line.rows:
                self._take(line.index, row)

    def wrote(self, line: int, path: str, key: str) -> bool:
        """Tell whether a line that wrote a path wrote a key below it too, or may have."""
        added = self._added.get((line, path))
        if added is None or not key.startswith(path + SEPARATOR):
            return True
        element = key[len(path) + 1 :].partition(SEPARATOR)[0]
        if not (element.isascii() and element.isdecimal()):
            return True
        return added[0] <= int(element) < added[1]

    def _take(self, line: int, row: TraceRow) -> None:
        path, known = row.path, self._lengths.get(row.path)
        if row.verb == "append" and row.size is not None and known is not None:
            if (line, path) not in self._added:
                self._added[line, path] = (known, known + row.size)
                self._lengths[path] = known + row.size
            else:
                self._added[line, path] = None  # twice in one line: what it added is not told apart
            return
        self._forget(path)
        if row.verb == "set" and row.size is not None:
            self._added[line, path] = (
                0,
                max(row.size, known or 0),
            )  # what it cut off, it wrote too
            self._lengths[path] = row.size
        else:
            self._added[line, path] = None

    def _forget(self, path: str) -> None:
        """Forget the length of lists that a write at a path may change."""
        for one in [*self._lengths]:
            if one == path or one.startswith(path + SEPARATOR) or path.startswith(one + SEPARATOR):
                del self._lengths[one]
