"""Stats, laid out to be read: the answer of `stats`."""

from msgspec import Struct

from footprint_cli.model.stats import GroundStats, NearMiss, RetrieverStats, Rows, ToolStats

SHARES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)
SHARE_NAMES = ("least", "10%", "25%", "median", "75%", "90%", "most")


class Asking(Struct, frozen=True, kw_only=True):
    """What is asked for: one retriever, one tool, or all; and how many of a list, 0 for all."""

    retriever: str | None = None
    tool: str | None = None
    top: int = 10

    @property
    def everything(self) -> bool:
        """Tell whether neither a retriever nor a tool is asked for."""
        return self.retriever is None and self.tool is None


class ScoreBin(Struct, frozen=True):
    """Scores from `low` on that are under `high`: how many of them were admitted, and how many not."""

    low: float
    high: float
    admitted: int
    others: int


class Listed(Struct, frozen=True, kw_only=True):
    """The first of many chunks or documents, and how many there are."""

    first: tuple[tuple[str, Rows], ...]
    count: int


class RetrieverReport(Struct, frozen=True, kw_only=True):
    """One retriever. Quantiles are at `SHARES`; None where no number was recorded.

    `thresholds` are those that are drawn, from the lowest on: at most three, the most frequent.
    """

    stats: RetrieverStats
    quantiles: tuple[float, ...] | None
    bins: tuple[ScoreBin, ...]
    thresholds: tuple[float, ...]
    considered: tuple[float, ...] | None
    budget_use: tuple[float, ...] | None
    never_read: Listed
    not_known: int  # chunks that may have been read, and are not known to have been
    most_refused: Listed
    read_most: Listed
    documents_never_read: Listed
    near: tuple[NearMiss, ...]


class ToolReport(Struct, frozen=True, kw_only=True):
    """One tool. `ground` are the first combinations, the least covered first; None: not known here."""

    stats: ToolStats
    states: dict[str, int] | None  # combinations by their best state
    ground: tuple[GroundStats, ...] | None


class StatsReport(Struct, frozen=True, kw_only=True):
    """What recordings say together, retriever by retriever and tool by tool, each by name."""

    margin: float
    asked: Asking
    recordings: int
    retrievals: int
    calls: int
    damaged: int
    unreadable: int
    calls_withheld: int
    retrievers: tuple[RetrieverReport, ...]
    tools: tuple[ToolReport, ...]
    exit_status: int
    told_by: str | None = None  # an index, in words: where not the recordings themselves were asked
