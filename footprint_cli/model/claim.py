"""A statement that rests on what was searched, and how it stands."""

from msgspec import Struct

from footprint_cli.model.coverage import Choice, CoveredCall
from footprint_cli.model.finding import Finding

VERDICTS = (
    "consistent",
    "wider",
    "outside",
    "gap",
    "not-complete",
    "contradicted",
    "no-search",
    "other-subject",
    "not-judged",
)
KINDS = ("none", "all", "some", "other")


class Claim(Struct, frozen=True, kw_only=True):
    """A claim in words: its tokens, and what kind of claim it is.

    `kind`: none; all (all, only or a count); some; or other. `why` says of other what kept it from
    being judged; `count` is the number of rows that the claim names.
    """

    text: str
    tokens: tuple[str, ...]
    kind: str
    count: int | None = None
    why: str | None = None


class Support(Struct, frozen=True, kw_only=True):
    """How a claim stands against one call, or several that cover their ground together.

    `details` are the reasons of the check that decided, in the words of the search notes (4.3);
    `also` those of later checks. `calls` are places among the calls that were asked, from 0.
    """

    verdict: str
    details: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    calls: tuple[int, ...] = ()
    words: tuple[str, ...] = ()  # of the claim, which made the check that decided fail
    choices: tuple[Choice, ...] = ()


class Judgement(Struct, frozen=True, kw_only=True):
    """How a claim stands against all calls: the verdict of the best of them."""

    claim: Claim
    verdict: str
    details: tuple[str, ...]
    sentence: str
    best: Support | None = None  # the call, or the union, that decided
    each: tuple[Support, ...] = ()  # every call, then every union of calls
    warnings: tuple[str, ...] = ()  # what a reader of the verdict must know beside it


class Judged(Struct, frozen=True, kw_only=True):
    """A claim with how it stands, and the calls that it was held against.

    `source` is the recording whose answer has the sentence; None for a claim of the command line.
    """

    judgement: Judgement
    calls: tuple[CoveredCall, ...] = ()
    source: str | None = None


class NotJudged(Struct, frozen=True, kw_only=True):
    """A sentence of an answer that was not held against any call, and why."""

    sentence: str
    why: str
    source: str


class ClaimSearched(Struct, frozen=True, kw_only=True):
    """How much a claim was held against; `declared_calls` are of tools that declare a search."""

    recordings: int = 0
    tool_calls: int = 0
    declared_calls: int = 0


class ClaimReport(Struct, frozen=True, kw_only=True):
    """One claim, or the sentences of answers, and how each stands.

    `answer`: the sentences are those of the recorded answers; `verdict` is then the worst of those
    that could be judged, and `sentence` counts them.
    """

    answer: bool
    verdict: str
    details: tuple[str, ...]
    sentence: str
    judged: tuple[Judged, ...]
    not_judged: tuple[NotJudged, ...] = ()
    warnings: tuple[str, ...] = ()
    searched: ClaimSearched = ClaimSearched()
    findings: tuple[Finding, ...] = ()
    exit_status: int = 0


# What no verdict can say; printed with every one (search notes, 4.2 and 4.3).
LIMITS = (
    "a negated mention still matches: the words of a search are looked for, not what is said of them",
    "words are compared whole and as they are written: no stemming, no other spelling",
    "only declared words and literal values are matched: a name that no call, enum or list has is not seen",
    "declarations are trusted: what a tool says of its search is not checked",
    "a period is compared word for word: 2h is not 120 minutes",
    "English only: what kind of claim it is, is told by lists of English words",
)
_WORDS = {
    "consistent": "consistent with the search",
    "wider": "wider than the search",
    "outside": "outside the search",
    "gap": "a gap bears on it",
    "not-complete": "the search was not complete",
    "contradicted": "contradicted",
    "no-search": "no search",
    "other-subject": "another subject",
    "not-judged": "not judged",
}


def verdict_word(verdict: str) -> str:
    """Return what people are told for a verdict; success is "consistent with the search"."""
    return _WORDS.get(verdict, verdict)
