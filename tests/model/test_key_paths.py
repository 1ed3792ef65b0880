from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.model.key_paths import key_text, meant, readings
from tests.log import at

SEGMENTS = st.lists(st.text(st.characters(exclude_characters="\x1f")), min_size=1, max_size=4)


@given(SEGMENTS)
def test_what_is_written_of_a_key_means_it_when_it_is_typed(segments: list[str]) -> None:
    path = at(*segments)

    assert path in readings(key_text(path))


def test_a_slash_and_a_dot_part_a_key_that_is_not_known_as_it_stands() -> None:
    known = {at("receipt", "total")}.__contains__

    assert meant("receipt/total", known) == [at("receipt", "total")]
    assert meant("receipt.total", known) == [at("receipt", "total")]


def test_a_key_with_a_dot_is_told_from_a_nested_one_only_exactly() -> None:
    known = {"a.b", at("a", "b")}.__contains__

    assert meant("a.b", known) == ["a.b", at("a", "b")]
    assert meant('["a.b"]', known) == ["a.b"]
    assert meant('["a","b"]', known) == [at("a", "b")]
    assert meant("a\x1fb", known) == [at("a", "b")]
    assert meant("a\\u001fb", known) == [at("a", "b")]


def test_a_key_that_only_begins_like_an_array_is_one() -> None:
    assert readings("[x")[0] == "[x"
    assert readings("[1]")[0] == "[1]"
    assert readings("[]")[0] == "[]"
