from typing import Any
from unicodedata import category

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from footprint_cli.model.evidence import Candidate
from footprint_cli.model.search import ToolSchema
from footprint_cli.render import Format
from footprint_cli.render.visible import visible
from tests.build import call, candidate, read, recording, refused, retrieval
from tests.render.cells import HOSTILE, cells, column, edges, only_column, table_lines
from tests.render.drawn import drawn, drawn_of
from tests.render.explain.test_plain import SEARCH
from tests.render.situations import SITUATIONS

WIDTHS = [*range(16, 141)]
WIDE_IDS = (
    "港湾/入港.md#1",
    "항구/시간표.md#0",
    "🚢⚓🐟.md#2",
    "cafe\u0301/re\u0301gates.md",
    "\uff46\uff55\uff4c\uff4c.md",
)
LONG = "archive/2017/" + "north-quay-" * 9 + "tides.md#12"
TEXTS = st.text(
    st.characters(exclude_characters="│├┤┬┴┼╭╮╰╯|+") | st.sampled_from("\x1b\x9b\u202e[]\t\n"),
    max_size=40,
)


def page(*candidates: Candidate, **fields: Any) -> str:
    return drawn_of(Format.TABLE, *candidates, **fields)


def line_with(text: str, drawn_page: str) -> int:
    (found,) = [at for at, line in enumerate(drawn_page.splitlines()) if text in line]
    return found


def threshold_line(drawn_page: str) -> int | None:
    found = [at for at, line in enumerate(drawn_page.splitlines()) if "╌" in line]
    return found[0] if found else None


@pytest.mark.parametrize("width", WIDTHS)
def test_edges_stand_under_each_other_by_two_ways_of_counting(width: int) -> None:
    pool = [read(name, heading=name) for name in WIDE_IDS]

    lines = table_lines(page(*pool, refused(id=LONG), width=width))

    assert len(lines) > len(WIDE_IDS)
    assert {cells(line) for line in lines} == {cell_len(line) for line in lines}
    assert len({cells(line) for line in lines}) == 1
    columns = {tuple(edges(line)) for line in lines if line.startswith("│") and "╌" not in line}
    assert len(columns) == 1


@pytest.mark.parametrize("name", SITUATIONS)
def test_no_line_is_wider_than_the_page(name: str) -> None:
    for width in WIDTHS[::4]:
        for line in drawn(Format.TABLE, SITUATIONS[name], width=width, limit=6).splitlines():
            assert cell_len(line) <= width


@pytest.mark.parametrize("width", [16, 80, 140])
def test_no_line_is_wider_than_an_ascii_page_once_it_is_written(width: int) -> None:
    one = recording(retrieval(*[read(name) for name in WIDE_IDS]), calls=(call(result="한" * 300),))

    text = drawn(Format.TABLE, one, width=width, encoding="ascii")

    assert max(len(line) for line in text.splitlines()) <= width
    text.encode("ascii")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_page_can_be_written_in_its_encoding(name: str, encoding: str) -> None:
    drawn(Format.TABLE, SITUATIONS[name], encoding=encoding).encode(encoding)


@pytest.mark.parametrize("width", [width for width in WIDTHS if width >= 72])
@pytest.mark.parametrize("name", [LONG, *WIDE_IDS, "[bold]x[/bold]:anchor:", "a" * 300])
def test_an_id_is_whole_once_its_lines_are_joined(width: int, name: str) -> None:
    assert column(page(read(name), width=width), "chunk") == name


@pytest.mark.parametrize("width", [16, 20, 30, 40, 60, 71])
def test_an_id_is_whole_in_a_narrow_page_too(width: int) -> None:
    assert only_column(page(read(LONG), width=width)).startswith(LONG)


@pytest.mark.parametrize("width", [20, 40])
def test_ids_that_differ_only_at_their_end_can_be_told_apart(width: int) -> None:
    pages = [page(read(f"{LONG}{end}"), width=width) for end in "ab"]

    assert pages[0] != pages[1]


@pytest.mark.parametrize(
    "long",
    [
        candidate(LONG, score=None, odd={"score": "s" * 200}),
        candidate(LONG, rank=None, odd={"rank": "r" * 200}),
        candidate(LONG, score=int("7" * 90)),
        candidate(LONG, prompt_position=int("7" * 90)),
    ],
    ids=["odd score", "odd rank", "long score", "long position"],
)
def test_a_long_value_in_another_column_does_not_push_the_id_out(long: Candidate) -> None:
    assert column(page(long, read("b.md"), width=80), "chunk") == f"{LONG}b.md"


@pytest.mark.parametrize("width", [72, 80, 110, 140])
@pytest.mark.parametrize("score", [0.30000000000000004, 1234567890123456789012345])
def test_a_score_is_shown_with_all_its_digits(width: int, score: float) -> None:
    assert str(score) in column(page(read("a.md", score=score), width=width), "score")


@settings(max_examples=60)
@given(TEXTS, TEXTS, st.sampled_from([16, 40, 72, 80, 110, 140]))
def test_no_control_character_of_a_recording_reaches_the_page(
    name: str, heading: str, width: int
) -> None:
    text = page(read(name, heading=heading), refused(name, id=heading), width=width)

    found = [one for one in text if one not in "\n\u200d" and category(one) in HOSTILE]

    assert found == []


@settings(max_examples=60)
@given(TEXTS, st.sampled_from([72, 80, 110, 140]))
def test_any_id_is_whole_once_its_lines_are_joined(name: str, width: int) -> None:
    shown = visible(name if name.strip() else f'"{name}"').replace(" ", "")

    assert column(page(read(name), width=width), "chunk").replace(" ", "") == shown


@settings(max_examples=60)
@given(TEXTS, st.sampled_from([16, 40, 72, 80, 110, 140]))
def test_no_line_is_wider_than_the_page_whatever_the_id(name: str, width: int) -> None:
    text = page(read(name, heading=name), refused(name, id=f"{name}z"), width=width)

    assert all(cell_len(line) <= width for line in text.splitlines())


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_threshold_stands_between_the_rows_that_it_parts(width: int) -> None:
    text = page(read("above.md", score=0.8), refused(id="under.md", score=0.59), width=width)

    at = threshold_line(text)

    assert at is not None
    headline = text.index("refused:")
    below = text[headline:]
    assert below.index("above.md") < below.index("╌") < below.index("under.md")
    assert "0.6" in text.splitlines()[at]


def test_a_score_equal_to_the_threshold_stands_above_it() -> None:
    text = page(read("equal.md", score=0.6), refused(id="under.md", score=0.59))

    assert line_with("│ equal.md", text) < (threshold_line(text) or 0)


def test_the_threshold_stands_above_all_rows_where_all_are_under_it() -> None:
    text = page(refused(id="b1.md", score=0.5), refused(id="b2.md", score=0.4))
    body = text[text.index("╭") :]

    assert body.index("╌") < body.index("b1.md")


@pytest.mark.parametrize(
    "pool",
    [
        (read("a", score=0.8), refused(id="b", score=0.5), read("c", score=0.7)),
        (read("a", score=0.8), refused(id="b", score=float("nan")), refused(id="c", score=0.1)),
        (read("a", score=0.8), refused(id="b", score=None), refused(id="c", score=0.1)),
    ],
    ids=["mixed", "nan", "none"],
)
def test_the_threshold_is_left_out_where_the_order_has_no_place_for_it(
    pool: tuple[Candidate, ...],
) -> None:
    assert threshold_line(page(*pool)) is None


def test_no_threshold_is_drawn_where_none_is_recorded() -> None:
    one = recording(retrieval(read("a"), refused("x", "b"), threshold=None))

    assert threshold_line(drawn(Format.TABLE, one)) is None


@pytest.mark.parametrize("width", [40, 80, 120])
def test_a_limit_shows_the_admitted_then_the_nearest_misses_and_counts_the_rest(
    width: int,
) -> None:
    pool = (
        read("read.md"),
        refused(id="near.md", score=0.59),
        refused(id="far.md", score=0.1),
        refused(id="farther.md", score=0.05),
    )

    text = page(*pool, width=width, limit=2)

    assert "read.md" in text
    assert "near.md" in text
    assert "far.md" not in text
    assert "2 of 4 candidates are not shown" in " ".join(text.split())


def test_no_admitted_chunk_is_left_out_by_a_limit() -> None:
    text = page(*[read(name) for name in "abc"], *[refused(id=name) for name in "wxyz"], limit=2)

    assert "2 of 7 candidates are not shown" in " ".join(text.split())
    assert text.count("read at prompt") == 3


def test_a_chunk_over_the_cap_is_not_said_to_be_further_from_being_read_than_a_weaker_one() -> None:
    pool = (
        read("a.md", score=0.99),
        refused("over-max-entries", "capped.md", score=0.98),
        refused(id="under.md", score=0.5),
    )

    text = drawn(Format.TABLE, recording(retrieval(*pool, k=1)), limit=2)

    assert "capped.md" in text


def test_every_score_has_a_bar_of_its_own_length() -> None:
    text = page(read("a.md", score=1.0), refused(id="b.md", score=0.5))
    lines = text.splitlines()

    bars = [lines[line_with(f"│ {name}", text)].count("█") for name in ("a.md", "b.md")]

    assert bars == [8, 4]


def test_the_bars_of_an_ascii_page_are_ascii() -> None:
    text = page(read("a.md", score=1.0), encoding="ascii")

    assert "########" in text
    assert text.isascii()


def test_a_page_without_color_has_no_escape_sequences() -> None:
    text = page(read(), refused())

    assert "\x1b" not in text


def test_a_page_with_color_colors_our_words_only() -> None:
    text = page(read("\x1b[31mred"), color=True)

    assert "\x1b[" in text
    assert r"\u001b[31mred" in text
    assert "\x1b[31mred" not in text


@pytest.mark.parametrize("width", [40, 80])
def test_markup_and_emoji_names_stay_text(width: int) -> None:
    name = "[bold]a[/bold][/x]:anchor:"

    text = page(read(name), width=width)

    assert "[bold]a" in text.replace("\n", "")


def test_a_candidate_that_is_not_recorded_shows_dashes() -> None:
    one = Candidate(id="a.md", admitted=True)

    row = page(one).splitlines()[line_with("│ a.md", page(one))]

    assert [cell.strip() for cell in row.split("│")][1:5] == ["-", "-", "", "-"]


@pytest.mark.parametrize("name", SITUATIONS)
def test_no_line_ends_in_blanks(name: str) -> None:
    for line in drawn(Format.TABLE, SITUATIONS[name]).splitlines():
        assert line == line.rstrip()


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_same_input_gives_the_same_page(name: str) -> None:
    assert drawn(Format.TABLE, SITUATIONS[name]) == drawn(Format.TABLE, SITUATIONS[name])


@pytest.mark.parametrize("width", [40, 80, 120])
def test_what_a_call_covered_stands_below_its_result_where_a_search_is_declared(
    width: int,
) -> None:
    schema = ToolSchema(tool="incidents", search=SEARCH, door="a tool-schema line")
    told = "Searched incidents of berth 4 in the register: rows not known, complete."

    def shown(*schemas: ToolSchema) -> str:
        text = drawn(Format.TABLE, recording(calls=(call(),), schemas=schemas), width=width)
        return only_column(text) if width < 72 else column(text, "result")

    assert shown(schema) == shown() + told.replace(" ", "")
