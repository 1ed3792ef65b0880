"""Recording cases: what the program reads of the calls in fixtures/search/recordings.json."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from footprint_cli import audit, load
from footprint_cli.analyse.covered import Covering
from footprint_cli.cli.covering import covering
from footprint_cli.errors import UsageError
from footprint_cli.model.coverage import CoveredCall, Declared, Item
from footprint_cli.model.search import ToolSchema
from tests.search_composition import notation

NAMES = {"envelope": "run.json", "events": "run.ndjson"}


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """Say of a recording what the `expected` of its case asks for."""
    try:
        rows_at = covering(None, None, _options(case)).rows_at
    except UsageError as error:
        return {"error": str(error)}
    with TemporaryDirectory() as folder:
        path = Path(folder) / NAMES.get(case["format"], "run.jsonl")
        path.write_text(_text(case["record"]), "utf-8")
        (recording,) = load(path)
        told = audit(recording, covering=Covering(_tools(case), rows_at=rows_at).calls)
    found = [one for one in told.findings if one.code != "failures-not-flagged"]  # of every log
    whole = {
        "calls": [_call(one) for one in told.calls],
        "findings": [one.code for one in found],
        "messages": [one.message for one in found],
        "damage": [one.kind for one in recording.damage],
        "answers": [[one.text, one.found] for one in recording.final_answers],
    }
    return {name: _asked(whole[name], part) for name, part in case["expected"].items()}


def _options(case: dict[str, Any]) -> list[str]:
    return [f"{tool}={key}" for tool, key in case.get("rowsAt", {}).items()]


def _text(record: Any) -> str:
    if isinstance(record, dict):
        return json.dumps(record)
    return "".join(f"{json.dumps(line)}\n" for line in record)


def _tools(case: dict[str, Any]) -> list[ToolSchema]:
    declared = case.get("declaration", {})
    return [
        ToolSchema(tool=tool, search=search, door="a file of declarations", from_file=True)
        for tool, search in declared.items()
    ]


def _call(one: CoveredCall) -> dict[str, Any]:
    call, rows = one.call, one.rows
    return {
        "id": call.call_id,
        "outcome": call.outcome,
        "arguments": call.arguments,
        "argumentsFrom": call.arguments_from,
        "filled": [*call.filled],
        "rows": rows.count,
        "reading": rows.reading,
        "bounded": rows.bounded,
        "byApp": rows.by_app,
        "doors": call.doors,
        "declared": [_declared(each) for each in one.declared],
        "coverage": notation(one.coverage),
    }


def _declared(one: Declared) -> dict[str, Any]:
    told = {
        "kind": one.kind,
        "door": one.door,
        "lookedFor": one.looked_for,
        "checked": _items(one.checked),
        "notChecked": _items(one.not_checked),
        "cannotCover": _items(one.cannot_cover),
        "inProgress": _items(one.in_progress),
    }
    return {name: part for name, part in told.items() if part is not None}


def _items(items: tuple[Item, ...] | None) -> list[str] | None:
    return None if items is None else [one.what for one in items]


def _asked(told: Any, expected: Any) -> Any:
    """Leave out what a case does not ask for: keys that its `expected` has not."""
    if isinstance(told, dict) and isinstance(expected, dict):
        return {name: _asked(told[name], part) for name, part in expected.items() if name in told}
    if isinstance(told, list) and isinstance(expected, list) and len(told) == len(expected):
        return [_asked(*pair) for pair in zip(told, expected, strict=True)]
    return told
