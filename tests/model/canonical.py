import json
import re
from decimal import Decimal
from hashlib import sha256
from typing import Any

LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def canonical_hash(value: Any) -> str:
    """Hash as the oracles do: keys ordered by UTF-16 code unit, numbers as JavaScript does."""
    return sha256(canonical(value).encode()).hexdigest()


def canonical(value: Any) -> str:
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(f"{_text(key)}:{canonical(value[key])}" for key in keys) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, str):
        return _text(value)
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return _number(float(value))


def _text(value: str) -> str:
    written = json.dumps(value, ensure_ascii=False)
    return LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def _number(value: float) -> str:
    sign, digits, power = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(power, int)
    figures = "".join(map(str, digits))
    point = len(figures) + power
    if value == 0:
        return "0"
    if len(figures) <= point <= 21:
        text = figures + "0" * power
    elif 0 < point <= 21:
        text = f"{figures[:point]}.{figures[point:]}"
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{figures}"
    else:
        mantissa = figures[0] + (f".{figures[1:]}" if figures[1:] else "")
        text = f"{mantissa}e{point - 1:+d}"
    return ("-" if sign else "") + text
