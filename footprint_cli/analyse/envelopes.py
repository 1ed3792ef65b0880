"""What a tool's result says of itself: the envelopes of agentfootprint (search notes, 5.3)."""

from typing import Any, TypeGuard

from footprint_cli.model.coverage import Declared
from footprint_cli.model.items import WIRE_KEYS, declared_of

DESCRIBED_KINDS = ("facts", "series", "edges")
_DESCRIBED_KEYS = frozenset(
    {
        "af_semantics",
        *DESCRIBED_KINDS,
        "grain",
        "provenance",
        "coverage",
        "not_covered",
        "clarify",
        "render",
        "period",
        "note",
    }
)


def is_absence(value: object) -> TypeGuard[dict[str, Any]]:
    """Tell whether a value is what `absent()` returns."""
    if not isinstance(value, dict) or value.get("af_absent") is not True:
        return False
    checked = value.get("checked")
    return isinstance(checked, list) and bool(checked)


def is_ledger(value: object) -> TypeGuard[dict[str, Any]]:
    """Tell whether a value is what `coverage()` returns."""
    return (
        isinstance(value, dict) and isinstance(value.get("af_coverage"), dict) and "result" in value
    )


def is_described(value: object) -> TypeGuard[dict[str, Any]]:
    """Tell whether a value is what `semantic()` returns; with a key it never has, it is plain data."""
    return (
        isinstance(value, dict)
        and value.get("af_semantics") is True
        and value.keys() <= _DESCRIBED_KEYS
        and all(
            value.get(kind) is None or isinstance(value[kind], list) for kind in DESCRIBED_KINDS
        )
    )


def declared_in(value: object) -> tuple[Declared, ...]:
    """Read what an envelope declares; a ledger directly around an absence declares twice."""
    if is_absence(value):
        return (declared_of("absence", value, WIRE_KEYS, "result"),)
    if is_ledger(value):
        own = declared_of("ledger", value["af_coverage"], WIRE_KEYS, "result")
        inner = value["result"]
        return (own, *(declared_in(inner) if is_absence(inner) else ()))
    if is_described(value) and isinstance(value.get("coverage"), dict):
        return (declared_of("described", value["coverage"], WIRE_KEYS, "result"),)
    return ()


def periods_in(value: object) -> tuple[Any, ...]:
    """Return the `period` values that an envelope carries, as recorded."""
    found: list[Any] = []
    if is_absence(value) or is_described(value):
        found.append(value.get("period"))
    elif is_ledger(value):
        found += [value["af_coverage"].get("period"), *periods_in_absence(value["result"])]
    return tuple(one for one in found if one is not None)


def periods_in_absence(value: object) -> tuple[Any, ...]:
    """Return the `period` of an absence within a ledger."""
    return (value.get("period"),) if is_absence(value) else ()
