"""A sentence → what it is read in: the words of the search by what they stand for, and all others."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from footprint_cli.analyse.words import pieces

SUBJECT, QUALIFIER, VALUE, PERIOD, STORE = "subject", "qualifier", "value", "period", "store"
NAME, WORD, CUE, NUMBER, END = "name", "word", "cue", "number", "end"
_BEFORE_ALL = (SUBJECT, QUALIFIER, VALUE, PERIOD, STORE)
_EMPHASIS = str.maketrans("", "", "*`\"'\u2018\u2019\u201c\u201d\u00ab\u00bb")


class Mark(NamedTuple):
    """Where a claim has words of the search, and what they stand for.

    `name` is the argument or the qualifier; `needed`: a claim that leaves it out would be wider.
    """

    start: int
    end: int
    kind: str
    name: str = ""
    needed: bool = False


class Item(NamedTuple):
    """One part of a sentence; `before` are the marks (a comma) between it and the part before.

    `names` are the arguments and qualifiers that it stands for, or that it names; of a word that is
    none of the search, `word` is that word.
    """

    kind: str
    word: str
    before: str
    names: frozenset[str] = frozenset()
    plural: bool = False  # of a name: "services"


def items_of(
    text: str,
    marks: Sequence[Mark],
    names: Mapping[str, tuple[frozenset[str], bool]],
    special: Mapping[int, str],
) -> list[Item]:
    """Read a sentence; `special` are the tokens that negate or count. It ends with an `END`."""
    best = _longest(marks)
    items: list[Item] = []
    parted, at, before = pieces(text), 0, ""
    while at < len(parted):
        word, mark = parted[at]
        before += mark.translate(_EMPHASIS)
        if word and at not in special and not any(map(str.isalnum, word)):
            before += word  # a dash that stands alone
            at += 1
            continue
        item, at = _item(word, before, at, best, names, special)
        items.append(item)
        before = ""
    return items


def said_twice(marks: Iterable[Mark]) -> bool:
    """Tell whether one word would have to stand for two things, each of which must be named."""
    needed: dict[tuple[int, int], set[tuple[str, str]]] = {}
    for one in marks:
        if one.needed:
            needed.setdefault((one.start, one.end), set()).add((one.kind, one.name))
    return any(len(each) > 1 for each in needed.values())


def _item(  # noqa: PLR0913, PLR0917 (what one token can be)
    word: str,
    before: str,
    at: int,
    best: Mapping[int, Mark],
    names: Mapping[str, tuple[frozenset[str], bool]],
    special: Mapping[int, str],
) -> tuple[Item, int]:
    if at in special:
        return Item(special[at], word, before), at + 1
    if at in best:
        mark = best[at]
        return Item(mark.kind, word, before, frozenset({mark.name})), mark.end
    if not word:
        return Item(END, "", before), at + 1
    if word in names:
        owners, plural = names[word]
        return Item(NAME, word, before, owners, plural), at + 1
    return Item(WORD, word, before), at + 1


def _longest(marks: Sequence[Mark]) -> dict[int, Mark]:
    """Return the longest mark at each place; of equally long ones the first kind."""
    found: dict[int, Mark] = {}
    for one in sorted(marks, key=lambda one: (one.end, -_BEFORE_ALL.index(one.kind), one.needed)):
        found[one.start] = one
    return found
