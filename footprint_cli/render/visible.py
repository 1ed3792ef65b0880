"""The one door for text from a recording: what cannot be seen is shown, and nothing acts."""

_HEX = frozenset("0123456789abcdefABCDEF")
_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
# Blank or invisible, and not of a category that says so.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_ESCAPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
_MARKS = frozenset({"Mn", "Me", "Mc"})
_PICTURES = ((0x203C, 0x3299), (0x1F000, 0x1FAFF))  # where emoji stand, roughly
_BMP_END = 0x10000


def visible(text: str, encoding: str = "utf-8") -> str:
    r"""Return text on one line in which every character can be seen.

    Control, bidi and other invisible characters, blanks other than a space, and what `encoding`
    cannot write are escaped as `\uXXXX` (`\UXXXXXXXX` from U+10000 on). A backslash that would
    read as such an escape is doubled, so two different texts never look the same. Joiners inside
    an emoji stay.
    """
    if text.isascii() and text.isprintable() and "\\" not in text:
        return text
    shown = []
    for index, character in enumerate(text):
        if character == "\\":
            shown.append("\\\\" if _reads_as_escape(text, index) else "\\")
        elif " " <= character <= "~" or (
            _is_plain(text, index) and _encodable(character, encoding)
        ):
            shown.append(character)
        else:
            shown.append(escape(character))
    return "".join(shown)


def _shows(text: str, index: int, encoding: str) -> bool:
    return _is_plain(text, index) and _encodable(text[index], encoding)


def escape(character: str) -> str:
    r"""Write one character as `\uXXXX` or `\UXXXXXXXX`."""
    code = ord(character)
    return f"\\u{code:04x}" if code < _BMP_END else f"\\U{code:08x}"


def _reads_as_escape(text: str, index: int) -> bool:
    kind = text[index + 1 : index + 2]
    length = {"u": 4, "U": 8}.get(kind)
    if kind == "\\":
        return _reads_as_escape(text, index + 1)
    if length is None:
        return False
    digits = text[index + 2 : index + 2 + length]
    return len(digits) == length and all(digit in _HEX for digit in digits)


def _is_plain(text: str, index: int) -> bool:
    import unicodedata

    character = text[index]
    if character in (_JOINER, _EMOJI_STYLE):
        return _joins_pictures(text, index)
    category = unicodedata.category(character)
    if category in _MARKS:  # a mark with nothing to sit on would sit on our own text
        return index > 0 and text[index - 1] not in " \\" and _is_variant(character) is False
    return category not in _ESCAPED and character not in _BLANK


def _is_variant(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _joins_pictures(text: str, index: int) -> bool:
    before = text[index - 1 : index] if index else ""
    if text[index] == _EMOJI_STYLE:
        return _is_picture(before)
    after = text[index + 1 : index + 2]
    return _is_picture(after) and (_is_picture(before) or before == _EMOJI_STYLE)


def _is_picture(character: str) -> bool:
    return bool(character) and any(low <= ord(character) <= high for low, high in _PICTURES)


def _encodable(character: str, encoding: str) -> bool:
    if encoding == "utf-8":
        return True
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
