"""One setting tried at many values: what `what-if --sweep` answers."""

from msgspec import Struct

from footprint_cli.model.evidence import Number
from footprint_cli.model.stats import Counts as Named
from footprint_cli.model.what_if import (
    AT_LEAST,
    AT_MOST,
    ESTIMATE,
    EXACT,
    Bounded,
    Setting,
)

AXES = ("threshold", "k", "maxChars")
NUMBERS = ("admitted", "read", "nothing", "chars")
SHARES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "max": 1.0}


class Axis(Struct, frozen=True, kw_only=True):
    """A setting, and the values to try, from the lowest on."""

    name: str
    values: tuple[Number, ...]


class Counts(Struct, kw_only=True):
    """What retrievals would do at each value of an axis; each field has a number for each value.

    `_more` counts the retrievals of which the true number may be higher, `_less` lower. `chars` are
    UTF-16 code units of passages read; `unsized` counts those of unknown size, which it leaves out.
    """

    admitted: list[int]
    admitted_more: list[int]
    read: list[int]
    read_more: list[int]
    read_less: list[int]
    nothing: list[int]  # retrievals that read nothing
    nothing_more: list[int]
    nothing_less: list[int]
    chars: list[int]
    chars_more: list[int]
    chars_less: list[int]
    unsized: list[int]

    def take(self, other: "Counts") -> None:
        """Add the counts of other retrievals."""
        for name in self.__struct_fields__:
            mine = getattr(self, name)
            setattr(self, name, [a + b for a, b in zip(mine, getattr(other, name), strict=True)])

    def number(self, name: str, place: int) -> Bounded:
        """Return a number of `NUMBERS` at one value, with its bound; why is said for the curve."""
        more = name + "_more", name + "_less"
        up, down = (getattr(self, one)[place] if hasattr(self, one) else 0 for one in more)
        bound = (ESTIMATE if down else AT_LEAST) if up else AT_MOST if down else EXACT
        missing = self.unsized[place] if name == "chars" else 0
        return Bounded(value=getattr(self, name)[place], bound=bound, missing=missing)


def no_counts(size: int) -> Counts:
    """Return counts of nothing at so many values."""
    return Counts(**{name: [0] * size for name in Counts.__struct_fields__})


class Packed(Struct, frozen=True, kw_only=True):
    """Columns of retrievals whose lists are best first, as bytes of numbers in this machine's order.

    A row a retrieval: `sizes` (int64) of the list, `k`, `threshold`, `max_chars` (float64; infinite:
    no limit), `read` (int64: how many, which are the first), `hides` (int8: what a pool may hide:
    0 nothing, 1 some at any setting, 2 some at another k). A row a candidate, by rank: `scores`
    (float64), `chars` (int64: UTF-16 code units; -1 - n: not known, and n or more).
    """

    sizes: bytes = b""
    k: bytes = b""
    threshold: bytes = b""
    max_chars: bytes = b""
    read: bytes = b""
    hides: bytes = b""
    scores: bytes = b""
    chars: bytes = b""

    def joined(self, other: "Packed") -> "Packed":
        """Return these rows and then others."""
        fields = self.__struct_fields__
        return Packed(**{name: getattr(self, name) + getattr(other, name) for name in fields})


class Rest(Struct, kw_only=True):
    """Retrievals of other kinds, ruled one by one: a grid of counts, and characters of each.

    `counts` has one for each value of the first other axis; `chars` a row a retrieval.
    """

    counts: list[Counts]
    chars: list[list[list[int]]]


class Scored(Struct, frozen=True, kw_only=True):
    """How well the chunks that are read at one point are those that were expected."""

    expected: int
    read: int
    both: int

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
    many of them. `meets` tells whether every target is met.
    """

    values: tuple[Number, ...]
    numbers: dict[str, Bounded]
    shares: dict[str, int]
    scored: Scored | None = None
    meets: bool | None = None


class SweepReport(Struct, frozen=True, kw_only=True):
    """The whole answer of a sweep. `advice` are the numbers of the points that do best."""

    setting: Setting
    axes: tuple[Axis, ...]
    targets: tuple[str, ...]
    retrievals: int
    ruled: int
    unruled: Named
    one_by_one: int  # of those that were ruled
    points: tuple[Point, ...]
    recorded: dict[str, int]  # read, nothing, chars: as they are
    advice: tuple[int, ...] = ()
    advice_note: str | None = None
    expected: int | None = None  # retrievals that something is expected of
    unmatched: tuple[str, ...] = ()  # expected questions or runs that are not there
    never: tuple[str, ...] = ()  # expected chunks that were never a candidate where they are
    exit_status: int = 0
