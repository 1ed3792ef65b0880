"""One argument of a call → what is in force of it (search notes, 2.3 and 2.4)."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import is_placeholder
from footprint_cli.model.search import (
    RESERVED_ARGUMENT,
    AnyValue,
    Search,
    SearchArgument,
)

_WITHHELD, _UNREADABLE = "withheld", "unreadable"


class InForce(NamedTuple):
    """What an argument does to a call.

    `state`: sent, default, any or unknown. `gap` is the kind of hole that it leaves: omitted,
    empty-list, unreadable or withheld; values may be in force beside one. `why` says more of it.
    """

    state: str
    values: tuple[Any, ...] = ()
    gap: str | None = None
    why: str | None = None
    listed: bool = False  # it was sent as a list


_NOT_SURE = InForce(
    "unknown", gap=_WITHHELD, why="what it was filled in with, if it was, cannot be read"
)


def in_force(search: Search, call: Call) -> list[tuple[SearchArgument, InForce]]:
    """Tell for each declared argument, in declared order, what is in force of it."""
    unseen = hidden(call)
    if unseen is not None:
        return [(one, unseen) for one in search.arguments]
    sent = call.arguments if isinstance(call.arguments, dict) else {}
    return [
        (one, _NOT_SURE if one.name in call.unsure else _of(one, sent)) for one in search.arguments
    ]


def unclassified(search: Search, call: Call) -> list[str]:
    """Name the arguments that were sent and have no place in the declaration, by name."""
    if not isinstance(call.arguments, dict):
        return []
    known = {one.name for one in search.arguments} | {RESERVED_ARGUMENT}
    sent = {name for name, value in call.arguments.items() if is_sent(value)}
    return sorted((sent | {*call.unsure}) - known)


def is_sent(value: object) -> bool:
    """Tell whether a value counts as sent: null and blank texts do not; 0, false and [] do."""
    return value is not None and not (isinstance(value, str) and not value.strip())


def holds_placeholder(value: object) -> bool:
    """Tell whether redaction took any part of a value."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if is_placeholder(one):
            return True
        if isinstance(one, list | dict):
            waiting += one.values() if isinstance(one, dict) else one
    return False


def hidden(call: Call) -> InForce | None:
    """Return what every argument is where those that the call ran with are not to be seen."""
    if call.arguments_from is None or is_placeholder(call.arguments):
        return InForce("unknown", gap=_WITHHELD, why="what the call ran with is not recorded")
    if call.arguments is None or isinstance(call.arguments, dict):
        return None
    return InForce("unknown", gap=_UNREADABLE, why="the arguments of the call are not an object")


def _of(argument: SearchArgument, sent: dict[str, Any]) -> InForce:
    value = sent.get(argument.name)
    if not is_sent(value):
        return _omitted(argument, _how(argument.name, sent))
    if is_placeholder(value):
        return InForce("unknown", gap=_WITHHELD, why="its value is withheld by redaction")
    if isinstance(value, list):
        return _list(argument, value)
    if isinstance(value, dict) and argument.role != "period":
        return InForce("unknown", gap=_UNREADABLE, why="it was sent as an object")
    if holds_placeholder(value):
        return InForce("unknown", gap=_WITHHELD, why="a part of it is withheld by redaction")
    return InForce("sent", (value,))


def _how(name: str, sent: dict[str, Any]) -> str:
    if name not in sent:
        return "it was not sent"
    return "it was sent as null" if sent[name] is None else "it was sent as a blank text"


def _omitted(argument: SearchArgument, how: str) -> InForce:
    default = argument.when_omitted
    if default is None:
        why = f"{how}, and what leaving it out means is not declared"
        return InForce("unknown", gap="omitted", why=why)
    if isinstance(default, AnyValue):
        return InForce("any")
    return InForce("default", different(default), listed=len(default) > 1)


def _list(argument: SearchArgument, value: list[Any]) -> InForce:
    if not value:
        return InForce("unknown", gap="empty-list", why="it was sent as an empty list", listed=True)
    readable = [one for one in value if is_scalar(one) and not is_placeholder(one)]
    if len(readable) == len(value):
        return InForce("sent", different(value), listed=True)
    if argument.role == "period" and not holds_placeholder(value):
        return InForce("sent", (value,), listed=True)
    if holds_placeholder(value):
        gap, why = _WITHHELD, "a value in its list is withheld by redaction"
    else:
        gap, why = _UNREADABLE, "its list holds what is no text, number or truth value"
    state = "sent" if readable else "unknown"
    return InForce(state, different(readable), gap, why, listed=True)


def is_scalar(value: object) -> bool:
    """Tell whether a value is a text, a number, true or false."""
    return isinstance(value, str | int | float)


def different(values: Iterable[Any]) -> tuple[Any, ...]:
    """Return values without repeated ones; true is not 1."""
    kept = {(isinstance(one, bool), isinstance(one, str), one): one for one in values}
    return tuple(kept.values())
