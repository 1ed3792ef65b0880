"""Documents → strict JSON, by the fast writer where that one changes nothing."""

from math import isfinite

import orjson

from footprint_cli.model import json_text as slow


def json_text(value: object, *, careful: bool = False) -> str:
    """Write a value as `model.json_text` does, faster.

    `careful` looks for numbers that are none first: orjson would write a NaN as null.
    """
    if not careful or _is_finite(value):
        try:
            return orjson.dumps(value).decode()
        except TypeError:
            pass  # a lone surrogate, a large integer, deep nesting
    return slow.json_text(value)


def _is_finite(value: object) -> bool:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, float):
            if not isfinite(one):
                return False
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list | tuple):
            waiting += one
    return True
