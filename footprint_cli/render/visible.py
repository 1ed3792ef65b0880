"""The one door for text from a recording: what cannot be seen is shown, and nothing acts."""

_HEX = frozenset("0123456789abcdefABCDEF")
_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
# Blank or invisible, and not of a category that says so.
_BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
    "\U00013441\U00013442\U00016fe4\U0001d159"
)
_ESCAPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})
_MARKS = frozenset({"Mn", "Me", "Mc"})
# What U+FE0F makes an emoji of (Unicode, emoji-data: an emoji that is drawn as text without it).
_TEXT_EMOJI = (
    *((0x203C, 0x203C), (0x2049, 0x2049), (0x2122, 0x2122), (0x2139, 0x2139), (0x2194, 0x2199)),
    *((0x21A9, 0x21AA), (0x2328, 0x2328), (0x23CF, 0x23CF), (0x23ED, 0x23EF), (0x23F1, 0x23F2)),
    *((0x23F8, 0x23FA), (0x24C2, 0x24C2), (0x25AA, 0x25AB), (0x25B6, 0x25B6), (0x25C0, 0x25C0)),
    *((0x25FB, 0x25FC), (0x2600, 0x2604), (0x260E, 0x260E), (0x2611, 0x2611), (0x2618, 0x2618)),
    *((0x261D, 0x261D), (0x2620, 0x2620), (0x2622, 0x2623), (0x2626, 0x2626), (0x262A, 0x262A)),
    *((0x262E, 0x262F), (0x2638, 0x263A), (0x2640, 0x2640), (0x2642, 0x2642), (0x265F, 0x2660)),
    *((0x2663, 0x2663), (0x2665, 0x2666), (0x2668, 0x2668), (0x267B, 0x267B), (0x267E, 0x267E)),
    *((0x2692, 0x2692), (0x2694, 0x2697), (0x2699, 0x2699), (0x269B, 0x269C), (0x26A0, 0x26A0)),
    *((0x26A7, 0x26A7), (0x26B0, 0x26B1), (0x26C8, 0x26C8), (0x26CF, 0x26CF), (0x26D1, 0x26D1)),
    *((0x26D3, 0x26D3), (0x26E9, 0x26E9), (0x26F0, 0x26F1), (0x26F4, 0x26F4), (0x26F7, 0x26F9)),
    *((0x2702, 0x2702), (0x2708, 0x2709), (0x270C, 0x270D), (0x270F, 0x270F), (0x2712, 0x2712)),
    *((0x2714, 0x2714), (0x2716, 0x2716), (0x271D, 0x271D), (0x2721, 0x2721), (0x2733, 0x2734)),
    *((0x2744, 0x2744), (0x2747, 0x2747), (0x2763, 0x2764), (0x27A1, 0x27A1), (0x2934, 0x2935)),
    *((0x2B05, 0x2B07), (0x1F170, 0x1F171), (0x1F17E, 0x1F17F), (0x1F321, 0x1F321)),
    *((0x1F324, 0x1F32C), (0x1F336, 0x1F336), (0x1F37D, 0x1F37D), (0x1F396, 0x1F397)),
    *((0x1F399, 0x1F39B), (0x1F39E, 0x1F39F), (0x1F3CB, 0x1F3CE), (0x1F3D4, 0x1F3DF)),
    *((0x1F3F3, 0x1F3F3), (0x1F3F5, 0x1F3F5), (0x1F3F7, 0x1F3F7), (0x1F43F, 0x1F43F)),
    *((0x1F441, 0x1F441), (0x1F4FD, 0x1F4FD), (0x1F549, 0x1F54A), (0x1F56F, 0x1F570)),
    *((0x1F573, 0x1F579), (0x1F587, 0x1F587), (0x1F58A, 0x1F58D), (0x1F590, 0x1F590)),
    *((0x1F5A5, 0x1F5A5), (0x1F5A8, 0x1F5A8), (0x1F5B1, 0x1F5B2), (0x1F5BC, 0x1F5BC)),
    *((0x1F5C2, 0x1F5C4), (0x1F5D1, 0x1F5D3), (0x1F5DC, 0x1F5DE), (0x1F5E1, 0x1F5E1)),
    *((0x1F5E3, 0x1F5E3), (0x1F5E8, 0x1F5E8), (0x1F5EF, 0x1F5EF), (0x1F5F3, 0x1F5F3)),
    *((0x1F5FA, 0x1F5FA), (0x1F6CB, 0x1F6CB), (0x1F6CD, 0x1F6CF), (0x1F6E0, 0x1F6E5)),
    *((0x1F6E9, 0x1F6E9), (0x1F6F0, 0x1F6F0), (0x1F6F3, 0x1F6F3)),
)
_PICTURES = (0x1F300, 0x1FAFF)  # the wide ones among them are emoji by themselves
_BLACK_SQUARE = "\u2b1b"  # the only such emoji of the first plane that others are joined with
_BMP_END = 0x10000


def visible(text: str, encoding: str = "utf-8") -> str:
    r"""Return text on one line in which every character can be seen.

    Control, bidi and other invisible characters, blanks other than a space, and what `encoding`
    cannot write are escaped as `\uXXXX` (`\UXXXXXXXX` from U+10000 on). Backslashes in front of an
    escape, or of what would read as one, are doubled, so two different texts never look the same.
    Joiners between emoji stay, and U+FE0F where it makes an emoji of what is none without it.
    """
    if text.isascii() and text.isprintable() and "\\" not in text:
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
    return "".join(shown)


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
    code = ord(text[index - 1]) if index > 0 else 0
    return any(low <= code <= high for low, high in _TEXT_EMOJI)


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
