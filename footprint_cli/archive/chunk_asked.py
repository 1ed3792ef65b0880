"""The question of `why-not` and `why`: its fields are all that decides the answer."""

from msgspec import Struct

from footprint_cli.model.answer import Asked
from footprint_cli.model.narrowing import Narrowing


class ChunkAsked(Struct, frozen=True, kw_only=True, tag="why-not", omit_defaults=True):
    """A chunk, asked for in all recordings, or in one retriever or step.

    With `full` every line is parsed, with `paranoid` a search trusts fewer files. `read_first` is
    how `why` lays the answer out, and `whole` shows every retrieval in detail.
    """

    asked: Asked
    retriever: str | None = None
    step: str | None = None
    full: bool = False
    paranoid: bool = False
    read_first: bool = False
    whole: bool = False
    fail: bool = False
    exit_zero: bool = False

    @property
    def narrowing(self) -> Narrowing:
        """What of a recording is asked for."""
        return Narrowing(self.retriever, self.step, None)

    @property
    def limit(self) -> int:
        """Whether the answer shows all that there is in detail, 0, or the latest, 1."""
        return 0 if self.whole else 1
