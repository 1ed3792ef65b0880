"""What a record does to the calls that it may be of, where it is not known to be of one."""

from typing import Any

from msgspec.structs import replace

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import is_placeholder
from footprint_cli.model.items import NOT_JOINED, RECORD_KEYS, declared_of, hole
from footprint_cli.read.decisions import without_arguments
from footprint_cli.read.filings import DECLARING, may_fill, unsure_of
from footprint_cli.read.schemas import composed_in

HOLE, PERIOD, ARGUMENTS = "hole", "period", "arguments"
Effect = tuple[str, str | None]  # of these, and the argument that may have been filled in


def effects_of(row: dict[str, Any]) -> list[Effect]:
    """Tell what a row does to a call that it may be of: never anything that makes it look better."""
    found: list[Effect] = []
    kind, period = row.get("kind"), row.get("period")
    if kind in DECLARING and declared_of(str(kind), row, RECORD_KEYS, "row").left_out:
        found.append((HOLE, None))
    if composed_in(row) is not None:
        found.append((HOLE, None))
    if (kind in DECLARING and period is not None) or (
        kind == "period" and row.get("verdict") != "covered"
    ):
        found.append((PERIOD, None))
    if may_fill(row):
        name = row.get("argument")
        found.append(
            (ARGUMENTS, name if isinstance(name, str) and not is_placeholder(name) else None)
        )
    return found


def loosely(call: Call, effect: Effect, door: str) -> Call:
    """Return a call with what a record may say of it."""
    what, name = effect
    if what == HOLE:
        found = hole("ledger", door, NOT_JOINED)
        return call if found in call.filed else replace(call, filed=(*call.filed, found))
    if what == PERIOD:
        known = call.periods
        return call if "unknown" in known else replace(call, periods=(*known, "unknown"))
    return without_arguments(call) if name is None else unsure_of(call, name)
