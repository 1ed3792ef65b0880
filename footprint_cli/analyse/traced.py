"""A commit log without its values: who wrote which key, and who read it (commit-log notes, 8)."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from footprint_cli.analyse.appended import Appended
from footprint_cli.model.commit import SEPARATOR
from footprint_cli.model.trace import LogLine, Reads, TraceRow


class Traced:
    """The lines of a log, and what its steps read. `parity` keeps to the engine's own rules.

    Without it, what the notes (8.2) call blind spots of the engine is mended, here and only here: a
    write above or below a key writes the key too; a nested key that was read is looked for by its
    segments; a step in a child of a fork reads its own keys first; and a step with several lines is
    all of them, from its first line on.
    """

    def __init__(self, lines: Iterable[LogLine], reads: Reads, *, parity: bool = False) -> None:
        self.lines = [*lines]
        self.parity = parity
        self.by_step = reads.by_step or {}
        self._of_step: dict[str, list[int]] = {}
        self._writes: dict[str, list[int]] = {}
        self._under: dict[str, list[int]] = {}  # by each path above what was written, and itself
        self._appended = Appended(self.lines)
        for one in self.lines:
            self._of_step.setdefault(one.step, []).append(one.index)
            for path in dict.fromkeys(row.path for row in one.rows):
                _add(self._writes, path, one.index)
                for above in _prefixes(path):
                    _add(self._under, above, one.index)

    @property
    def steps(self) -> list[str]:
        """The step ids, in the order in which they are met; the inputs of a subflow have none."""
        return [one for one in self._of_step if one]

    @property
    def steps_with_reads(self) -> int:
        """How many steps are known to have read something."""
        return sum(bool(self.by_step.get(one)) for one in self.steps)

    @property
    def has_reads(self) -> bool:
        """Tell whether any read is recorded: by step, or by write."""
        rows = (row for one in self.lines for row in one.rows)
        return self.steps_with_reads > 0 or any(row.read_keys is not None for row in rows)

    @property
    def keys(self) -> list[str]:
        """The paths that were written, in the order in which they are met."""
        return [*self._writes]

    def places(self, step: str) -> list[int]:
        """Return the lines of a step."""
        return self._of_step.get(step, [])

    def touches(self, path: str) -> bool:
        """Tell whether a path, or one below it, was written."""
        return path in self._under

    def name_read(self, line: LogLine, key: str) -> str | None:
        """Return the key that the step of a line read, as it is recorded; None: not this one."""
        for one in self.reads(line.step):
            if one == key if self.parity else self.is_of(self._names(one, line.step)[0], key):
                return one
        return None

    def reads(self, step: str) -> tuple[str, ...]:
        """Return the keys that a step read, as they are recorded."""
        return self.by_step.get(step, ())

    def line_of(self, step: str) -> LogLine | None:
        """Return the line that stands for a step; None: it has none."""
        places = self._of_step.get(step)
        if not places:
            return None
        if self.parity:
            return self.lines[places[-1]]  # as the engine has it: of several the last, often empty
        first = self.lines[places[0]]
        rows = tuple(row for at in places for row in self.lines[at].rows)
        return replace(first, rows=rows)

    def written_before(self, key: str, before: int, reader: str | None = None) -> int | None:
        """Return the last line before another that wrote a key; `reader` is the step that read it."""
        for name in self._names(key, reader):
            found = _before(self._writes.get(name, ()), before)
            if not self.parity:
                nested = _before(self._under.get(name, ()), before)
                above = [self._above_before(one, name, before) for one in _prefixes(name)]
                known = [one for one in (found, nested, *above) if one is not None]
                found = max(known, default=None)
            if found is not None:
                return found
        return None

    def written_at(self, line: LogLine, key: str, reader: str | None = None) -> TraceRow | None:
        """Return the first row of a line that wrote a key."""
        for name in self._names(key, reader):
            row = next((one for one in line.rows if self.is_of(one.path, name)), None)
            if row is not None:
                return row
        return None

    def is_of(self, path: str, key: str) -> bool:
        """Tell whether a write at a path is one of a key."""
        if path == key or self.parity:
            return path == key
        return path.startswith(key + SEPARATOR) or key.startswith(path + SEPARATOR)

    def writes(self, key: str) -> list[int]:
        """Return the lines that wrote a key."""
        if self.parity:
            return self._writes.get(key, [])
        found = {*self._under.get(key, ())}
        for above in _prefixes(key):
            found |= {
                at for at in self._writes.get(above, ()) if self._appended.wrote(at, above, key)
            }
        return sorted(found)

    def _above_before(self, above: str, key: str, before: int) -> int | None:
        """Return the last line before another that wrote a key with what stands above it."""
        at = _before(self._writes.get(above, ()), before)
        while at is not None and not self._appended.wrote(at, above, key):
            at = _before(self._writes[above], at)
        return at

    def read_at(self, line: LogLine, key: str) -> bool:
        """Tell whether the step of a line read a key."""
        return self.name_read(line, key) is not None

    def _names(self, key: str, reader: str | None) -> list[str]:
        """Return the paths that a key may be: first that of the fork child whose step read it."""
        if self.parity:
            return [key]
        name = key if key in self._under else key.replace(".", SEPARATOR)
        name = name if name in self._under or SEPARATOR in key else key
        child = self._child_of(reader)
        own = f"runs{SEPARATOR}{child}{SEPARATOR}{name}"
        return [own, name] if child and own in self._under else [name]

    def _child_of(self, step: str | None) -> str:
        """Return the fork child that a step is in, as far as its keys may stand under `runs`."""
        stage = "" if step is None else step.rpartition("#")[0]
        return stage.partition("/")[0]


def _add(places: dict[str, list[int]], name: str, index: int) -> None:
    known = places.setdefault(name, [])
    if not known or known[-1] != index:
        known.append(index)


def _prefixes(path: str) -> Iterator[str]:
    """Yield the paths above a path, from the root key on, and the path itself."""
    segments = path.split(SEPARATOR)
    yield from (SEPARATOR.join(segments[:count]) for count in range(1, len(segments) + 1))


def _before(places: "list[int] | tuple[int, ...]", before: int) -> int | None:
    at = bisect_left(places, before)
    return places[at - 1] if at else None
