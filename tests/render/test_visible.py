from itertools import product
from sys import maxunicode
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.render.visible import escape, visible

ESCAPED = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs")
EMOJI = [
    "👩🏽\u200d🔧",
    "🏴\u200d☠\ufe0f",
    "🐈\u200d⬛",
    "⛹\ufe0f\u200d♂\ufe0f",
    "👩\u200d🔧",
    "🏳\ufe0f\u200d🌈",
    "❤\ufe0f",
    "👨\u200d👩\u200d👧",
    "🙂\u200d↔\ufe0f",
]
PIECES = ["\\", "u", "U", "0001", "00000001", "\x01", "\u202e", "202e", "é", "00e9"]
texts = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)


def in_category(name: str) -> str:
    return "".join(map(chr, (n for n in range(maxunicode + 1) if category(chr(n)) == name)))


@pytest.mark.parametrize("name", ESCAPED)
def test_every_character_of_a_category_that_cannot_be_seen_is_escaped(name: str) -> None:
    characters = in_category(name).replace(" ", "")

    assert visible(characters) == "".join(
        f"\\u{ord(one):04x}" if ord(one) < 0x10000 else f"\\U{ord(one):08x}" for one in characters
    )


@pytest.mark.parametrize("name", ["Lu", "Ll", "Lo", "Nd", "Po", "Ps", "Sm", "Sc", "So"])
def test_what_can_be_seen_stays_but_for_letters_and_symbols_that_are_blank(name: str) -> None:
    blank = "\u115f\u1160\u3164\uffa0\u2800\U00013441\U00013442\U0001d159"
    characters = "".join(one for one in in_category(name) if one not in blank and one != "\\")

    assert visible(characters) == characters


@pytest.mark.parametrize("blank", "\u115f\u1160\u17b4\u3164\uffa0\u2800\u034f\ufe0f\U000e0101")
def test_a_blank_of_a_visible_category_is_escaped(blank: str) -> None:
    assert visible(f"a{blank}b") == f"a{escape(blank)}b"


# Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.
IGNORABLE = [
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5)),
    *((0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164)),
    *((0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8)),
    *((0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF)),
]


@pytest.mark.parametrize(("first", "last"), [*IGNORABLE, (0x16FE4, 0x16FE4), (0x1D159, 0x1D159)])
@pytest.mark.parametrize("before", ["", "a", "ᠠ"])
def test_what_unicode_says_may_be_drawn_as_nothing_is_escaped(
    before: str, first: int, last: int
) -> None:
    for one in map(chr, range(first, last + 1)):
        assert visible(before + one) == before + escape(one)


@pytest.mark.parametrize(
    "text",
    ["config[dev]#3", "[/etc/x]", "[bold]x[/]", ":anchor:", "{a}", "a  b", "C:\\dir", "é한e\u0301"],
)
def test_text_that_can_be_seen_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize("emoji", EMOJI)
def test_joiners_inside_an_emoji_stay(emoji: str) -> None:
    assert visible(emoji) == emoji


@pytest.mark.parametrize(
    "text",
    [
        "a\u200db",
        "あ\u200dい",
        "ア\ufe0f",
        "中\u200d中",
        "🔧\u200d",
        "\u200d🔧",
        "a\ufe0f\u200d🔧",
        "→\u200d→",
        "☎\u200d☎",
        "🔧\u200d☎",
        "☎\u200d🔧",
        "🔧\ufe0f",
        "☋\ufe0f\u200d☋\ufe0f",
    ],
)
def test_joiners_that_join_no_emoji_are_escaped(text: str) -> None:
    shown = visible(text)

    assert "\u200d" not in shown
    assert "\ufe0f" not in shown


@pytest.mark.parametrize("before", ["", " ", "\u200b", "\n", "\\"])
def test_a_mark_without_a_letter_under_it_sits_on_nothing_of_ours(before: str) -> None:
    assert "\u0301" not in visible(f"{before}\u0301")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", r"\u001b[2J"),
        ("a\tb\nc", r"a\u0009b\u000ac"),
        ("plan\u202exslx", r"plan\u202exslx"),
        ("\U000e0041", r"\U000e0041"),
        (r"C:\users", r"C:\users"),
        (r"\u001b", r"\\u001b"),
        (r"\\u001b", r"\\\\u001b"),
        (r"\u12", r"\u12"),
        (r"\u12g4", r"\u12g4"),
    ],
)
def test_an_escape_and_a_text_that_reads_like_one_look_different(text: str, shown: str) -> None:
    assert visible(text) == shown


def test_no_two_short_texts_look_the_same() -> None:
    seen: dict[str, str] = {}
    for length in range(5):
        for pieces in product(PIECES, repeat=length):
            text = "".join(pieces)
            assert seen.setdefault(visible(text), text) == text


@given(texts, texts)
def test_two_texts_that_look_the_same_are_the_same(one: str, other: str) -> None:
    assert (visible(one) == visible(other)) == (one == other)


@given(st.text(st.characters()))
def test_what_is_shown_of_a_text_is_not_what_is_shown_of_its_own_escapes(text: str) -> None:
    shown = visible(text)

    assert visible(shown) != shown or shown == text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
@given(st.text(st.characters() | st.sampled_from("\ud800\\")))
def test_what_is_shown_can_be_written_in_its_encoding(encoding: str, text: str) -> None:
    visible(text, encoding).encode(encoding)


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_no_two_texts_look_the_same_in_a_small_encoding(encoding: str) -> None:
    texts = ["한", r"\ud55c", "\\한", r"\\ud55c", "\\\\한"]

    assert len({visible(text, encoding) for text in texts}) == len(texts)


@given(st.text(st.characters()))
def test_what_is_shown_is_one_line_without_control_characters(text: str) -> None:
    shown = visible(text)

    assert len(shown.splitlines()) <= 1
    assert all(category(one) not in ESCAPED or one in " \u200d" for one in shown)


def test_a_long_run_of_backslashes_is_shown() -> None:
    run = "\\" * 5000

    assert visible(run) == run
    assert visible(f"{run}u0001") == f"{run}{run}u0001"


def test_a_long_text_full_of_backslashes_is_shown_in_the_time_of_its_length() -> None:
    text = r"C:\logs\x" * 300_000  # by the square of its length this would take minutes

    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("##[stop-commands]x", "#\\u0023[stop-commands]x"),
        ("a###[b", "a##\\u0023[b"),
        ("#\\u0023[", "#\\\\u0023["),
        ("# #[ ##x", "# #[ ##x"),
    ],
)
def test_what_begins_a_command_in_a_log_of_actions_is_broken(text: str, shown: str) -> None:
    assert visible(text) == shown
