"""Many declarations → one report of what is wrong with them."""

from collections.abc import Iterable, Sequence

from footprint_cli.analyse.declarations import declared
from footprint_cli.errors import InputError
from footprint_cli.model.audit import first_status
from footprint_cli.model.finding import Finding
from footprint_cli.model.report import CheckedDeclaration, Report, Searched
from footprint_cli.model.search import ToolSchema

_UNREADABLE = "unreadable"
_NOTHING = Searched(recordings=0, retrievals=0, tool_calls=0)


def declarations_report(
    schemas: Iterable[ToolSchema], unread: Sequence[InputError], empty: Sequence[str]
) -> Report:
    """Check every tool that has a search; `empty` are the files without one.

    The status is 4 where a file could not be read, 1 where a rule refuses a declaration, and 3 where
    a file has none.
    """
    checked = tuple(
        CheckedDeclaration(tool=one.tool, source=one.source or "", problems=declared(one).problems)
        for one in schemas
        if one.search is not None
    )
    statuses = [0 if one.accepted else 1 for one in checked]
    statuses += [error.exit_status for error in unread]
    statuses += [3 for _ in empty]
    return Report(
        answer="declarations",
        searched=_NOTHING,
        findings=(*(_unread(one) for one in unread), *_findings(checked)),
        exit_status=first_status(statuses) if statuses else 3,
        why=tuple(f"{path}: no declaration in it" for path in empty),
        declarations=checked,
    )


def _unread(error: InputError) -> Finding:
    return Finding(code=_UNREADABLE, level="error", message=error.why, source=error.source)


def _findings(checked: Iterable[CheckedDeclaration]) -> Iterable[Finding]:
    for one in checked:
        for problem in one.problems:
            yield Finding(
                code=problem.code,
                level=problem.level,
                message=problem.message,
                source=one.source,
                tool=one.tool,
            )
