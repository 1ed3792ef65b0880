"""Read what a terminal shows: cells, the columns of a table, and text as it was recorded."""

import re
import unicodedata
from itertools import pairwise
from typing import NamedTuple

_SGR = re.compile(r"\x1b\[[0-9;]*m")
_TOP = re.compile(r"[╭+][─-]+(?:[┬+-][─-]*)*[╮+]")
_RULE = re.compile(r"[├|][─-]+(?:[┼+][─-]+)*[┤|]")
_SHOWN = re.compile(r"(\\+)(?=u[0-9a-f]{4}|U[0-9a-f]{8})(?:u([0-9a-f]{4})|U([0-9a-f]{8}))")
_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
_SKINS = range(0x1F3FB, 0x1F400)


def without_colour(text: str) -> str:
    """Take out our own colour codes, and nothing else that starts with ESC."""
    return _SGR.sub("", text)


def raw_controls(text: str) -> set[str]:
    """Return the characters of a text that act or that nobody sees, line ends apart."""
    acting = {"Cc", "Cf", "Zl", "Zp", "Cs", "Co"}
    return {one for one in text if one not in "\n\u200d" and unicodedata.category(one) in acting}


def cells(text: str) -> int:
    """Count the cells that a terminal gives to a text; a joined emoji is one picture of two."""
    width, joined, last = 0, False, 0
    for one in text:
        if joined or ord(one) in _SKINS:
            joined = False
            continue
        if one == _JOINER:
            joined = True
        elif one == _EMOJI_STYLE:
            width, last = width + 2 - last, 2
        elif unicodedata.category(one) not in ("Mn", "Me", "Cf"):
            last = 2 if unicodedata.east_asian_width(one) in "WF" else 1
            width += last
    return width


class Drawn(NamedTuple):
    """A table as a terminal shows it: each ruled section is a list of lines, cut into cells."""

    head: list[str]
    sections: list[list[list[str]]]


def tables(text: str) -> list[Drawn]:
    """Read the tables of a text; fails where a border is not at the cell where the head has one."""
    found: list[Drawn] = []
    lines = iter(text.split("\n"))
    for line in lines:
        if _TOP.fullmatch(line):
            head, rule = next(lines), next(lines)
            assert _RULE.fullmatch(rule), rule
            borders = [place for place, one in enumerate(rule) if one in "├┼┤+|"]
            sections: list[list[list[str]]] = [[]]
            for row in lines:
                if row[:1] in ("╰", "+"):
                    break
                if _RULE.fullmatch(row):
                    sections.append([])
                else:
                    sections[-1].append(_between(row, borders))
            found.append(Drawn(_between(head, borders), sections))
    return found


def _between(line: str, borders: list[int]) -> list[str]:
    assert cells(line) == borders[-1] + 1, line
    places = {cells(line[:index]): index for index in range(len(line))}
    cut = [places.get(border, 0) for border in borders]
    assert all(line[place] in "│|" for place in cut), (line, borders)
    return [line[start + 1 : end].strip() for start, end in pairwise(cut)]


def unescaped(text: str) -> str:
    r"""Turn shown text back: `\u001b` is ESC, and `\\u001b` is the six characters `\u001b`."""

    def recorded(found: re.Match[str]) -> str:
        slashes = len(found[1])
        digits = found[2] or found[3]
        if slashes % 2:
            return "\\" * (slashes // 2) + chr(int(digits, 16))
        return "\\" * (slashes // 2) + ("u" if found[2] else "U") + digits

    return _SHOWN.sub(recorded, text)


def without_blanks(text: str) -> str:
    """Take out spaces: a folded line may end where one stood."""
    return text.replace(" ", "")
