"""How many rows a call could return at most, and whether it did (search notes, 2.6)."""

from footprint_cli.analyse.arguments import InForce
from footprint_cli.model.coverage import CHOICES, Cap, Choices
from footprint_cli.model.numbers import is_number, usable
from footprint_cli.model.search import Search, SearchArgument

OF_THE_TOOL = "limits.cap"
_UNKNOWN = "unknown"


def cap_of(
    search: Search,
    arguments: list[tuple[SearchArgument, InForce]],
    rows: int | None,
    choices: Choices,
) -> Cap | None:
    """Return the smallest cap in force; None where nothing caps the rows."""
    caps = [
        (argument.name, _limit(force))
        for argument, force in arguments
        if argument.role == "cap" and force.state in ("sent", "default")
    ]
    own = search.limits.cap
    if own is not None:
        caps.append((OF_THE_TOOL, own if is_number(own) else _UNKNOWN))
    if not caps:
        return None
    known = [limit for _, limit in caps if is_number(limit)]
    unknown = len(known) < len(caps)
    return Cap(
        limit=min(known) if known else _UNKNOWN,
        reached=_reached(known, rows, choices, unknown=unknown),
        by=tuple(name for name, _ in caps),
    )


def decided_by_choice(
    search: Search, arguments: list[tuple[SearchArgument, InForce]], rows: int | None
) -> bool:
    """Tell whether what an unknown cap means for no rows decides something."""
    if rows != 0:
        return False
    choice = "unknown_cap_on_empty"
    one, other = (
        cap_of(search, arguments, rows, Choices(**{choice: value}))
        for value in CHOICES[choice.replace("_", "-")]
    )
    return one != other


def _limit(force: InForce) -> int | float | str:
    """Return a number of rows; what is no such number is not guessed at."""
    value = force.values[0] if len(force.values) == 1 and not force.listed else None
    return value if usable(value) and value >= 0 else _UNKNOWN


def _reached(
    known: list[int | float], rows: int | None, choices: Choices, *, unknown: bool
) -> bool | str:
    if known and min(known) == 0:
        return True
    if rows is None:
        return _UNKNOWN
    if known and rows >= min(known):
        return True
    if not unknown:
        return False
    # Search notes, section 8, point 7.
    return False if rows == 0 and choices.unknown_cap_on_empty == "not-reached" else _UNKNOWN
