"""Settings tried at many values: what is counted at each, and what workers send back of a source."""

from msgspec import Struct, field

from footprint_cli.model.evidence import Number
from footprint_cli.model.stats import add_counts
from footprint_cli.model.what_if import AT_LEAST, AT_MOST, ESTIMATE, EXACT

AXES = ("k", "maxChars", "threshold")  # the outermost first
NUMBERS = ("admitted", "read", "nothing", "chars")


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

    def at(self, name: str, place: int) -> "Counted":
        """Return a number of `NUMBERS` at one value."""
        more, less = (getattr(self, name + end, None) for end in ("_more", "_less"))
        return Counted(
            value=getattr(self, name)[place],
            more=more[place] if more else 0,
            less=less[place] if less else 0,
            missing=self.unsized[place] if name == "chars" else 0,
        )

    def part(self, first: int, end: int) -> "Counts":
        """Return the counts at some of the values."""
        return Counts(**{name: getattr(self, name)[first:end] for name in self.__struct_fields__})


class Counted(Struct, frozen=True, kw_only=True):
    """A number over retrievals, and how many there are of which the true one may be more, or less.

    Of characters `missing` counts the passages of unknown size, which `value` leaves out.
    """

    value: int
    more: int = 0
    less: int = 0
    missing: int = 0

    @property
    def bound(self) -> str:
        """How it stands to the true number: a word of `what_if`."""
        if self.more:
            return ESTIMATE if self.less else AT_LEAST
        return AT_MOST if self.less else EXACT


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


class Expected(Struct, frozen=True, kw_only=True):
    """What should be read: the chunks of a question (by `query`, its hash), or of a run (by its id)."""

    query: str | None = None
    run: str | None = None
    chunks: tuple[str, ...]

    @property
    def name(self) -> str:
        """How a person finds it."""
        return f"query {self.query}" if self.query is not None else f"run {self.run}"


class Hit(Struct, kw_only=True):
    """How retrievals that something is expected of do; the lists have a number for each point.

    `seen` are expected chunks that are in a list of candidates. `read` counts what would be read,
    `both` what of it is expected; `open_`: whether that can be told.
    """

    matched: int = 0  # retrievals, or runs
    unruled: int = 0  # those of them that could not be ruled again
    seen: list[str] = []
    read: list[int] = []
    both: list[int] = []
    unsure: list[int] = []  # how many of the matched are such that it cannot be told for certain

    def take(self, other: "Hit") -> None:
        """Add what was found of the same expectation elsewhere."""
        self.matched += other.matched
        self.unruled += other.unruled
        self.seen = sorted({*self.seen, *other.seen})
        for name in ("read", "both", "unsure"):
            setattr(self, name, _added(getattr(self, name), getattr(other, name)))


def _added(mine: list[int], others: list[int]) -> list[int]:
    if not mine or not others:
        return mine or others
    return [one + other for one, other in zip(mine, others, strict=True)]


class SweepPart(Struct, kw_only=True):
    """What is kept of the retrievals of some sources.

    Those of `packed` are ruled later, all at once. The others, `one_by_one` of them, are ruled: of
    them there are `counts` at each point, and in `each`, by name, their numbers (int64, a row a
    retrieval, a number a point). `hits` are by the number of the expectation.
    """

    retrievals: int = 0
    unruled: dict[str, int] = {}
    read: int = 0  # by the record
    nothing: int = 0
    chars: int = 0
    unsized: int = 0  # passages that `chars` leaves out
    packed: Packed = field(default_factory=Packed)
    one_by_one: int = 0
    counts: Counts | None = None
    each: dict[str, bytes] = {}
    hits: dict[int, Hit] = {}

    def take_counts(self, other: "SweepPart") -> None:
        """Add up all that is counted; columns and numbers of single retrievals are not taken."""
        for name in ("retrievals", "read", "nothing", "chars", "unsized", "one_by_one"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        add_counts(self.unruled, other.unruled)
        for place, hit in other.hits.items():
            self.hits.setdefault(place, Hit()).take(hit)
        if self.counts is None:
            self.counts = other.counts
        elif other.counts is not None:
            self.counts.take(other.counts)
