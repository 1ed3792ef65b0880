"""What changed between two sets of recordings: the answer of `drift`."""

from msgspec import Struct

# What may have changed, each with what it stands for. `--fail-on` takes these words.
CHANGES: dict[str, str] = {
    "admitted": "a question that both sides ask admits other chunks",
    "considered": "a question that both sides ask considers another number of chunks",
    "strategy": "another strategy",
    "k": "another k",
    "threshold": "another threshold",
    "max-chars": "another character budget",
    "embedder": "another embedder",
    "dimensions": "another number of dimensions",
    "order": "another prompt order",
    "namespace": "another namespace",
    "scores": "the best scores of retrievals are spread otherwise",
    "retriever": "a retriever that only one side has",
}
# The words for recorded settings.
OF_SETTING = {
    "strategy": "strategy",
    "k": "k",
    "threshold": "threshold",
    "maxChars": "max-chars",
    "embedderId": "embedder",
    "dimensions": "dimensions",
    "selectionOrder": "order",
    "namespace": "namespace",
}

Values = tuple[tuple[str, int], ...]


class SettingDrift(Struct, frozen=True, kw_only=True):
    """One setting on both sides: values as text, each with the retrievals that record it.

    `state`: same, changed, or not-known: at least one side does not record it at all. `missing`
    are retrievals that do not record it.
    """

    name: str
    state: str
    before: Values
    after: Values
    missing: tuple[int, int]


class ScoreDrift(Struct, frozen=True, kw_only=True):
    """Scores on both sides, and the two-sample Kolmogorov-Smirnov test of them.

    `counts` are the numbers on both sides. `distance` is the largest distance between the two
    distributions, 0 to 1, and `p` the share of all ways to part these numbers into two sides of
    these sizes that are at least as far apart (`exact`), or nearly so. Where there is no test both
    are None and `untested` says why. `notes` are what must be known to read it.
    """

    counts: tuple[int, int]
    before: tuple[float, ...] | None  # quantiles
    after: tuple[float, ...] | None
    distance: float | None = None
    p: float | None = None
    exact: bool = True
    least_p: float | None = None  # the smallest p that so many numbers can have
    untested: str | None = None
    notes: tuple[str, ...] = ()


class QuestionDrift(Struct, frozen=True, kw_only=True):
    """One question that both sides ask.

    `state`: same (the same sets on both sides), changed (no set in common), varies (some in
    common), or not-known. `entered` are chunks that only the later side admitted, `left` those that
    only the earlier one did. `considered` are the recorded counts of both sides.
    """

    query_hash: str
    early: bool
    state: str
    asked: tuple[int, int]
    entered: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    considered: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    @property
    def counts_known(self) -> bool:
        """Tell whether both sides record how many chunks were considered."""
        return all(self.considered)

    @property
    def considers_otherwise(self) -> bool:
        """Tell whether both sides record how many were considered, and not the same."""
        return self.counts_known and self.considered[0] != self.considered[1]


class RetrieverDrift(Struct, frozen=True, kw_only=True):
    """One retriever that both sides have, or only one.

    `states` count the questions of both sides by their state; `only` are questions of one side, or
    told on each in another way (before the picker ruled, and after). `questions` are the first of
    those that are not the same; one may be told of twice, `early` too, and is counted once.
    """

    retriever: str | None
    retrievals: tuple[int, int]
    settings: tuple[SettingDrift, ...] = ()
    scores: ScoreDrift | None = None  # of all rows: quantiles alone
    best_scores: ScoreDrift | None = None  # of each retrieval, tested
    considered: tuple[tuple[float, ...] | None, tuple[float, ...] | None] = (None, None)
    states: dict[str, int] = {}
    considered_known: int = 0  # questions of both sides with a recorded count on both
    considered_otherwise: int = 0
    only: tuple[int, int] = (0, 0)
    unhashed: tuple[int, int] = (0, 0)
    questions: tuple[QuestionDrift, ...] = ()

    @property
    def on_both(self) -> bool:
        """Tell whether there is anything to compare."""
        return all(self.retrievals)


class Drifted(Struct, frozen=True, kw_only=True):
    """One thing that changed (a word of `CHANGES`), in a sentence; `fails`: it was asked to."""

    what: str
    retriever: str | None
    message: str
    fails: bool = False


class Compared(Struct, frozen=True, kw_only=True):
    """Two sides, by their names, and what changed from the first to the second.

    `damaged` are recordings of which something could not be read: counts of that side are "at
    least". `unreadable` are inputs of which nothing could be.
    """

    before: str
    after: str
    recordings: tuple[int, int]
    retrievals: tuple[int, int]
    retrievers: tuple[RetrieverDrift, ...]
    drifted: tuple[Drifted, ...]
    not_known: tuple[str, ...] = ()  # what was asked to fail, and cannot be told: sentences
    damaged: tuple[int, int] = (0, 0)
    unreadable: tuple[int, int] = (0, 0)


class DriftReport(Struct, frozen=True, kw_only=True):
    """Two sides compared, or each period with the next one that has retrievals.

    `undated` are retrievals of an index of which no time is recorded; None where no time matters.
    """

    compared: tuple[Compared, ...]
    alpha: float
    exit_status: int
    by: str | None = None
    periods: int | None = None
    undated: int | None = None
    told_by: str | None = None
