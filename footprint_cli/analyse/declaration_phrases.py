"""The rules for the words of a declaration: search notes, section 3, V03 to V05, V11 and V25."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.analyse.declaration_faults import Faults, entries, list_at, named, quoted
from footprint_cli.analyse.words import tokens

_MOST, _LONGEST = 16, 120  # phrases of one list, characters of one phrase


def check_phrases(said: Any, where: str, faults: Faults, *, code: str = "V03") -> None:  # noqa: ANN401
    """Hold one list of phrases against V03 (V11 for those of a value), V04 and V05."""
    at = f"search.{where}"
    if not isinstance(said, list | tuple) or not said:
        told = f"{at}: at least one phrase is needed, a claim is matched to nothing else"
        faults.add(code, where, told)
        return
    if len(said) > _MOST:
        faults.add("V05", where, f"{at}: {len(said)} phrases are more than {_MOST}")
    for one in said:
        if not isinstance(one, str):
            faults.add(code, where, f"{at}: {quoted(one)} is no phrase")
        elif not tokens(one):
            faults.add("V04", where, f"{at}: {quoted(one)} has no word left to match")
        elif len(one) > _LONGEST:
            told = f"{quoted(one)} is longer than a phrase should be ({_LONGEST} characters)"
            faults.add("V05", where, f"{at}: {told}")


def check_values(name: str, said: dict[Any, Any], faults: Faults) -> None:
    """Hold the words of one argument's values against V11, V04 and V05."""
    first: dict[tuple[str, ...], str] = {}
    for value, phrases in said.items():
        where = f"arguments.{named(name)}.said.{named(str(value))}"
        check_phrases(phrases, where, faults, code="V11")
        for phrase in _texts(phrases):
            other = first.setdefault(tokens(phrase), str(value))
            if other != str(value):
                both = f"{named(other)} and {named(str(value))}"
                told = f"search.arguments.{named(name)}.said: {quoted(phrase)} names two values"
                faults.add("V11", name, f"{told}, {both}")


def check_shared(search: dict[str, Any], faults: Faults) -> None:
    """V25: a phrase that is used for two things of the search."""
    first: dict[tuple[str, ...], str] = {}
    for thing, phrase in _all_phrases(search):
        other = first.setdefault(tokens(phrase), thing)
        if other != thing:
            told = f"search: {quoted(phrase)} names both {other} and {thing}"
            faults.add("V25", thing, told)


def _all_phrases(search: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each phrase and the thing that it names; all values of one argument are one thing."""
    for part in ("source", "subject"):
        words = search.get(part)
        if isinstance(words, dict):
            yield from ((part, one) for one in _texts(words.get("said")))
    for name, fixed in entries(search, "fixed"):
        yield from ((f"fixed {named(name)}", one) for one in _texts(list_at(fixed, "said")))
    for name, argument in entries(search, "arguments"):
        said = argument.get("said")
        for phrases in said.values() if isinstance(said, dict) else ():
            yield from ((f"argument {named(name)}", one) for one in _texts(phrases))


def _texts(phrases: Any) -> list[str]:  # noqa: ANN401 (as recorded)
    listed = phrases if isinstance(phrases, list | tuple) else ()
    return [one for one in listed if isinstance(one, str) and tokens(one)]
