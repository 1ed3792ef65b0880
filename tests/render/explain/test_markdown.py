from html.parser import HTMLParser
from re import findall

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from footprint_cli.render import Format
from footprint_cli.render.visible import visible
from tests.build import call, candidate, read, recording, refused, retrieval
from tests.render.drawn import drawn, drawn_of
from tests.render.situations import HOSTILE_TEXTS, SITUATIONS

EXPECTED = {
    "h2",
    "h3",
    "p",
    "br",
    "strong",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "ul",
    "li",
}
TEXTS = st.text(
    st.characters() | st.sampled_from("<>&|`*_[]()!~:@#$\\\"'-+=.1 \n\t"), min_size=1, max_size=30
)


class Page(HTMLParser):
    """The tags of a page, with what they carry, and its text, cell by cell."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.cells: list[str] = []
        self.text = ""
        rules = ["table", "strikethrough"]
        self.feed(MarkdownIt("commonmark", {"html": True}).enable(rules).render(markdown))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag == "td":
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.cells:
            self.cells[-1] += data

    def handle_comment(self, data: str) -> None:
        self.tags.add(f"comment {data}")

    def handle_decl(self, decl: str) -> None:
        self.tags.add(f"declaration {decl}")


def page_of(markdown: str) -> Page:
    return Page(markdown)


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_page_holds_no_tag_but_our_own(name: str) -> None:
    page = page_of(drawn(Format.MARKDOWN, SITUATIONS[name], limit=0))

    assert page.tags <= EXPECTED
    assert page.attributes <= {"style"}


@pytest.mark.parametrize("text", HOSTILE_TEXTS)
def test_hostile_text_is_shown_character_for_character(text: str) -> None:
    one = refused("diversity", text, doc_uri=text, heading=text)

    page = page_of(drawn_of(Format.MARKDOWN, one))

    assert page.cells[3].strip() == visible(text).strip()
    assert page.cells[4].strip() == visible(f"{text}, {text}").strip()


@given(TEXTS)
def test_any_text_stays_text(text: str) -> None:
    one = recording(
        retrieval(read(text, heading=text), refused(text), retriever=text, step=text),
        source=text,
        calls=(call(tool=text, arguments=text, result=text),),
    )

    page = page_of(drawn(Format.MARKDOWN, one))

    assert page.tags <= EXPECTED
    assert page.attributes <= {"style"}
    assert page.cells[3].strip() == visible(text).strip()


@given(TEXTS)
def test_any_text_is_one_row_of_the_table(text: str) -> None:
    lines = drawn_of(Format.MARKDOWN, read(text, heading=text), read("b")).splitlines()

    assert sum(line.startswith("|") for line in lines) == 4


@pytest.mark.parametrize(
    "address",
    ["www.example.com/x", "https://example.com", "someone@example.com", "@someone", "#12"],
)
def test_an_address_a_mention_and_an_issue_number_do_not_stand_bare(address: str) -> None:
    text = drawn_of(Format.MARKDOWN, read("a", doc_uri=address))

    assert findall(r"(?<!\\)(?:www\.|://|@|#12)", text) == []


def test_the_columns_of_numbers_are_aligned_by_the_heading() -> None:
    text = drawn_of(Format.MARKDOWN, read("a.md", score=0.82), refused(id="b.md", score=0.41))

    assert "| rank | score | position | chunk | where | verdict |" in text
    rows = [line for line in text.splitlines() if line.startswith(("| 1 ", "| 2 "))]
    assert rows[0].startswith("| 1 | 0.82 | 0 | a.md |")
    assert rows[1].startswith("| 2 | 0.41 | - | b.md |")
    assert "missed the threshold by 0.19" in rows[1]


def test_a_limit_counts_what_it_leaves_out() -> None:
    pool = [refused(id=f"{number}.md") for number in range(5)]

    assert "3 of 5 candidates are not shown" in drawn_of(Format.MARKDOWN, *pool, limit=2)
    assert "not shown" not in drawn_of(Format.MARKDOWN, *pool, limit=0)
    assert "not shown" not in drawn_of(Format.MARKDOWN, *pool, limit=5)


def test_findings_stand_with_their_level_and_code() -> None:
    page = page_of(drawn_of(Format.MARKDOWN, candidate("a", reason="over-budget")))

    assert "error: a is admitted and carries the reason over-budget" in page.text
    assert "(reason-on-admitted)" in page.text


def test_a_headline_is_bold_whatever_blanks_a_reason_ends_with() -> None:
    page = page_of(drawn_of(Format.MARKDOWN, read(), refused("spread out ")))

    assert "**" not in page.text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_page_can_be_written_in_its_encoding(name: str, encoding: str) -> None:
    drawn(Format.MARKDOWN, SITUATIONS[name], encoding=encoding).encode(encoding)


def test_a_long_result_is_shortened_in_any_encoding() -> None:
    one = recording(calls=(call(result="x" * 900),))

    for encoding in ("ascii", "cp1252", "utf-8"):
        text = drawn(Format.MARKDOWN, one, encoding=encoding)
        assert "x" * 900 not in text
        text.encode(encoding)
