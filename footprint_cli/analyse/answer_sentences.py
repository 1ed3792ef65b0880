"""An answer → its sentences, without the block that the framework puts under it."""

import re
from collections.abc import Iterator

_RULE, _BLOCK = "---", "coverage of this answer"
_BULLET = re.compile(r"(?:[-*+\u2022\u2023\u25e6\u2013\u2014>]|#{1,6}|\d{1,4}[.)])(?:\s+|$)")
_END = re.compile(r"(?<![.!?\u2026])[.!?\u2026]++[\"'\u2019\u201d)\]*_]*+(?=\s)")
_FULL = frozenset(".!?\u2026")
_OPEN = frozenset(",;\u2013\u2014(")  # ends a line whose sentence goes on
_SHORT = frozenset(("e.g.", "i.e.", "vs.", "cf.", "approx.", "incl.", "excl.", "etc."))
_LONGEST = 16  # characters in which a short form fits, with what opens it


def sentences_of(text: str) -> tuple[str, ...]:
    """Return sentences in their order, as `each_sentence` finds them."""
    return tuple(each_sentence(text))


def each_sentence(text: str) -> Iterator[str]:
    """Yield sentences in their order: lines and bullets, parted after `.`, `!` and `?` and a blank.

    A line that goes on in the next one (it ends with a comma, or the next begins with a small
    letter) is one with it: what follows may take back what was said. Numbers (1.5) and ids
    (INC-7.2) hold no blank, so they stay whole.
    """
    return (one for line in _lines(text) for one in _parted(line))


def own_part(text: str) -> tuple[str, bool]:
    """Return an answer without the framework's block on its coverage, and whether one was there.

    The block begins with a line `---`, and the next line that is not blank names it.
    """
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if line.strip() != _RULE:
            continue
        after = at + 1
        while after < len(lines) and not lines[after].strip():
            after += 1
        if _BLOCK in "".join(lines[after : after + 1]).lower():
            return "\n".join(lines[:at]), True
    return text, False


def _lines(text: str) -> Iterator[str]:
    """Yield lines without their bullets, joined where a sentence goes on."""
    held: list[str] = []
    for raw in text.splitlines():
        line, listed = _bare(raw.strip())
        if not (held and line and not listed and _goes_on(held[-1], line)):
            if held:
                yield " ".join(held)
            held = []
        if line:
            held.append(line)
    if held:
        yield " ".join(held)


def _bare(line: str) -> tuple[str, bool]:
    at = 0
    while found := _BULLET.match(line, at):
        at = found.end()
    return line[at:], at > 0


def _goes_on(before: str, line: str) -> bool:
    return before[-1] in _OPEN or (before[-1] not in _FULL and line[0].islower())


def _parted(line: str) -> Iterator[str]:
    begun = 0
    for found in _END.finditer(line):
        last = line[max(begun, found.end() - _LONGEST) : found.end()].rsplit(maxsplit=1)[-1]
        if last.lower().lstrip("(") in _SHORT:
            continue
        yield line[begun : found.end()].strip()
        begun = found.end()
    rest = line[begun:].strip()
    if rest:
        yield rest
