"""Values → strict JSON: what orjson writes, and what it refuses or would change in silence."""

from collections.abc import Iterator
from math import isfinite
from typing import Any

import orjson

from footprint_cli.model.numbers import number_text


def json_text(value: object, *, careful: bool = False) -> str:
    r"""Write a value as one line of strict JSON, keys in their order.

    NaN and the infinities are written as text ("NaN"), since JSON has no token for them. A lone
    surrogate stays as the escape it was recorded as. Integers keep every digit, and nesting has no
    limit. `careful` takes the slow road at once: orjson would write a NaN as null.
    """
    if not careful:
        try:
            return orjson.dumps(value).decode()
        except TypeError:
            pass  # a lone surrogate, a large integer, deep nesting
    return "".join(_pieces(value))


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
    return orjson.dumps(value).decode()


def _string(text: str) -> str:
    try:
        return orjson.dumps(text).decode()
    except TypeError:
        return "".join(
            f"\\u{ord(one):04x}"
            if "\ud800" <= one <= "\udfff"
            else orjson.dumps(one).decode()[1:-1]
            for one in text
        ).join('""')
