import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.words import pieces, places, says, tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('No OPEN incident, for "checkout" (2h).', ["no", "open", "incident", "for", "checkout", "2h"]),
        ("1,234 rows", ["1234", "rows"]),
        ("h1,h2 and 1,2", ["h1", "h2", "and", "1,2"]),
        ("$5 #7 @kim +3 50% INC-7.2.", ["5", "7", "kim", "3", "50", "inc-7.2"]),
        ("re-opened non-open a/b x_y k:v", ["re-opened", "non-open", "a/b", "x_y", "k:v"]),
        ("weren't weren\u2019t", ["weren", "t", "weren", "t"]),
        ("Größe Störung 東京", ["größe", "störung", "東京"]),
        ("!! ... ,", []),
    ],
)  # fmt: skip
def test_a_text_is_parted_as_the_search_notes_say(text: str, expected: list[str]) -> None:
    assert [*tokens(text)] == expected


@pytest.mark.parametrize("hyphen", ["-", "\u2010", "\u2011", "\u2013"])
def test_a_hyphen_of_any_kind_keeps_a_word_whole(hyphen: str) -> None:
    assert tokens(f"non{hyphen}open") == ("non-open",)


@pytest.mark.parametrize("unseen", ["\u00ad", "\u200b", "\u2060"])
def test_what_nobody_sees_parts_no_word(unseen: str) -> None:
    assert tokens(f"re{unseen}opened") == ("reopened",)


def test_two_forms_of_one_letter_are_one_word() -> None:
    assert tokens("u\u0308ber") == tokens("\u00fcber")


@pytest.mark.parametrize("text", ["reopened", "non-open", "opens", "open-ended"])
def test_a_phrase_matches_whole_tokens_only(text: str) -> None:
    assert not says(tokens(text), ["open"])


def test_a_phrase_of_several_words_stands_in_consecutive_tokens() -> None:
    words = tokens("the archive, and archived old logs")

    assert places(words, ("the", "archive")) == [0]
    assert says(words, ["archived logs", "the archive"])
    assert not says(words, ["archived logs"])


@given(st.text())
def test_tokens_of_tokens_are_the_same(text: str) -> None:
    once = tokens(text)

    assert all(one and not set(one) & set(" \n\t\"'()[]{}<>") for one in once)
    assert places(once, once) == ([0] if once else [])


@given(st.text(), st.text())
def test_text_that_a_blank_parts_has_the_tokens_of_both(one: str, other: str) -> None:
    assert tokens(f"{one} \n {other}") == tokens(one) + tokens(other)


def test_the_marks_between_tokens_are_told() -> None:
    assert [*pieces("No, (open) incidents: #3.")] == [
        ("no", ""),
        ("open", ",("),
        ("incidents", ")"),
        ("3", ":#"),
        ("", "."),
    ]


@given(st.text() | st.text(alphabet="a1 .,:%#@+$-\0*'"))
def test_pieces_have_the_same_tokens(text: str) -> None:
    assert tuple(one.word for one in pieces(text)[:-1]) == tokens(text)
