"""The words of the made archives: a dice that falls the same everywhere, prose, and chunk ids."""

import random
from functools import cache
from typing import NamedTuple

DOCUMENTS, CHUNKS_EACH = 4_000, 15  # 60,000 chunk ids
_PROSE = 2_000_000  # characters; more than a gzip window, so that slices do not repeat inside one
_SYLLABLES = (
    *("pu", "mp", "val", "ve", "lo", "op", "re", "turn", "flow", "bar", "al", "arm", "scale", "bo"),
    *("il", "er", "loop", "tank", "in", "let", "drain", "gate", "fil", "ter", "se", "al", "ing"),
    *("mo", "tor", "shaft", "oil", "press", "ure", "heat", "ex", "chan", "ger", "north", "east"),
    *("ü", "µS", "°C", "é", "配管", "弁"),
)
_NAMES = ("pumps", "exchanger", "alarms", "boilers", "valves", "staff", "canteen", "loops")
_HEADINGS = (
    "Acceptance readings",
    "Back-flush procedure after a scale alarm",
    "Overview of the loop",
    "Störungen und Maßnahmen",
    "Who is to be told",
)
_FOREIGN = ("übersicht", "手順書", "приёмка", "sécurité")


class Dice:
    """Numbers from a seed; only `random()`, whose sequence Python promises to keep."""

    def __init__(self, seed: str) -> None:
        self.unit = random.Random(seed).random  # noqa: S311 (nothing is secret here)

    def below(self, number: int) -> int:
        """Return a whole number from 0 up to, not including, `number`."""
        return int(self.unit() * number)

    def between(self, least: float, most: float) -> float:
        """Return a number between the two, small ones as often as large ones by factors."""
        return float(least * (most / least) ** self.unit())

    def once_in(self, number: int) -> bool:
        """Return true once in so many times."""
        return self.unit() * number < 1


class Chunk(NamedTuple):
    """A chunk of the made corpus."""

    id: str
    document: str
    heading: str


@cache
def chunks() -> tuple[Chunk, ...]:
    """Return the whole corpus: one id is often the prefix of another, a few are not ASCII."""
    return tuple(
        Chunk(
            f"{name}#{number}", name, f"{_HEADINGS[number % 5]}, part {number + 1} of {CHUNKS_EACH}"
        )
        for name in (_document(number) for number in range(DOCUMENTS))
        for number in range(CHUNKS_EACH)
    )


def asked_id() -> str:
    """Return an id that about one retrieval in a hundred considered, and a prefix of others."""
    return chunks()[346].id


def absent_id() -> str:
    """Return an id of the same form that no retrieval considered."""
    return f"{_document(DOCUMENTS)}#1"


def _document(number: int) -> str:
    if number % 37 == 36:  # noqa: PLR2004
        return f"{_FOREIGN[number % len(_FOREIGN)]}-{number:04}.md"
    if number % 41 == 40:  # noqa: PLR2004
        return f'ops/day "{number}" & night.md'  # what JSON writers escape in different ways
    return f"{_NAMES[number % len(_NAMES)]}-{number:04}.md"


@cache
def _prose() -> str:
    dice = Dice("prose")
    words = [
        "".join(_SYLLABLES[dice.below(len(_SYLLABLES))] for _ in range(1 + dice.below(3)))
        for _ in range(1_800)
    ]
    parts: list[str] = []
    length = 0
    while length < _PROSE:
        word = words[dice.below(len(words))]
        parts.append(word + (".\n" if dice.once_in(12) else " "))
        length += len(parts[-1])
    return "".join(parts)


def passage(dice: Dice, length: int) -> str:
    """Return prose of so many characters."""
    prose = _prose()
    start = dice.below(len(prose) - length)
    return prose[start : start + length]
