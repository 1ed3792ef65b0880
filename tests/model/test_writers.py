import pytest

from footprint_cli.model.writers import last_writer, timeline
from tests.model.lines import line

LOG = [
    line("set receipt"),
    line("merge receipt/total"),
    line(),
    line("set receipt", "append receipt", "set other") | {"runtimeStageId": "loop#3"},
    {"trace": [{"path": "receipt", "verb": "set"}]},
]


@pytest.mark.parametrize(
    ("before", "writer"), [(None, 3), (99, 3), (4, 3), (3, 0), (1, 0), (0, None), (-1, None)]
)
def test_the_last_writer_stands_before_the_given_line(
    before: int | None, writer: int | None
) -> None:
    assert last_writer(LOG, "receipt", before) == writer


@pytest.mark.parametrize("key", ["receipt\x1ftotal", "receipt.total", "total", "rec", ""])
def test_only_a_row_at_exactly_the_key_writes_it(key: str) -> None:
    assert last_writer(LOG, key) == (1 if key == "receipt\x1ftotal" else None)


def test_a_timeline_lists_each_writing_line_once_by_its_last_verb() -> None:
    assert timeline(LOG, "receipt") == [(0, "stage#0", "set"), (3, "loop#3", "append")]


def test_a_timeline_of_a_key_that_was_never_written_is_empty() -> None:
    assert timeline(LOG, "never") == []


def test_a_refused_line_wrote_nothing() -> None:
    assert last_writer([None, LOG[4], []], "receipt") is None


def test_a_verb_that_is_no_string_is_none() -> None:
    odd = line() | {"trace": [{"path": "a", "verb": 5}, {"path": "b"}]}

    assert timeline([odd], "a") == [(0, "stage#0", None)]
    assert timeline([odd], "b") == [(0, "stage#0", None)]
