"""docs/gate.md says what the program does."""

import re
import shutil
from pathlib import Path

import pytest

from footprint_cli.analyse.gate_rules import GATE_RULES
from footprint_cli.render import FindingFormat
from tests.program import FIXTURES, footprint

DOCS = FIXTURES.parent / "docs"
TEXT = (DOCS / "gate.md").read_text("utf-8")
ROW = re.compile(
    r"^\| `(?P<rule>[a-z-]+(?:=[A-Z]+)?)` \| (?P<of>\w+) \| (?P<says>.+) \|$", re.MULTILINE
)


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return str(found)


def test_every_rule_has_its_row_and_no_other() -> None:
    rows = [(one["rule"], one["of"], one["says"]) for one in ROW.finditer(TEXT)]

    assert rows == [
        (
            name if rule.value is None else f"{name}={rule.value}",
            rule.of.partition(" ")[0],
            rule.says,
        )
        for name, rule in GATE_RULES.items()
    ]


def test_the_example_is_what_the_program_prints() -> None:
    command, _, printed = block("console").partition("\n")

    answer = footprint(*command.split()[2:], cwd=FIXTURES.parent)

    assert (answer.text, answer.err) == (printed, b"")


@pytest.mark.parametrize("name", ["pyproject.toml", "footprint.toml"])
def test_the_configuration_is_accepted(name: str, tmp_path: Path) -> None:
    text = block("toml")
    if name == "footprint.toml":
        text = text.replace("[tool.footprint.", "[").replace("[tool.footprint]\n", "")
    (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "run-archive").mkdir()
    shutil.copy(FIXTURES / "some-below-threshold.commits.jsonl", tmp_path / "run-archive")

    assert footprint("gate", "--update-baseline", cwd=tmp_path).status == 0
    answer = footprint("gate", cwd=tmp_path)

    assert answer.status == 0
    assert "rule\tadmitted-below=3\t1\t" in answer.text
    assert "ignore (rule corpus-empty, retriever canteen-menu: " in answer.complaint


def test_the_page_of_formats_names_each_of_a_report() -> None:
    page = (DOCS / "output.md").read_text("utf-8").partition("| format | of a report |")[2]

    assert all(f"`{form.value}`" in page.partition("## ")[0] for form in FindingFormat)
