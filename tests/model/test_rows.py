import pytest

from footprint_cli.model.rows import are_nested, rows_of, superseded
from tests.model.lines import line


@pytest.mark.parametrize(
    ("rows", "nested"),
    [
        ([], False),
        (["set a", "set ab", "set a"], False),
        (["set a/b", "set a/c", "set a/b"], False),
        (["set a/b", "set a/bc", "set a/b.c/d"], False),
        (["set a/b", "set ab/b", "set a.b/c"], False),
        (["set a", "set a/b"], True),
        (["delete a/b/c/d", "set z", "merge a/b"], True),
        (["set ", "set /a"], True),
        (["set a", "set a\n", "set a/b"], True),
    ],
)
def test_rows_are_nested_when_one_path_is_above_another(rows: list[str], nested: bool) -> None:
    assert are_nested(rows_of(line(*rows)["trace"])) is nested


@pytest.mark.parametrize(
    ("rows", "without_effect"),
    [
        (["set a"] * 4, {0, 1, 2}),
        (["set a", "set b", "set a", "set b"], {0, 1}),
        (["set a", "append a", "set a"], set()),
        (["set a", "delete a", "set a"], set()),
        (["append a"] * 3, set()),
        (["merge a", "merge a"], set()),
        (["merge a"] * 4, {0, 1}),
        (["odd a"] * 3, {0}),
        (["merge a", "merge a", "set a", "merge a"], set()),
    ],
)
def test_of_repeated_rows_the_last_set_counts_and_the_last_two_merges(
    rows: list[str], without_effect: set[int]
) -> None:
    assert superseded(rows_of(line(*rows)["trace"])) == without_effect
