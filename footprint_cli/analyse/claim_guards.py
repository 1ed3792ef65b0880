"""What a claim's sentence says beside the words that are matched, and whether that is in the way.

The checks only ask whether words occur. A sentence in which they all do may still be about something
else ("no owner for open incidents") or about more ("and payments"): then it is not judged.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from footprint_cli.analyse.claim_kinds import numbers
from footprint_cli.analyse.claim_words import (
    BEFORE_NONE,
    COMPOUNDS,
    CUTTING,
    DETERMINERS,
    EXISTENCE,
    FILLERS,
    FINDERS,
    INEXACT,
    JOINING,
    NOT,
    OF_LAST,
    OTHER_PERIOD,
    PARTED,
    PREPOSITIONS,
    SIGNS,
    TIMES,
)
from footprint_cli.analyse.named_values import Span
from footprint_cli.analyse.words import tokens

ELSEWHERE, OTHER_WORDS, NO_COUNT = "negation-elsewhere", "other-words", "no-count"
_COMMA = re.compile(r"(?<!\d),|,(?!\d)")
_BOTH_WAYS = frozenset({"none", "zero", "0", NOT, PARTED})


class Sentence(NamedTuple):
    """A claim's tokens, and which of them are accounted for.

    `spans` are the words of the search, `values` those of them that name values, `qualifiers` those of
    each fixed qualifier and filter, `known` words that add nothing beside the closed list. `timed`: a
    period is in force.
    """

    text: str
    words: Sequence[str]
    subject: list[Span]
    spans: list[Span]
    values: list[Span]
    known: set[str]
    timed: bool
    qualifiers: list[list[Span]]

    @property
    def used(self) -> set[int]:
        """The places of the tokens that are words of the search."""
        return _covered(self.spans)

    def unknown(self, but: Iterable[int]) -> list[int]:
        """Return where a word stands that is neither of the search nor known to add nothing."""
        used, left_out = self.used, {*but}
        return [
            at
            for at, word in enumerate(self.words)
            if at not in used
            and at not in left_out
            and word not in FILLERS
            and word not in self.known
        ]


def absence_guards(sentence: Sentence, cue: int) -> tuple[list[str], tuple[str, ...]]:
    """Tell what keeps a sentence from saying that none of its subject is there, and by which words."""
    unknown = sentence.unknown(_of_cue(sentence, cue))
    bound = [span for span in sentence.subject if _binds(sentence, cue, span, {*unknown})]
    if not bound:
        return [ELSEWHERE], ()
    if not all(_attached(sentence, cue, each, bound, unknown) for each in sentence.qualifiers):
        return [ELSEWHERE], ()
    if any(_found_nothing(sentence, cue, span) for span in sentence.values):
        return [ELSEWHERE], ()
    adding = _adding(sentence, cue, unknown, bound)
    if adding:
        return [OTHER_WORDS], tuple(dict.fromkeys(sentence.words[at] for at in adding))
    return ([OTHER_WORDS], ()) if _another_extent(sentence, unknown) else ([], ())


def count_in(sentence: Sentence) -> tuple[int, int] | None:
    """Return where a sentence counts its subject, and the number; None unless it is the only one."""
    used = sentence.used
    free = [(at, value) for at, value in numbers(sentence.words) if at not in used]
    if len(free) != 1:
        return None
    at = free[0][0]
    if at > 0 and sentence.words[at - 1] in INEXACT:
        return None
    for start, _ in sentence.subject:
        between = range(at + 1, start)
        if at < start and all(one in used or _adds_nothing(sentence, one) for one in between):
            return free[0]
    return None


def count_guards(sentence: Sentence, count: int | None) -> list[str]:
    """Tell what keeps a number from being that of all the rows; here every word must be known."""
    if count is None:
        return [NO_COUNT]
    listed = {"all", "only", "just", "both"}
    unknown = [at for at in sentence.unknown([count]) if sentence.words[at] not in listed]
    return [OTHER_WORDS] if unknown or _joined(sentence, sentence.used) else []


def _of_cue(sentence: Sentence, cue: int) -> list[int]:
    """Return the tokens of a negation: itself, what `t` belongs to, and "evidence of"."""
    words, own = sentence.words, [cue]
    if words[cue] == PARTED:
        own.append(cue - 1)
    if tuple(words[cue + 2 : cue + 3]) == ("of",) and words[cue + 1] in SIGNS:
        own += [cue + 1, cue + 2]
    return own


def _binds(sentence: Sentence, cue: int, subject: Span, unknown: set[int]) -> bool:
    """Tell whether a negation is of this subject."""
    start, end = subject
    if end < len(sentence.words) and (end in unknown or sentence.words[end] in COMPOUNDS):
        return False  # "no incident manager", "no incident report"
    return _ahead(sentence, cue, start, unknown) if cue < start else _behind(sentence, cue, end)


def _ahead(sentence: Sentence, cue: int, start: int, unknown: set[int]) -> bool:
    words, used = sentence.words, sentence.used
    own = _of_cue(sentence, cue)
    if words[cue] == "none" and words[cue + 1] == "of":
        own.append(cue + 1)
    between = [at for at in range(cue + 1, start) if at not in own and at not in used]
    if words[cue] == "nothing":
        return all(words[at] in FILLERS and words[at] not in JOINING for at in between)
    if any(words[at] in CUTTING for at in between):
        return False
    new = [at for at in between if at in unknown]
    if any(words[at][0].isdigit() for at in new) or {*new} & {at for at, _ in numbers(words)}:
        return False
    if words[cue] in (NOT, PARTED):
        return not new
    # One adjective: a noun and its verb would be two words.
    named = _covered(sentence.values)
    return not new or (len(new) == 1 and not any(at in named for at in range(cue, new[0])))


def _behind(sentence: Sentence, cue: int, end: int) -> bool:
    words, used = sentence.words, sentence.used
    if words[cue] not in _BOTH_WAYS:
        return False
    own = {*_of_cue(sentence, cue)}
    rest = [at for at in range(end, len(words)) if at not in own and at not in used]
    if words[cue] in (NOT, PARTED) and not EXISTENCE & {*words[cue + 1 : cue + 3]}:
        return False
    return all(words[at] in BEFORE_NONE or words[at] in sentence.known for at in rest)


def _attached(
    sentence: Sentence, cue: int, spans: list[Span], bound: list[Span], unknown: list[int]
) -> bool:
    """Tell whether a qualifier is said of the subject: "no open incidents", not "for the open ferry"."""
    named = _covered(sentence.values) | {*unknown}
    for start, end in spans:
        if _in_phrase(sentence, start):
            if end not in named:
                return True
        elif any(
            _before(sentence, cue, end, subject) if end <= subject[0] else end not in named
            for subject in bound
        ):
            return True
    return False


def _in_phrase(sentence: Sentence, start: int) -> bool:
    """Tell whether a word stands behind a preposition: "in region north"."""
    before = start - 1
    while before >= 0 and (
        sentence.words[before] in DETERMINERS | OF_LAST or sentence.words[before] in sentence.known
    ):
        before -= 1
    return before >= 0 and sentence.words[before] in PREPOSITIONS


def _before(sentence: Sentence, cue: int, end: int, subject: Span) -> bool:
    between = [*range(end, subject[0])]
    return cue not in between and not any(sentence.words[at] in CUTTING for at in between)


def _found_nothing(sentence: Sentence, cue: int, value: Span) -> bool:
    """Tell whether a value only names who found nothing: "the search found no incidents"."""
    _, end = value
    return end <= cue and sentence.words[end] in FINDERS


def _adding(sentence: Sentence, cue: int, unknown: list[int], bound: list[Span]) -> list[int]:
    """Return where a word that is not known may make the claim wider, or another one."""
    if not unknown:
        return []
    words, named, used = sentence.words, _covered(sentence.values), sentence.used
    if _joined(sentence, used):
        return unknown
    after_comma, first = _after_comma(sentence), min(start for start, _ in bound)
    return [
        at
        for at in unknown
        if at >= after_comma
        or at < cue < first
        or at - 1 in named
        or at + 1 in named
        or (at > first and at - 1 in used)
        or _of_what(sentence, at)
        or (sentence.timed and (words[at][0].isdigit() or words[at] in TIMES))
    ]


def _of_what(sentence: Sentence, at: int) -> bool:
    """Tell whether a word stands behind a preposition: "for dock", "of the alarm"."""
    before = at - 1
    while before >= 0 and sentence.words[before] in DETERMINERS | OF_LAST:
        before -= 1
    return before >= 0 and sentence.words[before] in PREPOSITIONS


def _another_extent(sentence: Sentence, unknown: list[int]) -> bool:
    """Tell whether words that are all known speak of more: a range, a joined value, the first 2h."""
    words, used = sentence.words, sentence.used
    if unknown and _joined(sentence, used):
        return True
    for start, end in sentence.spans:
        before = words[start - 1] if start else ""
        after = words[end] if end < len(words) else ""
        if before in OTHER_PERIOD or (before == "from" and after == "to"):
            return True
    return False


def _joined(sentence: Sentence, used: set[int]) -> bool:
    words = enumerate(sentence.words)
    return "&" in sentence.text or any(word in JOINING and at not in used for at, word in words)


def _after_comma(sentence: Sentence) -> int:
    """Return the place of the first token behind a comma."""
    parts = _COMMA.split(sentence.text)
    return len(tokens(parts[0])) if len(parts) > 1 else len(sentence.words)


def _adds_nothing(sentence: Sentence, at: int) -> bool:
    word = sentence.words[at]
    return word in sentence.known or (word in FILLERS and word not in CUTTING)


def _covered(spans: Iterable[Span]) -> set[int]:
    return {at for start, end in spans for at in range(start, end)}
