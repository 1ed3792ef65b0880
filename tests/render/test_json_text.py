import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.model import json_text as slow
from footprint_cli.read.number import read_number
from footprint_cli.render.json_text import json_text

TEXT = st.text(st.characters() | st.sampled_from('\udfff\x00\u2028"\\/'))
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
VALUES = st.recursive(
    LEAVES | TEXT | st.integers(-(10**60), 10**60),
    lambda inner: st.lists(inner) | st.dictionaries(TEXT, inner),
    max_leaves=12,
)


def strictly(text: str) -> Any:
    """Read JSON, and nothing that only looks like it."""
    return json.loads(text, parse_constant=lambda token: pytest.fail(f"{token} is not JSON"))


@pytest.mark.parametrize("careful", [False, True])
@given(value=VALUES)
def test_any_value_is_read_back_as_it_was(*, careful: bool, value: Any) -> None:
    assert repr(strictly(json_text(value, careful=careful))) == repr(value)


@pytest.mark.parametrize("careful", [False, True])
@given(value=VALUES)
def test_any_value_is_one_line_of_utf_8(*, careful: bool, value: Any) -> None:
    text = json_text(value, careful=careful)

    assert "\n" not in text
    text.encode()


@given(VALUES)
def test_both_ways_write_the_same(value: Any) -> None:
    assert json_text(value) == json_text(value, careful=True) == slow.json_text(value)


@given(st.recursive(VALUES | st.floats(), st.lists))
def test_care_writes_what_the_slow_road_writes(value: Any) -> None:
    assert json_text(value, careful=True) == slow.json_text(value)


@pytest.mark.parametrize(
    ("number", "text"),
    [(float("nan"), '"NaN"'), (float("inf"), '"Infinity"'), (float("-inf"), '"-Infinity"')],
)
def test_what_is_no_number_is_text(number: float, text: str) -> None:
    assert json_text([number], careful=True) == f"[{text}]"
    assert json_text({"a": {"b": number}}, careful=True) == f'{{"a":{{"b":{text}}}}}'


def test_what_is_no_number_is_never_a_bare_token() -> None:
    text = json_text([float("nan"), float("inf")])

    assert "NaN" not in text.replace('"NaN"', "")
    strictly(text)


@pytest.mark.parametrize("number", [2**53 + 1, 2**63, 2**64, -(2**64), 10**100])
def test_an_integer_keeps_every_digit(number: int) -> None:
    assert json_text({"n": number}) == f'{{"n":{number}}}'


def test_an_integer_that_python_would_not_print_keeps_every_digit() -> None:
    digits = "7" * 5000
    number, _ = read_number(digits, whole=True)

    assert json_text([number]) == f"[{digits}]"


@pytest.mark.parametrize("key", ["\ud83d", "a\udc80b"])
def test_a_lone_surrogate_is_the_escape_it_was_recorded_as(key: str) -> None:
    text = json_text({key: [key]})

    assert strictly(text) == {key: [key]}
    text.encode()


def test_true_is_not_one_and_one_is_not_one_point_zero() -> None:
    assert json_text([True, 1, 1.0, -0.0], careful=True) == "[true,1,1.0,-0.0]"


def test_keys_stand_in_their_order() -> None:
    assert json_text({"b": 1, "a": 2}, careful=True) == '{"b":1,"a":2}'


@pytest.mark.parametrize("careful", [False, True])
def test_nesting_has_no_limit(*, careful: bool) -> None:
    lists: Any = 0
    records: Any = 0
    for _ in range(5000):
        lists, records = [lists], {"a": records}

    assert json_text(lists, careful=careful) == "[" * 5000 + "0" + "]" * 5000
    assert json_text(records, careful=careful) == '{"a":' * 5000 + "0" + "}" * 5000
