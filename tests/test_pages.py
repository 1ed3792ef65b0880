"""What pages of docs/ show of the program is what it prints; `python -m tests.test_pages` rewrites it."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from footprint_cli.model.coverage import CHOICES
from footprint_cli.model.drift_report import CHANGES
from tests.program import FIXTURES

DOCS = FIXTURES.parent / "docs"
PAGES = (
    "claims.md",
    "coverage.md",
    "drift.md",
    "stats.md",
    "trace-prompt.md",
    "trace-steps.md",
    "trace.md",
)
BLOCK = re.compile(
    r"^```console\n\$ footprint (?P<command>.+)\n(?P<shown>(?:.*\n)*?)```$", re.MULTILINE
)


PYTHON = re.compile(r"^```python\n((?:.*\n)*?)```$", re.MULTILINE)


def printed(command: str) -> str:
    """What a command line of a page prints in a pipe, one row a line."""
    program = f"{shlex.quote(sys.executable)} -m footprint_cli"
    done = subprocess.run(
        ["bash", "-c", f"{program} {command}"], cwd=DOCS.parent, capture_output=True, check=False
    )
    assert done.stderr == b""
    return done.stdout.decode("utf-8")


def rewritten(page: Path) -> str:
    return BLOCK.sub(
        lambda one: f"```console\n$ footprint {one['command']}\n{printed(one['command'])}```",
        page.read_text("utf-8"),
    )


@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_what_the_program_prints(name: str) -> None:
    page = DOCS / name

    assert BLOCK.search(page.read_text("utf-8"))
    assert rewritten(page) == page.read_text("utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_the_python_of_a_page_runs(name: str) -> None:
    for code in PYTHON.findall((DOCS / name).read_text("utf-8")):
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=DOCS.parent, capture_output=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")


def test_the_page_of_coverage_names_every_choice_with_its_default_first() -> None:
    table = (DOCS / "coverage.md").read_text("utf-8").partition("| name | values |")[2]
    rows = re.findall(r"^\| `([a-z-]+)` \| `([a-z-]+)`, `([a-z-]+)` \|", table, re.MULTILINE)

    assert {name: (first, second) for name, first, second in rows} == CHOICES


def test_the_page_of_drift_names_every_change_with_what_it_stands_for() -> None:
    table = (DOCS / "drift.md").read_text("utf-8").partition("| change | stands for |")[2]

    assert dict(re.findall(r"^\| `([a-z-]+)` \| (.+) \|$", table, re.MULTILINE)) == CHANGES


if __name__ == "__main__":
    for name in PAGES:
        (DOCS / name).write_text(rewritten(DOCS / name), "utf-8")
