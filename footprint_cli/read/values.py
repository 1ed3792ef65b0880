import orjson

from footprint_cli.model.finding import Damage

_DIGITS = bytes(48 if 48 <= byte <= 57 else 120 for byte in range(256))  # noqa: PLR2004
_LONG = b"0" * 19  # no shorter integer is beyond 64 bits
_AROUND_NUMBERS = b" \t\r\n,:[]}-"
_ESCAPED_COLONS = (b"\\u003a", b"\\u003A")


def read_line(line: bytes, number: int) -> tuple[list[object], list[Damage]]:
    """Read one line: its values, one as a rule, and what is wrong with it on line `number`.

    Only a blank line gives neither. Nothing deeper than `careful.MAX_DEPTH` is read.
    """
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        from footprint_cli.read.damaged import read_damaged_line

        return read_damaged_line(line, number)
    value, damage = check_line(line, value, number)
    return [value], damage


def check_line(
    line: bytes | bytearray, value: object, number: int | None = None
) -> tuple[object, list[Damage]]:
    """Look again at a line that was read without damage: what orjson does not say.

    Names keys that occur twice, and gives integers beyond 64 bits exactly instead of as floats.
    """
    if not _may_differ(line, value):
        return value, []
    from footprint_cli.read.careful import Stopped, decode
    from footprint_cli.read.text import as_text, note_damage

    text, _ = as_text(line)
    read = decode(text)
    if isinstance(read, Stopped):
        return value, []
    return read.value, note_damage(
        read.notes, lambda at: None if number is None else number + text.count("\n", 0, at)
    )


def _may_differ(line: bytes | bytearray, value: object) -> bool:
    """Tell whether the text could say more than the value; never False when it does.

    Each key has a colon, and so the text has more of them than the value written again where a key
    occurs twice: however it is laid out, if no colon is escaped.
    """
    try:
        written = orjson.dumps(value)
    except (TypeError, orjson.JSONEncodeError):  # deeper than it writes
        return True
    if written == line:
        return False
    return (
        line.count(b":") != written.count(b":")
        or any(colon in line for colon in _ESCAPED_COLONS)
        or _has_long_number(line)
    )


def _has_long_number(line: bytes | bytearray) -> bool:
    digits = line.translate(_DIGITS)
    at = digits.find(_LONG)
    while at >= 0:
        end = digits.find(b"x", at)
        end = len(line) if end < 0 else end
        before, after = line[at - 1 : at] if at else b"[", line[end : end + 1] or b"]"
        if before in _AROUND_NUMBERS and after in _AROUND_NUMBERS:
            return True
        at = digits.find(_LONG, end)
    return False
