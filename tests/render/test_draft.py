import tomllib
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from footprint_cli.analyse.declarations import declared
from footprint_cli.analyse.drafts import Drafting
from footprint_cli.model.coverage import Call
from footprint_cli.model.recording import Recording
from footprint_cli.model.search import ToolSchema
from footprint_cli.render.draft import render
from tests.render.situations import HOSTILE_TEXTS

TEXTS = st.text(max_size=6) | st.sampled_from([*HOSTILE_TEXTS, "a]\n[b", '"', "\ud800", "##[x]"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


def drafted(tool: str, *arguments: Any, **schema: Any) -> str:
    calls = tuple(
        Call(tool=tool, call_id=None, outcome="ran", arguments=one, arguments_from="event")
        for one in arguments
    )
    schemas = (ToolSchema(tool=tool, **schema),) if schema else ()
    drafting = Drafting(tool)
    drafting.add(Recording(source="a.jsonl", format="events", calls=calls, schemas=schemas))
    draft = drafting.draft()
    assert draft is not None
    return "".join(render(draft))


def test_a_draft_says_how_often_an_argument_was_sent_as_what_and_with_which_values() -> None:
    text = drafted("logs", {"host": "h1", "limit": 5}, {"host": ["h1", "h2"]}, {"host": None})

    assert "# What logs searches: a draft from 3 calls with recorded arguments and no input" in text
    assert "# sent in 2 of 3 calls, as string, array\n" in text
    assert '# values: "h1", ["h1","h2"]\n' in text
    assert "# sent in 1 of 3 calls, as number\n# values: 5\n" in text


def test_five_values_are_shown_and_the_others_are_mentioned() -> None:
    text = drafted("logs", *({"host": f"h{place}"} for place in range(9)))

    assert '# values: "h0", "h1", "h2", "h3", "h4" and others\n' in text


def test_a_withheld_value_is_sent_and_is_no_value() -> None:
    text = drafted("logs", {"host": "REDACTED"})

    assert "# sent in 1 of 1 call, as withheld\n# What" in text


def test_the_schema_gives_arguments_that_no_call_sent_its_enum_and_its_default() -> None:
    schema = {"properties": {"severity": {"enum": ["critical", 1]}, "limit": {"default": 100}}}
    text = drafted("logs", input_schema=schema)

    assert '# no call with recorded arguments\n# the schema allows: "critical", 1\n' in text
    assert "# The default of the schema, 100, is not that: nothing fills it in.\n" in text


def test_the_role_is_asked_for_unless_the_recording_names_it() -> None:
    search = {"arguments": [{"name": "host", "role": "population"}, {"name": "a", "role": "b"}]}
    sent = {"host": "h1", "since": "1h", "a": 1, "_findings": {}}
    table = tomllib.loads(drafted("logs", sent, search=search, period="since"))["logs"]

    assert [(one["name"], one["role"]) for one in table["arguments"]] == [
        ("host", "population"),
        ("since", "period"),
        ("a", "?"),
    ]


def test_a_draft_is_refused_until_its_questions_are_answered() -> None:
    text = drafted("logs", {"host": "h1"})
    (search,) = tomllib.loads(text).values()
    asked = {one.code for one in declared(ToolSchema(tool="logs", search=search)).problems}
    assert {"V02", "V04", "V09"} < asked

    answered = text.replace('what = "?"', 'what = "logs"', 1).replace('"?"', '"log lines"')
    answered = answered.replace('role = "log lines"', 'role = "population"')
    (search,) = tomllib.loads(answered).values()
    assert not declared(ToolSchema(tool="logs", search=search)).faulty


def test_a_draft_without_arguments_has_an_empty_list_of_them() -> None:
    assert tomllib.loads(drafted("logs", {}))["logs"]["arguments"] == []


@given(
    TEXTS,
    st.lists(st.dictionaries(TEXTS, VALUES, max_size=3) | VALUES, max_size=4),
    st.dictionaries(TEXTS, st.fixed_dictionaries({"enum": st.lists(VALUES), "default": VALUES})),
)
@example("a\n[b]", [{"c\n]": "\n[d]\ne = 1"}], {})
@example("\ud800", [{"\udfff": "\ud800"}], {})
def test_a_draft_is_toml_whatever_names_and_values_are(
    tool: str, sent: list[Any], properties: dict[str, Any]
) -> None:
    text = drafted(tool, *sent, {}, input_schema={"properties": properties})
    names = {name for one in sent if isinstance(one, dict) for name in one if one[name] is not None}
    ((key, table),) = tomllib.loads(text).items()

    if text.isprintable() and "surrogate" not in text:
        assert key == tool
    read = {one["name"] for one in table["arguments"]}
    wanted = {*names, *properties} - {"_findings"}
    if not any("\ud800" <= one <= "\udfff" for name in (tool, *wanted) for one in name):
        assert key == tool
        assert read <= wanted
    text.encode()
