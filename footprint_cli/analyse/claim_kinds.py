"""A sentence → the kind of claim it makes (search notes, 4.3), by closed lists of words."""

import re
from collections.abc import Sequence

from footprint_cli.analyse.answer_sentences import sentences_of
from footprint_cli.analyse.claim_words import (
    ALL,
    EXISTENCE,
    NONE,
    NOT,
    NOT_CHECKED,
    NUMBERS,
    OTHER,
    PARTED,
    THERE_BE,
    TIMES,
)
from footprint_cli.analyse.words import places, tokens
from footprint_cli.model.claim import Claim

_COMPARING = frozenset("<>\u2264\u2265\u2248~\u00b1\u2260=")
# An answer to a question, not a negation of what follows: "No, open incidents exist".
_PARTICLE = re.compile(
    r"\b(?:no|none|nothing|not)[\"'\u2019\u201d)\]*_]*\s*[,;:!\u2014\u2013\"'\u2019\u201d)\]]"
    r"(?=.*\w)",
    re.IGNORECASE | re.DOTALL,
)
_AHEAD = 3  # tokens between a `not` and what it negates


def claim_of(text: str) -> Claim:
    """Tell what kind of claim a sentence makes; in doubt it is `other`, with a word for why.

    The number of an `all` claim is found when it is judged: what it counts is declared.
    """
    words = tokens(text)
    kind, why = _kind(text, words)
    return Claim(text=text, tokens=words, kind=kind, why=why)


def negations(words: Sequence[str]) -> list[int]:
    """Return where a sentence negates; of "weren't", where the `t` stands."""
    return [
        at
        for at, word in enumerate(words)
        if word in NONE or word == NOT or (word == PARTED and at > 0 and words[at - 1][-1] == "n")
    ]


def numbers(words: Sequence[str]) -> list[tuple[int, int]]:
    """Return the numbers that may count rows: where each stands, and its value."""
    found = []
    for at, word in enumerate(words):
        digits = word.isascii() and word.isdecimal() and len(word) < 10  # noqa: PLR2004
        value = int(word) if digits else NUMBERS.get(word)
        after = words[at + 1] if at + 1 < len(words) else ""
        if value is not None and after not in TIMES:
            found.append((at, value))
    return found


def _kind(text: str, words: tuple[str, ...]) -> tuple[str, str | None]:
    why = _of_text(text, words) or _of_words(words)
    if why is not None:
        return "other", why
    negated = negations(words)
    every = any(word in ALL and words[at - 1 : at] != ("at",) for at, word in enumerate(words))
    if not negated:
        return ("all" if every or numbers(words) else "some"), None
    if len(negated) > 1:
        return "other", "two-negations"
    if every:
        return "other", "none-and-all"
    if words[negated[0]] in NONE:
        return "none", None
    return ("none", None) if _of_existence(words, negated[0]) else ("other", "negation")


def _of_text(text: str, words: tuple[str, ...]) -> str | None:
    """Tell by what separates tokens, and is gone from them."""
    if not words:
        return "no-words"
    if "?" in text or "\u037e" in text or "\uff1f" in text:
        return "question"
    if len(sentences_of(text)) > 1:
        return "several-sentences"
    if _COMPARING & set(text):
        return "comparison"
    if ";" in text:
        return "two-statements"
    return "answer-particle" if _PARTICLE.search(text) else None


def _of_words(words: tuple[str, ...]) -> str | None:
    for at in negations(words):
        ahead = words[at + 1 : at + 1 + _AHEAD]
        if words[at] not in NONE and any(places(ahead, one) for one in NOT_CHECKED):
            return "not-checked"
    if "cannot" in words and any(places(words, one) for one in NOT_CHECKED):
        return "not-checked"
    return next(
        (why for why, phrases in OTHER.items() if any(places(words, one) for one in phrases)), None
    )


def _of_existence(words: tuple[str, ...], at: int) -> bool:
    """Tell whether a `not` says that something is not there: "there are not", "did not find"."""
    if at > 1 and words[at - 2] == "there" and words[at - 1] in THERE_BE:
        return True
    return any(word in EXISTENCE for word in words[at + 1 : at + 3])
