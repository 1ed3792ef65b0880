"""The answer of `what-if --sweep`: a curve, and what it says of the targets and of what was expected."""

from msgspec import Struct

from footprint_cli.model.evidence import Number
from footprint_cli.model.sweep import Axis, Counted, Expected
from footprint_cli.model.what_if import AT_LEAST, AT_MOST, EXACT, Setting

SHARES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "max": 1.0}
STATISTICS = ("mean", *SHARES, "total")
MEASURES = {"chars": "chars", "admitted": "admitted", "read": "read", "empty": "nothing"}
SIGNS = ("<=", "<", ">=", ">", "=")


class Target(Struct, frozen=True, kw_only=True):
    """What a setting should keep to, such as p95 chars <= 4000: each of four words."""

    statistic: str  # of `STATISTICS`
    measure: str  # of `MEASURES`
    sign: str  # of `SIGNS`
    number: Number

    def met(self, value: float | None, bound: str) -> bool | None:
        """Tell whether a value keeps to it; None: what is known of the value does not settle that."""
        if value is None:
            return None
        holds = {
            "<=": value <= self.number,
            "<": value < self.number,
            ">=": value >= self.number,
            ">": value > self.number,
            "=": value == self.number,
        }[self.sign]
        if bound == EXACT:
            return holds
        if self.sign == "=":
            beyond = {AT_LEAST: value > self.number, AT_MOST: value < self.number}
            return False if beyond.get(bound) else None
        firm = {AT_LEAST: ">", AT_MOST: "<"}.get(bound)
        return holds if firm is not None and holds is (self.sign[0] == firm) else None


class Sweep(Struct, frozen=True, kw_only=True):
    """What is asked: settings as for `what-if`, the axes (the last one varies fastest), and more."""

    setting: Setting
    axes: tuple[Axis, ...]
    targets: tuple[Target, ...] = ()
    expected: tuple[Expected, ...] = ()


class Scored(Struct, frozen=True, kw_only=True):
    """How well the chunks that are read at one point are those that were expected.

    `bound` is that of `both`, and so of the recall; of the precision it is unless exact neither.
    """

    expected: int
    read: int
    both: int
    unsure: int = 0  # retrievals or runs of which it cannot be told for certain

    @property
    def recall(self) -> float | None:
        """The share of the expected that is read; None: none is expected."""
        return self.both / self.expected if self.expected else None

    @property
    def precision(self) -> float | None:
        """The share of what is read that is expected; None: nothing is read."""
        return self.both / self.read if self.read else None


class Point(Struct, frozen=True, kw_only=True):
    """One point of a curve: a value for each axis, and what retrievals would do there.

    `shares` are characters a retrieval, by the names of `SHARES`: no more than that are read by so
    many of them; they stand to the true ones as `chars` does. None: there is no retrieval.
    """

    values: tuple[Number, ...]
    admitted: Counted
    read: Counted
    nothing: Counted
    chars: Counted
    shares: dict[str, int] | None
    at_targets: tuple[float | None, ...] = ()  # what each target is held against
    met: tuple[bool | None, ...] = ()
    scored: Scored | None = None

    @property
    def meets(self) -> bool | None:
        """Tell whether every target is met; None: cannot be told, or there is none."""
        if False in self.met:
            return False
        return None if None in self.met or not self.met else True


class Sought(Struct, frozen=True, kw_only=True):
    """What became of one expectation: chunks that no setting can read, for they were no candidates."""

    name: str
    chunks: int
    matched: int
    unruled: int
    never: tuple[str, ...]


class SweepReport(Struct, frozen=True, kw_only=True):
    """The whole answer of a sweep. `advice` are the numbers of the points that do best."""

    asked: Sweep
    retrievals: int
    ruled: int
    unruled: dict[str, int]
    one_by_one: int  # of those that were ruled
    read: int  # as it is recorded, like the next
    nothing: int
    chars: Counted
    points: tuple[Point, ...]
    sought: tuple[Sought, ...] = ()
    advice: tuple[int, ...] = ()
    advice_note: str | None = None
    told_by: str | None = None
    exit_status: int = 0
