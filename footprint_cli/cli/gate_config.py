"""The gate's own table of the configuration, and the rules that a command line names."""

from typing import NamedTuple

from footprint_cli.analyse.gate_rules import DEFAULT_RULE, GATE_RULES
from footprint_cli.cli.config import configuration
from footprint_cli.cli.streams import complain
from footprint_cli.cli.tables import Table, nearest
from footprint_cli.errors import UsageError
from footprint_cli.model.gate import AskedRule, GateSettings, Ignore
from footprint_cli.model.report import LEVELS
from footprint_cli.model.search import FACETS, facet

_KEYS = (
    "rules",
    "fail-on",
    "allow-empty",
    "baseline",
    "levels",
    "retrievers",
    "ignore",
)
_OPTION = "--rule"
_ANY_TEXT = frozenset(name for name, one in GATE_RULES.items() if one.value == "ID")
_MATCHED = ("rule", "retriever", "tool", "chunk", "step", "source")
_INCONSISTENT, _NAMESPACE = "record-inconsistent", "namespace-changed"


class Given(NamedTuple):
    """What the command line says about a gate; it wins over the configuration."""

    rules: list[str] | None
    fail_on: str | None
    allow_empty: bool
    retriever: str | None
    tool: str | None
    baseline: str | None
    update_baseline: bool


def gate_settings(given: Given) -> tuple[GateSettings, str | None, str | None]:
    """Return what to judge, the configured baseline, and the file that configures.

    Rules of the command line replace all configured ones, those of single retrievers too.
    """
    root = configuration("no configuration can be found, for ")
    table = Table({}, "gate", "") if root is None else root.table("gate")
    table.only(*_KEYS)
    if root is not None:
        root.paths("recordings")  # a fault is said, also where recordings are named
    if root is not None and root.has("gate"):
        complain(f"settings from {root.path}")
    rules, of_retriever, namespaces = _configured_rules(table)
    if given.rules:
        rules, of_retriever = asked_rules(given.rules, _OPTION), {}
        if _NAMESPACE not in [one.name for one in rules]:
            namespaces = {}
    _check_narrowing(given, rules)
    settings = GateSettings(
        rules=rules,
        of_retriever=of_retriever,
        namespaces=namespaces,
        levels=_levels(table),
        fail_on=given.fail_on or table.choice("fail-on", LEVELS) or "error",
        allow_empty=table.flag("allow-empty") or given.allow_empty,
        retriever=given.retriever,
        tool=given.tool,
        ignores=tuple(_ignore(one) for one in table.tables("ignore")),
    )
    return settings, table.path_of_file("baseline"), None if root is None else root.path


def _check_narrowing(given: Given, rules: tuple[AskedRule, ...]) -> None:
    """Refuse to look at one retriever or one tool where a rule then had nothing to judge."""
    of_calls = [one.text for one in rules if GATE_RULES[one.name].of == "call"]
    if given.retriever is not None and of_calls:
        raise UsageError(f"--retriever leaves no call for {', '.join(of_calls)} to judge")
    if given.tool is not None and not of_calls:
        raise UsageError("--tool concerns the rules of calls, and none is asked for")


def asked_rules(texts: list[str], where: str) -> tuple[AskedRule, ...]:
    """Read rules as they are written: a name, or a name, = and a value."""
    return tuple(dict.fromkeys(_asked(one, where) for one in texts))


def _asked(text: str, where: str) -> AskedRule:
    name, equals, value = text.partition("=")
    rule = GATE_RULES.get(name)
    names = [one.partition("=")[0] for one in text.split(",")]
    if len(names) > 1 and name not in _ANY_TEXT and all(one in GATE_RULES for one in names):
        each = "repeat --rule for each" if where == _OPTION else "write each as a text of its own"
        raise UsageError(f"{where}: {text} names {len(names)} rules; {each}")
    if rule is None:
        raise UsageError(f"{where}: there is no rule {name}; {nearest(name, GATE_RULES)}")
    if rule.value is None:
        if equals:
            raise UsageError(f"{where}: {name} takes no value")
        return AskedRule(name=name)
    if not value:
        raise UsageError(f"{where}: {name} needs a value: {name}={rule.value}")
    if rule.value == "N":
        if not (value.isascii() and value.isdecimal() and len(value) < 10):  # noqa: PLR2004
            raise UsageError(f"{where}: {name}={value}: the value must be a whole number")
        value = str(int(value))
    if rule.value == "FACET":
        if facet(value) not in FACETS:
            raise UsageError(f"{where}: {name}={value}: {nearest(value, FACETS)}")
        value = facet(value)
    return AskedRule(name=name, value=value)


def _configured_rules(
    table: Table,
) -> tuple[tuple[AskedRule, ...], dict[str, tuple[AskedRule, ...]], dict[str, str]]:
    """Return the rules for all, those that replace them for one retriever, and namespaces."""
    rules = _rules_of(table) or (AskedRule(name=DEFAULT_RULE),)
    of_retriever: dict[str, tuple[AskedRule, ...]] = {}
    namespaces: dict[str, str] = {}
    retrievers = table.table("retrievers")
    for name in retrievers.names():
        one = retrievers.table(name)
        one.only("rules", "namespace")
        own = _rules_of(one)
        if own is not None:
            whole = next((rule for rule in own if GATE_RULES[rule.name].of != "retrieval"), None)
            if whole is not None:
                what = "a call" if GATE_RULES[whole.name].of == "call" else "a whole recording"
                raise one.fault("rules", f"cannot have {whole.name}: it judges {what}")
            of_retriever[name] = own
        namespace = one.text("namespace")
        if namespace is not None:
            if _NAMESPACE not in [rule.name for rule in own or rules]:
                raise one.fault("namespace", f"needs the rule {_NAMESPACE}, which is not on")
            namespaces[name] = namespace
    return rules, of_retriever, namespaces


def _rules_of(table: Table) -> tuple[AskedRule, ...] | None:
    texts = table.texts("rules", "a rule")
    return None if texts is None else asked_rules(texts, table.where("rules"))


def _levels(table: Table) -> dict[str, str]:
    levels = table.table("levels")
    levels.only(*GATE_RULES)
    if levels.has(_INCONSISTENT):
        raise levels.fault(_INCONSISTENT, "cannot be set: what verify finds has levels of its own")
    return {name: levels.choice(name, LEVELS) or "error" for name in levels.names()}


def _ignore(table: Table) -> Ignore:
    table.only(*_MATCHED, "reason", "until")
    reason = table.text("reason")
    if reason is None:
        raise table.fault("reason", "is missing: say why these findings do not count")
    if not any(table.has(key) for key in _MATCHED):
        raise table.fault("rule", f"is missing: an ignore needs one of {', '.join(_MATCHED)}")
    return Ignore(
        reason=reason,
        rule=table.choice("rule", GATE_RULES),
        retriever=table.text("retriever"),
        tool=table.text("tool"),
        chunk=table.text("chunk"),
        step=table.text("step"),
        source=table.text("source"),
        until=table.day("until"),
    )
