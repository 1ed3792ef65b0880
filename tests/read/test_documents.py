import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.model.finding import Damage
from footprint_cli.read.careful import MAX_DEPTH
from footprint_cli.read.documents import decide, read_documents
from footprint_cli.read.lines import Lines, open_source, source_of
from tests.shared import SHARED, needs_shared


def bundle(idx: int) -> dict[str, Any]:
    return {
        "idx": idx,
        "stage": "s",
        "trace": [{"path": "a", "verb": "set"}],
        "overwrite": {"commitLog": [{"idx": -1}], "a": {"b": [idx, {"c": '}\\"'}]}},
    }


ENVELOPE = {
    "format": "agentfootprint.recording.v1",
    "run": {"runId": "run-1", "droppedEvents": 120},
    "recording": {
        "snapshot": {
            "sharedState": {"x": [1, 2]},
            "commitLog": [bundle(0), bundle(1)],
            "subflowResults": {
                "sf#3": {
                    "subflowId": "sf",
                    "treeContext": {
                        "globalContext": {"y": 1},
                        "history": [bundle(10), bundle(11)],
                    },
                }
            },
        },
        "events": [{"type": "t", "payload": {"n": 1}}, {"type": "u", "payload": {"n": 2}}],
    },
}
PRETTY = json.dumps(ENVELOPE, indent=2) + "\n"


def read(text: str | bytes) -> list[tuple[int, list[Any], list[Damage]]]:
    data = text.encode() if isinstance(text, str) else text
    return [*read_documents(Lines(source_of("test", io.BytesIO(data))))]


def kinds(text: str | bytes) -> list[tuple[int | None, str, bool]]:
    return [(one.line, one.kind, one.recovered) for _, _, damage in read(text) for one in damage]


def is_part_of(part: Any, whole: Any, path: tuple[str, ...] = ()) -> bool:
    """Hold what was kept of a cut envelope against the envelope."""
    open_paths = {
        (),
        ("recording",),
        ("recording", "snapshot"),
        ("recording", "snapshot", "commitLog"),
        ("recording", "events"),
        ("recording", "snapshot", "subflowResults"),
        ("recording", "snapshot", "subflowResults", "sf#3"),
        ("recording", "snapshot", "subflowResults", "sf#3", "treeContext"),
        ("recording", "snapshot", "subflowResults", "sf#3", "treeContext", "history"),
    }
    if path not in open_paths:
        return bool(part == whole)
    if isinstance(whole, list):
        return bool(part == whole[: len(part)])
    return [*part] == [*whole][: len(part)] and all(
        is_part_of(value, whole[key], (*path, key)) for key, value in part.items()
    )


@given(st.integers(0, len(PRETTY) - 3), st.sampled_from([None, 0, 1, 2, 4]))
def test_an_envelope_cut_anywhere_keeps_what_is_whole_and_invents_nothing(
    end: int, indent: int | None
) -> None:
    text = json.dumps(ENVELOPE, indent=indent)
    text = text[: min(end, len(text) - 1)]
    found = read(text)
    if not text.strip():
        assert found == []
        return
    [(line, values, damage)] = found

    assert line == 1
    assert [(one.kind, one.recovered) for one in damage] == [("cut-document", bool(values))]
    assert damage[0].line == text.rstrip().count("\n") + 1
    assert all(is_part_of(value, ENVELOPE) for value in values)
    # From its first whole key on, something is kept.
    assert bool(values) == ('"agentfootprint.recording.v1"' in text)


def test_every_whole_bundle_before_the_cut_is_kept() -> None:
    end = PRETTY.index('"idx": 11')
    [(_, [kept], _)] = read(PRETTY[:end])

    snapshot = kept["recording"]["snapshot"]
    assert snapshot["commitLog"] == [bundle(0), bundle(1)]
    assert snapshot["subflowResults"]["sf#3"]["treeContext"] == {
        "globalContext": {"y": 1},
        "history": [bundle(10)],
    }
    assert "events" not in kept["recording"]


def test_a_document_that_is_one_record_is_never_kept_in_part() -> None:
    text = json.dumps(bundle(3), indent=2)
    lines = text.count("\n") + 1
    assert read(text[:-2])[0][1] == []
    assert kinds(text[:-2]) == [(lines - 1, "cut-document", False)]


@given(
    st.lists(st.sampled_from([ENVELOPE, bundle(1), [bundle(1), bundle(2)], [[], {}]]), min_size=1),
    st.sampled_from([0, 1, 2, "\t"]),
    st.sampled_from(["\n", "\n\n", "\r\n", "\n \n"]),
)
def test_documents_one_after_the_other_are_read_with_the_lines_they_start_on(
    values: list[Any], indent: Any, between: str
) -> None:
    texts = [json.dumps(value, indent=indent).replace("\n", "\r\n") for value in values]
    text = "".join(one + between for one in texts)
    starts = [
        sum((one + between).count("\n") for one in texts[:count]) + 1 for count in range(len(texts))
    ]

    assert read(text) == [(start, [value], []) for start, value in zip(starts, values, strict=True)]


@pytest.mark.parametrize("indent", [1, 2])
def test_a_cut_document_before_a_whole_one_costs_only_itself(indent: int) -> None:
    first, second = (json.dumps(bundle(idx), indent=indent) for idx in (1, 2))
    for end in range(first.index("idx"), len(first) - 1):
        lines = first[:end].rstrip().count("\n") + 1
        found = read(f"{first[:end]}\n{second}\n")
        begins = first[:end].count("\n") + 2

        assert [(line, values) for line, values, _ in found] == [(1, []), (begins, [bundle(2)])]
        assert [one.line for one in found[0][2]] == [lines]


def test_text_that_breaks_a_document_is_named_once_with_its_line() -> None:
    broken = PRETTY.replace('"runId": "run-1",', '"runId" "run-1",')
    assert kinds(broken + PRETTY) == [(4, "broken-document", True)]
    assert [(line, len(values)) for line, values, _ in read(broken + PRETTY)] == [
        (1, 1),
        (PRETTY.count("\n") + 1, 1),
    ]
    assert read(broken)[0][1] == [{"format": ENVELOPE["format"]}]


ROWS = '[\n{"idx":0},\n{"idx":1},\n{"idx":2},\n{"idx":3}\n]\n'


def test_an_array_with_one_record_a_line_is_one_document() -> None:
    assert read(ROWS) == [(1, [[{"idx": 0}, {"idx": 1}, {"idx": 2}, {"idx": 3}]], [])]


def test_a_broken_row_of_an_array_costs_only_itself() -> None:
    for row in ('{"idx":2,"a":x},', '{"idx":2', "x", '{"idx":2,"a":"'):
        text = ROWS.replace('{"idx":2},', row)
        [(line, [rows], damage)] = read(text)

        assert (line, rows) == (1, [{"idx": 0}, {"idx": 1}, {"idx": 3}])
        assert [(one.kind, one.recovered) for one in damage] == [("broken-document", True)]
        assert damage[0].line in {4, 5}


def test_objects_inside_a_broken_record_are_no_records() -> None:
    text = json.dumps([bundle(0), bundle(1), bundle(2)], indent=0)
    broken = text.replace('"idx": 1,', '"idx": x,')
    assert read(broken)[0][1] == [[bundle(0)]]


def test_bytes_that_are_not_utf8_are_repaired_and_named_once() -> None:
    text = PRETTY.encode().replace(b"run-1", b"run-\xff").replace(b'"s"', b'"\xfe"')
    offset = text.index(b"\xff")
    [(_, [value], damage)] = read(text)

    assert value["run"]["runId"] == "run-\N{REPLACEMENT CHARACTER}"
    assert damage == [
        Damage(
            line=4,
            kind="bad-utf8",
            detail=f"the bytes ff at offset {offset} and 4 more are not UTF-8, read as U+FFFD",
            recovered=True,
        )
    ]


def test_what_a_document_says_against_the_rules_is_named_with_its_line() -> None:
    text = '\n\n{\n  "a": NaN,\n  "b": 1e999,\n  "a": "\t"\n}\n'
    [(line, _, damage)] = read(text)

    assert line == 3
    assert [(one.line, one.kind, one.recovered) for one in damage] == [
        (4, "not-json", True),
        (5, "number-too-large", True),
        (6, "control-character-in-string", True),
        (6, "duplicate-key", True),
    ]


def test_keys_given_twice_and_long_integers_are_seen_in_plain_documents() -> None:
    [(_, [value], damage)] = read('{\n  "id": 18446744073709551617,\n  "x": 1,\n  "x": 2\n}\n')

    assert value == {"id": 18446744073709551617, "x": 2}
    assert [(one.line, one.kind) for one in damage] == [(4, "duplicate-key")]


def test_a_tree_that_is_too_deep_is_left_out_of_an_envelope() -> None:
    tree = '{"next":\n ' * 3000 + "1" + "}" * 3000
    text = f'{{\n "sharedState": {{}},\n "executionTree": {tree},\n "commitLog": [{{"idx":0}}]\n}}'
    [(_, values, damage)] = read(text)

    assert values == [{"sharedState": {}, "commitLog": [{"idx": 0}]}]
    assert [(one.kind, one.line, one.recovered) for one in damage] == [
        ("too-deep", MAX_DEPTH + 2, True)
    ]


def test_a_deep_document_that_is_no_envelope_is_not_read() -> None:
    text = '{\n "a": ' + "[" * 3000 + "]" * 3000 + "\n}\n"
    assert read(text)[0][1] == []
    assert kinds(text) == [(1, "too-deep", False)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{\n "a": 1\n}{\n "b": 2\n}\n', [(3, "glued-line", True)]),
        ('{\n "a": 1\n}\ntail\n', [(4, "text-outside-document", False)]),
        ('head\n{\n "a": 1\n}\n', [(1, "text-outside-document", False)]),
        ('{\n "a": 1\n}\n\0\0\0\n{\n "b": 2\n}\n', [(4, "nul-bytes", False)]),
        ('{\n "a": 1\n}\n\ufeff{\n "b": 2\n}\n', [(4, "stray-bom", True)]),
    ],
)
def test_what_stands_between_documents_is_named(
    text: str, expected: list[tuple[int, str, bool]]
) -> None:
    assert kinds(text) == expected
    assert [value for _, values, _ in read(text) for value in values] == [
        {"a": 1},
        {"b": 2},
    ][: text.count("{")]


@given(st.binary(max_size=100) | st.text('{}[]",:\n 1a\\\0\ufeff').map(str.encode))
def test_any_bytes_give_a_value_or_damage_unless_they_are_blank(data: bytes) -> None:
    lines = Lines(
        source_of("test", io.BytesIO(data.replace(b"\x1f\x8b", b"").replace(b"\xff", b"")))
    )
    found = [*read_documents(lines)]

    assert all(values or damage for _, values, damage in found)
    assert found or lines.damage or lines.blank == lines.physical
    assert all(1 <= line <= lines.physical for line, _, _ in found)
    assert all(
        one.line and 1 <= one.line <= lines.physical for _, _, damage in found for one in damage
    )


@given(st.integers(0, len(PRETTY) - 1), st.integers(0, 7))
def test_a_document_with_one_bit_turned_invents_no_bundle(at: int, bit: int) -> None:
    data = bytearray(PRETTY.encode())
    data[at] ^= 1 << bit
    found = read(bytes(data))

    assert all(values or damage for _, values, damage in found)
    assert all("format" in value for _, values, _ in found for value in values) or at < 60


@pytest.mark.parametrize(
    ("first", "second", "layout"),
    [
        ("{", '  "a": 1,', "documents"),
        ("[", "  {", "documents"),
        ("[", '{"a":1},', "documents"),
        ('[{"a":1},', '{"a":2}]', "documents"),
        ('{ "a": 1,', '  "b": 2 }', "documents"),
        ('{ "a": 1', ', "b": 2 }', "documents"),
        ('{"a":', "1}", "documents"),
        ("{", "}", "documents"),
        ('{"a":1}', '{"a":2}', "lines"),
        ('[{"a":1}]', "", "lines"),
        ('{"a":1,', '{"a":2}', "lines"),
        ('{"a":1,', '{"a":NaN}', "lines"),
        ('{"a":"un', '"b":1}', "lines"),
        ('{"a":1},', '{"a":2},', "lines"),
        ('{"a":1}', '{"a":2', "lines"),
        ("[", '{"a":1}', "lines"),
        ("text:", "{", "lines"),
        ("{", "", "lines"),
        ("", "", "lines"),
    ],
)
def test_the_first_two_lines_tell_lines_from_documents(
    first: str, second: str, layout: str
) -> None:
    lines = Lines(source_of("test", io.BytesIO(f"\n{first}\n \n{second}\n".encode())))
    assert decide(lines.peek()) == layout


@needs_shared
@pytest.mark.parametrize(
    ("name", "physical", "starts"),
    [("18b-pretty-printed-envelope", 136, [1]), ("18c-pretty-printed-evidence", 60, [1, 31])],
)
def test_the_pretty_printed_cases_are_read_whole(
    name: str, physical: int, starts: list[int]
) -> None:
    path = SHARED / f"cases/{name}.jsonl"
    with open_source(str(path)) as source:
        lines = Lines(source)
        assert decide(lines.peek()) == "documents"
        found = [*read_documents(lines)]

    assert [line for line, _, _ in found] == starts
    assert [damage for _, _, damage in found] == [[]] * len(starts)
    assert (lines.physical, lines.blank, lines.damage) == (physical, 0, [])


@needs_shared
def test_the_recorded_envelopes_are_read_as_json_reads_them() -> None:
    paths = sorted((SHARED / "recordings").glob("*/*.envelope.json"))
    assert paths
    for path in paths[:6]:
        with open_source(str(path)) as source:
            [(line, [value], damage)] = read_documents(Lines(source))
        assert (line, damage) == (1, [])
        assert value == json.loads(path.read_bytes())
