"""What all calls of a tool covered together: the answer of `coverage`."""

from msgspec import Struct

from footprint_cli.model.coverage import CoveredCall, Facet
from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Searched
from footprint_cli.model.search import Declaration


class Ground(Struct, frozen=True, kw_only=True):
    """One combination of values that calls asked for, and how far it was covered.

    `state`: covered (by a call with no gap, of which every row came back), partly (by calls that
    leave something open), or not-covered (no call that asked for it ran). A facet without a value
    that is not `any` stands for an argument of which it is not known what it narrowed to. `calls`
    are places among the calls of the tool, from 0.
    """

    source: tuple[str, ...]
    population: tuple[Facet, ...]
    period: tuple[Facet, ...]
    filters: tuple[Facet, ...]
    state: str
    calls: tuple[int, ...]


class Grid(Struct, frozen=True, kw_only=True):
    """Population (rows) by period and filters (columns).

    `cells` have one list a row, with the place of a ground in `ToolCoverage.ground`, from 0, or
    None: nobody asked.
    """

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[int | None, ...], ...]


class ToolCoverage(Struct, frozen=True, kw_only=True):
    """The calls of one tool under one declaration.

    `repeated` are calls with the same arguments, by their places; `left_out` is the number of
    combinations that are too many to list.
    """

    tool: str | None
    declaration: Declaration
    calls: tuple[CoveredCall, ...]
    ground: tuple[Ground, ...] = ()
    left_out: int = 0
    repeated: tuple[tuple[int, ...], ...] = ()
    grid: Grid | None = None


class CoverageReport(Struct, frozen=True, kw_only=True):
    """What every tool searched. `asked` is the tool that was asked for, None for all."""

    tools: tuple[ToolCoverage, ...]
    searched: Searched
    findings: tuple[Finding, ...]
    exit_status: int
    asked: str | None = None


class CoveredRecording(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The calls of one input, those of the tool that is asked for, without their results.

    `recordings` is 0 for an input that is none. `seen` are the tools of all its calls, and `hidden`
    says that calls of it are withheld.
    """

    recordings: int = 0
    retrievals: int = 0
    tool_calls: int = 0
    calls: tuple[CoveredCall, ...] = ()
    findings: tuple[Finding, ...] = ()
    seen: tuple[str, ...] = ()
    hidden: bool = False
