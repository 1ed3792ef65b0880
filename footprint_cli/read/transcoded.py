"""UTF-16 and UTF-32 to UTF-8, a block at a time."""

from collections.abc import Iterator

from footprint_cli.model.finding import Damage

_MARKS = (  # the longer first: the mark of UTF-32-LE starts with the one of UTF-16-LE
    (b"\xff\xfe\0\0", "utf-32-le"),
    (b"\0\0\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_JSON_STARTS = b"{[ \t\r\n"
_LAST_UNICODE = 0x10FFFF


def wide_encoding(head: bytes) -> tuple[str, int] | None:
    """Give the encoding and the length of its byte order mark, or None for anything but UTF-16/32.

    Without a mark, only UTF-16 that starts as JSON does, `{` or `[`, is taken for UTF-16.
    """
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            return encoding, len(mark)
    first, second = head[0::2][:2], head[1::2][:2]
    if first[:1] and first[0] in _JSON_STARTS and second == b"\0\0" and b"\0" not in first:
        return "utf-16-le", 0
    if second[:1] and second[0] in _JSON_STARTS and first == b"\0\0" and b"\0" not in second:
        return "utf-16-be", 0
    return None


def transcoded(blocks: Iterator[bytes], encoding: str, faults: list[Damage]) -> Iterator[bytes]:
    """Give the text as UTF-8; what no character stands for becomes U+FFFD and is named."""
    lines = 0
    rest = b""
    for block in blocks:
        data = rest + block
        whole = _whole_units(data, encoding)
        rest = data[whole:]
        text = _mended(_text(data[:whole], encoding), encoding, lines, faults)
        lines += text.count("\n")
        yield text.encode()
    if rest:
        _name(faults, lines + 1, f"the last {len(rest)} bytes are no whole {encoding} character")
        yield "\N{REPLACEMENT CHARACTER}".encode()


def _whole_units(data: bytes, encoding: str) -> int:
    if encoding.startswith("utf-32"):
        return len(data) & ~3
    whole = len(data) & ~1
    high = data[whole - 1 if encoding == "utf-16-le" else whole - 2] if whole else 0
    return whole - 2 if 0xD8 <= high <= 0xDB else whole  # noqa: PLR2004 - half of a pair


def _text(data: bytes, encoding: str) -> str:
    """Decode, with a lone surrogate for every unit that is no character."""
    try:
        return data.decode(encoding, "surrogatepass")
    except UnicodeDecodeError:  # UTF-32 beyond Unicode
        order = "little" if encoding.endswith("le") else "big"
        units = memoryview(data)
        numbers = (
            int.from_bytes(units[at : at + 4], order)  # type: ignore[arg-type]
            for at in range(0, len(data), 4)
        )
        return "".join(chr(n) if n <= _LAST_UNICODE else "\udfff" for n in numbers)


def _mended(text: str, encoding: str, lines: int, faults: list[Damage]) -> str:
    if text.isascii():
        return text
    mended = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if mended != text:
        for number, line in enumerate(text.split("\n"), lines + 1):
            if any("\ud800" <= character <= "\udfff" for character in line):
                _name(faults, number, f"holds {encoding} units that are no characters")
    return mended


def _name(faults: list[Damage], line: int, detail: str) -> None:
    kind = "bad-utf16"
    if not (faults and faults[-1].line == line and faults[-1].kind == kind):
        faults.append(Damage(line=line, kind=kind, detail=detail, recovered=True))
