import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.fragments import fragment_fault, is_hollow, joined_fragments, was_read
from tests.build import candidate, read, refused, retrieval

CITED = '<source uri="a.md" heading="x > y">\n{}\n</source>'


@pytest.mark.parametrize(
    ("fragment", "fault"),
    [
        (None, "missing"),
        ("", "empty"),
        (CITED.format(""), "hollow"),
        (CITED.format(" \t\n "), "hollow"),
        (" \n ", "hollow"),
        ("From the handbook:\n\n" + CITED.format(""), "hollow"),
        (CITED.format("Tides turn."), None),
        ("Tides turn.", None),
        (CITED.format("0"), None),
    ],
)
def test_a_missing_an_empty_and_a_hollow_fragment_are_told_apart(
    fragment: str | None, fault: str | None
) -> None:
    assert fragment_fault(candidate(prompt_fragment=fragment)) == fault


@pytest.mark.parametrize(
    "fragment", ["<source", "<source>text", "<source uri='x", '<source uri="', "a <sourcery> b"]
)
def test_a_tag_that_is_not_whole_is_text(fragment: str) -> None:
    assert not is_hollow(fragment)


@given(
    st.lists(
        st.sampled_from(
            ["<source", ' id="a"', '"', ">", "</source>", "</sou", "<", " ", "\n", " " * 40, "text"]
        ),
        max_size=12,
    ).map("".join)
)
def test_hollow_is_what_has_nothing_but_blanks_between_its_tags(fragment: str) -> None:
    head, tag, rest = fragment.partition("<source")
    if not tag:
        assert is_hollow(fragment) == (not head.strip())
        return
    ends = (at for at, one in enumerate(rest) if one == ">" and rest[:at].count('"') % 2 == 0)
    opened, end = next(ends, -1), rest.find("</source>")
    assert is_hollow(fragment) == (0 <= opened < end and not rest[opened + 1 : end].strip())


def test_a_bracket_inside_an_attribute_does_not_end_the_tag() -> None:
    assert is_hollow('<source heading="a > b"></source>')
    assert not is_hollow('<source heading="a"> > b</source>')


def test_text_in_the_prompt_proves_that_a_chunk_was_read() -> None:
    assert was_read(read(), retrieval()) is True


@pytest.mark.parametrize("fragment", [None, "", CITED.format("")])
def test_an_admitted_chunk_without_text_is_not_said_to_be_read(fragment: str | None) -> None:
    assert was_read(candidate(prompt_fragment=fragment), retrieval()) is None


def test_a_refused_chunk_was_not_read_and_an_unruled_one_is_unknown() -> None:
    assert was_read(refused(), retrieval()) is False
    assert was_read(candidate(admitted=None), retrieval()) is None


def test_an_event_that_saw_a_chunk_attached_proves_that_it_was_read() -> None:
    assert was_read(candidate("a"), retrieval(attached=("a",))) is True


def test_a_chunk_that_an_event_stream_admits_and_never_attaches_was_dropped() -> None:
    streamed = retrieval(evidence_from="event", attached=("b",))

    assert was_read(candidate("a"), streamed) is False


def test_a_commit_that_admits_a_chunk_is_not_overruled_by_events() -> None:
    assert was_read(candidate("a"), retrieval(attached=("b",))) is None


def test_an_event_stream_without_attachments_does_not_tell() -> None:
    assert was_read(candidate("a"), retrieval(evidence_from="event")) is None


def test_a_hollow_fragment_is_not_text_even_where_an_event_saw_it_attached() -> None:
    hollow = candidate("a", prompt_fragment=CITED.format(""))

    assert was_read(hollow, retrieval(attached=("a",))) is None


def test_fragments_are_joined_by_a_blank_line_in_prompt_order() -> None:
    late = read("a", prompt_position=1, prompt_fragment="late")
    early = read("b", prompt_position=0, prompt_fragment="early")

    assert joined_fragments((late, refused(), early)) == "early\n\nlate"


@pytest.mark.parametrize("missing", ["prompt_fragment", "prompt_position"])
def test_fragments_are_not_joined_where_one_is_not_recorded(missing: str) -> None:
    whole = read("a", prompt_position=0)
    part = read("b", **{"prompt_position": 1, missing: None})

    assert joined_fragments((whole, part)) is None
