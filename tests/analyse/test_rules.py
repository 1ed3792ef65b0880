from pathlib import Path
from re import fullmatch

import pytest

from footprint_cli.analyse.rules import RULES

HERE = Path(__file__).parent
TESTS = "\n".join(path.read_text() for path in sorted(HERE.glob("test_rules_*.py")))


@pytest.mark.parametrize("code", RULES)
def test_a_code_is_a_plain_word_with_a_level_and_a_promise(code: str) -> None:
    assert fullmatch(r"[a-z]+(-[a-z]+)*", code)
    assert RULES[code].level in ("error", "warning", "note")
    assert RULES[code].check.__doc__


@pytest.mark.parametrize("code", RULES)
def test_the_tests_of_the_rules_know_every_code(code: str) -> None:
    assert f'"{code}"' in TESTS
