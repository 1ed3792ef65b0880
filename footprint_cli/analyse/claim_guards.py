"""Whether a claim's sentence says what the checks take it to say, and nothing more.

The checks only ask whether words occur. A sentence in which they all do may still be about something
else ("no owner for open incidents") or about more ("and billing"). So only sentences of a few forms
pass, and of those each word must be accounted for.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from footprint_cli.analyse.claim_forms import Form
from footprint_cli.analyse.claim_items import CUE, NUMBER, WORD, Mark, items_of, said_twice
from footprint_cli.analyse.claim_kinds import numbers
from footprint_cli.analyse.claim_words import INEXACT, KNOWN

ELSEWHERE, OTHER_WORDS, NO_COUNT = "negation-elsewhere", "other-words", "no-count"


class Sentence(NamedTuple):
    """A claim's tokens, and which of them are words of the search.

    `names` are the words of the names of arguments, `timed`: a period is in force.
    """

    text: str
    words: Sequence[str]
    marks: Sequence[Mark]
    subject: Sequence[tuple[int, int]]
    names: Mapping[str, tuple[frozenset[str], bool]]
    timed: bool


class Guarded(NamedTuple):
    """What keeps a sentence from passing, and by which words; `narrowing`: it speaks of a part."""

    details: list[str]
    words: tuple[str, ...] = ()
    narrowing: tuple[str, ...] = ()


def absence_guards(sentence: Sentence, cue: int) -> Guarded:
    """Tell what keeps a sentence from saying that none of its subject is there."""
    form = _form(sentence, {cue: CUE})
    if said_twice(sentence.marks):
        return Guarded([ELSEWHERE])
    if form.denies():
        return Guarded([], (), tuple(dict.fromkeys(form.narrowing)))
    unknown = _unknown(form)
    return Guarded([OTHER_WORDS], unknown) if unknown else Guarded([ELSEWHERE])


def count_in(sentence: Sentence) -> tuple[int, int] | None:
    """Return where a sentence counts its subject, and the number; None unless it is the only one."""
    used = {at for one in sentence.marks for at in range(one.start, one.end)}
    free = [(at, value) for at, value in numbers(sentence.words) if at not in used]
    if len(free) != 1:
        return None
    at = free[0][0]
    if at > 0 and sentence.words[at - 1] in INEXACT:
        return None
    for start, _ in sentence.subject:
        between = range(at + 1, start)
        if at < start and all(
            one in used or sentence.words[one] in sentence.names for one in between
        ):
            return free[0]
    return None


def count_guards(sentence: Sentence, count: int | None) -> Guarded:
    """Tell what keeps a number from being that of all the rows."""
    if count is None:
        return Guarded([NO_COUNT])
    form = _form(sentence, {count: NUMBER})
    if form.counts() and not said_twice(sentence.marks):
        return Guarded([])
    return Guarded([OTHER_WORDS], _unknown(form))


def _form(sentence: Sentence, special: Mapping[int, str]) -> Form:
    items = items_of(sentence.text, sentence.marks, sentence.names, special)
    return Form(items, timed=not sentence.timed)


def _unknown(form: Form) -> tuple[str, ...]:
    """Return the words that no sentence that passes has."""
    words: Iterable[str] = (one.word for one in form.items if one.kind == WORD)
    return tuple(dict.fromkeys(word for word in words if word not in KNOWN))
