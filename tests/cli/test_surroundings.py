import gzip
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.recordings import CLEAN
from tests.program import PROGRAM, environment, footprint, shell

DEEP = f"x = {'[' * 5000}{']' * 5000}\n"


@pytest.mark.parametrize("columns", ["9" * 5000, "0" * 5000, "\u0663" * 5000, "\u00b2", "-1"])
def test_a_width_that_is_no_number_of_columns_is_none(columns: str) -> None:
    answer = footprint(
        "explain", CLEAN, "-f", "table", settings={"COLUMNS": columns, "LINES": columns}
    )

    assert answer == footprint("explain", CLEAN, "-f", "table")


@pytest.mark.parametrize(
    "settings",
    [
        {"_FOOTPRINT_COMPLETE": "complete_bash"},
        {"_FOOTPRINT_COMPLETE": "complete_bash", "COMP_WORDS": "footprint"},
        {"_FOOTPRINT_COMPLETE": "complete_bash", "COMP_WORDS": "footprint", "COMP_CWORD": "x"},
        {"_FOOTPRINT_COMPLETE": "complete_nothing"},
        {"_FOOTPRINT_COMPLETE": "nonsense"},
    ],
)
def test_completion_without_its_script_is_a_usage_error(settings: dict[str, str]) -> None:
    answer = footprint(settings=settings)

    assert (answer.status, answer.out) == (2, b"")
    assert answer.complaint.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[tool.footprint]\nrecordings = "a\\u0000b"\n', "recordings: a path cannot hold a NUL"),
        ('[tool.footprint]\nrecordings = ["a", "\\u0000"]\n', "a path cannot hold a NUL"),
        (f"{DEEP}[tool.footprint]\n", "nested too deeply to be read"),
        (f"x = {'9' * 5000}\n[tool.footprint]\n", "4300 digits"),
    ],
)
def test_a_project_file_that_python_stumbles_over_is_named(
    text: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "pyproject.toml").write_text(text)

    answer = footprint("explain", cwd=tmp_path)

    assert (answer.status, answer.out) == (2, b"")
    assert answer.complaint.startswith("footprint: pyproject.toml: ")
    assert said in answer.complaint
    assert answer.complaint.count("\n") == 1


def test_a_current_folder_that_is_gone_is_named(tmp_path: Path) -> None:
    answer = shell("mkdir gone; cd gone; rmdir ../gone; footprint explain", cwd=tmp_path)

    assert (answer.status, answer.out) == (2, b"")
    assert answer.complaint == (
        "footprint: no recording was named, and the current folder cannot be searched: "
        "No such file or directory\n"
    )


def test_a_missing_word_and_its_choices_stand_on_one_line() -> None:
    complaint = footprint("schema").complaint

    first = complaint.splitlines()[0]
    assert first.startswith("footprint: Missing argument 'NAME'. Choose from: claim, ")


@pytest.mark.skipif(sys.platform != "linux", reason="ulimit -v bounds nothing here")
def test_an_input_that_memory_does_not_hold_costs_only_itself(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "huge.jsonl", "wb", compresslevel=1) as stream:
        for _ in range(400):
            stream.write(b"x" * 1_000_000)

    answer = shell(
        'ulimit -v 300000; footprint explain huge.jsonl "$1"; exit $?', CLEAN, cwd=tmp_path
    )

    assert answer.status == 4
    assert "footprint: huge.jsonl: out of memory\n" in answer.complaint
    assert answer.text.count("candidate\t") == 7


def test_ctrl_c_while_modules_load_is_no_traceback() -> None:
    script = """
import sys
class Interrupted:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
sys.argv[1:] = ["explain"]
from footprint_cli.cli import main
main()
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=False, env=environment()
    )

    assert (done.returncode, done.stderr) == (130, b"footprint: interrupted\n")


@pytest.mark.parametrize("after", [0.06, 0.1, 0.15])
def test_ctrl_c_at_any_moment_of_a_run_says_no_traceback_of_ours(after: float) -> None:
    with subprocess.Popen(
        [*PROGRAM, "explain", "-"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=20)

    assert b"footprint_cli/cli/app.py" not in complaint
