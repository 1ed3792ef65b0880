"""What a tool's result says of itself: the envelopes of agentfootprint (search notes, 5.3)."""

from collections.abc import Iterator
from typing import Any, TypeGuard

from footprint_cli.model.coverage import Declared
from footprint_cli.model.items import WIRE_KEYS, declared_of, hole

DEEPEST = 8  # envelopes within each other that are read
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
    """Read what an envelope declares, and each one within it, as deep as rows are counted."""
    found: list[Declared] = []
    for depth, one in enumerate(_within(value)):
        if depth > DEEPEST and (is_absence(one) or is_ledger(one) or is_described(one)):
            found.append(hole("ledger", "result"))
        elif is_absence(one):
            found.append(declared_of("absence", one, WIRE_KEYS, "result"))
        elif is_ledger(one):
            found.append(declared_of("ledger", one["af_coverage"], WIRE_KEYS, "result"))
        elif is_described(one):
            found += _described(one)
    return tuple(found)


def _within(value: object) -> Iterator[object]:
    """Yield a value, and what ledgers hold within each other."""
    for _ in range(DEEPEST + 2):
        yield value
        if is_absence(value) or is_described(value) or not is_ledger(value):
            return
        value = value["result"]


def _described(value: dict[str, Any]) -> Iterator[Declared]:
    """Read the coverage of a described result; `not_covered` counts where it lists nothing itself."""
    coverage, derived = value.get("coverage"), value.get("not_covered")
    if coverage is None and derived is None:
        return
    lists = coverage if isinstance(coverage, dict) else {"not_checked": coverage}
    if lists.get("not_checked") is None:
        lists = {**lists, "not_checked": derived}
    yield declared_of("described", lists, WIRE_KEYS, "result")


def periods_in(value: object) -> tuple[Any, ...]:
    """Return the `period` values that an envelope carries, as recorded."""
    found: list[Any] = []
    for one in _within(value):
        if is_absence(one) or is_described(one):
            found.append(one.get("period"))
        elif is_ledger(one):
            found.append(one["af_coverage"].get("period"))
    return tuple(one for one in found if one is not None)
