"""The one door for text from a recording: what cannot be seen is shown, and nothing acts."""

_COMMAND = "##["
_HEX = frozenset("0123456789abcdefABCDEF")
_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
# Blank or invisible, and not of a category that says so.
_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159"
)
_ESCAPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
_MARKS = frozenset({"Mn", "Me", "Mc"})
_PICTURES = (0x1F300, 0x1FAFF)  # the wide ones among them are emoji by themselves
_BLACK_SQUARE = "\u2b1b"  # the only such emoji of the first plane that others are joined with
_BMP_END = 0x10000


def visible(text: str, encoding: str = "utf-8") -> str:
    r"""Return text on one line in which every character can be seen.

    Control, bidi and other invisible characters, blanks other than a space, and what `encoding`
    cannot write are escaped as `\uXXXX` (`\UXXXXXXXX` from U+10000 on). Backslashes in front of an
    escape, or of what would read as one, are doubled, so an escape is never taken for text.
    Joiners between emoji stay, and U+FE0F where it makes an emoji of what is none without it.
    `##[`, which begins a command anywhere in a log of GitHub Actions, is broken by an escape.
    """
    if text.isascii() and text.isprintable() and "\\" not in text and _COMMAND not in text:
        return text
    shown: list[str] = []
    index, seated = 0, False  # seated: the last character shown is one that a mark may sit on
    while index < len(text):
        character = text[index]
        if character == "\\":
            end = index + 1
            while text[end : end + 1] == "\\":
                end += 1
            count = end - index
            double = _reads_as_escape(text, end) or _is_escaped(text, end, encoding, seated=False)
            shown.append("\\" * (2 * count if double else count))
            index, seated = end, False
            continue
        if _is_escaped(text, index, encoding, seated=seated):
            shown.append(escape(character))
            seated = False
        else:
            shown.append(character)
            seated = character != " "
        index += 1
    return "".join(shown).replace(_COMMAND, f"#{escape('#')}[")


def escape(character: str) -> str:
    r"""Write one character as `\uXXXX` or `\UXXXXXXXX`."""
    code = ord(character)
    return f"\\u{code:04x}" if code < _BMP_END else f"\\U{code:08x}"


def _reads_as_escape(text: str, index: int) -> bool:
    length = {"u": 4, "U": 8}.get(text[index : index + 1], 0)
    digits = text[index + 1 : index + 1 + length]
    return bool(length) and len(digits) == length and all(digit in _HEX for digit in digits)


def _is_escaped(text: str, index: int, encoding: str, *, seated: bool) -> bool:
    character = text[index : index + 1]
    if " " <= character <= "~" or not character:
        return False
    return not _can_be_seen(text, index, seated=seated) or not _encodable(character, encoding)


def _can_be_seen(text: str, index: int, *, seated: bool) -> bool:
    import unicodedata

    character = text[index]
    if character in _BLANK:
        return False
    if character == _EMOJI_STYLE:
        return _styles_picture(text, index)
    if character == _JOINER:
        return _joins_pictures(text, index)
    category = unicodedata.category(character)
    if category in _MARKS:  # with nothing to sit on it would sit on our own text
        return seated and not _is_variant(character)
    return category not in _ESCAPED


def _is_variant(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _styles_picture(text: str, index: int) -> bool:
    from footprint_cli.render.emoji import TEXT_EMOJI

    code = ord(text[index - 1]) if index > 0 else 0
    return any(low <= code <= high for low, high in TEXT_EMOJI)


def _joins_pictures(text: str, index: int) -> bool:
    before, after = text[index - 1 : index], text[index + 1 : index + 2]
    styled = before == _EMOJI_STYLE and _styles_picture(text, index - 1)
    if not (styled or _is_picture(before)):
        return False
    return _is_picture(after) or (
        text[index + 2 : index + 3] == _EMOJI_STYLE and _styles_picture(text, index + 2)
    )


def _is_picture(character: str) -> bool:
    import unicodedata

    if not character or character == _BLACK_SQUARE:
        return bool(character)
    low, high = _PICTURES
    return low <= ord(character) <= high and unicodedata.east_asian_width(character) == "W"


def _encodable(character: str, encoding: str) -> bool:
    if encoding == "utf-8":
        return True
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
