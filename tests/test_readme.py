"""What the README shows is what the program prints: `python -m tests.test_readme` rewrites it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
BLOCK = re.compile(r"^```console\n\$ (?P<command>.+)\n(?P<shown>(?:.*\n)*?)```$", re.MULTILINE)
PYTHON = re.compile(r"^```python\n(?P<code>(?:.*\n)*?)```$", re.MULTILINE)


def printed(command: str) -> str:
    """Run a command line of the README; one without a pipe is shown as a terminal shows it."""
    program = f"{shlex.quote(sys.executable)} -m footprint_cli"
    line = command.replace("footprint", program, 1)
    if "|" not in command:
        line += " --format table"
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == b""
    return done.stdout.decode("utf-8").rstrip("\n") + "\n"


def rewritten(text: str) -> str:
    return BLOCK.sub(
        lambda one: f"```console\n$ {one['command']}\n{printed(one['command'])}```", text
    )


COMMANDS = [one["command"] for one in BLOCK.finditer(README.read_text("utf-8"))]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_readme_shows_what_the_program_prints(command: str) -> None:
    shown = {one["command"]: one["shown"] for one in BLOCK.finditer(README.read_text("utf-8"))}

    assert printed(command) == shown[command]


def test_the_python_of_the_readme_runs() -> None:
    *elsewhere, code = [one["code"] for one in PYTHON.finditer(README.read_text("utf-8"))]
    index = (ROOT / "docs" / "index.md").read_text("utf-8")  # whose own test runs them
    assert len(elsewhere) == 3
    assert all(one in index for one in elsewhere)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False, timeout=60
    )

    assert (done.stderr, done.returncode) == (b"", 0)
    assert b"3 of 7 chunks read" in done.stdout


def test_every_page_that_the_readme_links_is_there() -> None:
    links = re.findall(r"\]\(((?!https?:)[^)#]+)", README.read_text("utf-8"))

    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


if __name__ == "__main__":
    README.write_text(rewritten(README.read_text("utf-8")), "utf-8")
