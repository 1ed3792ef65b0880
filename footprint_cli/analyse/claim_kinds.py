"""A sentence → the kind of claim it makes (search notes, 4.3), by closed lists of words."""

from collections.abc import Sequence

from footprint_cli.analyse.answer_sentences import sentences_of
from footprint_cli.analyse.claim_words import (
    ALL,
    DETERMINERS,
    EXISTENCE,
    NONE,
    NOT,
    NOT_CHECKED,
    NUMBERS,
    OTHER,
    PARTED,
    PREPOSITIONS,
    THERE_BE,
    TIMES,
)
from footprint_cli.analyse.words import pieces, tokens
from footprint_cli.model.claim import Claim

_COMPARING = frozenset("<>\u2264\u2265\u2248~\u00b1\u2260=")
_EMPHASIS = "*`"  # what may stand around a word and parts nothing
_LONGEST = 500  # tokens; nobody claims in so many words what can be held against a search
_NEAR = 3  # tokens between a negation and what is said of checking
_NOUN = (DETERMINERS | PREPOSITIONS) - {"to"}  # before a word: "the search", "for search"
_REASONS = {
    first: [(why, each) for why, phrases in OTHER.items() for each in phrases if each[0] == first]
    for first in {each[0] for phrases in OTHER.values() for each in phrases}
}


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
    found = {
        "no-words": not words,
        "too-long": len(words) > _LONGEST,
        "question": any(one in text for one in "?\u037e\uff1f"),
        "several-sentences": len(sentences_of(text)) > 1,
        "comparison": bool(_COMPARING & set(text)),
        "two-statements": ";" in text,
    }
    why = next((why for why, is_so in found.items() if is_so), None)
    return "answer-particle" if why is None and _answers(text, words) else why


def _answers(text: str, words: tuple[str, ...]) -> bool:
    """Tell whether a negation may answer a question: "No - open incidents exist", "0. Open ones"."""
    negated = [at for at in negations(words) if at + 1 < len(words)]
    if not negated:
        return False
    parted = pieces(text)
    return any(
        parted[at + 1].before.strip(_EMPHASIS) or not any(map(str.isalnum, words[at + 1]))
        for at in negated
    )


def _of_words(words: tuple[str, ...]) -> str | None:
    if any(_of_checking(words, at) for at in negations(words)):
        return "not-checked"
    if "cannot" in words and any(_is_check(words, at) for at in range(len(words))):
        return "not-checked"
    found = {
        why
        for at, word in enumerate(words)
        for why, each in _REASONS.get(word, ())
        if words[at : at + len(each)] == each
    }
    return next((why for why in OTHER if why in found), None)


def _of_checking(words: tuple[str, ...], at: int) -> bool:
    """Tell whether a negation is of checking, or nobody knows: "Nothing is known about incidents"."""
    near = range(max(0, at - _NEAR), min(len(words), at + 1 + _NEAR))
    return any(_is_check(words, one) for one in near)


def _is_check(words: tuple[str, ...], at: int) -> bool:
    if at and words[at - 1] in _NOUN:
        return False
    return any(words[at : at + len(one)] == one for one in NOT_CHECKED)


def _of_existence(words: tuple[str, ...], at: int) -> bool:
    """Tell whether a `not` says that something is not there: "there are not", "did not find"."""
    if at > 1 and words[at - 2] == "there" and words[at - 1] in THERE_BE:
        return True
    return any(word in EXISTENCE for word in words[at + 1 : at + 3])
