"""A report as SARIF 2.1.0, for code scanning; strict JSON without unpaired surrogates."""

import re
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from footprint_cli.model import json_text as careful
from footprint_cli.model.codes import CODES
from footprint_cli.model.finding import Finding
from footprint_cli.model.report import Report, Unjudged
from footprint_cli.model.search_rules import SEARCH_RULES
from footprint_cli.render import Page
from footprint_cli.render.json_text import json_text
from footprint_cli.render.report.said import (
    accepted_for,
    place_of,
    unjudged_sentence,
    verdict_sentence,
    whole_sentence,
)
from footprint_cli.render.visible import visible

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_UNREADABLE = 4
_PLACEHOLDER = re.compile(r"\{(\d+)\}")


def render(report: Report, _page: Page) -> Iterator[str]:
    """Yield one document with one run; what is accepted is in it as suppressed results."""
    run = {
        "tool": {"driver": _driver(report)},
        "invocations": [_invocation(report)],
        "results": _results(report),
    }
    yield json_text({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _driver(report: Report) -> dict[str, Any]:
    said = {code: one.summary for code, one in (*CODES.items(), *SEARCH_RULES.items())}
    said |= {one.rule.partition("=")[0]: one.says for one in report.rules}
    rules = []
    for code in _codes(report):
        text = visible(said.get(code) or code)
        rules.append({"id": visible(code), "shortDescription": {"text": text}})
    return {"name": "footprint", "rules": rules}


def _codes(report: Report) -> list[str]:
    """List the rules of a gate, and every other code that was found, each once."""
    asked = [one.rule.partition("=")[0] for one in report.rules]
    found = [one.code for one in report.findings]
    accepted = [one.finding.code for one in report.suppressed]
    return [*dict.fromkeys([*asked, *found, *accepted])]


def _invocation(report: Report) -> dict[str, Any]:
    told = {"level": "note", "message": {"text": _plain(verdict_sentence(report))}}
    why = [{"level": "warning", "message": {"text": _plain(one)}} for one in report.why]
    return {
        "executionSuccessful": report.exit_status != _UNREADABLE,
        "exitCode": report.exit_status,
        "toolExecutionNotifications": [told, *why, *_unjudged(report)],
    }


def _unjudged(report: Report) -> Iterator[dict[str, Any]]:
    """Give a notification for each place where a rule could not be judged."""
    places = {code: place for place, code in enumerate(_codes(report))}
    for one in report.unjudged:
        rule = one.rule.partition("=")[0]
        yield {
            "level": "note",
            "message": {"text": _plain(unjudged_sentence(one))},
            "associatedRule": {"id": visible(rule), "index": places[rule]},
            "locations": [_location(one)],
            **_asked(one.rule if one.rule != rule else None),
        }


def _results(report: Report) -> list[dict[str, Any]]:
    places = {code: place for place, code in enumerate(_codes(report))}
    seen: Counter[str] = Counter()
    results = [_result(one, places, seen) for one in report.findings]
    for accepted in report.suppressed:
        suppression = {"kind": "external", "justification": visible(accepted_for(accepted))}
        result = _result(accepted.finding, places, seen)
        results.append({**result, "suppressions": [suppression]})
    return results


def _result(one: Finding, places: dict[str, int], seen: Counter[str]) -> dict[str, Any]:
    location = _location(one)
    place = visible(place_of(one))
    if place:
        location["logicalLocations"] = [{"fullyQualifiedName": place}]
    print_ = _fingerprint(one)
    seen[print_] += 1
    return {
        "ruleId": visible(one.code),
        "ruleIndex": places[one.code],
        "level": one.level if one.level in ("error", "warning", "note") else "error",
        "message": {"text": _plain(whole_sentence(one))},
        "locations": [location],
        "partialFingerprints": {"footprint/v1": f"{print_}:{seen[print_]}"},
        **_asked(one.rule),
    }


def _asked(rule: str | None) -> dict[str, Any]:
    """Name a rule with its value; nothing for one without."""
    return {} if rule is None else {"properties": {"rule": visible(rule)}}


def _location(one: Finding | Unjudged) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(one.source)}}
    if one.line is not None and one.line > 0:
        physical["region"] = {"startLine": one.line}
    return {"physicalLocation": physical}


def _plain(text: str) -> str:
    """Return the text of a message in which nothing is a link or a placeholder (SARIF, 3.11)."""
    shown = visible(text)
    if "](" in shown:
        shown = shown.replace("[", "\\[").replace("]", "\\]")
    return _PLACEHOLDER.sub(r"{{\1}}", shown)


def _fingerprint(one: Finding) -> str:
    """Name a finding without its line and its words, so that a run recorded again matches."""
    parts = [one.code, one.source, one.retriever, one.step, one.chunk, one.tool]
    return sha256(careful.json_text(parts).encode()).hexdigest()[:32]


def _uri(path: str) -> str:
    """Write a path as a URI, relative where the path is; every byte that a URI lacks is escaped."""
    try:
        data = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = path.encode("utf-8", "surrogatepass")
    return ("file://" if data.startswith(b"/") else "") + quote(data, safe="/")
