"""What a check of many recordings, or of declarations, found."""

from datetime import date

from msgspec import Struct

from footprint_cli.model.finding import Finding
from footprint_cli.model.search import Problem

LEVELS = ("error", "warning", "note")  # the gravest first
NAMED_IN_WHY = 2  # places that a sentence of `Report.why` names; the rest it counts


class Searched(Struct, frozen=True, kw_only=True):
    """How much was looked at. Zero of something is never "clean"."""

    recordings: int
    retrievals: int
    tool_calls: int


class Checked(Struct, frozen=True, kw_only=True):
    """One comparison of `verify` on one recording, and whether it could be made.

    `state`: held, broken, or not-checked; `detail` says what was compared, or why not.
    """

    source: str
    check: str
    state: str
    detail: str


class RuleCount(Struct, frozen=True, kw_only=True):
    """How often a rule of the gate was judged: `checked` = passed + `failed`; `unknown` beside it."""

    rule: str
    checked: int
    failed: int
    unknown: int
    says: str = ""  # the sentence that a finding of this rule stands for


class Unjudged(Struct, frozen=True, kw_only=True):
    """A place where a rule of the gate could not be judged, and why.

    Without line, step, retriever and tool the place is the whole input.
    """

    rule: str
    source: str
    line: int | None = None
    step: str | None = None
    retriever: str | None = None
    tool: str | None = None
    why: str


class Suppressed(Struct, frozen=True, kw_only=True):
    """A finding that does not count, and why: the baseline, or the reason of an ignore.

    `until` is the last day on which the ignore is applied; None: it does not end.
    """

    finding: Finding
    why: str
    until: date | None = None


class CheckedDeclaration(Struct, frozen=True, kw_only=True):
    """One tool's declaration, and what the rules say of it."""

    tool: str
    source: str
    problems: tuple[Problem, ...] = ()

    @property
    def accepted(self) -> bool:
        """Tell whether no rule refuses it."""
        return all(one.level != "error" for one in self.problems)


class Report(Struct, frozen=True, kw_only=True):
    """What `verify`, `gate` or `declarations check` found: verdict and status are printed from here.

    `verdict`: pass, fail or inconclusive; None where only a gate judges.
    """

    answer: str  # verify, gate or declarations
    searched: Searched
    findings: tuple[Finding, ...]
    exit_status: int
    verdict: str | None = None
    why: tuple[str, ...] = ()  # sentences: what made the verdict inconclusive
    unjudged: tuple[Unjudged, ...] = ()  # of gate: every place that `why` counts
    rules: tuple[RuleCount, ...] = ()  # of gate
    suppressed: tuple[Suppressed, ...] = ()  # of gate
    checks: tuple[Checked, ...] = ()  # of verify
    declarations: tuple[CheckedDeclaration, ...] = ()
    fail_on: str = "error"  # the lowest level of a finding that fails

    @property
    def failing(self) -> tuple[Finding, ...]:
        """The findings of the level that fails, and above."""
        return tuple(one for one in self.findings if is_at_least(one.level, self.fail_on))


def is_at_least(level: str, floor: str) -> bool:
    """Tell whether a level is as grave as another, or more; an unknown one is the gravest."""
    grave = LEVELS[: LEVELS.index(floor) + 1]
    return level in grave or level not in LEVELS
