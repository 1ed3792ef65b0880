"""What one recording adds to the answer on a chunk."""

from msgspec import Struct

from footprint_cli.model.answer import Occurrence
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Finding


class Reckoned(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the answer. `told` has one item a retrieval, in order, but for those counted in `never`.

    An item is what the retrieval says of each chunk that is asked for; only its word, where it
    names none and that word is all there is to say. `passed` are retrievals of other retrievers
    and steps. `lists_left_out`: ids that may be offered are not in it.
    """

    recordings: int = 0
    damaged: bool = False
    passed: int = 0
    never: int = 0
    told: tuple[str | tuple[Occurrence, ...], ...] = ()
    lists_left_out: bool = False


class Recorded(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A retrieval as it was recorded, with what was found in it; the rest can be explained again."""

    source: str
    retrieval: Retrieval
    findings: tuple[Finding, ...] = ()


class Kept(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A `Reckoned` as it is written to a file: what is explained of a retrieval is not in it."""

    recordings: int = 0
    damaged: bool = False
    passed: int = 0
    never: int = 0
    told: tuple[str | Recorded, ...] = ()


class Rest(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What many `Kept` leave out, and the answer may need.

    `only` is the retrieval there is, where it is one and says no more than its word; `ids` are those
    that may be offered, in the order in which they first came, where no chunk was named.
    """

    only: Recorded | None = None
    ids: tuple[str, ...] = ()
