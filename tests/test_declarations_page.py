"""docs/declarations.md says what the program does."""

import re
import tomllib
from pathlib import Path

import pytest

from footprint_cli.model.search import ROLES
from footprint_cli.model.search_rules import SEARCH_RULES
from tests.program import FIXTURES, footprint

DOCS = FIXTURES.parent / "docs"
TEXT = (DOCS / "declarations.md").read_text("utf-8")
RULE_ROW = re.compile(r"^\| `(V\d\d)` \| ([a-z ]+) \| (.+) \|$", re.MULTILINE)
LEFT_OUT = "…\n"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_every_rule_has_its_row_and_no_other() -> None:
    assert RULE_ROW.findall(TEXT) == [
        (one.code, one.level, one.summary) for one in SEARCH_RULES.values()
    ]


def test_every_role_has_its_row() -> None:
    table = TEXT.partition("| role | what the argument does |")[2].partition("\n\n")[0]

    assert re.findall(r"`([a-z]+)`(?=[,` a-z]* \|)", table) == [*ROLES]


@pytest.mark.parametrize("block", blocks("console"))
def test_an_example_is_what_the_program_prints(block: str) -> None:
    command, _, printed = block.partition("\n")

    answer = footprint(*command.split()[2:], cwd=FIXTURES.parent)

    assert answer.status == 0
    assert answer.text.startswith(printed.removesuffix(LEFT_OUT))
    assert printed.endswith(LEFT_OUT) or answer.text == printed


def test_the_declaration_on_the_page_is_accepted(tmp_path: Path) -> None:
    (text,) = (one for one in blocks("toml") if "[tool." not in one)
    path = tmp_path / "a.toml"
    path.write_text(text, "utf-8")

    assert [*tomllib.loads(text)] == ["incidents"]
    assert footprint("declarations", "check", path).status == 0
