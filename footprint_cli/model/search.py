"""What a tool declares about its search (the seed's `ToolSearch`), in the seed's words."""

from typing import Any

from msgspec import Struct

ROLES = (
    "population",
    "filter",
    "period",
    "source",
    "query",
    "match",
    "cap",
    "page",
    "inert",
)
# Search notes, 2.1: the spelling of the producer's `GapFacet` is inferred, so it stands here alone.
FACETS = ("source", "subject", "population", "filters", "period", "completeness")
_SPELLINGS = {"filter": "filters"}
_FACET_OF_ROLE = {
    "population": "population",
    "filter": "filters",
    "period": "period",
    "source": "source",
    "cap": "completeness",
    "page": "completeness",
    "query": "population",
    "match": "population",
}
RESERVED_ARGUMENT = "_findings"  # the producer's own; never part of a search

Scalar = str | int | float | bool


class AnyValue(Struct, frozen=True):
    """`whenOmitted: {any: true}`: leaving the argument out narrows nothing."""


class SearchArgument(Struct, frozen=True, kw_only=True):
    """One input argument, and what it does to the ground that a call covers.

    `role` is one of `ROLES`, or a word of a newer producer, kept as written. `when_omitted` is what
    the tool applies to a call that leaves the argument out: values (one, or a list of them), any
    value, or None: it does not say. `said` are the words for each value, by its text.
    """

    name: str
    role: str
    when_omitted: tuple[Scalar, ...] | AnyValue | None = None
    said: dict[str, tuple[str, ...]] = {}


class SearchWords(Struct, frozen=True, kw_only=True):
    """A thing that a search is made of, and the only words that a claim may use for it."""

    what: str
    said: tuple[str, ...] = ()


class SearchFixed(Struct, frozen=True, kw_only=True):
    """A qualifier that the tool always applies."""

    name: str
    value: Scalar
    said: tuple[str, ...] = ()


class SearchGap(Struct, frozen=True, kw_only=True):
    """A ground that the search never reaches, why, and the facet it bears on."""

    what: str
    why: str | None
    bears: str


class SearchLimits(Struct, frozen=True, kw_only=True):
    """Limits that no argument carries; `cap` is a number of rows, `unknown`, or None for no cap."""

    cap: int | str | None = None
    by_credential: bool = False


class Search(Struct, frozen=True, kw_only=True):
    """What one call of a tool searches; the seed's `ToolSearch`, as far as it could be read.

    `complete` is `within-arguments` or None: never complete. `ranking` is `approximate` or None.
    """

    source: SearchWords
    subject: SearchWords
    fixed: tuple[SearchFixed, ...] = ()
    arguments: tuple[SearchArgument, ...] = ()
    complete: str | None = None
    gaps: tuple[SearchGap, ...] = ()
    limits: SearchLimits = SearchLimits()
    ranking: str | None = None


class ToolSchema(Struct, frozen=True, kw_only=True):
    """A tool as a recording or a file of declarations describes it, with nothing checked.

    `search`, `input_schema`, `period` and `assumed` (what the library fills in for an argument) are
    the recorded values; None: not there. `door` says where it was found, in words, and `run` is the
    run that it is of, where the input holds several.
    """

    tool: str
    search: Any = None
    input_schema: Any = None
    period: Any = None
    assumed: Any = None
    door: str = ""
    rank: int = 4  # of the door: the lowest is believed
    from_file: bool = False
    source: str | None = None  # the input or the file
    line: int | None = None
    run: str | None = None


class Problem(Struct, frozen=True, kw_only=True):
    """One fault of a declaration by its rule (V01 to V26), the tool and the field it is in.

    `level`: error makes the declaration faulty, warning and note do not.
    """

    code: str
    level: str
    message: str
    tool: str
    field: str


class Declaration(Struct, frozen=True, kw_only=True):
    """A tool's search, read and checked; `search` is None where nothing of it could be read.

    `found`: recording, file or none. A faulty one composes what is readable, and is never complete.
    """

    tool: str
    search: Search | None = None
    found: str = "none"
    door: str = ""
    source: str | None = None  # the file of declarations
    problems: tuple[Problem, ...] = ()
    ambiguous: bool = False  # the recording declares another search too, and not which held when
    # Values that an argument can have beside those that calls sent: its enum, and those with words.
    known_values: dict[str, tuple[Scalar, ...]] = {}

    @property
    def faulty(self) -> bool:
        """Tell whether a rule refuses it."""
        return any(one.level == "error" for one in self.problems)


def facet_of_role(role: str) -> str | None:
    """Return the facet that an argument of a role bears on; None for `inert`, which has none.

    A role that is not known may narrow anything; it is taken for the population.
    """
    return None if role == "inert" else _FACET_OF_ROLE.get(role, "population")


def facet(word: str) -> str:
    """Return the facet that a recorded word means; a word that is not known stays as it is."""
    return _SPELLINGS.get(word, word)


def bears_on_everything(word: str) -> bool:
    """Tell whether a facet is one that we do not know: it may be any, so nothing stands against it."""
    return facet(word) not in FACETS
