"""What one recording adds to the answer on a chunk."""

from msgspec import Struct

from footprint_cli.model.answer import Occurrence


class Reckoned(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the answer. `told` has one item a retrieval, in order, but for those counted in `never`.

    An item is what the retrieval says of each chunk that is asked for; only its word, where it
    names none and that word is all there is to say. `passed` are retrievals of other retrievers
    and steps.
    """

    recordings: int = 0
    damaged: bool = False
    passed: int = 0
    never: int = 0
    told: tuple[str | tuple[Occurrence, ...], ...] = ()
