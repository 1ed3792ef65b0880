"""Calls that cover nothing: those that did not run, and those of tools that declare no search."""

from footprint_cli.model.coverage import Call, Coverage
from footprint_cli.model.search import Declaration

NO_SEARCH = "no-search-declared"


def uncomposed(declaration: Declaration, call: Call) -> Coverage | None:
    """Return why a call has no ground; None where it has one."""
    if call.outcome == "ran" and declaration.search is not None:
        return None
    because = NO_SEARCH if call.outcome == "ran" else call.outcome
    return Coverage(status="not-composed", because=because)
