import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from tests.cli.recordings import HOSTILE, WIDE, evidence_file, expected_ids
from tests.cli.screen import (
    cells,
    raw_controls,
    tables,
    unescaped,
    without_blanks,
    without_colour,
)
from tests.program import FIXTURES, footprint, in_terminal
from tests.shared import SHARED, needs_shared

WIDTHS = (20, 40, 80, 120)
SITUATIONS = {
    "wide-ids": WIDE,
    "hostile-ids": HOSTILE,
    "contradicting-counts": FIXTURES / "made" / "contradicting-counts.evidence.jsonl",
    "tool-calls-fail": FIXTURES / "tool-calls-fail.commits.jsonl",
    "evidence-withheld": FIXTURES / "made" / "evidence-withheld.commits.jsonl",
    "some-below-threshold": FIXTURES / "some-below-threshold.envelope.json",
}
no_colour = {"NO_COLOR": "1"}


def chunk_cells(text: str) -> list[str]:
    """Return the unfolded chunk cell of every candidate: the id, then what else stands there."""
    found = []
    for table in tables(text):
        if "chunk" in table.head:
            found += _wide_cells(table.head, [row for part in table.sections for row in part])
        elif table.head[0].startswith("candidate"):
            parts = ["".join(row[0] for row in part) for part in table.sections]
            found += [part for part in parts if "threshold" not in part[:20]]
    return [unescaped(without_blanks(one)) for one in found]


def _wide_cells(head: list[str], rows: list[list[str]]) -> list[str]:
    rank, score, chunk = (head.index(name) for name in ("rank", "score", "chunk"))
    found: list[str] = []
    on_rule = False
    for row in rows:
        if row[score]:
            on_rule = not row[rank]
            if not on_rule:
                found.append("")
        if not on_rule:
            found[-1] += row[chunk]
    return found


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("situation", SITUATIONS)
def test_no_line_is_wider_than_the_terminal_and_borders_stand_under_each_other(
    situation: str, columns: int
) -> None:
    answer = in_terminal("explain", SITUATIONS[situation], columns=columns)

    text = without_colour(answer.text)
    assert [line for line in text.split("\n") if cells(line) > columns] == []
    assert tables(text) or situation == "evidence-withheld"
    assert raw_controls(text) == set()


@pytest.mark.parametrize("columns", WIDTHS)
@pytest.mark.parametrize("situation", ["wide-ids", "hostile-ids", "some-below-threshold"])
def test_every_id_is_whole_once_its_cell_is_unfolded(situation: str, columns: int) -> None:
    answer = in_terminal(
        "explain", SITUATIONS[situation], columns=columns, cwd=FIXTURES, settings=no_colour
    )

    shown = chunk_cells(answer.text)
    ids = expected_ids(situation)
    assert len(shown) == len(ids)
    starts = [cell[: len(one)] for cell, one in zip(shown, map(without_blanks, ids), strict=True)]
    assert starts == [*map(without_blanks, ids)]


@pytest.mark.parametrize("columns", [20, 40])
@needs_shared
def test_ids_that_differ_only_at_their_end_can_be_told_apart_in_a_narrow_terminal(
    columns: int,
) -> None:
    recording = SHARED / "cases" / "23b-long-ids-narrow-terminal.jsonl"

    shown = chunk_cells(in_terminal("explain", recording, columns=columns, settings=no_colour).text)

    long = "archive/2019/harbour-office/standing-orders/annex-b/section-0012/paragraph-000"
    assert [cell[: len(long) + 1] for cell in shown[:3]] == [f"{long}{one}" for one in range(3)]


def test_a_terminal_gets_a_table_in_colour() -> None:
    answer = in_terminal("explain", WIDE, columns=80)

    assert answer.text.startswith("\x1b[1m")
    assert tables(without_colour(answer.text))


@pytest.mark.parametrize("columns", WIDTHS)
def test_no_color_leaves_not_one_escape(columns: int) -> None:
    answer = in_terminal("explain", HOSTILE, columns=columns, settings=no_colour)

    assert b"\x1b" not in answer.out
    assert tables(answer.text)


def test_an_empty_no_color_is_no_wish() -> None:
    answer = in_terminal("explain", WIDE, columns=80, settings={"NO_COLOR": ""})

    assert b"\x1b[" in answer.out


def test_no_color_wins_over_force_color() -> None:
    wishes = {"NO_COLOR": "1", "FORCE_COLOR": "1"}

    assert b"\x1b" not in in_terminal("explain", WIDE, columns=80, settings=wishes).out


@pytest.mark.parametrize("asked", [(), ("--format", "table")])
def test_a_dumb_terminal_gets_no_escape(asked: tuple[str, ...]) -> None:
    answer = in_terminal("explain", HOSTILE, *asked, columns=80, settings={"TERM": "dumb"})

    assert answer.status == 0
    assert raw_controls(answer.text) <= {"\t"}


def test_force_color_colours_a_table_in_a_pipe() -> None:
    answer = footprint("explain", HOSTILE, "--format", "table", settings={"FORCE_COLOR": "1"})

    assert b"\x1b[" in answer.out
    assert raw_controls(without_colour(answer.text)) == set()


@pytest.mark.parametrize("form", ["plain", "json", "jsonl", "markdown", "csv"])
def test_force_color_colours_nothing_but_the_table(form: str) -> None:
    forced = footprint("explain", WIDE, "--format", form, settings={"FORCE_COLOR": "1"})

    assert forced == footprint("explain", WIDE, "--format", form)


def test_a_file_is_never_coloured(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"

    in_terminal("explain", WIDE, "--format", "table", "-o", out, columns=80)

    assert b"\x1b" not in out.read_bytes()


def test_in_a_terminal_json_is_the_same_bytes_as_in_a_pipe() -> None:
    shown = in_terminal("explain", WIDE, "--format", "json", columns=20)

    assert shown.out == footprint("explain", WIDE, "--format", "json").out


def test_errors_of_usage_are_plain_lines_in_a_terminal_too() -> None:
    answer = in_terminal("explain", "--nope", columns=80)

    assert answer.status == 2
    assert raw_controls(answer.text) == set()
    assert len(answer.text.splitlines()) <= 2


def test_hostile_file_names_are_shown_escaped(tmp_path: Path) -> None:
    recording = evidence_file(tmp_path / "a\x1b[2J\nb.jsonl", ("kb#1", ""))

    answer = in_terminal("explain", recording, tmp_path / "no\x1b[2J", columns=80)

    assert answer.status == 4
    assert raw_controls(without_colour(answer.text)) == set()


hostile = st.sampled_from(
    [
        *"\0\a\b\t\n\v\f\r\x1b\x7f\x85\x9b\xa0\xad",
        *"\u061c\u200b\u200c\u200d\u200e\u2028\u2029\u202a\u202e\u2060\u2066\u2069\ufeff\ufe0f",
        *"\u3000\u3164\u2800\u034f\U000e0041\U000e0100\ue000",
        "\x1b[31m",
        "\x1b]8;;https://a.invalid\x1b\\",
        "[bold]",
        "[/]",
        ":sunflower:",
        "\\",
        "\\u001b",
        "\\U0001f331",
        "👨‍👩‍👧‍👦",
        "🏳️‍🌈",
        "e\u0301",
        "ถั่ว",
    ]
)
letters = st.sampled_from([*"aZ0/#.-_[]<>&=@", *"éßñжλ", *"港規則강낭ｂ", *"🌱🫘📦"])
names = st.lists(hostile | letters, max_size=40).map("".join)
headings = st.lists(hostile | letters | st.just(" "), max_size=20).map("".join)


@settings(
    max_examples=8,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # each step of shrinking is a process
    suppress_health_check=[HealthCheck.too_slow],
)
@example([("\\\x1b", ""), ("\\u001b", ""), ("\\\\u001b", "")], 120)
@given(st.lists(st.tuples(names, headings), min_size=10, max_size=40), st.sampled_from(WIDTHS))
def test_whatever_ids_and_headings_hold_nothing_acts_and_every_id_is_whole(
    chunks: list[tuple[str, str]], columns: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        recording = evidence_file(Path(folder) / "names.jsonl", *chunks)
        answer = in_terminal("explain", recording, "--limit", "0", columns=columns)

    text = without_colour(answer.text)
    assert answer.status == 0
    assert raw_controls(text) == set()
    assert [line for line in text.split("\n") if cells(line) > columns] == []
    shown = chunk_cells(text)
    assert len(shown) == len(chunks)
    for cell, (name, _) in zip(shown, chunks, strict=True):
        whole = name if name.strip() else f'"{name}"'  # nobody would see it else
        assert cell[: len(whole)] == whole
