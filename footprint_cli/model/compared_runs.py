"""One side of a `diff`: its runs, each packed small until it is compared."""

from msgspec import Struct

from footprint_cli.model.evidence import Retrieval


class KeptCall(Struct, frozen=True, kw_only=True):
    """A call as it is compared. `arguments` is one line of JSON; None: not recorded.

    `ground` says in words what it covered, facet by facet and gap by gap; None: an index kept none.
    """

    tool: str | None
    call_id: str | None
    step: str | None
    line: int | None
    arguments: str | None
    outcome: str
    rows: int | None
    ground: tuple[str, ...] | None


class KeptRun(Struct, frozen=True, kw_only=True):
    """What of a run is compared: fragments of prompts are digests. `answer` None: not recorded."""

    retrievals: tuple[Retrieval, ...] = ()
    calls: tuple[KeptCall, ...] = ()
    answer: str | None = None


class SideRun(Struct, frozen=True, kw_only=True):
    """A run of one side: where it stands, what it is paired by, and the rest of it packed.

    `hashes` are the queryHashes of its retrievals, in order of the alphabet, once each. `early`:
    its evidence was written before the picker ruled. `number` counts the runs of the side. `whole`:
    nothing of its input was lost. `indexed`: an index keeps neither texts, grounds nor answers.
    `tells_calls`: its input would hold calls, had there been any.
    """

    source: str
    run: str | None
    session: str | None
    started: float | None
    hashes: tuple[str, ...]
    early: bool
    retrievals: int
    calls: int
    answered: bool
    packed: bytes
    whole: bool = True
    indexed: bool = False
    tells_calls: bool = True
    number: int = 0
    turn: int | None = None  # of its session, from 1; None: no session is recorded
    name: tuple[str, int] | None = (
        None  # its path below what all of the side share, and its number there
    )

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing in it that could be compared."""
        return not (self.retrievals or self.calls or self.answered)
