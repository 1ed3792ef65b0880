"""What a command line names → two sides of runs, and the report on them."""

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from footprint_cli.cli.comparing import is_index
from footprint_cli.cli.narrowing import zeroed
from footprint_cli.cli.tables import nearest
from footprint_cli.cli.workers import Workers
from footprint_cli.errors import UsageError
from footprint_cli.model.audit import first_status
from footprint_cli.model.diff_report import KINDS, DiffReport

if TYPE_CHECKING:
    from footprint_cli.analyse.diff import DiffSide
    from footprint_cli.archive.questions import Declared

_ANY = "any"
_TWO = 2


class Diffing(NamedTuple):
    """How sides are compared: what fails, who reads, how calls are composed, where the answer goes."""

    fail_on: frozenset[str]
    workers: Workers
    given: "Declared"
    written: str | None
    exit_zero: bool = False


class Asked(NamedTuple):
    """One side of a command line: a path, and the step of it that is asked for."""

    path: str
    step: str | None


def fails(asked: list[str] | None) -> frozenset[str]:
    """Return the kinds that fail; one that does not exist is a fault of the command line."""
    known = (*KINDS, _ANY)
    for one in asked or ():
        if one not in known:
            raise UsageError(f"--fail-on: there is no kind {one}; {nearest(one, known)}")
    return frozenset(asked or ())


def two_sides(paths: list[str], steps: list[str] | None) -> tuple[Asked, Asked]:
    """Return both sides: two paths, with a step of both or one of each; or one with two steps."""
    named = [*(steps or [])]
    if len(paths) == 1 and len(named) == _TWO:
        paths = paths * _TWO
        if paths[0] == "-":
            raise UsageError("standard input can be one side, and not both")
    if len(paths) != _TWO:
        raise UsageError(
            f"diff compares two sides, and {len(paths) or 'none'} were named: globs are put in quotes; "
            "two retrievals of one recording are named by two --step"
        )
    if len(named) > _TWO:
        raise UsageError("--step names a step of both sides, or twice one of each")
    if paths == ["-", "-"]:
        raise UsageError("standard input can be one side, and not both")
    mine, theirs = (named * _TWO)[:_TWO] if named else (None, None)
    return Asked(paths[0], mine), Asked(paths[1], theirs)


def compared_sides(sides: tuple[Asked, Asked], diffing: Diffing) -> DiffReport:
    """Read two sides and compare them."""
    from footprint_cli.analyse.diff import compared

    before, after = (_side(one, diffing) for one in sides)
    by_step = sides[0].step is not None
    report = compared(before[0], after[0], diffing.fail_on, step=by_step)
    status = first_status([before[1], after[1], report.exit_status])
    return replace(report, exit_status=zeroed(status, exit_zero=diffing.exit_zero))


def _side(asked: Asked, diffing: Diffing) -> "tuple[DiffSide, int]":
    """Return a side, and the status that its inputs answer with."""
    return _indexed(asked, diffing) if is_index(asked.path) else _read(asked, diffing)


def _read(asked: Asked, diffing: Diffing) -> "tuple[DiffSide, int]":
    from footprint_cli.analyse.diff import DiffSide
    from footprint_cli.archive.diff_asked import DiffAsked
    from footprint_cli.cli.found import sources_of
    from footprint_cli.cli.scanning import Scanning

    side = DiffSide(asked.path, [])
    question = DiffAsked(given=diffing.given, step=asked.step)
    scanning = Scanning(question, [asked.path])
    sources = sources_of([asked.path], [diffing.written])
    scanning.read(sources, diffing.workers, side.runs.extend)
    return side, scanning.exit_status()


def _indexed(asked: Asked, diffing: Diffing) -> "tuple[DiffSide, int]":
    from footprint_cli.analyse.diff import DiffSide
    from footprint_cli.analyse.kept_runs import kept_runs
    from footprint_cli.archive.index.file import statuses
    from footprint_cli.archive.index.recordings import audits_of
    from footprint_cli.cli.indexed import lent

    if asked.step is not None:
        raise UsageError(f"--step reads a retrieval of a recording, and {asked.path} is an index")
    with lent(asked.path, diffing.written) as index:
        runs = [run for one in audits_of(index.connection) for run in kept_runs(one, indexed=True)]
        status = first_status(statuses(index.connection))
        index.tell_age()
    return DiffSide(asked.path, runs), status
