"""Text → tokens, and where a phrase stands among them (search notes, 4.2)."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

_KEPT = frozenset(":_-/.,%+@#$")
_LEADING = "$#@+"  # brackets and quotation marks separate, so none is left to strip
_TRAILING = ".,:%"
# Not in the notes: a hyphen of another code point would part `non-open`, and let `open` match.
_HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d"), "-")
_UNSEEN = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"))
_GROUPED = re.compile(r"[^\d,]*\d{1,3}(?:,\d{3})+(?:\.\d+)?[^\d,]*")
_COMMA = re.compile(r"(?<!\d),|,(?!\d)")


def tokens(text: str) -> tuple[str, ...]:
    """Return the tokens of a text: lower case, parted at all but letters, digits and `:_-/.,%+@#$`.

    Letters and digits of every script stay, with their marks (the producer's own module takes those
    beyond ASCII for separators). `1,234` is `1234`; every hyphen is `-`, and what nobody sees goes.
    """
    plain = unicodedata.normalize("NFC", text).translate(_HYPHENS | _UNSEEN).lower()
    spaced = "".join(one if _stays(one) else " " for one in plain)
    whole = (word for word in _COMMA.sub(" ", spaced).split())
    bare = (_ungrouped(word).lstrip(_LEADING).rstrip(_TRAILING) for word in whole)
    return tuple(word for word in bare if word)


def places(words: Sequence[str], phrase: Sequence[str]) -> list[int]:
    """Return where a phrase stands: whole tokens, one after the other, exactly; no stemming."""
    size, wanted = len(phrase), tuple(phrase)
    if not size:
        return []
    last = len(words) - size
    return [at for at in range(last + 1) if tuple(words[at : at + size]) == wanted]


def says(words: Sequence[str], phrases: Iterable[str]) -> bool:
    """Tell whether any of these phrases stands among the tokens."""
    return any(places(words, tokens(one)) for one in phrases)


def _stays(one: str) -> bool:
    if one.isascii():
        return one.isalnum() or one in _KEPT
    return one.isalnum() or unicodedata.category(one)[0] == "M"


def _ungrouped(word: str) -> str:
    return word.replace(",", "") if _GROUPED.fullmatch(word) else word
