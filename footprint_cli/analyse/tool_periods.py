"""Which arguments the recorded `period` of a tool names: search notes, section 3, V16."""

from typing import Any

_NO_BOUND = frozenset({"zone", "timezone", "tz", "form", "kind"})


class NoPeriodError(Exception):
    """A period says of no argument that it names it; the message says why."""


def period_arguments(period: Any, properties: dict[str, Any] | None) -> frozenset[str]:  # noqa: ANN401
    """Return the arguments that are the bounds of a period; raises `NoPeriodError` without any.

    It is a text, a list of texts, or a form whose texts are arguments where they are properties.
    """
    if period is None:
        raise NoPeriodError("no period of the tool is recorded")
    if isinstance(period, dict) and properties is None:
        raise NoPeriodError("the period is a form, and there is no input schema to read it by")
    found = [one for one in _texts(period, properties) if one.strip()]
    if not found:
        raise NoPeriodError("the period of the tool names no argument in a form that is known")
    return frozenset(found)


def _texts(period: Any, properties: dict[str, Any] | None) -> list[str]:  # noqa: ANN401
    if isinstance(period, dict):
        named = [one for key, one in period.items() if key not in _NO_BOUND]
        return [one for one in named if isinstance(one, str) and one in (properties or ())]
    listed = period if isinstance(period, list | tuple) else [period]
    texts = [one for one in listed if isinstance(one, str)]
    return texts if len(texts) == len(listed) else []
