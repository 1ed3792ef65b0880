"""What a tool declares about its search → `Search`, as far as it can be read.

Nothing that narrows or that is left out is lost on the way: a cap that cannot be read is unknown, a
gap without a facet bears on everything, an argument with two roles has none that is known.
"""

from typing import Any

from footprint_cli.analyse.declaration_faults import entries, list_at
from footprint_cli.analyse.input_schemas import is_scalar
from footprint_cli.analyse.words import tokens
from footprint_cli.model.json_text import json_text
from footprint_cli.model.numbers import usable
from footprint_cli.model.search import (
    AnyValue,
    Scalar,
    Search,
    SearchArgument,
    SearchFixed,
    SearchGap,
    SearchLimits,
    SearchWords,
    facet,
)

COMPLETE, APPROXIMATE, UNKNOWN = "within-arguments", "approximate", "unknown"


def read_search(raw: Any) -> Search | None:  # noqa: ANN401 (as recorded)
    """Read a declaration; None where it is no object."""
    if not isinstance(raw, dict):
        return None
    return Search(
        source=_words(raw.get("source")),
        subject=_words(raw.get("subject")),
        fixed=tuple(_fixed(one) for one in list_at(raw, "fixed")),
        arguments=_arguments(raw),
        complete=COMPLETE if raw.get("complete") == COMPLETE else None,
        gaps=_gaps(raw),
        limits=_limits(raw),
        ranking=APPROXIMATE if raw.get("ranking") == APPROXIMATE else None,
    )


def read_omitted(entry: dict[str, Any]) -> tuple[Scalar, ...] | AnyValue | None:
    """Read `whenOmitted`; None where it is not there, or of no form that says anything."""
    value = entry.get("whenOmitted")
    if isinstance(value, dict):
        return AnyValue() if [*value] == ["any"] and value["any"] is True else None
    if isinstance(value, list | tuple):
        return tuple(value) if value and all(map(is_scalar, value)) else None
    return (value,) if is_scalar(value) else None


def read_cap(value: Any) -> int | str:  # noqa: ANN401 (as recorded)
    """Read a cap that is there; one that is no whole number of rows is unknown, never no cap."""
    whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return int(value) if usable(value) and whole and value >= 1 else UNKNOWN


def _words(raw: Any) -> SearchWords:  # noqa: ANN401
    if isinstance(raw, dict):
        what = raw.get("what")
        return SearchWords(what=what if isinstance(what, str) else "", said=_phrases(raw))
    return SearchWords(what=raw if isinstance(raw, str) else "")


def _phrases(raw: dict[str, Any], key: str = "said") -> tuple[str, ...]:
    """Read phrases; one without a word is left out, for it would stand in every claim."""
    return tuple(one for one in list_at(raw, key) if isinstance(one, str) and tokens(one))


def _fixed(raw: Any) -> SearchFixed:  # noqa: ANN401
    if not isinstance(raw, dict):
        return SearchFixed(name="", value=_as_scalar(raw))
    name = raw.get("name")
    return SearchFixed(
        name=name if isinstance(name, str) else "",
        value=_as_scalar(raw.get("value")),
        said=_phrases(raw),
    )


def _as_scalar(value: Any) -> Scalar:  # noqa: ANN401
    return value if isinstance(value, str | bool) or usable(value) else json_text(value)


def _arguments(raw: dict[str, Any]) -> tuple[SearchArgument, ...]:
    read: dict[str, SearchArgument] = {}
    for name, entry in entries(raw, "arguments"):
        one = SearchArgument(
            name=name, role=_role(entry), when_omitted=read_omitted(entry), said=_said(entry)
        )
        read[name] = _both(read[name], one) if name in read else one
    return tuple(read.values())


def _both(first: SearchArgument, second: SearchArgument) -> SearchArgument:
    """Read an argument that is given twice; what the two do not agree on is not known."""
    agreed = first.when_omitted == second.when_omitted and (
        [*map(type, _each(first.when_omitted))] == [*map(type, _each(second.when_omitted))]
    )
    return SearchArgument(
        name=first.name,
        role=first.role if first.role == second.role else f"{first.role}, {second.role}",
        when_omitted=first.when_omitted if agreed else None,
        said={key: one for key, one in first.said.items() if second.said.get(key) == one},
    )


def _each(omitted: tuple[Scalar, ...] | AnyValue | None) -> tuple[Scalar, ...]:
    return omitted if isinstance(omitted, tuple) else ()


def _role(entry: dict[str, Any]) -> str:
    role = entry.get("role")
    return role if isinstance(role, str) else "" if role is None else json_text(role)


def _said(entry: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    said = entry.get("said")
    if not isinstance(said, dict):
        return {}
    read = {str(value): _phrases(said, value) for value in said}
    return {value: phrases for value, phrases in read.items() if phrases}


def _gaps(raw: dict[str, Any]) -> tuple[SearchGap, ...]:
    """Read gaps; what stands there and is no list is one of them."""
    there = raw.get("gaps")
    if there is None or isinstance(there, list | tuple):
        return tuple(_gap(one) for one in there or ())
    return (_gap(there),)


def _gap(raw: Any) -> SearchGap:  # noqa: ANN401
    """Read a gap; without a facet that is a text it bears on "", which nothing is known of."""
    if not isinstance(raw, dict):
        return SearchGap(what=raw if isinstance(raw, str) else json_text(raw), why=None, bears="")
    what, why, bears = raw.get("what"), raw.get("why"), raw.get("bears")
    return SearchGap(
        what=what if isinstance(what, str) else "" if what is None else json_text(what),
        why=why if isinstance(why, str) and why.strip() else None,
        bears=facet(bears) if isinstance(bears, str) else "",
    )


def _limits(raw: dict[str, Any]) -> SearchLimits:
    if "limits" not in raw:
        return SearchLimits()
    limits = raw["limits"]
    if not isinstance(limits, dict):
        return SearchLimits(cap=UNKNOWN)
    cap = read_cap(limits["cap"]) if "cap" in limits else None
    return SearchLimits(cap=cap, by_credential=limits.get("byCredential") is True)
