"""How the rules of a gate came out on one recording, before others and a baseline are looked at."""

from msgspec import Struct

from footprint_cli.model.examined import Examined


class Found(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a rule found: a sentence and where; what is None is that of the retrieval."""

    message: str
    chunk: str | None = None
    line: int | None = None
    step: str | None = None
    retriever: str | None = None
    tool: str | None = None
    level: str | None = None
    code: str | None = None  # of `verify`


class Judged(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a rule came out on one retrieval, call or recording: passed, failed, unknown, open or none.

    `none`: the rule does not concern it, and nothing is counted. `found` says what failed, `why`
    what kept it from being judged. `open`: earlier inputs decide, by the `namespace` that was
    searched, or by what was `examined`.
    """

    state: str
    found: tuple[Found, ...] = ()
    why: str = ""
    namespace: str | None = None
    examined: Examined | None = None


class Ruled(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One rule, by its number among those that are asked for, and how it came out, and where.

    `of`: recording, retrieval or call.
    """

    rule: int
    judged: Judged
    of: str = "recording"
    line: int | None = None
    step: str | None = None
    retriever: str | None = None
    tool: str | None = None


class RuledRecording(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One input as the rules see it. `passed` are numbers of rules, with how often each passed.

    `unreadable` and `damage` say what is wrong with it; `recordings` is 0 where nothing in it could
    be recognised.
    """

    source: str
    unreadable: str | None = None
    damage: str | None = None
    recordings: int = 0
    retrievals: int = 0
    tool_calls: int = 0
    retrievers: tuple[str | None, ...] = ()
    passed: tuple[tuple[int, int], ...] = ()
    ruled: tuple[Ruled, ...] = ()
