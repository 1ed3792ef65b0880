"""What `verify` finds in one recording by itself, and what it needs to hold it against others."""

from msgspec import Struct

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Checked


class SearchSeen(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What of one search is compared with others: digests, never candidates.

    `told` are what it was searched with, each by its name: embedder, dimensions. `results` are
    digests of a question, each with one of what came back.
    """

    source: str
    step: str | None = None
    line: int | None = None
    retriever: str | None = None
    namespace: str | None = None
    query_hash: str | None = None
    told: tuple[tuple[str, str], ...] = ()
    results: tuple[tuple[bytes, bytes], ...] = ()


class Examined(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One recording held against itself; `searches` are to be compared with those of others.

    `recordings` is 0 for an input that is none. `holds` says whether there is anything in it to hold
    against another: a commit, a retrieval, a call or an event.
    """

    findings: tuple[Finding, ...] = ()
    checks: tuple[Checked, ...] = ()
    searches: tuple[SearchSeen, ...] = ()
    recordings: int = 0
    retrievals: int = 0
    tool_calls: int = 0
    holds: bool = False
