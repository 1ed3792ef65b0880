from unicodedata import category

import pytest

from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.narrowed import narrowed
from footprint_cli.model.recording import Recording
from footprint_cli.model.search import ToolSchema
from footprint_cli.render import Format, Page, renderer
from footprint_cli.render.visible import visible
from tests.build import call, candidate, damage, read, recording, refused, retrieval
from tests.render.cells import HOSTILE
from tests.render.drawn import drawn, drawn_of
from tests.render.situations import HOSTILE_TEXTS, SITUATIONS

COLUMNS = {
    "recording": 4,
    "damaged": 3,
    "damage": 6,
    "retrieval": 9,
    "candidate": 11,
    "call": 8,
    "covered": 6,
    "finding": 7,
}

SEARCH = {
    "source": {"what": "the register", "said": ["register"]},
    "subject": {"what": "incidents", "said": ["incidents"]},
    "arguments": [{"name": "berth", "role": "population"}],
    "complete": "within-arguments",
}


def rows(*recordings: Recording) -> list[list[str]]:
    lines = drawn(Format.PLAIN, *recordings).split("\n")
    assert lines.pop() == ""
    return [line.split("\t") for line in lines]


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_kind_of_row_has_always_as_many_columns(name: str) -> None:
    for row in rows(SITUATIONS[name]):
        assert len(row) == COLUMNS[row[0]]


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_row_names_its_source(name: str) -> None:
    for row in rows(SITUATIONS[name]):
        assert row[1 if row[0] == "recording" else -1] == visible(SITUATIONS[name].source)


@pytest.mark.parametrize("name", SITUATIONS)
def test_a_recording_has_as_many_rows_as_it_has_parts(name: str) -> None:
    one = SITUATIONS[name]
    kinds = [row[0] for row in rows(one)]
    candidates = [
        each
        for whole in one.retrievals
        if whole.evidence
        for each in whole.evidence.candidates or ()
    ]

    assert kinds.count("recording") == 1
    assert kinds.count("retrieval") == len(one.retrievals)
    assert kinds.count("candidate") == len(candidates)
    assert kinds.count("call") == len(one.calls)
    assert kinds.count("damage") == len(one.damage)


@pytest.mark.parametrize("name", SITUATIONS)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
def test_nothing_acts_on_the_terminal_and_everything_can_be_written(
    name: str, encoding: str
) -> None:
    text = drawn(Format.PLAIN, SITUATIONS[name], encoding=encoding)

    text.encode(encoding)
    assert [one for one in text if one not in "\t\n" and category(one) in HOSTILE] == []


@pytest.mark.parametrize("name", HOSTILE_TEXTS)
def test_an_id_is_whole_on_its_line(name: str) -> None:
    (row,) = [row for row in rows(recording(retrieval(read(name)))) if row[0] == "candidate"]

    assert row[5] == visible(name)


def test_a_long_id_is_not_cut() -> None:
    name = "archive/" + "very-" * 200 + "long.md#0"

    assert name in drawn_of(Format.PLAIN, read(name), width=20, limit=1)


def test_a_limit_concerns_no_plain_row() -> None:
    pool = [read(f"{number}.md") for number in range(30)]

    assert drawn_of(Format.PLAIN, *pool, limit=2).count("candidate\t") == 30


def test_a_candidate_is_told_column_by_column() -> None:
    one = refused(id="a.md#1", score=0.41, doc_uri="a.md", page=3, heading="Tides")

    (row,) = [row for row in rows(recording(retrieval(one))) if row[0] == "candidate"]

    assert row[:7] == ["candidate", "not read", "1", "0.41", "-", "a.md#1", "a.md, p. 3, Tides"]
    assert "0.19" in row[7]


def test_not_recorded_is_a_dash_and_zero_is_zero() -> None:
    pool = (candidate("a", score=None, rank=None), candidate("b", score=0, prompt_position=0))

    found = [row[2:5] for row in rows(recording(retrieval(*pool))) if row[0] == "candidate"]

    assert found == [["-", "-", "-"], ["2", "0", "0"]]


@pytest.mark.parametrize(
    ("one", "word"),
    [
        (read(), "read"),
        (refused(), "not read"),
        (candidate(), "admitted"),
        (candidate(admitted=None), "unknown"),
    ],
)
def test_the_verdict_is_one_of_four_words(one: object, word: str) -> None:
    found = rows(recording(retrieval(one)))  # type: ignore[arg-type]

    assert [row[1] for row in found if row[0] == "candidate"] == [word]


def test_damage_is_told_with_its_line_and_whether_it_was_recovered() -> None:
    told = rows(recording(damage=(damage(line=3), damage(line=None, recovered=True))))

    assert [row[1:4] for row in told if row[0] == "damage"] == [
        ["line 3", "cut-line", "not recovered"],
        ["-", "cut-line", "recovered"],
    ]


def test_a_finding_is_told_once() -> None:
    one = recording(retrieval(candidate("a", reason="over-budget")))

    found = [row for row in rows(one) if row[0] == "finding"]

    assert [row[1:5] for row in found] == [
        ["error", "reason-on-admitted", "line 2", "sf-memory-read-handbook#1"]
    ]


def test_a_call_is_told_with_arguments_and_result_as_recorded() -> None:
    one = call(arguments={"b": [1, None], "a": "x\ty"}, result=["row"])

    (row,) = [row for row in rows(recording(calls=(one,))) if row[0] == "call"]

    assert row[1:] == [
        "tools#3",
        "incidents",
        "call-1",
        "ran",
        visible('{"b":[1,null],"a":"x\\ty"}'),
        '["row"]',
        "run.jsonl",
    ]


def test_what_a_call_covered_is_a_row_below_it_where_a_search_is_declared() -> None:
    schema = ToolSchema(tool="incidents", search=SEARCH, door="a tool-schema line")
    bare = call(tool="other", call_id="call-2")

    told = rows(recording(calls=(call(), bare), schemas=(schema,)))

    assert [row[0] for row in told if row[0] in ("call", "covered")] == ["call", "covered", "call"]
    assert next(row for row in told if row[0] == "covered") == [
        "covered",
        "tools#3",
        "incidents",
        "call-1",
        "Searched incidents of berth 4 in the register: rows not known, complete.",
        "run.jsonl",
    ]


def test_a_recording_whose_read_chunks_are_left_out_can_still_name_them() -> None:
    left = narrowed(audit(recording(retrieval(read()))), None, None, "not-read")

    assert "can name no chunk" not in "".join(
        renderer("explain", Format.PLAIN)([left], Page(), lambda: 0)
    )
