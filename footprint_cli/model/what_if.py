"""What other settings would have done: the answers of `what-if`."""

from collections.abc import Iterable

from msgspec import Struct, field

from footprint_cli.model.evidence import Number
from footprint_cli.model.stats import add_counts, counted

EXACT, AT_LEAST, AT_MOST, ESTIMATE = "exact", "at-least", "at-most", "estimate"
SETTINGS = ("threshold", "k", "maxChars", "maxEntries")


class Setting(Struct, frozen=True, kw_only=True):
    """What is asked: values in place of the recorded ones, and the rule in place of theirs.

    `values` has names of `SETTINGS`; None takes a limit away, a name that is missing stays as it is
    recorded. `strategy` None: the recorded rule, which must be the shipped one.
    """

    values: dict[str, Number | None] = {}
    strategy: str | None = None
    balance: float | None = None  # the lambda of mmr


class Bounded(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A number, and how it stands to the true one, which `why` explains.

    `bound`: exact, at-least or at-most it, or estimate where neither is proved. Of characters
    `missing` counts the passages of unknown size, which `value` leaves out.
    """

    value: int
    bound: str = EXACT
    missing: int = 0
    why: tuple[str, ...] = ()


class Moved(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One chunk, with its recorded verdict and the other one; a reason is the producer's word.

    `read` and `would` are whether it is in the prompt by the record, and by the other settings:
    None is not known. `chars` counts UTF-16 code units of its passage; None: not recorded.
    """

    id: str | None
    rank: int | None
    score: Number | None
    read: bool | None
    would: bool | None
    reason: str | None = None
    would_reason: str | None = None
    rescored: Number | None = None  # the score that another strategy ruled by
    chars: int | None = None


class Changed(Struct, frozen=True):
    """One setting: the recorded value and the one to try; None: no limit, or none recorded."""

    name: str
    before: Number | str | None
    after: Number | str | None


class WhatIf(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One retrieval ruled again. Where it cannot be, `unruled` says why and the rest is empty.

    `moved` are all chunks that are read, or would be, or may be, or refused for another reason, in
    rank order. `prompt` are the ids
    in prompt order; None: `prompt_note` says what is not known.
    """

    source: str
    retriever: str | None
    step: str | None
    line: int | None = None
    run: str | None = None
    query_hash: str | None = None
    unruled: str | None = None
    otherwise: tuple[str | None, ...] = ()  # chunks whose verdict is not that of the recorded rule
    settings: tuple[Changed, ...] = ()
    considered: int = 0
    moved: tuple[Moved, ...] = ()
    read: int = 0  # by the record
    early: bool = False  # which is older than the picker's verdict: at most so many were read
    admitted: Bounded = Bounded(value=0)  # by strategy and character budget
    would_read: Bounded = Bounded(value=0)
    chars: Bounded = Bounded(value=0)  # of passages read, by the record
    would_chars: Bounded = Bounded(value=0)
    prompt: tuple[str | None, ...] | None = None
    prompt_note: str | None = None

    def those(self, *, read: bool, would: bool | None) -> list[Moved]:
        """Return the chunks of one movement: (False, True) came in, (True, False) went out."""
        return [one for one in self.moved if one.read is read and one.would is would]

    @property
    def came(self) -> list[Moved]:
        """The chunks that would come in."""
        return self.those(read=False, would=True)

    @property
    def went(self) -> list[Moved]:
        """The chunks that would go out."""
        return self.those(read=True, would=False)

    @property
    def stayed(self) -> list[Moved]:
        """The chunks that are read either way."""
        return self.those(read=True, would=True)

    @property
    def open(self) -> list[Moved]:
        """The chunks of which it cannot be told."""
        return [one for one in self.moved if one.would is None]

    @property
    def is_changed(self) -> bool:
        """Tell whether a chunk comes in, goes out, or may."""
        return any(one.read is not one.would for one in self.moved)


class Sum(Struct, kw_only=True):
    """A number added up over retrievals; `bounds` counts, by bound, why it is one in how many."""

    value: int = 0
    missing: int = 0
    bounds: dict[str, dict[str, int]] = {}

    def add(self, one: Bounded) -> None:
        """Add the number of one retrieval."""
        self.value += one.value
        self.missing += one.missing
        if one.bound != EXACT:
            mine = self.bounds.setdefault(one.bound, {})
            for why in one.why:
                counted(mine, why)

    def take(self, other: "Sum") -> None:
        """Add the sum over other retrievals."""
        self.value += other.value
        self.missing += other.missing
        for bound, counts in other.bounds.items():
            add_counts(self.bounds.setdefault(bound, {}), counts)

    @property
    def bounded(self) -> Bounded:
        """The sum with its bound; each reason says in how many retrievals it holds."""
        whys: dict[str, int] = {}
        for counts in self.bounds.values():
            add_counts(whys, counts)
        return Bounded(
            value=self.value,
            missing=self.missing,
            bound=joined_bound(self.bounds),
            why=tuple(
                f"{count} {'retrieval' if count == 1 else 'retrievals'}: {why}"
                for why, count in sorted(whys.items(), key=lambda one: (-one[1], one[0]))
            ),
        )


class Totals(Struct, kw_only=True):
    """All retrievals that were ruled again, added up; `unruled` counts the others by reason."""

    retrievals: int = 0
    unruled: dict[str, int] = {}
    changed: int = 0
    considered: int = 0
    read: int = 0
    nothing: int = 0  # retrievals that read nothing, by the record
    admitted: Sum = field(default_factory=Sum)
    would_read: Sum = field(default_factory=Sum)
    would_nothing: Sum = field(default_factory=Sum)
    chars: Sum = field(default_factory=Sum)
    would_chars: Sum = field(default_factory=Sum)
    gained: dict[str, int] = {}  # by chunk id: how many retrievals
    lost: dict[str, int] = {}
    open: int = 0  # chunks of which it cannot be told

    @property
    def ruled(self) -> int:
        """How many retrievals were ruled again."""
        return self.retrievals - sum(self.unruled.values())

    def take(self, other: "Totals") -> None:
        """Add up the totals of others."""
        for name in self.__struct_fields__:
            mine, others = getattr(self, name), getattr(other, name)
            if isinstance(mine, int):
                setattr(self, name, mine + others)
            elif isinstance(mine, Sum):
                mine.take(others)
            else:
                add_counts(mine, others)


class WhatIfPart(Struct, frozen=True, kw_only=True):
    """The answer over some sources: totals, and their retrievals, or the first that change."""

    totals: Totals
    answers: tuple[WhatIf, ...] = ()


class WhatIfReport(Struct, frozen=True, kw_only=True):
    """The whole answer of `what-if`. `answers` may be some of many: `left_out` counts the others."""

    setting: Setting
    totals: Totals
    answers: tuple[WhatIf, ...]
    left_out: int
    exit_status: int


def joined_bound(bounds: Iterable[str]) -> str:
    """Return the bound of a sum of numbers that are bounded so."""
    met = {one for one in bounds if one != EXACT}
    if not met:
        return EXACT
    return met.pop() if len(met) == 1 else ESTIMATE
