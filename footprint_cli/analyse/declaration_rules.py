"""The rules for the parts of a declaration that no argument carries: search notes, section 3."""

from typing import Any

from footprint_cli.analyse.declaration_faults import (
    Faults,
    entries,
    is_blank,
    list_at,
    named,
    quoted,
)
from footprint_cli.analyse.declaration_phrases import check_phrases
from footprint_cli.analyse.declaration_reading import APPROXIMATE, COMPLETE, UNKNOWN, read_cap
from footprint_cli.analyse.input_schemas import is_scalar, properties_of
from footprint_cli.model.search import FACETS, RESERVED_ARGUMENT, ToolSchema, facet

_KEYS = ("source", "subject", "fixed", "arguments", "complete", "gaps", "limits", "ranking")


def check_parts(search: dict[str, Any], schema: ToolSchema, faults: Faults) -> None:
    """Hold everything but the arguments against its rules."""
    _known_keys(search, faults)
    _words(search, faults)
    _names(search, faults)
    _fixed(search, schema, faults)
    _gaps(search, faults)
    _limits(search, faults)
    _completeness(search, faults)


def _known_keys(search: dict[str, Any], faults: Faults) -> None:
    """V01; within a part a key that is not known is a warning: a newer producer may have it."""
    for key in search:
        if key not in _KEYS:
            known = f"known: {', '.join(_KEYS)}"
            faults.add(
                "V01", str(key), f"search: {named(str(key))} is not a field of a search; {known}"
            )
    for part, known_here in (("source", ("what", "said")), ("subject", ("what", "said"))):
        _within(search.get(part), f"search.{part}", known_here, faults)
    _within(search.get("limits"), "search.limits", ("cap", "byCredential"), faults)
    for name, one in entries(search, "arguments"):
        keys = ("name", "role", "whenOmitted", "said")
        _within(one, f"search.arguments.{named(name)}", keys, faults)
    for one in list_at(search, "fixed"):
        _within(one, "search.fixed", ("name", "value", "said"), faults)
    for one in list_at(search, "gaps"):
        _within(one, "search.gaps", ("what", "why", "bears"), faults)


def _within(part: Any, where: str, known: tuple[str, ...], faults: Faults) -> None:  # noqa: ANN401
    for key in part if isinstance(part, dict) else ():
        if key not in known:
            told = f"{where}: {named(str(key))} is not a field of it; known: {', '.join(known)}"
            faults.add("V01", str(key), told, level="warning")


def _words(search: dict[str, Any], faults: Faults) -> None:
    """V02, and V03 to V05 for the words of source and subject."""
    for part in ("source", "subject"):
        words = search.get(part)
        what = words.get("what") if isinstance(words, dict) else None
        if is_blank(what):
            missing = (
                "missing or blank"
                if not isinstance(what, str) or not what.strip()
                else quoted(what)
            )
            faults.add("V02", part, f"search.{part}: say what it is; what is {missing}")
        if isinstance(words, dict):
            check_phrases(words.get("said"), f"{part}.said", faults)


def _names(search: dict[str, Any], faults: Faults) -> None:
    """V06: each entry has a name, and each name is there once."""
    arguments = search.get("arguments")
    if not isinstance(arguments, list | tuple):
        faults.add("V06", "arguments", "search.arguments: a list is needed, empty for none")
        return
    seen: set[str] = set()
    for place, one in enumerate(arguments, 1):
        name = one.get("name") if isinstance(one, dict) else None
        if not isinstance(name, str) or not name.strip():
            faults.add("V06", "arguments", f"search.arguments: entry {place} has no name")
        elif name in seen:
            faults.add("V06", name, f"search.arguments: {named(name)} is classified twice")
        if isinstance(name, str):
            seen.add(name)


def _fixed(search: dict[str, Any], schema: ToolSchema, faults: Faults) -> None:
    """V19, and V03 to V05 for the words of each qualifier."""
    if "fixed" in search and not isinstance(search["fixed"], list | tuple):
        faults.add("V19", "fixed", "search.fixed: a list of qualifiers is needed")
    taken = {*(properties_of(schema.input_schema) or ())} - {RESERVED_ARGUMENT}
    taken |= {name for name, _ in entries(search, "arguments")}
    seen: set[str] = set()
    for place, one in enumerate(list_at(search, "fixed"), 1):
        name = one.get("name") if isinstance(one, dict) else None
        if not isinstance(one, dict) or not isinstance(name, str) or not name.strip():
            faults.add("V19", "fixed", f"search.fixed: entry {place} has no name")
        elif name in taken:
            told = f"search.fixed: {named(name)} is an argument of the call, so it is not fixed"
            faults.add("V19", name, told)
        elif name in seen:
            faults.add("V19", name, f"search.fixed: {named(name)} is listed twice")
        if isinstance(one, dict):
            field = name if isinstance(name, str) and name.strip() else f"entry {place}"
            _qualifier(one, field, faults)
        if isinstance(name, str):
            seen.add(name)


def _qualifier(one: dict[str, Any], name: str, faults: Faults) -> None:
    if not is_scalar(one.get("value")):
        given = quoted(one["value"]) if "value" in one else "missing"
        told = f"search.fixed.{named(name)}: its value is {given}, not a text, a number or a flag"
        faults.add("V19", name, told)
    check_phrases(one.get("said"), f"fixed.{named(name)}.said", faults)


def _gaps(search: dict[str, Any], faults: Faults) -> None:
    """V20."""
    if "gaps" in search and not isinstance(search["gaps"], list | tuple):
        faults.add("V20", "gaps", "search.gaps: a list is needed")
    for place, one in enumerate(list_at(search, "gaps"), 1):
        gap = one if isinstance(one, dict) else {}
        what, bears = gap.get("what"), gap.get("bears")
        told = f"search.gaps: {f'entry {place}' if is_blank(what) else quoted(what)}"
        if is_blank(what):
            faults.add("V20", "gaps", f"{told} does not say what is missing")
        if is_blank(gap.get("why")):
            faults.add("V20", "gaps", f"{told} has no reason: why is missing or blank")
        if is_blank(bears):
            faults.add("V20", "gaps", f"{told} bears on no facet")
        elif facet(str(bears)) not in FACETS:
            known = ", ".join(FACETS)
            faults.add("V20", "gaps", f"{told} bears on no facet: {quoted(bears)}; known: {known}")


def _limits(search: dict[str, Any], faults: Faults) -> None:
    """V21 and V22."""
    limits = search.get("limits", {})
    if not isinstance(limits, dict):
        faults.add("V21", "limits", f"search.limits: {quoted(limits)} is no object of limits")
        return
    cap = limits.get("cap", UNKNOWN)
    if cap != UNKNOWN and read_cap(cap) == UNKNOWN:
        told = f"search.limits.cap: {quoted(cap)} is not a cap: a whole number from 1, or unknown"
        faults.add("V21", "limits.cap", told)
    if "byCredential" in limits and limits["byCredential"] is not True:
        told = "search.limits.byCredential: only true says something; leave it out for no"
        faults.add("V22", "limits.byCredential", told)


def _completeness(search: dict[str, Any], faults: Faults) -> None:
    """V23 and V24."""
    for part, word in (("complete", COMPLETE), ("ranking", APPROXIMATE)):
        if part in search and search[part] != word:
            told = f"search.{part}: {quoted(search[part])} is not {word}; leave it out for no"
            faults.add("V23", part, told)
    if "complete" in search and "ranking" in search:
        told = "search.complete: an approximate ranking never returns every row that fits"
        faults.add("V23", "complete", told)
    limits = search.get("limits")
    cap = limits.get("cap") if isinstance(limits, dict) else None
    if search.get("complete") == COMPLETE and cap == UNKNOWN:
        told = "search.complete: no call can be complete while the cap is unknown"
        faults.add("V24", "complete", told)
