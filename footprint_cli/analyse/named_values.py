"""Which values of an argument a claim names, of those in force and of all others (search notes, 4.3)."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from footprint_cli.analyse.claim_words import TOO_COMMON
from footprint_cli.analyse.list_texts import looks_like_list
from footprint_cli.analyse.words import phrase, places
from footprint_cli.model.json_text import value_text

Phrase = tuple[str, ...]
Span = tuple[int, int]


class Named(NamedTuple):
    """The values in force that a claim names, by their text, and where; and those not in force."""

    inside: dict[str, list[Span]]
    outside: dict[str, list[Span]]


def literal(value: Any) -> list[Phrase]:  # noqa: ANN401 (JSON)
    """Return the words that a value is named by without words of its own.

    None where they are too common: `no` and `in` are countries, and stand in other sentences too.
    None for a text that looks like a list: nobody knows whether its items were searched.
    """
    if isinstance(value, str) and looks_like_list(value):
        return []
    words = phrase(value_text(value))
    return [] if not words or (len(words) == 1 and words[0] in TOO_COMMON) else [words]


def phrases(said: Iterable[str]) -> list[Phrase]:
    """Return declared words as phrases."""
    return [words for one in said if (words := phrase(one))]


def named(
    words: Sequence[str], inside: dict[str, list[Phrase]], outside: dict[str, list[Phrase]]
) -> Named:
    """Find the values that a claim names; of two that share a token, the longer phrase is meant.

    So "eu west" does not name "eu". Of two equally long ones it is the value in force.
    """
    found = Named({}, {})
    listed = [
        (-len(one), at_outside, text, one)
        for at_outside, values in enumerate((inside, outside))
        for text, each in values.items()
        for one in each
    ]
    taken: dict[int, tuple[int, int]] = {}  # token → the length and the side that took it
    for size, side, text, wanted in sorted(listed, key=lambda one: one[:2]):
        for at in places(words, wanted):
            held = range(at, at + len(wanted))
            if any(taken.get(each, (size, side)) != (size, side) for each in held):
                continue
            taken.update(dict.fromkeys(held, (size, side)))
            found[side].setdefault(text, []).append((at, at + len(wanted)))
    return found


def spans_of(words: Sequence[str], listed: Iterable[Phrase]) -> list[Span]:
    """Return where any of these phrases stands."""
    return [(at, at + len(one)) for one in listed for at in places(words, one)]
