import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.errors import InputError
from footprint_cli.read.declarations import read_declarations
from tests.program import FIXTURES

INCIDENTS = FIXTURES / "incident-searches.declarations.json"
SEARCH: dict[str, Any] = {"source": {"what": "x", "said": ["x"]}}
TOOL: dict[str, Any] = {"name": "incidents", "inputSchema": {"type": "object"}, "search": SEARCH}


def written(folder: Path, value: Any, name: str = "a.json") -> str:
    path = folder / name
    path.write_text(value if isinstance(value, str) else json.dumps(value), "utf-8")
    return str(path)


def why(path: str) -> str:
    with pytest.raises(InputError) as raised:
        read_declarations(path)
    assert raised.value.exit_status == 4
    return raised.value.why


def test_a_file_of_one_search_a_tool() -> None:
    (schema,) = read_declarations(str(INCIDENTS))

    assert (schema.tool, schema.from_file, schema.source) == ("incidents", True, str(INCIDENTS))
    assert schema.search["complete"] == "within-arguments"
    assert (schema.input_schema, schema.period, schema.door) == (
        None,
        None,
        "a file of declarations",
    )


@pytest.mark.parametrize("value", [TOOL, [TOOL], {"tools": [TOOL]}])
def test_tools_with_their_names_are_read_alone_in_a_list_and_under_tools(
    value: Any, tmp_path: Path
) -> None:
    (schema,) = read_declarations(written(tmp_path, value))

    assert (schema.tool, schema.search) == ("incidents", SEARCH)
    assert schema.input_schema == {"type": "object"}


def test_the_period_and_what_the_library_fills_in_are_kept_as_written(tmp_path: Path) -> None:
    tools = [
        TOOL | {"period": ["start", "end"], "arguments": [{"name": "window", "default": "2h"}]},
        TOOL | {"name": "b", "askOrAssume": {"window": {"default": "2h"}}},
    ]
    one, two = read_declarations(written(tmp_path, tools))

    assert (one.period, one.assumed) == (["start", "end"], [{"name": "window", "default": "2h"}])
    assert two.assumed == {"window": {"default": "2h"}}


def test_a_tool_may_be_called_name_search_or_tools(tmp_path: Path) -> None:
    value = {"name": SEARCH, "search": SEARCH, "tools": SEARCH}

    assert [one.tool for one in read_declarations(written(tmp_path, value))] == [*value]


def test_toml_has_a_table_for_each_tool_or_a_list_of_tools(tmp_path: Path) -> None:
    tables = '[incidents.source]\nwhat = "x"\nsaid = ["x"]\n'
    listed = '[[tools]]\nname = "incidents"\n[tools.search.source]\nwhat = "x"\nsaid = ["x"]\n'

    for text in (tables, listed):
        (schema,) = read_declarations(written(tmp_path, text, "a.toml"))
        assert (schema.tool, schema.search) == ("incidents", SEARCH)


def test_days_and_times_of_toml_are_their_text(tmp_path: Path) -> None:
    text = "[a]\nday = 2030-12-31\nat = [2030-12-31T07:00:00Z, {time = 07:30:00}]\n"
    (schema,) = read_declarations(written(tmp_path, text, "a.toml"))

    assert schema.search == {
        "day": "2030-12-31",
        "at": ["2030-12-31T07:00:00+00:00", {"time": "07:30:00"}],
    }


def test_a_folder_is_read_in_order_of_its_names(tmp_path: Path) -> None:
    written(tmp_path, {"b": SEARCH}, "b.json")
    written(tmp_path, "[a]\n", "a.toml")
    written(tmp_path, "no declarations", "c.md")
    written(tmp_path, "{", ".hidden.json")

    assert [one.tool for one in read_declarations(str(tmp_path))] == ["a", "b"]


def test_a_folder_without_declarations_says_what_was_looked_for(tmp_path: Path) -> None:
    assert why(str(tmp_path)) == "no declarations in this folder (looked for .json, .toml)"


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("", "a.json", "is not JSON at character 1"),
        ('{"a": {}', "a.json", "is not JSON at character 9"),
        ('{"a": {}} x', "a.json", "goes on behind its JSON, at character 11"),
        ("3", "a.json", "holds no declarations"),
        ('"a"', "a.json", "holds no declarations"),
        ('{"a": {}, "a": {}}', "a.json", "gives a twice"),
        ('[{"name": "a"}, {"name": "a"}]', "a.json", "declares a twice"),
        ('[{"name": "a"}, {"search": {}}]', "a.json", "tool 2 of the list has no name"),
        ("[3]", "a.json", "tool 1 of the list has no name"),
        ('{"tools": [], "a": {}}', "a.json", "has a list of tools, and a beside it"),
        ("[" * 2000, "a.json", "is not JSON at character 2001"),
        ('{"a": ' + "[" * 2000 + "]" * 2000 + "}", "a.json", "is nested deeper than 1024 levels"),
        ("[a]\n[a]\n", "a.toml", "is not TOML: "),
        ("a = " + "[" * 5000, "a.toml", "is n"),
        ("a = " + "9" * 5000, "a.toml", "is not TOML: "),
    ],
)
def test_what_cannot_be_understood_is_said(text: str, name: str, said: str, tmp_path: Path) -> None:
    assert why(written(tmp_path, text, name)).startswith(said)


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b'{"\xff": {}}')

    assert why(str(tmp_path / "a.json")) == "is not UTF-8 at byte 2"
    assert why(str(tmp_path / "b.json")) == "there is no such file"


def test_a_file_with_nothing_in_it_declares_nothing(tmp_path: Path) -> None:
    for text in ("{}", "[]", '{"tools": []}'):
        assert read_declarations(written(tmp_path, text)) == []
    assert read_declarations(written(tmp_path, "# nothing yet\n", "a.toml")) == []


def test_a_tool_without_a_search_is_read_without_one(tmp_path: Path) -> None:
    (schema,) = read_declarations(written(tmp_path, [{"name": "a"}]))

    assert (schema.tool, schema.search) == ("a", None)


@given(st.binary(max_size=40) | st.text(max_size=20).map(str.encode))
def test_any_bytes_are_read_or_refused(tmp_path_factory: Any, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("any")
    for name in ("a.json", "a.toml"):
        (folder / name).write_bytes(data)
        try:
            read_declarations(str(folder / name))
        except InputError as error:
            assert error.why  # noqa: PT017 (either is right)
