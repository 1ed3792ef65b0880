import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.answer_sentences import each_sentence, own_part, sentences_of

BLOCK = "\n---\n\nCoverage of this answer \u2014 declared by tools:\n\nChecked:\n- billing"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("Version 1.5 and INC-7.2 stay.", ["Version 1.5 and INC-7.2 stay."]),
        ("- one\n* two\n1. three\n## four", ["one", "two", "three", "four"]),
        ("Hosts, e.g. h1, are up.", ["Hosts, e.g. h1, are up."]),
        ("No incidents,\nExcept INC-7.", ["No incidents, Except INC-7."]),
        ("No incidents for\ncheckout.", ["No incidents for checkout."]),
        ('He said "no." Then left.', ['He said "no."', "Then left."]),
        ("First\n\nSecond", ["First", "Second"]),
        ("", []),
    ],
)  # fmt: skip
def test_an_answer_is_parted_into_sentences(text: str, expected: list[str]) -> None:
    assert [*sentences_of(text)] == expected


def test_the_block_of_the_framework_is_no_part_of_the_answer() -> None:
    assert own_part(f"Nothing open.{BLOCK}") == ("Nothing open.", True)


@pytest.mark.parametrize("text", ["One.\n---\nTwo.", "Coverage of this answer: all", "---"])
def test_a_line_of_the_answer_itself_stays(text: str) -> None:
    assert own_part(text) == (text, False)


@pytest.mark.parametrize("part", ["x. ", "e.g. ", "- ", "---\n", "a,\n", "'", ".", "no, "])
def test_an_answer_of_a_million_characters_is_parted_at_once(part: str) -> None:
    text, _ = own_part(part * (1_000_000 // len(part)))

    assert sum(1 for _ in each_sentence(text)) >= 0


@given(st.text())
def test_every_letter_of_an_answer_is_in_one_sentence(text: str) -> None:
    letters = [one for one in text if one.isalpha()]

    assert [one for part in sentences_of(text) for one in part if one.isalpha()] == letters
