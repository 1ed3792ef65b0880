"""Calls and what they covered → the documents of machine output, key by key."""

from collections.abc import Iterable
from typing import Any

from footprint_cli.model.coverage import (
    Cap,
    Coverage,
    CoveredCall,
    Declared,
    Facet,
    Gap,
    Item,
    SourceFacet,
)
from footprint_cli.model.coverage_report import Ground, ToolCoverage
from footprint_cli.model.search import Declaration, SearchFixed
from footprint_cli.render.coverage.said import sentence

_PARTS = (
    "source",
    "subject",
    "population",
    "filters",
    "period",
    "fixed",
    "match",
    "cap",
    "page",
    "gaps",
    "completeness",
    "choices",
    "found",
)


def covered_document(covered: CoveredCall) -> dict[str, Any]:
    """Return what every document says of a call, `coverage` and `explain` alike."""
    call = covered.call
    return {
        "source": covered.source,
        "step": call.step,
        "iteration": call.iteration,
        "callId": call.call_id,
        "arguments": call.arguments,
        "argumentsFrom": call.arguments_from,
        "outcome": call.outcome,
        "rows": covered.rows.count,
        "rowsFrom": covered.rows.reading,
        "coverage": coverage_document(covered.coverage),
        "declared": [declared_document(one) for one in covered.declared],
    }


def told_document(covered: CoveredCall) -> dict[str, Any]:
    """Return one element of `calls` in `footprint.coverage/1`."""
    call = covered.call
    return {
        **covered_document(covered),
        "sentence": sentence(covered),
        "line": call.line,
        "run": call.run,
        "filled": list(call.filled),
        "bounded": covered.rows.bounded,
    }


def coverage_document(one: Coverage) -> dict[str, Any]:
    """Return `coverage`; where nothing could be composed every part is null."""
    document: dict[str, Any] = {"status": one.status, "because": one.because}
    if not one.is_composed:
        return document | dict.fromkeys(_PARTS)
    subject = one.subject
    return document | {
        "source": [_source(each) for each in one.source],
        "subject": None if subject is None else {"what": subject.what, "said": list(subject.said)},
        "population": _facets(one.population),
        "filters": _facets(one.filters),
        "period": _facets(one.period),
        "fixed": [_fixed(each) for each in one.fixed],
        "match": _facets(one.match),
        "cap": None if one.cap is None else _cap(one.cap),
        "page": _facets(one.page),
        "gaps": [gap_document(each) for each in one.gaps],
        "completeness": one.completeness,
        "choices": [{"name": each.name, "value": each.value} for each in one.choices],
        "found": one.found,
    }


def gap_document(one: Gap) -> dict[str, Any]:
    """Return one element of `gaps`."""
    return {
        "kind": one.kind,
        "bears": one.bears,
        "argument": one.argument,
        "what": one.what,
        "why": one.why,
        "closes": one.closes,
    }


def declared_document(one: Declared) -> dict[str, Any]:
    """Return one element of `declared`; a list that is not recorded is null."""
    in_progress = one.in_progress
    return {
        "kind": one.kind,
        "lookedFor": one.looked_for,
        "checked": _items(one.checked),
        "notChecked": _items(one.not_checked),
        "cannotCover": _items(one.cannot_cover),
        "inProgress": None
        if in_progress is None
        else [{**_item(each), "count": each.count} for each in in_progress],
        "from": one.door,
    }


def declaration_document(one: Declaration) -> dict[str, Any]:
    """Return `declaration`."""
    return {
        "from": one.found,
        "problems": [
            {
                "code": each.code,
                "message": each.message,
                "level": each.level,
                "field": each.field,
            }
            for each in one.problems
        ],
        "door": one.door or None,
        "source": one.source,
    }


def tool_tail(one: ToolCoverage) -> dict[str, Any]:
    """Return what a tool says of its calls together, after them."""
    return {
        "ground": [_ground(each) for each in one.ground],
        "leftOut": one.left_out,
        "repeated": [list(places) for places in one.repeated],
    }


def _ground(one: Ground) -> dict[str, Any]:
    return {
        "source": list(one.source),
        "population": _asked(one.population),
        "period": _asked(one.period),
        "filters": _asked(one.filters),
        "state": one.state,
        "calls": list(one.calls),
    }


def _asked(facets: Iterable[Facet]) -> list[dict[str, Any]]:
    return [{"argument": one.argument, "value": one.value, "any": one.any} for one in facets]


def _facets(facets: Iterable[Facet]) -> list[dict[str, Any]]:
    return [
        {"argument": one.argument, "value": one.value, "any": one.any, "from": one.found}
        for one in facets
    ]


def _source(one: SourceFacet) -> dict[str, Any]:
    return {"what": one.what, "said": list(one.said), "from": one.found}


def _fixed(one: SearchFixed) -> dict[str, Any]:
    return {"name": one.name, "value": one.value, "said": list(one.said), "from": "declared"}


def _cap(one: Cap) -> dict[str, Any]:
    return {"limit": one.limit, "reached": one.reached, "by": list(one.by)}


def _items(items: tuple[Item, ...] | None) -> list[dict[str, Any]] | None:
    return None if items is None else [_item(one) for one in items]


def _item(one: Item) -> dict[str, Any]:
    return {"what": one.what, "why": one.why}
