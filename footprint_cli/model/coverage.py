"""One call of a tool, what it covered, and where that is not all."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.model.json_text import text_of
from footprint_cli.model.search import Declaration, SearchFixed, SearchWords

OUTCOMES = (
    "ran",
    "failed",
    "refused",
    "invalid-arguments",
    "unknown-tool",
    "not-dispatched",
    "paused",
    "unfinished",
)
COMPLETENESS = ("complete", "not-complete", "not-declared")


class Item(Struct, frozen=True, kw_only=True):
    """One thing that a result says was checked, was not, cannot be, or is still in progress."""

    what: str
    why: str | None = None
    count: int | None = None  # of what is in progress


class Declared(Struct, frozen=True, kw_only=True):
    """What a result says of its own ground: the lists of `absent()`, `coverage()` or `semantic()`.

    `kind`: absence, ledger or described. A list that is not recorded is None. `door`: row, event
    or result, whichever told of it.
    """

    kind: str
    looked_for: str | None = None
    checked: tuple[Item, ...] | None = None
    not_checked: tuple[Item, ...] | None = None
    cannot_cover: tuple[Item, ...] | None = None
    in_progress: tuple[Item, ...] | None = None
    door: str = "result"

    @property
    def left_out(self) -> tuple[Item, ...]:
        """What it says it does not cover, or not yet."""
        return (
            *(self.not_checked or ()),
            *(self.cannot_cover or ()),
            *(self.in_progress or ()),
        )


class Call(Struct, frozen=True, kw_only=True):
    """One call of one tool.

    `outcome`: ran, failed, refused, invalid-arguments, unknown-tool, not-dispatched, paused or
    unfinished. `arguments` are as recorded, of any JSON type; `arguments_from` says where they
    were read: history, middleware, event, or not-dispatched; None where they are not recorded.
    `filled` names the arguments that the library filled in before the tool ran, and `unsure` those
    that it may have filled in: what the call ran with cannot be read.

    `filed` are the declarations that a row or an event of this call tells of, and `doors` says
    whether the recording would hold one, had the call filed it: held, not-held, or withheld by
    redaction. `described` is the whole described envelope, `periods` are values of `period` that a
    row or an event carries, and `composed` is a coverage that the producer composed itself.

    `told` is the raw result that an event has beside that of the log, in a tuple of its own: null
    is a result. `mixed` says that calls with one id ran at once, so any of their results may be
    this one's.
    """

    tool: str | None
    call_id: str | None
    outcome: str
    arguments: Any = None
    arguments_from: str | None = None
    filled: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    rewritten: bool = False  # a rule changed the arguments, or may have, to what is not recorded
    result: Any = None  # what the model read where the log has it, else the raw value of the event
    result_recorded: bool = False
    told: tuple[Any, ...] = ()
    mixed: bool = False
    step: str | None = None
    iteration: int | None = None  # from 1
    line: int | None = None
    run: str | None = None
    filed: tuple[Declared, ...] = ()
    doors: str = "not-held"
    status: str | None = None  # of the result, as recorded: absent
    result_chars: int | None = None  # UTF-16 units of the tool's own text; notes may follow it
    described: Any = None
    periods: tuple[Any, ...] = ()  # `period` values that a row or an event carries, as recorded
    composed: Any = None


class Rows(Struct, frozen=True, kw_only=True):
    """How many rows a call returned, by the reading of its result (search notes, 2.8).

    `reading`: declared-absent, non-empty, undeclared-empty, clarify or unknown. `bounded`: the
    result says itself what it covers; `by_app`: where its rows are is configured. `told` are the
    numbers that different sources tell of, where they do not agree.
    """

    count: int | None
    reading: str
    bounded: bool = False
    by_app: bool = False
    told: tuple[int, ...] = ()


class SourceFacet(Struct, frozen=True, kw_only=True):
    """A store that was searched. `found`: declared, sent or default."""

    what: str
    said: tuple[str, ...]
    found: str
    argument: str | None = None  # that replaced the declared one


class Facet(Struct, frozen=True, kw_only=True):
    """One value that narrowed a call, or, with `any`, an argument that narrowed nothing.

    `found`: sent or default. `said` are the words for a value, where it may have any.
    """

    argument: str
    value: Any = None
    any: bool = False
    found: str = "sent"
    said: tuple[str, ...] | None = None


class Cap(Struct, frozen=True, kw_only=True):
    """The smallest number of rows that a call could return at most, or `unknown`.

    `reached`: True, False or `unknown`. `by` names what sets a cap: arguments, or `limits.cap`.
    """

    limit: int | float | str
    reached: bool | str
    by: tuple[str, ...] = ()


class Gap(Struct, frozen=True, kw_only=True):
    """A stated hole in the ground of a call, and the facet it bears on.

    `closes`: asking-again (another call could close it), never, or not-known.
    """

    kind: str
    bears: str
    argument: str | None = None
    what: str | None = None
    why: str | None = None
    closes: str = "not-known"


class Choice(Struct, frozen=True):
    """An open point of the rules that decided something here, and what was chosen."""

    name: str
    value: str


class Coverage(Struct, frozen=True, kw_only=True):
    """The ground that one call covered (search notes, 2.2).

    `status`: composed, or not-composed `because` of something. `found`: composed here, or recorded
    by the producer itself.
    """

    status: str
    because: str | None = None
    source: tuple[SourceFacet, ...] = ()
    subject: SearchWords | None = None
    population: tuple[Facet, ...] = ()
    filters: tuple[Facet, ...] = ()
    period: tuple[Facet, ...] = ()
    fixed: tuple[SearchFixed, ...] = ()
    match: tuple[Facet, ...] = ()
    cap: Cap | None = None
    page: tuple[Facet, ...] = ()
    gaps: tuple[Gap, ...] = ()
    completeness: str | None = None
    rows: int | None = None
    choices: tuple[Choice, ...] = ()
    found: str = "composed"

    @property
    def is_composed(self) -> bool:
        """Tell whether there is a ground at all."""
        return self.status == "composed"

    @property
    def is_clean(self) -> bool:
        """Tell whether nothing at all is left out of the ground that was asked for."""
        return self.is_composed and not self.gaps and self.completeness == "complete"


class Choices(Struct, frozen=True, kw_only=True):
    """The open points of the search notes, section 8; the defaults are those written there."""

    match_bears: str = "population"  # or completeness: where a `match` gap bears
    match_without_text: str = (
        "gap"  # or no-gap: where no text was sent, and omitting narrows nothing
    )
    first_page: str = "open"  # or closed-below-cap: a page in effect, and fewer rows than its cap
    period_words: str = "strict"  # or accept-default: a claim need not name a period by default
    declared_gaps: str = "stop-complete"  # or allow-complete: declared gaps on completeness
    unknown_cap_on_empty: str = "unknown"  # or not-reached: no rows under a cap that is not known


DEFAULT_CHOICES = Choices()
CHOICES: dict[str, tuple[str, str]] = {
    "match-bears": ("population", "completeness"),
    "match-without-text": ("gap", "no-gap"),
    "first-page": ("open", "closed-below-cap"),
    "period-words": ("strict", "accept-default"),
    "declared-gaps": ("stop-complete", "allow-complete"),
    "unknown-cap-on-empty": ("unknown", "not-reached"),
}


class CoveredCall(Struct, frozen=True, kw_only=True):
    """One call, its rows, what its result declares, and the ground it covered.

    A coverage that the producer composed itself is preferred to composing it. `declaration` is that
    of the tool; without a search in it, no ground can be composed.
    """

    source: str
    call: Call
    rows: Rows
    declared: tuple[Declared, ...]
    coverage: Coverage
    declaration: Declaration
    differs: tuple[str, ...] = ()  # facets of a recorded coverage that are not what composing gives

    @property
    def left_out(self) -> tuple[Item, ...]:
        """What the result itself says it does not cover, whatever the declaration promises."""
        return tuple(item for each in self.declared for item in each.left_out)

    def without_result(self) -> "CoveredCall":
        """Let go of what the call returned: a report over many recordings holds every call."""
        call = replace(self.call, result=None, told=(), described=None, composed=None)
        return replace(self, call=call)

    @property
    def is_clean(self) -> bool:
        """Tell whether neither its ground nor its result leaves anything open."""
        return self.coverage.is_clean and not self.left_out


def facets_text(facets: Iterable[Facet]) -> str:
    """Write facets as a person would: any means that nothing was narrowed, ? that it is not known."""
    return ", ".join(
        f"any {one.argument}"
        if one.any
        else f"{one.argument} {'?' if one.value is None else text_of(one.value)}"
        for one in facets
    )
