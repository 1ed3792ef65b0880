"""What a gate is asked to judge, and what it accepts."""

from datetime import date

from msgspec import Struct, field

from footprint_cli.model.report import Searched

FINDING_RULE = "record-inconsistent"  # the one that asks what is found in retrievals


class AskedRule(Struct, frozen=True, kw_only=True):
    """A rule by its name, with its value where it takes one."""

    name: str
    value: str | None = None

    @property
    def text(self) -> str:
        """The rule as it is written on a command line."""
        return self.name if self.value is None else f"{self.name}={self.value}"


class Ignore(Struct, frozen=True, kw_only=True):
    """Findings that do not count, for a reason, up to a day; what is None matches everything.

    `source` is a glob in which `*` matches slashes too.
    """

    reason: str
    rule: str | None = None
    retriever: str | None = None
    tool: str | None = None
    chunk: str | None = None
    step: str | None = None
    source: str | None = None
    until: date | None = None  # the last day on which it is applied

    @property
    def text(self) -> str:
        """What it matches, in words."""
        names = ("rule", "retriever", "tool", "chunk", "step", "source")
        given = ((name, getattr(self, name)) for name in names)
        return ", ".join(f"{name} {value}" for name, value in given if value is not None)


class GateSettings(Struct, frozen=True, kw_only=True):
    """What one gate judges, and how grave what it finds is.

    `of_retriever` has the rules that replace those of retrievals for a retriever, `namespaces` the
    namespace that a retriever should have; `retriever` and `tool` are the only ones that are looked
    at.
    """

    rules: tuple[AskedRule, ...]
    of_retriever: dict[str, tuple[AskedRule, ...]] = field(default_factory=dict)
    namespaces: dict[str, str] = field(default_factory=dict)
    levels: dict[str, str] = field(default_factory=dict)
    fail_on: str = "error"
    allow_empty: bool = False
    retriever: str | None = None
    tool: str | None = None
    ignores: tuple[Ignore, ...] = ()


class Fingerprint(Struct, frozen=True, kw_only=True):
    """A finding without line and words, so that a run recorded again has the same.

    `code` is what `verify` calls it, where the rule is about that.
    """

    rule: str
    code: str | None = None
    source: str
    retriever: str | None = None
    step: str | None = None
    chunk: str | None = None
    tool: str | None = None


class Baseline(Struct, frozen=True, kw_only=True):
    """What a gate found once and accepts since, and how much it had checked then."""

    checked: dict[str, int]
    searched: Searched
    findings: dict[Fingerprint, int]
