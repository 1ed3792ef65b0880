"""The rules of a gate that judge one call of a tool by the ground that it covered."""

from footprint_cli.analyse.judged import NOT_CONCERNED, PASSED, Judged, failed, unknown
from footprint_cli.model.coverage import Coverage, CoveredCall, Gap
from footprint_cli.model.gate import AskedRule, GateSettings
from footprint_cli.model.numbers import is_number, number_text
from footprint_cli.model.search import bears_on_everything, facet

_OPEN_ENDED = {"paused": "it is paused", "unfinished": "how it ended is not recorded"}


def coverage_gap(one: CoveredCall, asked: AskedRule, _settings: GateSettings) -> Judged:
    """A call left something open in the facet that is named."""
    coverage = one.coverage
    if not coverage.is_composed:
        return _not_composed(one)
    wanted = facet(asked.value or "")
    gaps = [
        each for each in coverage.gaps if each.bears == wanted or bears_on_everything(each.bears)
    ]
    if gaps:
        return _failed(one, f"{wanted} is left open: {_said(gaps)}")
    if wanted != "completeness" or coverage.completeness == "complete":
        return _passed(one)
    if coverage.completeness == "not-declared":
        return unknown(f"{_name(one)}: whether every row came back is not declared")
    return _failed(one, "it is not complete")


def cap_reached(one: CoveredCall, _asked: AskedRule, _settings: GateSettings) -> Judged:
    """A call returned as many rows as it may at most: there may be more."""
    coverage = one.coverage
    if not coverage.is_composed:
        return _not_composed(one)
    cap = coverage.cap
    if cap is not None and cap.reached is True:
        limit = number_text(cap.limit) if is_number(cap.limit) else str(cap.limit)
        return _failed(one, f"its cap of {limit} rows was reached")
    hidden = [
        each for each in coverage.gaps if each.bears == "completeness" and _is_of(one, each, "cap")
    ]
    if hidden or (cap is not None and cap.reached is not False):
        return unknown(f"{_name(one)}: whether its cap was reached is not known")
    return _passed(one)


def page_open(one: CoveredCall, _asked: AskedRule, _settings: GateSettings) -> Judged:
    """A call read one page of its rows: others may hold more."""
    coverage = one.coverage
    if not coverage.is_composed:
        return _not_composed(one)
    if any(each.kind == "page" for each in coverage.gaps):
        return _failed(one, "it read one page, and others may hold more rows")
    if any(_is_of(one, each, "page") for each in coverage.gaps):
        return unknown(f"{_name(one)}: which page it read is not known")
    return _passed(one)


def no_search_declared(one: CoveredCall, _asked: AskedRule, _settings: GateSettings) -> Judged:
    """A tool was called that does not declare what it searches."""
    if one.call.outcome == "unknown-tool":
        return NOT_CONCERNED
    if one.declaration.search is not None or one.coverage.is_composed:
        return PASSED
    return _failed(one, "no search is declared: what it searched is not known")


def absence_unsupported(one: CoveredCall, _asked: AskedRule, _settings: GateSettings) -> Judged:
    """A call returned nothing, and what it covered does not support to say that nothing is there."""
    if one.call.outcome != "ran":
        return _not_composed(one)
    if one.rows.count is None:
        asked_back = one.rows.reading in ("clarify", "non-empty")
        return (
            PASSED if asked_back else unknown(f"{_name(one)}: how many rows came back is not known")
        )
    if one.rows.count:
        return PASSED
    why = _against(one)
    if why is None and one.call.doors == "withheld":
        return unknown(f"{_name(one)}: what its result declares is withheld")
    return PASSED if why is None else _failed(one, f"it returned nothing, and {why}")


def _against(one: CoveredCall) -> str | None:
    """Say what keeps "nothing is there" from standing on a call that returned nothing."""
    coverage = one.coverage
    unclean = _unclean(coverage) if coverage.is_composed else None
    if unclean is not None:
        return unclean
    if not coverage.is_composed and one.rows.reading != "declared-absent":
        return "nothing vouches for that: no search is declared, and the result declares nothing"
    left_out = dict.fromkeys(item.what for item in one.left_out)
    return f"its result leaves out: {'; '.join(left_out)}" if left_out else None


def _unclean(coverage: Coverage) -> str | None:
    if coverage.gaps:
        return f"left open is: {_said(coverage.gaps)}"
    return None if coverage.completeness == "complete" else f"it is {coverage.completeness}"


def _passed(one: CoveredCall) -> Judged:
    """Return that nothing was found; a faulty declaration may hide what would have been."""
    if one.declaration.faulty:
        return unknown(f"{_name(one)}: the declaration of its tool is faulty")
    return PASSED


def _not_composed(one: CoveredCall) -> Judged:
    """Return how a call without a ground is judged; one that never searched concerns no rule."""
    if one.call.outcome in _OPEN_ENDED:
        return unknown(f"{_name(one)}: {_OPEN_ENDED[one.call.outcome]}")
    if one.call.outcome != "ran":
        return NOT_CONCERNED
    return unknown(f"{_name(one)}: no search is declared")


def _is_of(one: CoveredCall, gap: Gap, role: str) -> bool:
    search = one.declaration.search
    arguments = () if search is None else search.arguments
    return any(each.name == gap.argument and each.role == role for each in arguments)


def _said(gaps: list[Gap] | tuple[Gap, ...]) -> str:
    return "; ".join(
        ": ".join(filter(None, (each.argument or each.what or each.kind, each.why)))
        for each in gaps
    )


def _name(one: CoveredCall) -> str:
    call = one.call
    return (
        f"call {call.call_id} of {call.tool}"
        if call.call_id is not None
        else f"a call of {call.tool}"
    )


def _failed(one: CoveredCall, why: str) -> Judged:
    return failed(f"{_name(one)}: {why}")
