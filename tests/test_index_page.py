"""What docs/index.md shows is what the program prints; `python -m tests.test_index_page` rewrites it."""

import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.program import FIXTURES
from tests.test_pages import BLOCK, PYTHON

PAGE = FIXTURES.parent / "docs" / "index.md"
LIBRARY = re.compile(r"^(?:import|from) (\w+)", re.MULTILINE)


def printed(command: str, folder: Path) -> str:
    program = f"{shlex.quote(sys.executable)} -m footprint_cli"
    done = subprocess.run(
        ["bash", "-c", f"{program} {command}"], cwd=folder, capture_output=True, check=False
    )
    assert done.stderr == b""
    return done.stdout.decode("utf-8")


def rewritten(folder: Path) -> str:
    """Run the commands of the page one after the other, in a folder of their own."""
    (folder / "fixtures").symlink_to(FIXTURES)
    return BLOCK.sub(
        lambda one: (
            f"```console\n$ footprint {one['command']}\n{printed(one['command'], folder)}```"
        ),
        PAGE.read_text("utf-8"),
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("page")


def test_the_page_shows_what_the_program_prints(folder: Path) -> None:
    assert rewritten(folder) == PAGE.read_text("utf-8")


@pytest.mark.parametrize("code", PYTHON.findall(PAGE.read_text("utf-8")), ids=LIBRARY.findall)
def test_the_python_of_the_page_runs(folder: Path, code: str) -> None:
    [library] = LIBRARY.findall(code)
    if find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, check=False, text=True
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "alarms.md#4" in done.stdout


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        PAGE.write_text(rewritten(Path(place)), "utf-8")
