"""How a rule of the gate came out, and what it may remember between inputs."""

from functools import cached_property
from typing import TYPE_CHECKING

from msgspec import Struct

from footprint_cli.model.gate import GateSettings

if TYPE_CHECKING:
    from footprint_cli.analyse.verification import Verification


class Found(Struct, frozen=True, kw_only=True):
    """What a rule found: a sentence and where; what is None is that of the retrieval."""

    message: str
    chunk: str | None = None
    line: int | None = None
    step: str | None = None
    retriever: str | None = None
    tool: str | None = None
    level: str | None = None
    code: str | None = None  # of `verify`


class Judged(Struct, frozen=True, kw_only=True):
    """How a rule came out on one retrieval, call or recording: passed, failed, unknown or none.

    `none`: the rule does not concern it, and nothing is counted. `found` says what failed, `why`
    what kept it from being judged.
    """

    state: str
    found: tuple[Found, ...] = ()
    why: str = ""


PASSED = Judged(state="passed")
NOT_CONCERNED = Judged(state="none")


def failed(message: str, *, chunk: str | None = None, line: int | None = None) -> Judged:
    """Return that one thing was found."""
    return Judged(state="failed", found=(Found(message=message, chunk=chunk, line=line),))


def unknown(why: str) -> Judged:
    """Return that the record does not say."""
    return Judged(state="unknown", why=why)


class Memory:
    """What rules know of the inputs before, and of how the gate is set."""

    def __init__(self, settings: GateSettings) -> None:
        self.settings = settings
        self.namespaces: dict[str, str] = {}  # the first that each retriever searched

    @cached_property
    def verification(self) -> "Verification":
        """One verification for all inputs: it compares them with each other too."""
        from footprint_cli.analyse.verification import Verification

        return Verification()
