import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.declarations import declared
from footprint_cli.model.search import AnyValue, Declaration, Search, SearchGap, ToolSchema
from footprint_cli.model.search_rules import SEARCH_RULES
from tests.program import FIXTURES

CASES = json.loads((FIXTURES / "search" / "declarations.json").read_text("utf-8"))
D1: dict[str, Any] = CASES[0]["tool"]

SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.just(10**400),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(["\ud800", "REDACTED", "unknown", "filter", "period", "within-arguments"]),
)
TOP_KEYS = ["source", "subject", "fixed", "arguments", "complete", "gaps", "limits", "ranking"]
PART_KEYS = ["name", "role", "said", "what", "why", "bears", "cap", "byCredential", "whenOmitted"]
SCHEMA_KEYS = ["any", "value", "properties", "required", "type", "enum", "const", "items"]
KEYS = st.sampled_from([*TOP_KEYS, *PART_KEYS, *SCHEMA_KEYS, "default", "assume", "argument"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS | st.text(max_size=2), inner),
    max_leaves=20,
)
SEARCHES = VALUES | st.fixed_dictionaries(
    {
        "source": VALUES,
        "fixed": st.lists(VALUES, max_size=2),
        "arguments": st.lists(st.dictionaries(KEYS, VALUES, max_size=4), max_size=3),
        "gaps": st.lists(VALUES, max_size=2),
        "limits": VALUES,
    }
)


def read(search: Any, **fields: Any) -> Declaration:
    schema = {"input_schema": D1["inputSchema"], "period": "window"} | fields
    return declared(ToolSchema(tool="incidents", search=search, **schema))


def changed(**parts: Any) -> dict[str, Any]:
    return {**deepcopy(D1["search"]), **parts}


def search_of(search: Any, **fields: Any) -> Search:
    found = read(search, **fields).search
    assert found is not None
    return found


def codes(declaration: Declaration) -> list[str]:
    return [one.code for one in declaration.problems]


def test_every_rule_has_a_case_that_breaks_it() -> None:
    broken = {code for one in CASES for code, _ in one["expected"].get("faults", ())}

    assert broken == set(SEARCH_RULES) == {f"V{number:02}" for number in range(1, 27)}


def test_a_warning_does_not_make_a_declaration_faulty() -> None:
    for one in CASES:
        faults = {code for code, _ in one["expected"].get("faults", ())}
        if one["expected"].get("accepted"):
            assert all("warning" in SEARCH_RULES[code].level for code in faults), one["id"]


def test_the_example_of_the_seed_is_read_whole() -> None:
    search = search_of(D1["search"])

    assert (search.source.what, search.subject.said) == (
        "the incident store",
        ("incident", "incidents"),
    )
    assert [(one.name, one.role, one.when_omitted) for one in search.arguments] == [
        ("service", "population", None),
        ("window", "period", ("2h",)),
    ]
    assert (search.complete, search.ranking, search.limits.cap) == ("within-arguments", None, None)
    assert read(D1["search"]).problems == ()


def test_a_tool_without_a_search_declares_nothing_and_has_no_fault() -> None:
    assert read(None, door="a list of tools") == Declaration(
        tool="incidents", door="a list of tools"
    )


def test_a_search_comes_from_where_it_was_found() -> None:
    assert read(D1["search"]).found == "recording"
    assert read(D1["search"], from_file=True).found == "file"


def test_a_withheld_search_is_no_fault_of_the_tool() -> None:
    declaration = read("REDACTED")

    assert (declaration.search, declaration.faulty) == (None, False)
    assert [one.level for one in declaration.problems] == ["note"]


def test_the_door_of_an_mcp_server_drops_a_faulty_search_and_no_other() -> None:
    door = "MCP: _meta.agentfootprint.search"

    assert read(changed(Complete=1), door=door).found == "none"
    assert read(changed(Complete=1), door=door).search is None
    assert codes(read(changed(Complete=1), door=door)) == ["V01"]
    assert read(D1["search"], door=door).found == "recording"


def test_one_note_names_all_rules_that_were_not_judged_and_why() -> None:
    (note,) = read(D1["search"], input_schema=None, period=None).problems

    assert (note.code, note.level) == ("V07", "note")
    assert note.message == (
        "not judged: V07, V08, V12, V14, V15: no input schema is there; "
        "V16: no period of the tool is recorded"
    )


def test_a_schema_that_lists_its_properties_elsewhere_is_not_held_against_the_tool() -> None:
    declaration = read(D1["search"], input_schema={"allOf": [{"$ref": "#/$defs/a"}]})

    assert not declaration.faulty
    assert codes(declaration) == ["V07"]


@pytest.mark.parametrize("cap", [0, -1, 1.5, "many", True, None, [5], float("nan"), 10**400])
def test_a_cap_that_cannot_be_read_is_unknown_and_never_no_cap(cap: Any) -> None:
    assert search_of(changed(limits={"cap": cap})).limits.cap == "unknown"
    assert "V21" in codes(read(changed(limits={"cap": cap})))


def test_limits_that_cannot_be_read_are_an_unknown_cap() -> None:
    assert search_of(changed(limits=50)).limits.cap == "unknown"
    assert search_of(changed(limits={})).limits.cap is None


def test_a_gap_is_never_lost() -> None:
    gaps = [{"what": "a"}, {"what": "b", "why": "c", "bears": "filter"}, "d", {"bears": "weather"}]

    assert search_of(changed(gaps=gaps)).gaps == (
        SearchGap(what="a", why=None, bears=""),
        SearchGap(what="b", why="c", bears="filters"),
        SearchGap(what="d", why=None, bears=""),
        SearchGap(what="", why=None, bears="weather"),
    )
    assert search_of(changed(gaps="e")).gaps == (SearchGap(what="e", why=None, bears=""),)


def test_an_argument_with_two_roles_has_none_that_is_known() -> None:
    twice = [{"name": "service", "role": "inert"}, {"name": "service", "role": "filter"}]
    (argument,) = search_of(changed(arguments=twice)).arguments

    assert argument.role == "inert, filter"


def test_what_two_entries_of_an_argument_do_not_agree_on_is_not_known() -> None:
    one: dict[str, Any] = {"name": "window", "role": "period"}
    twice = [one | {"whenOmitted": 1}, one | {"whenOmitted": True}]
    (argument,) = search_of(changed(arguments=twice)).arguments

    assert (argument.role, argument.when_omitted) == ("period", None)


@pytest.mark.parametrize(
    ("given_", "read_"),
    [("2h", ("2h",)), (["1h", 2], ("1h", 2)), ({"any": True}, AnyValue()), ({"any": 1}, None)],
)
def test_the_forms_of_when_omitted(given_: Any, read_: Any) -> None:
    arguments = [{"name": "window", "role": "period", "whenOmitted": given_}]

    assert search_of(changed(arguments=arguments)).arguments[0].when_omitted == read_


def test_only_true_limits_by_credential() -> None:
    assert search_of(changed(limits={"byCredential": True})).limits.by_credential
    assert not search_of(changed(limits={"byCredential": 1})).limits.by_credential


def test_both_stay_where_ranking_stands_beside_complete() -> None:
    search = search_of(changed(ranking="approximate"))

    assert (search.complete, search.ranking) == ("within-arguments", "approximate")


def test_known_values_are_those_of_the_schema_and_those_with_words() -> None:
    schema = {
        "properties": {
            "service": {"type": "array", "items": {"enum": ["checkout", "payments", None]}},
            "window": {"const": 2},
            "severity": {"enum": [1, 2]},
        }
    }
    severity = {"name": "severity", "role": "filter", "said": {"1": ["bad"], "3": ["fine"]}}
    search = changed(arguments=[*D1["search"]["arguments"], severity])

    assert read(search, input_schema=schema).known_values == {
        "service": ("checkout", "payments"),
        "window": (2,),
        "severity": (1, 2, "3"),
    }


def test_a_long_value_is_quoted_short() -> None:
    problems = read(changed(complete="x" * 100_000, ranking={"a": ["y" * 100_000]})).problems

    assert all(len(one.message) < 400 for one in problems)


def test_a_value_that_is_nested_without_end_is_no_crash() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for part in ("source", "fixed", "arguments", "gaps", "limits", "complete"):
        assert read(changed(**{part: deep})).faulty
    assert read(changed(), assumed={"window": {"default": deep}}).problems


@given(SEARCHES, VALUES, VALUES, VALUES)
def test_any_value_is_read_without_an_error(
    search: Any, schema: Any, period: Any, assumed: Any
) -> None:
    declaration = read(search, input_schema=schema, period=period, assumed=assumed)

    assert all(one.code in SEARCH_RULES for one in declaration.problems)
    assert (declaration.search is None) == (not isinstance(search, dict))


FAULTS: dict[str, dict[str, Any]] = {
    "V01": {"Complete": 1},
    "V02": {"source": {"said": ["the store"]}},
    "V03": {"subject": {"what": "incidents", "said": []}},
    "V20": {"gaps": [{"what": "a", "bears": "period"}]},
    "V21": {"limits": {"cap": 0}},
    "V19": {"fixed": [{"name": "service", "value": 1, "said": ["one"]}]},
    "V09": {"arguments": [{"name": "service", "role": "scope"}]},
}


@given(st.sets(st.sampled_from(sorted(FAULTS))), st.sampled_from(sorted(FAULTS)))
def test_a_fault_never_hides_another(some: set[str], one: str) -> None:
    parts: dict[str, Any] = {}
    for code in some:
        parts |= FAULTS[code]
    before = {(each.code, each.field) for each in read(changed(**parts)).problems}
    after = {(each.code, each.field) for each in read(changed(**parts | FAULTS[one])).problems}

    assert before <= after
    assert {*some, one} <= {code for code, _ in after}
