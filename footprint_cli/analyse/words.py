"""Text → tokens, and where a phrase stands among them (search notes, 4.2)."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

_LEADING = "$#@+"  # brackets and quotation marks separate, so none is left to strip
_TRAILING = ".,:%"
# Not in the notes: a hyphen of another code point would part `non-open`, and let `open` match.
_HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"), "-")
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_GROUPED = re.compile(r"[^\d,]*\d{1,3}(?:,\d{3})+(?:\.\d+)?[^\d,]*")
_COMMA = re.compile(r"(?<!\d),|,(?!\d)")
_PARTING = re.compile(r"[^\w:\-/.,%+@#$]")  # letters, digits and `_` are \w
_MARK = "\0"  # begins what parts words, which is none itself
_REMEMBERED = 1 << 17  # phrases of declarations: each is asked for once for every claim and call


class Piece(NamedTuple):
    """A token, and the marks between it and the token before; the last piece has no token."""

    word: str
    before: str


def tokens(text: str) -> tuple[str, ...]:
    """Return the tokens of a text: lower case, parted at all but letters, digits and `:_-/.,%+@#$`.

    Letters and digits of every script stay, with their marks (the producer's own module takes those
    beyond ASCII for separators). `1,234` is `1234`; every hyphen is `-`, and what nobody sees goes.
    """
    spaced = _PARTING.sub(_blank, _plain(text))
    bare = (_bare(word) for word in _COMMA.sub(" ", spaced).split())
    return tuple(word for word in bare if word)


@lru_cache(maxsize=_REMEMBERED)
def phrase(text: str) -> tuple[str, ...]:
    """Return the tokens of words that are declared or were sent."""
    return tokens(text)


def pieces(text: str) -> list[Piece]:
    """Return the tokens of a text, each with the marks that stand before it."""
    spaced = _PARTING.sub(_mark, _plain(text))
    found, before = [], ""
    for word in _COMMA.sub(f" {_MARK}, ", spaced).split():
        if word[0] == _MARK:
            before += word[1:]
            continue
        whole = _ungrouped(word)
        begun = whole.lstrip(_LEADING)
        bare = begun.rstrip(_TRAILING)
        before += whole[: len(whole) - len(begun)]
        if bare:
            found.append(Piece(bare, before))
            before = ""
        before += begun[len(bare) :]
    return [*found, Piece("", before)]


def places(words: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Return where a phrase stands: whole tokens, one after the other, exactly; no stemming."""
    size, sought = len(wanted), tuple(wanted)
    if not size or sought[0] not in words:
        return []
    last = len(words) - size
    return [
        at
        for at in range(last + 1)
        if words[at] == sought[0] and tuple(words[at : at + size]) == sought
    ]


def says(words: Sequence[str], phrases: Iterable[str]) -> bool:
    """Tell whether any of these phrases stands among the tokens."""
    return any(places(words, phrase(one)) for one in phrases)


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).translate(_HYPHENS | _UNSEEN).lower()


def _blank(found: re.Match[str]) -> str:
    return found[0] if _stays(found[0]) else " "


def _mark(found: re.Match[str]) -> str:
    one = found[0]
    if _stays(one):
        return one
    return " " if one.isspace() else f" {_MARK}{one} "


def _stays(one: str) -> bool:
    """Tell whether what is neither a letter nor a digit belongs to one: an accent."""
    return not one.isascii() and unicodedata.category(one)[0] == "M"


def _bare(word: str) -> str:
    return _ungrouped(word).lstrip(_LEADING).rstrip(_TRAILING)


def _ungrouped(word: str) -> str:
    return word.replace(",", "") if _GROUPED.fullmatch(word) else word
