import json
import tomllib
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest

from footprint_cli.cli.declared import declared_tools
from footprint_cli.errors import UsageError
from tests.cli.recordings import CLEAN, DAMAGED
from tests.cli.schemas import violation
from tests.program import FIXTURES, footprint, shell

INCIDENTS = FIXTURES / "incident-searches.declarations.json"
CALLS = FIXTURES / "incident-searches.commits.jsonl"
CASES = {
    one["id"]: one["tool"]
    for one in json.loads((FIXTURES / "search" / "declarations.json").read_text("utf-8"))
}
FORMATS = ("table", "plain", "json", "jsonl", "markdown", "csv", "github", "sarif", "junit")


def written(folder: Path, value: Any, name: str = "a.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(value), "utf-8")
    return path


def document(*arguments: str | Path) -> dict[str, Any]:
    answer = footprint("declarations", "check", "--format", "json", *arguments)
    told: dict[str, Any] = json.loads(answer.out)
    assert violation(told, "declarations") is None
    assert told["exitStatus"] == answer.status
    return told


def test_an_accepted_declaration_is_status_0_and_says_what_was_not_judged() -> None:
    told = document(INCIDENTS)

    assert told["exitStatus"] == 0
    (declaration,) = told["declarations"]
    assert (declaration["tool"], declaration["accepted"]) == ("incidents", True)
    assert [(one["code"], one["level"]) for one in declaration["problems"]] == [("V07", "note")]


def test_a_refused_one_is_status_1_with_every_fault(tmp_path: Path) -> None:
    told = document(written(tmp_path, CASES["all"]))

    assert told["exitStatus"] == 1
    (declaration,) = told["declarations"]
    assert not declaration["accepted"]
    assert [one["code"] for one in told["findings"]] == [
        "V01",
        "V02",
        "V06",
        "V08",
        "V09",
        "V20",
        "V21",
        "V22",
    ]
    assert {one["tool"] for one in told["findings"]} == {"incidents"}


def test_a_warning_is_shown_and_is_status_0(tmp_path: Path) -> None:
    told = document(written(tmp_path, CASES["V25-a"]))

    assert [(one["code"], one["level"]) for one in told["findings"]] == [("V25", "warning")]
    assert told["exitStatus"] == 0


def test_a_file_without_a_declaration_is_status_3_also_among_others(tmp_path: Path) -> None:
    empty = written(tmp_path, {})

    assert document(empty)["exitStatus"] == 3
    assert document(empty, INCIDENTS)["exitStatus"] == 3
    assert document(empty)["why"] == [f"{empty}: no declaration in it"]
    assert "nothing was checked" in footprint("declarations", "check", empty).text


def test_a_file_that_cannot_be_read_is_status_4_and_the_others_are_checked(tmp_path: Path) -> None:
    told = document(tmp_path / "none.json", written(tmp_path, CASES["T02"]))

    assert told["exitStatus"] == 4
    assert [one["code"] for one in told["findings"]] == ["unreadable", "V08"]


def test_a_folder_is_checked_file_by_file(tmp_path: Path) -> None:
    written(tmp_path, CASES["T01"])
    written(tmp_path, CASES["T02"], "b.json")
    (tmp_path / "c.toml").write_text("[[", "utf-8")

    told = document(tmp_path)

    assert [one["accepted"] for one in told["declarations"]] == [True, False]
    assert told["exitStatus"] == 4


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_names_the_fault(form: str, tmp_path: Path) -> None:
    answer = footprint("declarations", "check", written(tmp_path, CASES["T02"]), "-f", form)

    assert answer.status == 1
    assert "V08" in answer.text
    assert "window has no role" in " ".join(answer.text.split())


def test_a_file_is_not_written_over(tmp_path: Path) -> None:
    path = written(tmp_path, CASES["T02"])

    answer = footprint("declarations", "check", path, "-o", path)

    assert (answer.status, json.loads(path.read_bytes())) == (2, CASES["T02"])


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (f"check '{INCIDENTS}'", 0),
        ("check bad.json", 1),
        ("check bad.json --exit-zero", 0),
        ("check", 2),
        ("check empty.json", 3),
        ("check empty.json --exit-zero", 0),
        ("check none.json", 4),
        ("check none.json bad.json --exit-zero", 4),
        ("", 2),
        ("nope", 2),
        (f"draft incidents '{CALLS}'", 0),
        ("draft", 2),
        (f"draft incidents '{CLEAN}'", 3),
        (f"draft incidents '{CALLS}' '{DAMAGED}'", 3),
        ("draft incidents none.jsonl", 4),
        ("draft incidents calls.jsonl -o calls.jsonl", 2),
    ],
)
def test_a_shell_sees_the_status_through_a_pipe(words: str, status: int, tmp_path: Path) -> None:
    written(tmp_path, CASES["T02"], "bad.json")
    written(tmp_path, [], "empty.json")
    (tmp_path / "calls.jsonl").write_bytes(CALLS.read_bytes())

    script = f"footprint declarations {words} | cat; status=${{PIPESTATUS[0]}}; echo; echo $status"

    assert shell(script, cwd=tmp_path).text.splitlines()[-1] == str(status)


@pytest.mark.parametrize("option", ["-h", "--help"])
@pytest.mark.parametrize("command", ["check", "draft"])
def test_help_of_a_command_of_the_group(command: str, option: str) -> None:
    answer = footprint("declarations", command, option)

    assert answer.status == 0
    assert answer.text.startswith(f"Usage: footprint declarations {command} ")


def test_the_group_alone_shows_its_help() -> None:
    answer = footprint("declarations")

    assert (answer.status, answer.out) == (2, b"")
    assert "check" in answer.complaint
    assert "draft" in answer.complaint


def test_a_draft_has_the_arguments_of_the_calls_and_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "draft.toml"
    answer = footprint("declarations", "draft", "incidents", CALLS, "-o", path)

    assert (answer.status, answer.out) == (0, b"")
    table = tomllib.loads(path.read_text("utf-8"))["incidents"]
    assert [one["name"] for one in table["arguments"]] == ["service", "window", "status"]
    assert "# sent in 6 of 6 calls" in path.read_text("utf-8")
    assert document(path)["exitStatus"] == 1


def test_a_draft_of_an_unknown_tool_names_those_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "draft.toml"
    answer = footprint("declarations", "draft", "nope", CALLS, "-o", path)

    assert (answer.status, answer.out, path.exists()) == (3, b"", False)
    assert "no call and no schema of nope" in answer.complaint
    assert "incidents" in answer.complaint


def test_declarations_are_those_that_are_named(tmp_path: Path) -> None:
    (tool,) = declared_tools([str(INCIDENTS)])

    assert (tool.tool, tool.from_file) == ("incidents", True)
    with chdir(tmp_path):
        assert declared_tools(None) == ()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[tool.footprint]\ndeclarations = "a.json"\n'),
        ("footprint.toml", 'declarations = ["a.json"]\n'),
    ],
)
def test_declarations_may_be_configured(name: str, text: str, tmp_path: Path) -> None:
    written(tmp_path, CASES["T01"])
    (tmp_path / name).write_text(text, "utf-8")
    inner = tmp_path / "inner"
    inner.mkdir()

    with chdir(inner):
        (tool,) = declared_tools(None)

    assert (tool.tool, tool.source) == ("incidents", "../a.json")


def test_a_configuration_fault_is_said_by_name(tmp_path: Path) -> None:
    (tmp_path / "footprint.toml").write_text("declarations = 3\n", "utf-8")

    with chdir(tmp_path), pytest.raises(UsageError) as raised:
        declared_tools(None)

    assert str(raised.value) == "footprint.toml: declarations must be a path or a list of paths"


def test_declarations_that_cannot_be_read_are_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as raised:
        declared_tools([str(tmp_path / "none.json")])

    assert "none.json: there is no such file" in str(raised.value)
    assert raised.value.exit_status == 2


def test_two_files_may_declare_a_tool_in_one_way_and_not_in_two(tmp_path: Path) -> None:
    one, same = written(tmp_path, CASES["T01"]), written(tmp_path, CASES["T01"], "b.json")
    other = written(tmp_path, CASES["T02"], "c.json")

    assert len(declared_tools([str(one), str(same)])) == 1
    with pytest.raises(UsageError) as raised:
        declared_tools([str(one), str(other)])
    assert str(raised.value) == f"incidents is declared in two ways: in {one} and {other}"
