"""Values → strict JSON, with what a faster writer refuses or would change in silence."""

from collections.abc import Iterator
from math import isfinite
from typing import Any

from msgspec.json import encode

from footprint_cli.model.numbers import number_text


def json_text(value: object) -> str:
    r"""Write a value as one line of strict JSON, keys in their order.

    NaN and the infinities are written as text ("NaN"), since JSON has no token for them. A lone
    surrogate stays as the escape it was recorded as. Integers keep every digit, and nesting has no
    limit.
    """
    return "".join(_pieces(value))


def recorded(value: object) -> str | None:
    """Return a name or an id of a call; what is no text is its JSON text, so none is taken for another."""
    if value is None or isinstance(value, str):
        return value
    return json_text(value)


def value_text(value: object) -> str:
    """Write a value as a person would: a text as it stands, anything else as JSON."""
    return value if isinstance(value, str) else json_text(value)


def text_of(value: object) -> str:
    """Write a value as a person would; a text of blanks only is quoted, or nobody would see it."""
    text = value_text(value)
    return text if text.strip() else f'"{text}"'


def _pieces(value: object) -> Iterator[str]:
    waiting: list[object] = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, _Mark):
            yield one.text
        elif isinstance(one, dict):
            waiting += reversed([*_members(one)])
        elif isinstance(one, list | tuple):
            waiting += reversed([*_items(one)])
        else:
            yield _scalar(one)


class _Mark:
    def __init__(self, text: str) -> None:
        self.text = text


def _members(record: dict[Any, Any]) -> Iterator[object]:
    yield _Mark("{")
    for number, (key, value) in enumerate(record.items()):
        yield _Mark(("," if number else "") + _string(str(key)) + ":")
        yield value
    yield _Mark("}")


def _items(items: list[Any] | tuple[Any, ...]) -> Iterator[object]:
    yield _Mark("[")
    for number, value in enumerate(items):
        if number:
            yield _Mark(",")
        yield value
    yield _Mark("]")


def _scalar(value: object) -> str:
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, float) and not isfinite(value):
        return _string(number_text(value))
    if isinstance(value, int) and not isinstance(value, bool):
        return number_text(value)
    written = encode(value).decode()
    if isinstance(value, float):  # with the plus sign that JavaScript and orjson write
        return written.replace("e", "e+").replace("e+-", "e-")
    return written


def _string(text: str) -> str:
    try:
        return encode(text).decode()
    except UnicodeEncodeError:
        return "".join(
            f"\\u{ord(one):04x}" if "\ud800" <= one <= "\udfff" else encode(one).decode()[1:-1]
            for one in text
        ).join('""')
