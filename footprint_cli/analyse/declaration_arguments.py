"""The rules for the arguments of a declaration: search notes, section 3, V07 to V18 and V26."""

from typing import Any, NamedTuple

from footprint_cli.analyse.declaration_faults import Faults, entries, named, quoted
from footprint_cli.analyse.declaration_phrases import check_values
from footprint_cli.analyse.declaration_reading import read_omitted
from footprint_cli.analyse.input_schemas import (
    accepts,
    accepts_key,
    is_numeric,
    properties_of,
    required_of,
    same,
)
from footprint_cli.analyse.tool_periods import NoPeriodError, period_arguments
from footprint_cli.model.numbers import usable
from footprint_cli.model.search import RESERVED_ARGUMENT, ROLES, AnyValue, ToolSchema

_WITH_WORDS = ("filter", "source")
_OF_SCHEMA = ("V07", "V08", "V12", "V14", "V15")


class _Argument(NamedTuple):
    name: str
    entry: dict[str, Any]
    at: str  # how sentences call it


def check_arguments(search: dict[str, Any], schema: ToolSchema, faults: Faults) -> None:
    """Hold every argument against its rules, as far as the schema and the period are there."""
    arguments = [
        _Argument(name, entry, f"search.arguments.{named(name)}")
        for name, entry in entries(search, "arguments")
    ]
    for one in arguments:
        _role(one, faults)
        _words(one, faults)
        _omitted(one, faults)
    properties = properties_of(schema.input_schema)
    if properties is None:
        missing = schema.input_schema is None
        why = "no input schema is there" if missing else "the input schema lists no properties"
        for code in _OF_SCHEMA:
            faults.leave(code, why)
    else:
        _classified(arguments, properties, faults)
        for one in arguments:
            _fits(one, properties.get(one.name), required_of(schema.input_schema), faults)
    for one in arguments:
        _cap(one, (properties or {}).get(one.name), faults)
    _period(arguments, schema, properties, faults)
    _one_source(arguments, faults)
    _assumed(arguments, schema.assumed, faults)


def _role(one: _Argument, faults: Faults) -> None:
    """V09."""
    role = one.entry.get("role")
    if role not in ROLES:
        told = f"{quoted(role)} is not a role" if "role" in one.entry else "it has no role"
        faults.add("V09", one.name, f"{one.at}: {told}; known: {', '.join(ROLES)}")


def _words(one: _Argument, faults: Faults) -> None:
    """V10 and V11."""
    if "said" not in one.entry:
        return
    role, said = one.entry.get("role"), one.entry["said"]
    if role in ROLES and role not in _WITH_WORDS:
        told = f"only filter and source values carry words, and its role is {role}"
        faults.add("V10", one.name, f"{one.at}: {told}")
    if isinstance(said, dict):
        check_values(one.name, said, faults)
    else:
        faults.add("V11", one.name, f"{one.at}.said: give a list of phrases for each value")


def _omitted(one: _Argument, faults: Faults) -> None:
    """V13."""
    if "whenOmitted" in one.entry and read_omitted(one.entry) is None:
        told = "give the value that the tool applies, a list of them, or {any: true}"
        given = quoted(one.entry["whenOmitted"])
        faults.add("V13", one.name, f"{one.at}.whenOmitted: {given}: {told}")


def _classified(arguments: list[_Argument], properties: dict[str, Any], faults: Faults) -> None:
    """V07 and V08."""
    names = {one.name for one in arguments}
    for one in arguments:
        if one.name not in properties:
            told = f"search.arguments: the input schema has no property {named(one.name)}"
            faults.add("V07", one.name, told)
    for name in properties:
        if name not in names and name != RESERVED_ARGUMENT:
            told = "has no role; use inert if it does not change what is read"
            faults.add("V08", str(name), f"search.arguments: {named(str(name))} {told}")


def _fits(one: _Argument, prop: Any, required: frozenset[str], faults: Faults) -> None:  # noqa: ANN401
    """V12, V14 and V15."""
    said, omitted = one.entry.get("said"), read_omitted(one.entry)
    for value in said if isinstance(said, dict) else ():
        if not accepts_key(prop, str(value)):
            told = f"{named(str(value))} is not a value of {named(one.name)}"
            faults.add("V12", one.name, f"{one.at}.said: {told}")
    if isinstance(omitted, tuple):
        given = one.entry["whenOmitted"]
        if not accepts(prop, given):
            told = f"{quoted(given)} is not a value that {named(one.name)} accepts"
            faults.add("V14", one.name, f"{one.at}.whenOmitted: {told}")
    if "whenOmitted" in one.entry and one.name in required:
        told = f"{named(one.name)} is required, so it can never be omitted"
        faults.add("V15", one.name, f"{one.at}.whenOmitted: {told}")


def _cap(one: _Argument, prop: Any, faults: Faults) -> None:  # noqa: ANN401
    """V18."""
    if one.entry.get("role") != "cap":
        return
    if not is_numeric(prop):
        told = "a cap counts rows, and this argument is no number"
        faults.add("V18", one.name, f"{one.at}: {told}")
    omitted = read_omitted(one.entry)
    if isinstance(omitted, tuple) and not all(usable(value) and value > 0 for value in omitted):
        given = quoted(one.entry["whenOmitted"])
        told = f"a cap counts rows, and {given} is no number above 0"
        faults.add("V18", one.name, f"{one.at}.whenOmitted: {told}")


def _period(
    arguments: list[_Argument],
    schema: ToolSchema,
    properties: dict[str, Any] | None,
    faults: Faults,
) -> None:
    """V16; where no period is recorded and none has the role, there is nothing to hold together."""
    having = {one.name for one in arguments if one.entry.get("role") == "period"}
    if schema.period is None and not having:
        return
    try:
        bounds = period_arguments(schema.period, properties)
    except NoPeriodError as why:
        faults.leave("V16", str(why))
        return
    for name in sorted(having - bounds):
        told = "the period of the tool does not name it, and its role is period"
        faults.add("V16", name, f"search.arguments.{named(name)}: {told}")
    classified = {one.name: one.entry.get("role") for one in arguments}
    for name in sorted(bounds - having):
        if name not in classified and name in (properties or ()):
            continue  # V08 says it
        given = (
            f"its role is {quoted(classified[name])}" if name in classified else "it has no role"
        )
        told = f"the period of the tool names it, and {given}, not period"
        faults.add("V16", name, f"search.arguments.{named(name)}: {told}")


def _one_source(arguments: list[_Argument], faults: Faults) -> None:
    """V17."""
    names = [*dict.fromkeys(one.name for one in arguments if one.entry.get("role") == "source")]
    for name in names[1:]:
        both = f"{named(names[0])} and {named(name)}"
        told = f"search.arguments: {both} cannot both replace the source"
        faults.add("V17", name, told)


def _assumed(arguments: list[_Argument], assumed: Any, faults: Faults) -> None:  # noqa: ANN401
    """V26."""
    filled = dict(_fills(assumed))
    for one in arguments:
        if one.name not in filled or read_omitted(one.entry) is None:
            continue
        omitted = read_omitted(one.entry)
        given, fill = one.entry["whenOmitted"], filled[one.name]
        if isinstance(omitted, AnyValue) or not same(_listed(given), _listed(fill)):
            told = f"two defaults for {named(one.name)}: the library fills in {quoted(fill)}"
            faults.add("V26", one.name, f"{one.at}.whenOmitted: {told}, not {quoted(given)}")


def _fills(assumed: Any) -> list[tuple[str, Any]]:  # noqa: ANN401
    """Read what the library fills in: rules by argument, or a list of rules that name theirs."""
    rules: list[tuple[Any, Any]] = []
    if isinstance(assumed, dict):
        rules = [*assumed.items()]
    elif isinstance(assumed, list | tuple):
        rules = [
            (one.get("argument", one.get("name")), one) for one in assumed if isinstance(one, dict)
        ]
    return [
        (name, rule["default"] if "default" in rule else rule["assume"])
        for name, rule in rules
        if isinstance(name, str) and isinstance(rule, dict) and {"default", "assume"} & {*rule}
    ]


def _listed(value: Any) -> Any:  # noqa: ANN401
    return value if isinstance(value, list | tuple) else [value]
