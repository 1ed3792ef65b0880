"""Values of SQL → text, and → JSON."""

from math import isfinite
from typing import Any

from footprint_cli.model.json_text import json_text
from footprint_cli.model.numbers import number_text
from footprint_cli.render.words import NOT_RECORDED

_SIMPLE = (str, int, float, bool)
_EXACT = 2.0**53  # up to here a double tells whole numbers apart


def cell_text(value: Any, absent: str = NOT_RECORDED) -> str:  # noqa: ANN401 (of any type of SQL)
    """Write a value as a cell; null is not recorded."""
    if value is None:
        return absent
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return number_text(_number(value))
    if isinstance(value, str):
        return value
    document = json_value(value)
    return document if isinstance(document, str) else json_text(document)


def json_value(value: Any) -> Any:  # noqa: ANN401 (of any type of SQL)
    """Return what JSON has for a value: a date, a decimal or bytes are text, and NaN is too."""
    if isinstance(value, float) and not isfinite(value):
        return number_text(value)
    if value is None or isinstance(value, _SIMPLE):
        return _number(value) if isinstance(value, float) else value
    if isinstance(value, dict):
        return {str(key): json_value(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [json_value(one) for one in value]
    return value.hex() if isinstance(value, bytes) else str(value)


def _number(value: float) -> float:
    """Return a whole number without a fraction: a column of doubles does not tell 3 from 3.0."""
    return int(value) if abs(value) <= _EXACT and value == int(value) else value
