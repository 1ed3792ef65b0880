"""A coverage that the producer composed itself → ours.

No version that was seen records one (search notes, 5.1); the shape is that of section 2.2, read as
leniently as can be, and kept here alone.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

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
from footprint_cli.model.evidence import is_placeholder
from footprint_cli.model.json_text import value_text
from footprint_cli.model.numbers import usable
from footprint_cli.model.search import SearchFixed, SearchWords, bears_on_everything, facet

# The parts that are lists of objects, and the facet on which one that cannot be read bears.
_PARTS = {
    "source": "source",
    "population": "population",
    "filters": "filters",
    "period": "period",
    "fixed": "filters",
    "match": "population",
    "page": "completeness",
}
_NOT_READABLE = "what is recorded of it cannot be read"
_COMPARED = ("source", "population", "filters", "period", "fixed", "gaps", "completeness")


def recorded_coverage(record: dict[str, Any], rows: Rows) -> Coverage:
    """Read a recorded coverage; what of it cannot be read, or contradicts itself, is a gap.

    A gap that cannot be read bears on everything.
    """
    if record.get("status") not in (None, "composed"):
        because = _text(record.get("because")) or _text(record["status"])
        return Coverage(status="not-composed", because=because, found="recorded")
    subject = record.get("subject")
    coverage = Coverage(
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
        rows=rows.count,
    )
    gaps = tuple(map(_gap, _list(record.get("gaps"))))
    gaps += tuple(_own_gaps(record, coverage, {one.kind for one in gaps}))
    return replace(coverage, gaps=gaps, completeness=_completeness(record, gaps))


def _completeness(record: dict[str, Any], gaps: tuple[Gap, ...]) -> str:
    said = record.get("completeness")
    cut = any(one.bears == "completeness" or bears_on_everything(one.bears) for one in gaps)
    return "not-complete" if cut or said not in COMPLETENESS else str(said)


def _own_gaps(record: dict[str, Any], coverage: Coverage, told: set[str]) -> Iterator[Gap]:
    """Yield the gaps that a coverage has by its own parts and does not name."""
    for name, bears in _PARTS.items():
        if not all(_is_readable(one, name) for one in _list(record.get(name))):
            yield Gap(kind="unreadable", bears=bears, what=name, why=_NOT_READABLE)
    cap = coverage.cap
    if record.get("cap") is not None and cap is None:
        yield Gap(kind="unreadable", bears="completeness", what="cap", why=_NOT_READABLE)
    if cap is not None and cap.reached is not False and not {"cap", "cap-unknown"} & told:
        yield Gap(kind="cap" if cap.reached is True else "cap-unknown", bears="completeness")
    if coverage.page and "page" not in told:
        yield Gap(kind="page", bears="completeness")
    if coverage.match and "match" not in told:
        yield Gap(kind="match", bears="population", argument=coverage.match[0].argument)
    if record.get("ranking") is not None and "ranking" not in told:
        yield Gap(kind="ranking", bears="completeness")
    rows = record.get("rows")
    if rows is not None and rows != coverage.rows:
        why = "the recorded coverage counts other rows than the result has"
        yield Gap(kind="rows-disagree", bears="completeness", why=why)


def _is_readable(value: object, part: str) -> bool:
    """Tell whether an element is an object without anything withheld; a store may be a text."""
    if part == "source" and isinstance(value, str):
        return not is_placeholder(value)
    return isinstance(value, dict) and not any(map(is_placeholder, value.values()))


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
        argument=_argument(one),
    )


def _argument(source: dict[str, Any]) -> str | None:
    """Name what picked a store; one that a call picked must be named in a claim."""
    if source.get("argument") is not None:
        return _text(source["argument"])
    return "source" if source.get("from") in ("sent", "default") else None


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
