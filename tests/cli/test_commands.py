import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from footprint_cli import __version__
from footprint_cli.cli import app
from footprint_cli.render.schemas import SCHEMAS
from tests.cli.recordings import CLEAN
from tests.cli.schemas import schema, violation
from tests.cli.screen import cells, raw_controls
from tests.program import MODULE, PROGRAM, Answer, environment, footprint, in_terminal, shell

COMMANDS = tuple(app.COMMANDS)
SHELLS = ("bash", "zsh", "fish")
BOXES = set("╭╮╰╯│─┌┐└┘━┃")


def imported(*arguments: str | Path) -> set[str]:
    """Run the program as a module and return the names of all modules that it loaded."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *MODULE[1:], *map(str, arguments)],
        capture_output=True,
        check=True,
        env=environment(),
    )
    lines = done.stderr.decode().splitlines()
    return {line.split("|")[-1].strip() for line in lines if line.startswith("import time:")}


def completed(line: str) -> list[str]:
    """Ask for completions as the script for bash does."""
    words = line.split(" ")
    settings = {
        "_FOOTPRINT_COMPLETE": "complete_bash",
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(words) - 1),
    }
    answer = footprint(settings=settings)
    assert (answer.status, answer.err) == (0, b"")
    return answer.text.split()


@pytest.mark.parametrize(
    "arguments", [("--version",), ("--version", "explain"), ("--version", "-h")]
)
def test_version_is_one_line_wherever_it_is_answered(arguments: tuple[str, ...]) -> None:
    answer = footprint(*arguments)

    assert (answer.status, answer.err) == (0, b"")
    assert answer.text == f"footprint {__version__}\n" or "-h" in arguments


def test_the_console_script_and_the_module_are_one_program() -> None:
    done = subprocess.run(
        [*MODULE, "explain", str(CLEAN)], capture_output=True, check=False, env=environment()
    )

    assert Answer(done.returncode, done.stdout, done.stderr) == footprint("explain", CLEAN)


@pytest.mark.parametrize("option", ["--help", "-h"])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_fits_into_80_columns_and_is_plain(command: str, option: str) -> None:
    answer = in_terminal(*command.split(), option, columns=80)

    assert answer.status == 0
    assert b"\x1b" not in answer.out
    assert not BOXES & set(answer.text)
    assert [line for line in answer.text.split("\n") if cells(line) > 80] == []
    assert answer.text.startswith(f"Usage: footprint {command}".rstrip() + " ")


@pytest.mark.parametrize("columns", [20, 40, 79])
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_can_be_read_in_a_narrow_terminal(command: str, columns: int) -> None:
    answer = in_terminal(*command.split(), "--help", columns=columns)

    assert answer.status == 0
    assert "Usage: footprint" in answer.text


def test_help_names_every_command_and_loses_no_bracket() -> None:
    whole, explain = footprint("--help").text, footprint("explain", "--help").text

    assert all(f"\n  {name} " in whole for name in COMMANDS)
    assert "[OPTIONS] [PATH]..." in explain
    assert "Default: table on a terminal, plain\n" in explain


def test_the_help_of_explain_says_what_each_status_means() -> None:
    text = " ".join(footprint("explain", "--help").text.split())

    assert "Exit status: 0 when" in text
    assert "; 3 when" in text
    assert "; 4 when" in text


def test_the_short_help_of_a_command_is_not_cut() -> None:
    assert "..." not in footprint("--help").text.split("Commands:")[1]


def test_without_a_command_the_help_is_shown() -> None:
    answer = footprint()

    assert answer.status == 2
    assert "explain" in answer.complaint
    assert not answer.complaint.startswith("footprint: Usage:")


def test_the_schema_is_a_json_schema_and_ends_with_a_newline() -> None:
    answer = footprint("schema", "explain")

    assert schema("explain")["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert answer.out.endswith(b"}\n")
    assert (answer.status, answer.err) == (0, b"")


def test_the_schema_refuses_what_explain_never_prints() -> None:
    document = json.loads(footprint("explain", CLEAN, "--format", "json").out)
    assert violation(document) is None

    for left_out in ("schema", "recordings", "findings", "exitStatus"):
        assert violation({key: value for key, value in document.items() if key != left_out})
    assert violation(document | {"exitStatus": 1.5})
    assert violation(document | {"schema": "footprint.explain/2"})


def test_every_key_that_is_printed_stands_in_the_schema() -> None:
    document = json.loads(footprint("explain", CLEAN, "--format", "json").out)

    assert [*schema("explain")["properties"]] == [*document]
    described = schema("explain")["properties"]["recordings"]["items"]
    assert [*described["properties"]] == [*document["recordings"][0]]


@pytest.mark.parametrize("name", SHELLS)
def test_completion_prints_a_script_that_names_the_program(name: str) -> None:
    answer = footprint("completion", name)

    assert (answer.status, answer.err) == (0, b"")
    assert "_FOOTPRINT_COMPLETE" in answer.text
    assert "footprint" in answer.text


@pytest.mark.parametrize("name", SHELLS)
def test_the_shell_accepts_its_completion_script(name: str, tmp_path: Path) -> None:
    program = shutil.which(name)
    if program is None:
        pytest.skip(f"{name} is not installed here")
    script = tmp_path / "script"
    script.write_bytes(footprint("completion", name).out)

    done = subprocess.run([program, "-n", str(script)], capture_output=True, check=False)

    assert (done.returncode, done.stderr) == (0, b"")


def test_the_protocol_of_the_script_offers_commands_options_and_values() -> None:
    assert completed("footprint expl") == ["explain"]
    assert set(completed("footprint ")) == set(COMMANDS)
    assert "--exit-zero" in completed("footprint explain --")
    assert completed("footprint explain --format js") == ["json", "jsonl"]
    assert set(completed("footprint completion ")) == set(SHELLS)


@pytest.mark.parametrize("name", ["zsh", "fish"])
def test_the_protocols_of_other_shells_offer_explain(name: str) -> None:
    settings = {
        "_FOOTPRINT_COMPLETE": f"complete_{name}",
        "_TYPER_COMPLETE_ARGS": "footprint expl",
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }

    answer = footprint(settings=settings)

    assert (answer.status, answer.err) == (0, b"")
    assert "explain" in answer.text


def test_the_program_offers_the_names_of_schemas() -> None:
    assert completed("footprint schema ex") == ["explain"]
    assert set(completed("footprint schema ")) == set(SCHEMAS)


def test_bash_completes_with_the_script_loaded() -> None:
    script = """
        export PATH="$1:$PATH"
        unset -f footprint
        source <("$2" -m footprint_cli completion bash)
        COMP_WORDS=(footprint expl) COMP_CWORD=1
        _footprint_completion footprint
        printf '%s\\n' "${COMPREPLY[@]}"
    """

    answer = shell(script, Path(PROGRAM[0]).parent, sys.executable)

    assert (answer.text, answer.err) == ("explain\n", b"")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["exlpain"], "exlpain"),
        (["explain", "--fromat", "json"], "--fromat"),
        (["explain", "--format"], "--format"),
        (["explain", "-f", "yaml"], "yaml"),
        (["explain", "--limit", "x"], "--limit"),
        (["schema", "nope"], "nope"),
        (["schema"], "NAME"),
        (["completion", "csh"], "csh"),
        (["--nope"], "--nope"),
        (["\x1b[31m"], "1b[31m"),
        (["explain", "--\x1b[2J\n"], "1b[2J"),
        (["schema", "no\npe"], "no"),
    ],
)
def test_a_wrong_word_is_named_in_one_or_two_plain_lines(arguments: list[str], named: str) -> None:
    answer = footprint(*arguments)

    assert (answer.status, answer.out) == (2, b"")
    assert answer.complaint.count("\n") in (1, 2)
    assert named in answer.complaint
    assert not BOXES & set(answer.complaint)
    assert raw_controls(answer.complaint) == set()
    assert all(line.startswith("footprint: ") for line in answer.complaint.splitlines())


@pytest.mark.parametrize("form", ["json", "jsonl", "plain", "csv", "markdown"])
def test_only_the_table_loads_a_library_to_draw(form: str) -> None:
    modules = imported("explain", CLEAN, "--format", form)

    assert "footprint_cli.read.formats" in modules
    assert not {"numpy", "rich"} & modules
    assert "pydantic" not in modules


def test_the_version_loads_no_library_at_all() -> None:
    modules = imported("--version")

    assert "footprint_cli" in modules
    assert not {"typer", "click", "msgspec", "orjson", "rich", "numpy"} & modules
    assert "footprint_cli.cli.app" not in modules


def test_explain_loads_nothing_that_only_other_commands_need() -> None:
    modules = imported("explain", CLEAN, "--format", "json")

    for name in ("tomllib", "sqlite3", "zstandard", "multiprocessing", "unittest"):
        assert name not in modules, name


def test_the_program_runs_from_any_folder(tmp_path: Path) -> None:
    answer = footprint("explain", os.path.relpath(CLEAN, tmp_path), cwd=tmp_path)

    assert answer.status == 0
