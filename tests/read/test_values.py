import json
import math
from itertools import pairwise
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.model.finding import Damage
from footprint_cli.read.careful import MAX_DEPTH, Whole, decode
from footprint_cli.read.lines import Lines, open_source
from footprint_cli.read.values import check_line, read_line
from tests.shared import SHARED, needs_shared

FIRST = b'{"idx":2,"stage":"seed","overwrite":{"question":"when?"},"updates":{}}'
SECOND = b'{"idx":3,"stage":"answer","overwrite":{"answer":[{"text":"at seven"}]},"updates":{}}'

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=[])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def kinds(damage: list[Damage]) -> list[tuple[str, bool]]:
    return [(one.kind, one.recovered) for one in damage]


def same(one: Any, other: Any) -> bool:
    """Equal, and of equal types: 1, 1.0 and True are three values."""
    return repr(one) == repr(other)


@given(JSON, st.booleans(), st.sampled_from([None, (",", ":"), (" , ", " :\t")]))
def test_any_json_value_is_read_as_it_is_and_without_damage(
    value: Any, ascii_only: bool, separators: tuple[str, str] | None
) -> None:
    line = json.dumps(value, ensure_ascii=ascii_only, separators=separators)
    try:
        data = line.encode()
    except UnicodeEncodeError:  # a lone surrogate can stand in JSON as an escape only
        return
    values, damage = read_line(data, 1)
    checked, more = check_line(data, values[0])

    assert same(checked, json.loads(line))
    assert damage == more == []


@given(JSON, st.booleans(), st.none() | st.integers(0, 3))
def test_the_careful_reader_reads_what_json_reads(
    value: Any, ascii_only: bool, indent: int | None
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    read = decode(text)

    assert isinstance(read, Whole)
    assert same(read.value, json.loads(text))
    assert (read.end, read.notes) == (len(text), [])


@given(st.binary(max_size=200))
def test_any_bytes_give_a_value_or_damage_unless_they_are_blank(data: bytes) -> None:
    values, damage = read_line(data, 7)

    assert values or damage or not data.replace(b"\xef\xbb\xbf", b"").strip(b" \t\r\n")
    assert {one.line for one in damage} <= {7}


@given(st.integers(1, len(FIRST) - 1))
def test_a_record_cut_anywhere_is_named_and_never_read(end: int) -> None:
    assert [(v, kinds(d)) for v, d in [read_line(FIRST[:end], 1)]] == [([], [("cut-line", False)])]


@given(st.data())
def test_a_line_with_one_bit_turned_is_read_or_named(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(SECOND) - 1))
    bit = data.draw(st.integers(0, 7))
    line = bytearray(SECOND)
    line[at] ^= 1 << bit
    values, damage = read_line(bytes(line), 1)

    assert values or damage
    # No object inside the record is ever taken for a record.
    assert all("stage" in value or len(value) == 4 for value in values if isinstance(value, dict))


@given(st.integers(1, len(FIRST) - 1))
def test_a_record_written_into_another_is_recovered_wherever_it_starts(cut: int) -> None:
    values, damage = read_line(FIRST[:cut] + SECOND, 1)

    assert values == [orjson.loads(SECOND)]
    assert [one for one in kinds(damage) if one[0] != "control-character-in-string"] == [
        ("spliced-line", True),
        ("lost-record", False),
    ]


def test_the_lost_record_of_a_spliced_line_is_named_by_its_idx() -> None:
    _, damage = read_line(FIRST[:40] + SECOND, 9)

    assert damage[1].detail == "the record that starts the line (idx 2) is lost"


def test_digits_that_may_be_cut_name_no_record() -> None:
    _, damage = read_line(b'{"idx":1' + SECOND, 9)

    assert damage[1].detail == "the record that starts the line is lost"


def test_the_rest_of_a_record_around_another_is_quoted_and_not_read() -> None:
    values, damage = read_line(FIRST[:40] + SECOND + FIRST[40:], 1)

    assert values == [orjson.loads(SECOND)]
    assert kinds(damage) == [
        ("spliced-line", True),
        ("lost-record", False),
        ("text-after-record", True),
    ]


@pytest.mark.parametrize("between", [b"", b" ", b"\t"])
def test_records_glued_together_are_all_read(between: bytes) -> None:
    values, damage = read_line(between.join([FIRST, SECOND, FIRST]), 1)

    assert values == [orjson.loads(line) for line in (FIRST, SECOND, FIRST)]
    assert kinds(damage) == [("glued-line", True)]
    assert damage[0].detail == "holds 3 whole records with nothing between them"


def test_a_record_and_the_start_of_another_on_one_line_are_told_apart() -> None:
    values, damage = read_line(FIRST + SECOND[:30], 1)

    assert values == [orjson.loads(FIRST)]
    assert [(one.kind, one.detail) for one in damage] == [
        ("cut-line", "after 1 whole record, stops in the middle of a record (idx 3)")
    ]


@pytest.mark.parametrize(
    ("line", "values", "kind"),
    [
        (b'{"a":1},', [{"a": 1}], "array-line"),
        (b'[{"a":1},', [{"a": 1}], "array-line"),
        (b'{"a":1}]', [{"a": 1}], "array-line"),
        (b',{"a":1}', [{"a": 1}], "array-line"),
        (b'{"a":1},{"a":2},', [{"a": 1}, {"a": 2}], "array-line"),
        (b"[", [], "array-line"),
        (b" ] ", [], "array-line"),
        (b'{"a":1} tail', [{"a": 1}], "text-after-record"),
        (b'[INFO] 12:00 {"a":1}', [{"a": 1}], "text-before-record"),
        (b'"b":2}}{"a":1}', [{"a": 1}], "text-before-record"),
        (b'\xef\xbb\xbf{"a":1}', [{"a": 1}], "stray-bom"),
        (b'{"a":"\x1b[2J"}', [{"a": "\x1b[2J"}], "control-character-in-string"),
        (b'{"a":1,"a":2}\x00\x00', [{"a": 2}], "nul-bytes"),
        (b'\x00\x00{"a":2}', [{"a": 2}], "nul-bytes"),
        (b'[{"idx":1},{"idx":2}', [[{"idx": 1}, {"idx": 2}]], "cut-line"),
        (b'[{"idx":1},{"idx":2,"a', [[{"idx": 1}]], "cut-line"),
    ],
)
def test_what_can_be_read_is_read_and_named(line: bytes, values: list[Any], kind: str) -> None:
    read, damage = read_line(line, 1)

    assert read == values
    assert kinds(damage)[0] == (kind, True)


@pytest.mark.parametrize(
    ("line", "kind", "detail"),
    [
        (b"\0" * 300, "nul-bytes", "holds 300 NUL bytes"),
        (b"tail", "not-json", "is not JSON at character 1: expected a value, not 't': \"tail\""),
        (b'{"a" 1}', "not-json", "is not JSON at character 6: expected ':' after a key, not '1'"),
        (b"{'a': 1}", "not-json", 'is not JSON at character 2: expected a key in quotes, not "\'"'),
        (b"[1,2,]", "not-json", "is not JSON at character 6: expected a value, not ']'"),
        (
            b'{"a":01}',
            "not-json",
            "is not JSON at character 7: expected the end of a number, not '1'",
        ),
        (
            b'{"a":"\\x"}',
            "not-json",
            "is not JSON at character 7: expected an escape that JSON has",
        ),
        (
            b'{"a":{"b":1x}}',
            "not-json",
            "is not JSON at character 12: expected the end of a number",
        ),
        (b'{"a":tru', "cut-line", "stops in the middle of a record"),
        (b'{"idx":7,"a":-', "cut-line", "stops in the middle of a record (idx 7)"),
        (
            b'{"idx":7,"candidates":[{"id":"x"}',
            "cut-line",
            "stops in the middle of a record (idx 7)",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(line: bytes, kind: str, detail: str) -> None:
    values, damage = read_line(line, 3)

    assert values == []
    assert kinds(damage) == [(kind, False)]
    assert damage[0].detail.startswith(detail)


def test_an_object_inside_a_broken_record_is_no_record() -> None:
    values, damage = read_line(b'{"a":{"b":{{"c":1}]}}', 1)

    assert values == []
    assert kinds(damage) == [("not-json", False)]


@pytest.mark.parametrize(
    "line",
    [
        b'{"type":"run","payload":{"memories":[{"id":"manual","type":"semantic"}',
        b'{"type":"run","payload":{"content":[{"type":"text","text":"when?"}',
        b'{"type":"run","payload":{"memories\x02:[{"id":"manual","type":"semantic"}]},"meta":{}}',
        b'{"type":"run","payload":{"memory":{"id":"manual","type":"semantic"}_},"meta":{}}',
    ],
)
def test_a_part_of_a_torn_record_that_shares_keys_with_it_is_no_record(line: bytes) -> None:
    assert read_line(line, 1)[0] == []


@pytest.mark.parametrize("torn", [b'{"overwrite":', b'{"overwrite":{"a":1},"updates":'])
def test_a_record_written_where_a_value_of_the_torn_one_belongs_is_recovered(torn: bytes) -> None:
    values, damage = read_line(torn + b'{"overwrite":{},"updates":{},"idx":3}', 1)

    assert values == [{"overwrite": {}, "updates": {}, "idx": 3}]
    assert kinds(damage) == [("spliced-line", True), ("lost-record", False)]


def test_a_lone_surrogate_is_legal_json() -> None:
    assert read_line(rb'{"text":"\ud83d"}', 1) == ([{"text": "\ud83d"}], [])


def test_tokens_that_json_does_not_have_are_read_as_floats_and_named() -> None:
    values, damage = read_line(b"[NaN,Infinity,-Infinity,1e999]", 4)

    numbers: Any = values[0]
    assert math.isnan(numbers[0])
    assert numbers[1:] == [math.inf, -math.inf, math.inf]
    assert [(one.kind, one.detail, one.recovered) for one in damage] == [
        ("not-json", "holds NaN, Infinity and -Infinity, which JSON does not have", True),
        ("number-too-large", "holds 1e999: legal JSON, but no double can hold it", True),
    ]


def test_bytes_that_are_not_utf8_are_named_in_hex_with_their_offset() -> None:
    values, damage = read_line(b'{"heading":"\xe6\x87"}', 2)

    assert values == [{"heading": "\N{REPLACEMENT CHARACTER}"}]
    assert damage == [
        Damage(
            line=2,
            kind="bad-utf8",
            detail="the bytes e6 87 at offset 12 are not UTF-8, read as U+FFFD",
            recovered=True,
        )
    ]


@pytest.mark.parametrize("digits", [20, 310, 641, 4301, 20_000])
def test_integers_keep_every_digit(digits: int) -> None:
    text = "-" + "7" * digits
    line = f'{{"id":{text}}}'.encode()
    values, damage = read_line(line, 1)
    checked, more = check_line(line, values[0])

    read: Any = checked
    assert str(read["id"]) == f"{read['id']}" == repr(read["id"]) == text
    assert read["id"] % 10**9 == (-int("7" * 9)) % 10**9 or digits < 9
    assert damage == more == []


def test_an_integer_too_long_to_keep_is_named() -> None:
    values, damage = read_line(b"[" + b"7" * 20_001 + b"]", 1)

    assert values == [[math.inf]]
    assert kinds(damage) == [("number-too-large", True)]


def test_orjson_has_the_same_limit_of_depth_as_the_careful_reader() -> None:
    deepest = "[" * MAX_DEPTH + "]" * MAX_DEPTH
    assert orjson.loads(deepest)
    assert isinstance(decode(deepest), Whole)
    assert read_line(f"[{deepest}]".encode(), 5) == (
        [],
        [
            Damage(
                line=5,
                kind="too-deep",
                detail=f"is nested {MAX_DEPTH + 1} levels deep; {MAX_DEPTH} are read at most",
                recovered=False,
            )
        ],
    )


def test_an_envelope_whose_tree_is_too_deep_is_read_without_the_tree() -> None:
    tree = '{"next":' * 3000 + "1" + "}" * 3000
    line = f'{{"sharedState":{{}},"executionTree":{tree},"commitLog":[{{"idx":0}}]}}'
    values, damage = read_line(line.encode(), 1)

    assert values == [{"sharedState": {}, "commitLog": [{"idx": 0}]}]
    assert [(one.kind, one.detail) for one in damage] == [
        ("too-deep", f"nests deeper than {MAX_DEPTH} levels, and is read without executionTree")
    ]


def test_a_commit_with_a_value_that_is_too_deep_is_not_read_at_all() -> None:
    deep = "[" * 3000 + "]" * 3000
    values, damage = read_line(f'{{"idx":1,"overwrite":{{"x":{deep}}},"stage":"s"}}'.encode(), 1)

    assert values == []
    assert kinds(damage) == [("too-deep", False)]


@pytest.mark.parametrize("extra", ["", '"score":NaN,'])
def test_a_key_given_twice_is_named_with_its_path_and_the_last_counts(extra: str) -> None:
    line = f'{{{extra}"candidates":[{{"id":"a"}},{{"id":"b","id":"c"}}]}}'.encode()
    values, damage = read_line(line, 6)

    read: Any = values[0]
    assert read["candidates"] == [{"id": "a"}, {"id": "c"}]
    assert damage[-1] == Damage(
        line=6,
        kind="duplicate-key",
        detail="gives a key twice, of which the last counts: candidates[1].id",
        recovered=True,
    )


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["a", "b", '":', "c"]),
            st.sampled_from(['"x"', "1", '"\\":"', '"\\u0022\\u003a"']),
        )
    ),
    st.sampled_from([":", " :", ": "]),
)
def test_no_key_given_twice_escapes_the_check(pairs: list[tuple[str, str]], colon: str) -> None:
    line = ("{" + ",".join(f"{json.dumps(k)}{colon}{v}" for k, v in pairs) + "}").encode()
    value, damage = check_line(line, orjson.loads(line))

    assert value == orjson.loads(line)
    assert bool(damage) == (len({key for key, _ in pairs}) < len(pairs))


@given(
    st.integers(-(2**70), 2**70), st.sampled_from([b"[%d]", b'{"a": %d }', b'{"a":"%d","b":%d}'])
)
def test_no_integer_is_turned_into_a_float(number: int, form: bytes) -> None:
    line = form.replace(b"%d", str(number).encode())
    value, damage = check_line(line, orjson.loads(line))

    assert same(value, json.loads(line))
    assert damage == []


@pytest.mark.parametrize(
    "unit",
    [
        '{"',
        '{"a":',
        "[{",
        '{"a":1}x',
        '"',
        '{"a":[',
        "}{",
        '{"a\0',
        '\0{"a":1}',
        '{"a":"b{"',
        '{"a":1x{"a"',
        'x{"a":{"a":1}',
    ],
)
def test_a_hostile_line_takes_no_more_than_linear_time(unit: str) -> None:
    # By the square of its length this would take minutes.
    values, damage = read_line((unit * (200_000 // len(unit))).encode(), 1)

    assert values or damage


@needs_shared
@pytest.mark.parametrize("pattern", ["*/*.commits.jsonl", "*/*.events.ndjson"])
def test_recorded_lines_are_read_whole_named_when_cut_and_found_when_spliced(pattern: str) -> None:
    for path in sorted((SHARED / "recordings").glob(pattern))[::4]:
        lines = path.read_bytes().split(b"\n")[:-1][::5]
        for line, other in pairwise(lines):
            value = json.loads(line)
            assert read_line(line, 1) == ([value], [])
            assert check_line(line, value) == (value, [])
            for cut in range(1, len(line), len(line) // 5 + 1):
                values, damage = read_line(line[:cut], 1)
                assert (values, damage[0].kind) == ([], "cut-line")
                values, damage = read_line(line[:cut] + other, 1)
                assert (values, damage[0].kind) == ([json.loads(other)], "spliced-line")


@needs_shared
@pytest.mark.parametrize(
    "name",
    [
        "07-nan-infinity-tokens",
        "14a-cut-last-line",
        "14b-no-final-newline",
        "15a-spliced-and-glued",
        "15b-two-runs-interleaved",
        "16-bom-crlf-blank-lines",
        "17-bad-utf8-and-nul-runs",
        "18a-json-array",
        "19-deep-nesting",
        "20-integers-past-2-53",
        "21a-empty",
        "21b-only-blank-lines",
    ],
)
def test_the_damage_of_the_cases_is_what_they_expect(name: str) -> None:
    expected = json.loads((SHARED / "cases/expected.json").read_bytes())[f"{name}.jsonl"]
    found = []
    with open_source(str(SHARED / f"cases/{name}.jsonl")) as source:
        lines = Lines(source)
        for number, line in lines:
            found += read_line(line, number)[1]

    told_elsewhere = {"not-jsonl", "empty-file", "id-not-text"}
    assert sorted((one.line or 0, one.kind) for one in found) == sorted(
        (one["line"], one["kind"])
        for one in expected["mustReport"]
        if one["kind"] not in told_elsewhere
    )
    assert lines.physical == expected["lines"]["physical"]
    assert lines.blank == expected["lines"]["blank"]


def test_the_path_of_a_key_given_twice_is_kept_short_however_long_its_keys_are() -> None:
    long = "k" * 300_000
    twice = ",".join(['"a":1'] * 2000)

    _, (damage,) = read_line(f'{{"{long}":{{{twice}}}}}'.encode(), 1)

    assert damage.kind == "duplicate-key"
    assert damage.recovered
    assert damage.detail.endswith(f"counts: {'k' * 20}…{'k' * 20} (300000 characters).a")


def test_the_path_of_a_key_given_twice_deep_down_is_kept_short() -> None:
    deep = '{"key":' * 900 + '{"a":1,"a":2}' + "}" * 900

    _, (damage,) = read_line(deep.encode(), 1)

    assert damage.detail.startswith("gives a key twice, of which the last counts: key.key.")
    assert damage.detail.endswith(" (3601 characters)")
