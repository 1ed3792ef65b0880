"""What many recordings say together: counts that can be added up in any order."""

from json import loads

from msgspec import Struct, convert, field, to_builtins

from footprint_cli.model.evidence import Number
from footprint_cli.model.json_text import json_text
from footprint_cli.model.packed_rows import considered, counts_in
from footprint_cli.model.spread import Spread

SETTINGS = (
    "strategy",
    "k",
    "threshold",
    "maxChars",
    "embedderId",
    "dimensions",
    "selectionOrder",
    "namespace",
)
LIMITS = ("threshold", "k", "max-entries", "token-budget", "char-budget", "strategy")
# Where the best chunk of a retrieval went.
BEST = (
    "only",
    "first",
    "middle",
    "last",
    "no-position",
    "not-read",
    "not-known",
    "no-score",
)
GROUND = ("covered", "partly", "not-covered")
MOST_NEAR = 100  # near misses that are kept with their places; all of them are counted

Counts = dict[str, int]


def counted(counts: Counts, name: str, times: int = 1) -> None:
    """Count something by its name."""
    counts[name] = counts.get(name, 0) + times


def add_counts(counts: Counts, other: Counts) -> None:
    """Add counts to others."""
    if not counts:
        counts.update(other)
        return
    known = counts.get
    for name, times in other.items():
        counts[name] = known(name, 0) + times


class Rows(Struct, array_like=True):
    """How often rows (of a chunk, of a document, or all) were considered, and what became of them.

    `read` + `dropped` + `not_known` + `refused` = `considered`. `dropped`: admitted, and kept out
    of the prompt later. `not_known`: whether its text reached the prompt, or whether it was
    admitted, is not recorded. `near`: refused by the threshold, within the margin asked for.
    The rest are refusals by the limit that decided.
    """

    considered: int = 0
    read: int = 0
    dropped: int = 0
    not_known: int = 0
    near: int = 0
    threshold: int = 0
    k: int = 0
    max_entries: int = 0
    token_budget: int = 0
    char_budget: int = 0
    strategy: int = 0

    @property
    def refused(self) -> int:
        """How often it was refused, by whatever limit."""
        return sum(self.refused_by())

    def refused_by(self) -> tuple[int, ...]:
        """Count the refusals by limit, in the order of `LIMITS`."""
        return (
            self.threshold,
            self.k,
            self.max_entries,
            self.token_budget,
            self.char_budget,
            self.strategy,
        )

    def count(self, became: str, times: int = 1) -> None:
        """Count rows by what became of them: `read`, `dropped`, `not_known` or a limit."""
        self.considered += times
        setattr(self, became, getattr(self, became) + times)

    def take(self, other: "Rows") -> None:
        """Add the counts of others."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))


def rows_in(packed: int) -> Rows:
    """Return the counts of a packed number."""
    return Rows(considered=considered(packed), **counts_in(packed))


ROW_COUNTS = Rows.__struct_fields__


class NearMiss(Struct, frozen=True, kw_only=True):
    """A chunk that the threshold refused by `short`, which is not over the margin asked for."""

    short: Number
    score: Number
    threshold: Number
    chunk: str | None
    source: str
    step: str | None
    line: int | None
    run: str | None

    def order(self) -> tuple[Number, str, int, str, str, str]:
        """Say what comes first: the nearest, then by place."""
        line = -1 if self.line is None else self.line
        return (self.short, self.source, line, self.run or "", self.step or "", self.chunk or "")


class RetrieverStats(Struct, kw_only=True):
    """The retrievals of one retriever. What is not recorded is counted by itself, never as zero."""

    retriever: str | None
    retrievals: int = 0
    recorded: int = 0  # those of which evidence is recorded
    outcomes: Counts = field(default_factory=dict)
    rows: Rows = field(default_factory=Rows)
    unnamed: int = 0  # rows without an id
    without_document: int = 0  # rows that name no document
    chunks: Counts = field(default_factory=dict)  # packed rows, as `rows_in` reads them
    documents: Counts = field(default_factory=dict)  # the same
    reasons: Counts = field(default_factory=dict)
    no_reason: int = 0  # refusals of which no reason is recorded, or none that is a word
    scores: Spread = field(default_factory=Spread)
    admitted_scores: Spread = field(default_factory=Spread)
    best_scores: Spread = field(default_factory=Spread)  # the best of each retrieval
    no_score: int = 0  # rows without a usable score
    near: list[NearMiss] = field(default_factory=list)  # the nearest `MOST_NEAR`
    settings: dict[str, Counts] = field(default_factory=dict)  # by recorded name, values as text
    considered: Spread = field(default_factory=Spread)  # consideredCount of each retrieval
    best: Counts = field(default_factory=dict)  # words of `BEST`
    positions: Spread = field(default_factory=Spread)  # of the best chunk, where it was read
    budgets: int = 0  # retrievals with a character budget
    budgets_cut: int = 0  # those of them in which it refused a chunk
    budget_use: Spread = field(default_factory=Spread)  # charsUsed / maxChars, where both are known

    @property
    def near_misses(self) -> int | None:
        """How many chunks were refused within the margin; None: no threshold is recorded."""
        return self.rows.near if self.settings.get("threshold") else None

    def take(self, other: "RetrieverStats") -> None:
        """Add what others say of the same retriever."""
        for name in ("retrievals", "recorded", "unnamed", "without_document", "no_reason"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("no_score", "budgets", "budgets_cut"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("outcomes", "reasons", "best", "chunks", "documents"):
            add_counts(getattr(self, name), getattr(other, name))
        for name in _SPREADS:
            getattr(self, name).take(getattr(other, name))
        self.rows.take(other.rows)
        for name, values in other.settings.items():
            add_counts(self.settings.setdefault(name, {}), values)
        self.near = nearest([*self.near, *other.near])


_SPREADS = (
    "scores",
    "admitted_scores",
    "best_scores",
    "considered",
    "positions",
    "budget_use",
)


def nearest(near: list[NearMiss]) -> list[NearMiss]:
    """Keep the nearest misses, in their order."""
    return sorted(near, key=NearMiss.order)[:MOST_NEAR]


class GroundStats(Struct, kw_only=True):
    """One combination of values that calls asked for, and in how many recordings it was how far covered."""

    asked: tuple[str, ...]  # population, period, filters and source, as a person reads it
    states: Counts = field(default_factory=dict)  # words of `GROUND`

    @property
    def state(self) -> str:
        """The best state of all recordings."""
        return next((one for one in GROUND if one in self.states), GROUND[-1])


class ToolStats(Struct, kw_only=True):
    """The calls of one tool."""

    tool: str | None
    calls: int = 0
    outcomes: Counts = field(default_factory=dict)
    rows: Counts = field(default_factory=dict)  # of those that ran: with, without, not-known
    grounds: Counts = field(default_factory=dict)  # composed, or why there is none
    completeness: Counts = field(default_factory=dict)  # of those with a ground
    gaps: Counts = field(default_factory=dict)  # by the facet that they bear on
    gapless: int | None = 0  # calls with a ground and without a gap; None: not known here
    ground: dict[str, GroundStats] | None = field(default_factory=dict)  # None: not known here

    def take(self, other: "ToolStats") -> None:
        """Add what others say of the same tool."""
        self.calls += other.calls
        unknown = self.gapless is None or other.gapless is None
        self.gapless = None if unknown else (self.gapless or 0) + (other.gapless or 0)
        for name in ("outcomes", "rows", "grounds", "completeness", "gaps"):
            add_counts(getattr(self, name), getattr(other, name))
        if self.ground is None or other.ground is None:
            self.ground = None
            return
        for key, one in other.ground.items():
            mine = self.ground.setdefault(key, GroundStats(asked=one.asked))
            add_counts(mine.states, one.states)


class Stats(Struct, kw_only=True):
    """What recordings say together. `Stats(margin=m)` says nothing, and adds nothing to another.

    `retrievers` and `tools` are by `name_key`. Stats of two margins cannot be added up.
    """

    margin: float
    recordings: int = 0
    damaged: int = 0  # recordings of which something could not be read as it stands
    unreadable: int = 0  # inputs of which nothing could be read
    calls_withheld: int = 0  # recordings that withhold calls
    retrievers: dict[str, RetrieverStats] = field(default_factory=dict)
    tools: dict[str, ToolStats] = field(default_factory=dict)

    @property
    def retrievals(self) -> int:
        """How many retrievals there are."""
        return sum(one.retrievals for one in self.retrievers.values())

    @property
    def calls(self) -> int:
        """How many calls of tools there are."""
        return sum(one.calls for one in self.tools.values())

    def retriever(self, name: str | None) -> RetrieverStats:
        """Return the counts of a retriever, to be counted on."""
        key = name_key(name)
        return self.retrievers.setdefault(key, RetrieverStats(retriever=name))

    def tool(self, name: str | None) -> ToolStats:
        """Return the counts of a tool, to be counted on."""
        key = name_key(name)
        return self.tools.setdefault(key, ToolStats(tool=name))

    def take(self, other: "Stats") -> None:
        """Add what other recordings say; they stay as they are."""
        if self.margin != other.margin:
            raise ValueError(f"margins {self.margin} and {other.margin} cannot be added up")
        for name in ("recordings", "damaged", "unreadable", "calls_withheld"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for one in other.retrievers.values():
            self.retriever(one.retriever).take(one)
        for each in other.tools.values():
            self.tool(each.tool).take(each)


def name_key(name: str | None) -> str:
    """Return a key for a name that may not be recorded: no name is taken for none."""
    return "-" if name is None else f"+{name}"


def combined(one: Stats, other: Stats) -> Stats:
    """Add up two Stats into a third: associative, and in any order; both stay as they are."""
    whole = Stats(margin=one.margin)
    whole.take(one)
    whole.take(other)
    return whole


def stats_text(stats: Stats) -> str:
    """Write Stats as one line of strict JSON, for another process or another day."""
    return json_text(to_builtins(stats, str_keys=True))


def stats_from(text: str) -> Stats:
    """Read Stats as `stats_text` wrote them; raises `msgspec.ValidationError` for anything else."""
    return convert(loads(text), Stats, strict=False)
