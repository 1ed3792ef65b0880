"""Parts of two sides, written by one process each, and what they say together."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from footprint_cli.analyse.drift_reports import Comparing
from footprint_cli.analyse.sides import no_side
from footprint_cli.archive.counting import SideAsked
from footprint_cli.archive.drift_asked import DriftAsked
from footprint_cli.archive.partial import Head
from footprint_cli.archive.sources import Source
from footprint_cli.cli.comparing import Named, Reading, check_two, compared, is_index
from footprint_cli.cli.found import sources_of
from footprint_cli.cli.page import page_for
from footprint_cli.cli.scanning import Scanning
from footprint_cli.cli.sharding import Parts, head_and_own, write
from footprint_cli.cli.streams import output
from footprint_cli.errors import InputError, UsageError
from footprint_cli.model.audit import first_status
from footprint_cli.model.sides import Side
from footprint_cli.model.told import Read
from footprint_cli.render import Format, renderer


def write_part(
    paths: list[str],
    comparing: Comparing,
    reading: Reading,
    *,
    written: str | None,
    exit_zero: bool,
) -> int:
    """Read one shard of both sides, write what `merge` takes up, and return the exit status."""
    check_two(paths)
    for one in paths:
        if is_index(one):
            raise UsageError(f"--shard reads parts of recordings, and {one} is an index")
    sides = [sources_of([path], [written]) for path in paths]
    asked = DriftAsked(
        quick=(reading.is_quick(sides[0]), reading.is_quick(sides[1])),
        fail_on=tuple(sorted(comparing.fail_on)),
        alpha=comparing.alpha,
        top=comparing.top,
        exit_zero=exit_zero,
    )
    sources = [replace(one, named=side) for side, each in enumerate(sides) for one in each]
    placed = [replace(one, place=place) for place, one in enumerate(sources)]
    head, own = head_and_own(asked, paths, placed, reading.workers)
    scannings = [_scanning(asked, paths, side) for side in (0, 1)]

    def entries() -> Iterator[tuple[Source, Read[Any]]]:
        for side, scanning in enumerate(scannings):
            yield from scanning.written([one for one in own if one.named == side], reading.workers)

    write(head, entries(), lambda: None, written)
    return first_status([one.exit_status() for one in scannings])


def merged(asked: DriftAsked, heads: dict[str, Head], form: Format, out: str | None) -> int:
    """Draw what parts say together, and return the exit status."""
    [(path, head), *_] = heads.items()
    page = page_for(form, out)
    comparing = Comparing(frozenset(asked.fail_on), asked.alpha, asked.top)
    with output(out, page.encoding) as sink:
        sides: list[Named] = []
        for side, entries in groupby(Parts[Side](heads), lambda one: one[0].named):
            if side != len(sides) or side >= len(head.paths):
                raise InputError(path, f"is a damaged part of an answer: there is no side {side}")
            sides.append(_added(asked, [*head.paths], side, entries))
        check_two([one.name for one in sides])
        before, after = sides
        report = compared(before, after, comparing, exit_zero=asked.exit_zero)
        for piece in renderer("drift", form)(report, page):
            sink.write(piece)
    return report.exit_status


def _added(
    asked: DriftAsked, paths: list[str], side: int, entries: Iterator[tuple[Source, Read[Side]]]
) -> Named:
    whole, scanning = no_side(), _scanning(asked, paths, side)
    scanning.take(((replace(source, named=0), read) for source, read in entries), whole.take)
    return Named(paths[side], whole, scanning.exit_status())


def _scanning(asked: DriftAsked, paths: list[str], side: int) -> Scanning[Side]:
    return Scanning(SideAsked(quick=asked.quick[side]), [paths[side]])
