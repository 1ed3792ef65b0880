"""A coverage that the producer composed itself → ours.

No version that was seen records one (search notes, 5.1); the shape is that of section 2.2, read as
leniently as can be, and kept here alone.
"""

from typing import Any

from footprint_cli.analyse.arguments import is_scalar
from footprint_cli.model.coverage import (
    COMPLETENESS,
    Cap,
    Coverage,
    Facet,
    Gap,
    Rows,
    SourceFacet,
)
from footprint_cli.model.json_text import value_text
from footprint_cli.model.numbers import usable
from footprint_cli.model.search import SearchFixed, SearchWords, facet

_COMPARED = ("source", "population", "filters", "period", "fixed", "gaps", "completeness")


def recorded_coverage(record: dict[str, Any], rows: Rows) -> Coverage:
    """Read a recorded coverage; a gap that cannot be read bears on everything."""
    if record.get("status") not in (None, "composed"):
        because = _text(record.get("because")) or _text(record["status"])
        return Coverage(status="not-composed", because=because, found="recorded")
    subject = record.get("subject")
    completeness = record.get("completeness")
    return Coverage(
        status="composed",
        found="recorded",
        source=tuple(map(_source, _list(record.get("source")))),
        subject=SearchWords(what=_text(subject.get("what")), said=_words(subject.get("said")))
        if isinstance(subject, dict)
        else None,
        population=_facets(record.get("population")),
        filters=_facets(record.get("filters")),
        period=_facets(record.get("period")),
        fixed=tuple(map(_fixed, _objects(record.get("fixed")))),
        match=_facets(record.get("match")),
        cap=_cap(record.get("cap")),
        page=_facets(record.get("page")),
        gaps=tuple(map(_gap, _list(record.get("gaps")))),
        completeness=completeness if completeness in COMPLETENESS else "not-complete",
        rows=rows.count,
    )


def differences(composed: Coverage, recorded: Coverage) -> tuple[str, ...]:
    """Name the parts in which a recorded coverage is not what its declaration gives."""
    if not composed.is_composed:
        return ()
    return tuple(name for name in _COMPARED if _parts(composed, name) != _parts(recorded, name))


def _parts(coverage: Coverage, name: str) -> object:
    """Return what is compared of a part: its values, without words and sentences."""
    part = getattr(coverage, name)
    if not isinstance(part, tuple):
        return part
    keys = ("what", "kind", "bears", "argument", "name", "value", "any")
    return sorted(str([getattr(one, key, None) for key in keys]) for one in part)


def _source(value: object) -> SourceFacet:
    one = value if isinstance(value, dict) else {"what": value}
    found = one.get("from")
    return SourceFacet(
        what=_text(one.get("what")),
        said=_words(one.get("said")),
        found=found if found in ("declared", "sent", "default") else "declared",
        argument=_text(one["argument"]) if one.get("argument") is not None else None,
    )


def _facets(value: object) -> tuple[Facet, ...]:
    return tuple(
        Facet(
            argument=_text(one.get("argument")),
            value=one.get("value"),
            any=one.get("any") is True,
            found="default" if one.get("from") == "default" or one.get("any") is True else "sent",
            said=_words(one["said"]) if isinstance(one.get("said"), list) else None,
        )
        for one in _objects(value)
    )


def _fixed(one: dict[str, Any]) -> SearchFixed:
    value: Any = one.get("value")
    return SearchFixed(
        name=_text(one.get("name")),
        value=value if is_scalar(value) else value_text(value),
        said=_words(one.get("said")),
    )


def _cap(value: object) -> Cap | None:
    if not isinstance(value, dict):
        return None
    limit, reached = value.get("limit"), value.get("reached")
    return Cap(
        limit=limit if usable(limit) else "unknown",
        reached=reached if isinstance(reached, bool) else "unknown",
    )


def _gap(value: object) -> Gap:
    one = value if isinstance(value, dict) else {}
    argument, what, why = (
        text if isinstance(text := one.get(key), str) else None
        for key in ("argument", "what", "why")
    )
    return Gap(
        kind=_text(one.get("kind")) or "unreadable",
        bears=facet(_text(one.get("bears"))),
        argument=argument,
        what=what,
        why=why,
    )


def _text(value: object) -> str:
    return "" if value is None else value_text(value)


def _words(value: object) -> tuple[str, ...]:
    return tuple(one for one in _list(value) if isinstance(one, str))


def _objects(value: object) -> list[dict[str, Any]]:
    return [one for one in _list(value) if isinstance(one, dict)]


def _list(value: object) -> list[Any]:
    """Return a list; a single value is a list of one."""
    return value if isinstance(value, list) else [] if value is None else [value]
