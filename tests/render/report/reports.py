"""Reports by hand, one a situation, for what must hold of every format."""

from datetime import date
from typing import Any

from footprint_cli.model.finding import Finding
from footprint_cli.model.report import (
    Checked,
    CheckedDeclaration,
    Report,
    RuleCount,
    Searched,
    Suppressed,
    Unjudged,
)
from footprint_cli.model.search import Problem
from footprint_cli.render import FindingFormat, Page, renderer
from tests.render.situations import HOSTILE_TEXTS

# What a format could take for its own: command, section, tag, escape, line, quote, end of text.
HOSTILE = (
    *HOSTILE_TEXTS,
    "x]]>y<!--&amp;-->",
    "::error file=a.py,line=1::forged",
    "%0A::error::forged%25",
    "\n::stop-commands::x\r\n##[error]forged",
    "a,b:c=d",
    "\x00\x01\ufffe\uffff",
    "\udcff\ud83d",
    "[red]x[/red]",
    "\\ud800 \\",
    "| --- |\n\n# x",
    "\u202egnp.exe\u2066",
)
SEARCHED = Searched(recordings=3, retrievals=4, tool_calls=2)
NOTHING = Searched(recordings=0, retrievals=0, tool_calls=0)


def finding(**fields: Any) -> Finding:
    whole: dict[str, Any] = {
        "code": "corpus-empty",
        "level": "error",
        "message": "the search returned no rows",
        "source": "runs/a.jsonl",
        "line": 2,
        "step": "read#1",
        "retriever": "handbook",
    }
    return Finding(**whole | fields)


def count(rule: str = "corpus-empty", **fields: Any) -> RuleCount:
    whole: dict[str, Any] = {"checked": 4, "failed": 0, "unknown": 0, "says": "It is empty."}
    return RuleCount(rule=rule, **whole | fields)


def unjudged(**fields: Any) -> Unjudged:
    whole: dict[str, Any] = {
        "rule": "corpus-empty",
        "source": "b.jsonl",
        "line": 7,
        "step": "read#1",
        "retriever": "handbook",
        "why": "withheld: redacted",
    }
    return Unjudged(**whole | fields)


def gate(*findings: Finding, **fields: Any) -> Report:
    """A gate that passes, or fails where there are findings."""
    whole: dict[str, Any] = {
        "answer": "gate",
        "searched": SEARCHED,
        "findings": findings,
        "exit_status": 1 if findings else 0,
        "verdict": "fail" if findings else "pass",
        "rules": (count(failed=len(findings)),),
    }
    return Report(**whole | fields)


def verify(*findings: Finding, **fields: Any) -> Report:
    """What `verify` says, of one comparison of each state."""
    whole: dict[str, Any] = {
        "answer": "verify",
        "searched": SEARCHED,
        "findings": findings,
        "exit_status": 0,
        "checks": tuple(
            check(state=state, check=f"{state}-check")
            for state in ("held", "broken", "not-checked")
        ),
    }
    return Report(**whole | fields)


def declarations(*problems: Problem, **fields: Any) -> Report:
    """What `declarations check` says of one declaration with these problems, and of a good one."""
    told = tuple(
        CheckedDeclaration(tool=tool, source=f"{tool}.toml", problems=about)
        for tool, about in (("incidents", problems), ("logs", ()))
    )
    whole: dict[str, Any] = {
        "answer": "declarations",
        "searched": NOTHING,
        "findings": tuple(
            Finding(
                code=one.code,
                level=one.level,
                message=one.message,
                source="incidents.toml",
                tool=one.tool,
            )
            for one in problems
        ),
        "exit_status": 0 if all(one.accepted for one in told) else 1,
        "declarations": told,
    }
    return Report(**whole | fields)


def problem(**fields: Any) -> Problem:
    whole: dict[str, Any] = {
        "code": "V08",
        "level": "error",
        "message": "search.arguments: window has no role",
        "tool": "incidents",
        "field": "window",
    }
    return Problem(**whole | fields)


def check(**fields: Any) -> Checked:
    whole: dict[str, Any] = {
        "source": "runs/a.jsonl",
        "check": "idx-gap",
        "state": "held",
        "detail": "the numbers of 4 commits",
    }
    return Checked(**whole | fields)


def hostile() -> tuple[Finding, ...]:
    """Findings with a hostile text wherever a recording or a path may have text."""
    return tuple(
        finding(
            message=text,
            source=text or "-",
            step=text,
            retriever=text,
            chunk=text,
            line=None if place % 3 else place,
            level=("error", "warning", "note")[place % 3],
            tool=text,
        )
        for place, text in enumerate(HOSTILE)
    )


WORST = "".join(HOSTILE)
REPORTS: dict[str, Report] = {
    "passed": gate(),
    "declarations": declarations(problem(), problem(code="V25", level="warning")),
    "accepted declarations": declarations(problem(code="V07", level="note")),
    "no declaration": declarations(
        declarations=(), exit_status=3, why=("a.toml: no declaration in it",)
    ),
    "hostile declarations": declarations(
        declarations=tuple(
            CheckedDeclaration(tool=text, source=text, problems=(problem(message=text, tool=text),))
            for text in HOSTILE
        )
    ),
    "failed": gate(finding(), finding(line=None, step=None, retriever=None, source="b.jsonl")),
    "inconclusive": gate(
        verdict="inconclusive",
        exit_status=3,
        why=("corpus-empty: could not be judged once: b.jsonl: no retrieval in it",),
        rules=(count(checked=1, unknown=1),),
        unjudged=(unjudged(line=None, step=None, retriever=None, why="no retrieval in it"),),
    ),
    "inconclusive in many places": gate(
        verdict="inconclusive",
        exit_status=3,
        why=("corpus-empty: could not be judged 3 times: b.jsonl: x; b.jsonl: y; and 1 more",),
        rules=(count(checked=1, unknown=3),),
        unjudged=tuple(unjudged(line=line) for line in (7, 8, 9)),
    ),
    "nothing checked": gate(
        verdict="inconclusive",
        exit_status=3,
        searched=NOTHING,
        rules=(count(checked=0),),
        why=("nothing was judged; --allow-empty accepts that",),
    ),
    "nothing checked, allowed": gate(searched=NOTHING, rules=(count(checked=0),)),
    "unreadable": gate(
        verdict="inconclusive", exit_status=4, why=("could not be read: gone.jsonl: no such file",)
    ),
    "accepted": gate(
        suppressed=(Suppressed(finding=finding(), why="in the baseline"),),
        rules=(count(failed=1),),
    ),
    "accepted for a time": gate(
        suppressed=(
            Suppressed(finding=finding(), why="being moved", until=date(2031, 12, 31)),
            Suppressed(finding=finding(line=3), why="in the baseline"),
        ),
        rules=(count(failed=2),),
    ),
    "accepted, and new": gate(
        finding(),
        suppressed=(Suppressed(finding=finding(), why="in the baseline"),),
        rules=(count(failed=2),),
    ),
    "a warning": gate(finding(level="warning"), verdict="pass", exit_status=0),
    "values": gate(
        finding(code="admitted-below", rule="admitted-below=2"),
        rules=(
            count("admitted-below=2", failed=1),
            count("admitted-below=5"),
            count("never-asked"),
        ),
    ),
    "verified": verify(finding(level="note"), finding(), finding(level="warning")),
    "verified, nothing found": verify(checks=(check(),)),
    "verified, nothing compared": verify(searched=NOTHING, checks=(), exit_status=3),
    "hostile": gate(
        *hostile(),
        rules=(count(f"chunk-not-read={WORST}", failed=3, unknown=1, says=WORST),),
        suppressed=tuple(Suppressed(finding=one, why=one.message) for one in hostile()),
        why=HOSTILE,
        unjudged=tuple(
            unjudged(
                rule=f"chunk-not-read={text}",
                source=text or "-",
                step=text,
                retriever=text,
                why=text,
            )
            for text in HOSTILE
        ),
    ),
    "hostile, verified": verify(
        *hostile(),
        checks=tuple(
            check(source=text, detail=text, check=text, state=state)
            for text in HOSTILE
            for state in ("held", "broken", "not-checked")
        ),
    ),
}


def drawn(form: FindingFormat | str, report: Report, **page: Any) -> str:
    """The whole report in one format."""
    return "".join(renderer("report", form)(report, Page(**page)))
