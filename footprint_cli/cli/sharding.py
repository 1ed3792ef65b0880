"""Parts of an answer, written by one process each and merged by another."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, TypeVar

from footprint_cli.archive.partial import Accepted, Entries, Head, head_of, written
from footprint_cli.archive.questions import Question
from footprint_cli.archive.shards import Shard, digest_of, sources_of_shard
from footprint_cli.archive.sources import Source
from footprint_cli.cli.inputs import some
from footprint_cli.cli.scanning import Scanning
from footprint_cli.cli.streams import complain, output
from footprint_cli.cli.workers import Workers
from footprint_cli.errors import IncompleteError, InputError, UsageError
from footprint_cli.model.gate import Baseline
from footprint_cli.model.reckoned import Rest
from footprint_cli.model.told import Read

Part = TypeVar("Part")


def shard_of(text: str) -> Shard:
    """Read I/N: part I of N, from 1."""
    number, slash, of = text.partition("/")
    if not (slash and _is_count(number) and _is_count(of)):
        raise UsageError(f"--shard {text}: say which part of how many, such as 3/100")
    shard = Shard(int(number), int(of))
    if not 1 <= shard.number <= shard.of:
        raise UsageError(f"--shard {text}: the parts are 1/{shard.of} to {shard.of}/{shard.of}")
    return shard


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10  # noqa: PLR2004


def write_part(  # noqa: PLR0913, PLR0917 (what a part is of)
    question: Question[Any],
    paths: list[str],
    sources: list[Source],
    workers: Workers,
    accepted: Baseline | None,
    out: str | None,
) -> int:
    """Read one shard of the sources, write what `merge` takes up, and return the exit status."""
    head, own = head_and_own(question, paths, sources, workers, accepted)
    scanning = Scanning(question, paths)
    write(head, scanning.written(own, workers), lambda: None, out)
    return scanning.exit_status()


def head_and_own(
    question: Any,  # noqa: ANN401 (one of those that a head names)
    paths: list[str],
    sources: list[Source],
    workers: Workers,
    accepted: Baseline | None = None,
) -> tuple[Head, list[Source]]:
    """Return what a part is of, and the sources that are read for it."""
    shard = shard_of(workers.shard or "")
    own = sources_of_shard(sources, shard)
    head = Head(
        shard=(shard.number, shard.of),
        sources=len(sources),
        archive=digest_of(sources),
        count=len(own),
        paths=tuple(paths),
        question=question,
        accepted=None if accepted is None else _kept(accepted),
    )
    return head, own


def write(
    head: Head,
    entries: Iterable[tuple[Source, Read[Any]]],
    rest: Callable[[], Rest | None],
    out: str | None,
) -> None:
    """Write a part."""
    with output(out, "utf-8") as sink:
        for line in written(head, entries, rest):
            sink.write(line)


def _kept(baseline: Baseline) -> Accepted:
    findings = tuple(baseline.findings.items())
    return Accepted(checked=baseline.checked, searched=baseline.searched, findings=findings)


def baseline_of(head: Head) -> Baseline | None:
    """Return the baseline that a part was read with."""
    one = head.accepted
    if one is None:
        return None
    return Baseline(checked=one.checked, searched=one.searched, findings=dict(one.findings))


def heads_of(paths: list[str]) -> dict[str, Head]:
    """Return what each file is a part of, in the order of the shards; one for each shard.

    Raises where they are no parts of one answer, or not all of them.
    """
    heads = {path: head_of(path) for path in paths}
    first, one = next(iter(heads.items()))
    for path, other in heads.items():
        if other.asked != one.asked:
            raise UsageError(f"{path} and {first} are no parts of one answer")
        if (other.archive, other.sources) != (one.archive, one.sources):
            raise UsageError(f"{path} and {first} are of different archives, or of a changed one")
    known: dict[int, str] = {}
    for path, other in heads.items():
        same = known.setdefault(other.shard[0], path)
        if same == path:
            continue
        if not _equal(same, path, other):
            raise IncompleteError(
                f"part {Shard(*other.shard)} is in {same} and {path}, and differs"
            )
        complain(f"part {Shard(*other.shard)} is in {same} and {path}: taken once")
    missing = [str(Shard(number, one.shard[1])) for number in _missing(known, one.shard[1])]
    if missing:
        raise IncompleteError(f"not all parts are there: {some(missing)} missing")
    return {known[number]: heads[known[number]] for number in sorted(known)}


def _missing(known: dict[int, str], of: int) -> list[int]:
    return [number for number in range(1, of + 1) if number not in known]


def _equal(one: str, other: str, head: Head) -> bool:
    """Tell whether two files have the same part; both are read to their end."""
    from itertools import zip_longest

    first, second = Entries(one, head), Entries(other, head)
    same = all(left == right for left, right in zip_longest(first, second))
    return same and first.rest == second.rest


class Parts(Generic[Part]):
    """Each source of all parts, in order, with what was read of it; `rests` are known after that."""

    def __init__(self, heads: dict[str, Head]) -> None:
        self._heads = heads
        self.rests: list[Rest] = []

    def __iter__(self) -> Iterator[tuple[Source, Read[Part]]]:
        place = 0
        for path, head in self._heads.items():
            entries = Entries(path, head)
            for source, read in entries:
                if source.place != place:
                    raise InputError(path, f"has source {source.place} in place of {place}")
                yield source, read
                place += 1
            self.rests += [] if entries.rest is None else [entries.rest]
        whole = next(iter(self._heads.values())).sources
        if place != whole:
            raise IncompleteError(f"the parts hold {place} of {whole} sources")
