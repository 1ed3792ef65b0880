"""What little of a tool's input schema is asked: its properties, and which values one accepts."""

from typing import Any, TypeGuard

from footprint_cli.model.numbers import is_number, number_text, usable
from footprint_cli.model.search import Scalar

_ELSEWHERE = ("$ref", "allOf", "anyOf", "oneOf", "patternProperties")
_NONE: frozenset[str] = frozenset()
_NUMERIC = frozenset({"number", "integer"})
_TYPES = frozenset({"string", "boolean", "null", "array", "object", *_NUMERIC})


def properties_of(input_schema: Any) -> dict[str, Any] | None:  # noqa: ANN401 (as recorded)
    """Return the properties by name; None where the schema is not there or names them elsewhere."""
    if not isinstance(input_schema, dict):
        return None
    properties = input_schema.get("properties")
    if isinstance(properties, dict):
        return properties
    if "properties" in input_schema or any(key in input_schema for key in _ELSEWHERE):
        return None
    return {}


def required_of(input_schema: Any) -> frozenset[str]:  # noqa: ANN401 (as recorded)
    """Return the names of the properties that every call must have."""
    named = input_schema.get("required") if isinstance(input_schema, dict) else None
    return (
        frozenset(one for one in named if isinstance(one, str)) if is_list(named) else frozenset()
    )


def is_list(value: object) -> TypeGuard[list[Any] | tuple[Any, ...]]:
    """Tell whether a value is a list of JSON."""
    return isinstance(value, list | tuple)


def is_scalar(value: object) -> TypeGuard[Scalar]:
    """Tell whether a value is one that a declaration may name: a text, a flag or a finite number."""
    return isinstance(value, str | bool) or usable(value)


def same(one: object, other: object) -> bool:
    """Tell whether two scalars, or lists of them, are equal as JSON; true is not 1, and 1 is 1.0."""
    if is_list(one) and is_list(other):
        return len(one) == len(other) and all(map(same, one, other))
    if is_number(one) and is_number(other):
        return one == other
    return type(one) is type(other) and isinstance(one, str | bool) and one == other


def scalar_text(value: Scalar) -> str:
    """Write a scalar as the key of an object has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else number_text(value)


def listed_values(prop: Any) -> tuple[Scalar, ...] | None:  # noqa: ANN401 (as recorded)
    """Return the scalars of `enum` or `const`, those of the items too; None where any value may be."""
    listed: list[Any] | None = None
    for one in (prop, prop.get("items")) if isinstance(prop, dict) else ():
        if isinstance(one, dict) and isinstance(one.get("enum"), list):
            listed = [*(listed or ()), *one["enum"]]
        if isinstance(one, dict) and "const" in one:
            listed = [*(listed or ()), one["const"]]
    return None if listed is None else tuple(one for one in listed if is_scalar(one))


def types_of(prop: Any) -> frozenset[str] | None:  # noqa: ANN401 (as recorded)
    """Return the types that a property allows; None where it does not say, or in unknown words."""
    named = prop.get("type") if isinstance(prop, dict) else None
    words = [named] if isinstance(named, str) else named
    if not isinstance(words, list) or not words:
        return None
    known = {one for one in words if isinstance(one, str) and one in _TYPES}
    return frozenset(known) if len(known) == len(words) else None


def accepts(prop: Any, value: Any) -> bool:  # noqa: ANN401 (as recorded)
    """Tell whether a property accepts a value, as far as enum, const and type say."""
    if not isinstance(prop, dict):
        return True
    enum = prop.get("enum")
    if isinstance(enum, list) and not any(same(one, value) for one in enum):
        return False
    if "const" in prop and not same(prop["const"], value):
        return False
    types = types_of(prop)
    if types is not None and not any(_is_a(value, one) for one in types):
        return False
    if isinstance(value, list | tuple):
        items = prop.get("items")
        return not isinstance(items, dict) or all(_accepts_item(items, one) for one in value)
    return True


def _accepts_item(items: dict[str, Any], value: object) -> bool:
    flat = {key: one for key, one in items.items() if key != "items"}
    return accepts(flat, value)


def accepts_key(prop: Any, key: str) -> bool:  # noqa: ANN401 (as recorded)
    """Tell whether the key of an object can stand for a value that a property accepts."""
    listed = listed_values(prop)
    if listed is not None:
        return key in {scalar_text(one) for one in listed}
    types = types_of(prop)
    if types is not None and "array" in types:
        items = types_of(prop.get("items"))
        types = None if items is None else types - {"array"} | items
    return types is None or any(_may_be(key, one) for one in types)


def is_numeric(prop: Any) -> bool:  # noqa: ANN401 (as recorded)
    """Tell whether a property may be a number, as far as it says."""
    listed = listed_values(prop)
    if listed is not None:
        return all(is_number(one) for one in listed)
    types = types_of(prop)
    return types is None or bool(types & _NUMERIC)


def _is_a(value: object, kind: str) -> bool:
    if kind in _NUMERIC:
        whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
        return is_number(value) and (kind == "number" or whole)
    if kind == "array":
        return is_list(value)
    return isinstance(value, {"string": str, "boolean": bool, "object": dict}.get(kind, type(None)))


def _may_be(key: str, kind: str) -> bool:
    if kind in _NUMERIC:
        return _is_number_text(key)
    return kind == "string" or (kind == "boolean" and key in {"true", "false"})


def _is_number_text(key: str) -> bool:
    try:
        return usable(float(key)) and key.isascii() and "_" not in key
    except (ValueError, OverflowError):
        return False
