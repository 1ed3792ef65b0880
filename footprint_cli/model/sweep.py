"""One setting tried at many values: what `what-if --sweep` answers."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from footprint_cli.model.evidence import Number
from footprint_cli.model.stats import Counts as Named
from footprint_cli.model.stats import add_counts
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


def packed_together(parts: Iterable[Packed]) -> Packed:
    """Return the rows of several, in their order."""
    every = [*parts]
    fields = Packed.__struct_fields__
    return Packed(**{name: b"".join(getattr(one, name) for one in every) for name in fields})


class Swept(Struct, kw_only=True):
    """What a sweep keeps of some sources: columns, and what was ruled one by one.

    `counts` has a `Counts` for each value of the first axis (one where there is one axis only), and
    each number in them is at a value of the last axis. `chars` has for each value of the first axis
    a row a retrieval. `scored` counts for each value of the first and of the last axis what was
    expected, what is read of retrievals of which something is, and what is both.
    """

    packed: Packed = Packed()
    counts: list[Counts] = []
    chars: list[list[list[int]]] = []
    retrievals: int = 0
    unruled: Named = {}
    one_by_one: int = 0
    read: int = 0  # by the record, of those that are ruled
    nothing: int = 0
    scored: list[list[list[int]]] = []
    matched: Named = {}  # by query hash or run: how many retrievals
    never: Named = {}  # "key: chunk": in how many retrievals it is expected and no candidate

    def take(self, other: "Swept") -> None:
        """Take up what was kept of others, but for their columns: see `swept_together`."""
        for mine, others in zip(self.counts, other.counts, strict=True):
            mine.take(others)
        for rows, more in zip(self.chars, other.chars, strict=True):
            rows.extend(more)
        self.retrievals += other.retrievals
        self.one_by_one += other.one_by_one
        self.read += other.read
        self.nothing += other.nothing
        for counts, others_ in (
            (self.unruled, other.unruled),
            (self.matched, other.matched),
            (self.never, other.never),
        ):
            add_counts(counts, others_)
        for row, theirs in zip(self.scored, other.scored, strict=True):
            for point, more_ in zip(row, theirs, strict=True):
                point[:] = [a + b for a, b in zip(point, more_, strict=True)]


def swept_together(parts: Sequence[Swept]) -> Swept:
    """Return what was kept of all of them; there is one at least. The first is changed."""
    whole = parts[0]
    whole.packed = packed_together(one.packed for one in parts)
    for one in parts[1:]:
        whole.take(one)
    return whole


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


class Target(Struct, frozen=True, kw_only=True):
    """What a number must be: `share` is total, mean or one of `SHARES`, `name` one of `NUMBERS`."""

    text: str
    share: str
    name: str
    sign: str  # <=, <, >=, > or =
    limit: float


class SweepReport(Struct, frozen=True, kw_only=True):
    """The whole answer of a sweep. `advice` are the places of the points that do best."""

    setting: Setting
    axes: tuple[Axis, ...]
    targets: tuple[Target, ...]
    swept: Swept
    points: tuple[Point, ...]
    advice: tuple[int, ...] = ()
    advice_note: str | None = None
    expected: int = 0  # questions or runs of which something is expected
    unmatched: tuple[str, ...] = ()  # those that are not there
    exit_status: int = 0

    @property
    def ruled(self) -> int:
        """How many retrievals were ruled again."""
        return self.swept.retrievals - sum(self.swept.unruled.values())
