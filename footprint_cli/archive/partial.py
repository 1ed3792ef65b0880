"""A part of an answer as a file: one JSON line about it, one for each source, and one that ends it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct, ValidationError, convert, to_builtins

from footprint_cli import __version__
from footprint_cli.archive.chunk_asked import ChunkAsked
from footprint_cli.archive.counting import StatsAsked
from footprint_cli.archive.covered import CoverageAsked
from footprint_cli.archive.drift_asked import DriftAsked
from footprint_cli.archive.gated import Gated
from footprint_cli.archive.questions import Verifying
from footprint_cli.archive.sources import Source
from footprint_cli.archive.what_if_asked import WhatIfAsked
from footprint_cli.errors import InputError
from footprint_cli.model.coverage_report import CoveredRecording
from footprint_cli.model.examined import Examined
from footprint_cli.model.gate import Fingerprint
from footprint_cli.model.reckoned import Kept, Rest
from footprint_cli.model.report import Searched
from footprint_cli.model.ruled import RuledRecording
from footprint_cli.model.sides import Side
from footprint_cli.model.stats import Stats
from footprint_cli.model.told import Read
from footprint_cli.model.what_if import WhatIfPart

FORMAT = "footprint.partial/1"
_READ: dict[type, Any] = {
    Verifying: Read[Examined],
    Gated: Read[RuledRecording],
    CoverageAsked: Read[CoveredRecording],
    StatsAsked: Read[Stats],
    ChunkAsked: Read[Kept],
    DriftAsked: Read[Side],
    WhatIfAsked: Read[WhatIfPart],
}


class Accepted(Struct, frozen=True, kw_only=True):
    """A baseline as a part holds it."""

    checked: dict[str, int]
    searched: Searched
    findings: tuple[tuple[Fingerprint, int], ...]


class Head(Struct, frozen=True, kw_only=True):
    """What a part is of: shard `shard[0]` of `shard[1]` of the sources that these paths meant.

    `sources` is their number over all shards, and `archive` names them; `count` of them are here.
    """

    schema: str = FORMAT
    version: str = __version__
    shard: tuple[int, int]
    sources: int
    archive: str
    count: int
    paths: tuple[str, ...]
    question: Verifying | Gated | CoverageAsked | StatsAsked | ChunkAsked | DriftAsked | WhatIfAsked
    accepted: Accepted | None = None

    @property
    def asked(self) -> tuple[object, ...]:
        """What parts must have in common to be parts of one answer."""
        return (self.question, self.accepted, self.paths, self.shard[1])

    @property
    def limit(self) -> int:
        """How many rows of one thing the answer shows, 0 for all."""
        return (
            self.question.limit
            if isinstance(self.question, CoverageAsked | ChunkAsked | WhatIfAsked)
            else 0
        )

    @property
    def has_findings(self) -> bool:
        """Tell whether the answer is a list of findings, for which there are formats of their own."""
        return isinstance(self.question, Verifying | Gated)


class Entry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One source, and what was read of it."""

    source: Source
    read: Any


class _End(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The last line: the number of sources, and what the answer may need beside them."""

    end: int
    rest: Rest | None = None


def written(
    head: Head,
    entries: Iterable[tuple[Source, Read[Any]]],
    rest: Callable[[], Rest | None] = lambda: None,
) -> Iterator[str]:
    """Yield the lines of a part; `rest` is asked for behind the last entry."""
    yield _line(head)
    for source, read in entries:
        yield _line(Entry(source=source, read=read))
    yield _line(_End(end=head.count, rest=rest()))


def head_of(path: str) -> Head:
    """Read what a part is of; raises `InputError` where it is none."""
    from footprint_cli.read.lines import open_source

    with open_source(path) as source:
        value = _value(path, source.stream.readline())
    if not isinstance(value, dict) or "schema" not in value:
        raise InputError(path, "is no part of an answer: --shard writes those")
    if value["schema"] != FORMAT:
        raise InputError(path, f"is a part of the format {value['schema']}, and {FORMAT} is read")
    if value.get("version") != __version__:
        told = f"was written by version {value.get('version')}, and this is {__version__}"
        raise InputError(path, told)
    head: Head = _converted(path, value, Head)
    return head


class Entries:
    """The sources of a part, each with what was read of it; `rest` is known behind the last.

    Raises `InputError` where the part is cut or damaged.
    """

    def __init__(self, path: str, head: Head) -> None:
        self._path = path
        self._head = head
        self.rest: Rest | None = None

    def __iter__(self) -> Iterator[tuple[Source, Read[Any]]]:
        from footprint_cli.read.lines import open_source

        path, head = self._path, self._head
        kind = _READ[type(head.question)]
        count = 0
        with open_source(path) as source:
            source.stream.readline()
            for line in source.stream:
                value = _value(path, line)
                if isinstance(value, dict) and value.get("end") == count == head.count:
                    end: _End = _converted(path, value, _End)
                    self.rest = end.rest
                    return
                entry: Entry = _converted(path, value, Entry)
                yield entry.source, _converted(path, entry.read, kind)
                count += 1
        raise InputError(path, f"stops after {count} of {head.count} sources")


def _line(value: object) -> str:
    import json  # ours would change what JSON has no words for, such as NaN

    return json.dumps(to_builtins(value), separators=(",", ":")) + "\n"


def _value(path: str, line: bytes) -> Any:  # noqa: ANN401 (JSON)
    import json

    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise InputError(path, "is no part of an answer, or a damaged one") from None


def _converted(path: str, value: object, kind: Any) -> Any:  # noqa: ANN401 (any of ours)
    try:
        return convert(value, kind, str_keys=True)  # keys of a spread are numbers
    except ValidationError as error:
        raise InputError(path, f"is a damaged part of an answer: {error}") from error
