import gzip
import io
import json
import random
import sys
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footprint_cli.cli.app import run
from tests.cli.schemas import violation
from tests.program import FIXTURES, FORMATS, Answer, footprint

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = (
    "some-below-threshold.commits.jsonl",
    "some-below-threshold.events.ndjson",
    "picker-drops-admitted.events.ndjson",
    "tool-calls-fail.commits.jsonl",
    "run-resumed.commits.jsonl",
    "made/contradicting-counts.evidence.jsonl",
    "made/hostile-ids.commits.jsonl",
    "made/evidence-withheld.commits.jsonl",
)
LINES = {name: (FIXTURES / name).read_bytes() for name in NAMES}
ENVELOPE = (FIXTURES / "some-below-threshold.envelope.json").read_bytes()
often = settings(max_examples=60, deadline=None, suppress_health_check=[*HealthCheck])
sometimes = settings(max_examples=25, deadline=None, suppress_health_check=[*HealthCheck])


@contextmanager
def streams(content: bytes) -> "Iterator[tuple[io.BytesIO, io.BytesIO]]":
    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
    sys.stdout = io.TextIOWrapper(out, encoding="utf-8", write_through=True)
    sys.stderr = io.TextIOWrapper(err, encoding="utf-8", write_through=True)
    wrappers = sys.stdin, sys.stdout, sys.stderr
    try:
        yield out, err
    finally:
        for one in wrappers:
            one.detach()
        sys.stdin, sys.stdout, sys.stderr = kept


def answered(content: bytes, *arguments: str) -> Answer:
    """Run a command line that reads `-` in this process; whatever it raises fails the test."""
    with streams(content) as (out, err):
        status = run([*arguments, "-"])
        return Answer(status, out.getvalue(), err.getvalue())


def explained(content: bytes, form: str = "json") -> Answer:
    """Explain what is read from standard input."""
    return answered(content, "explain", "--format", form)


def no_constant(token: str) -> None:
    raise AssertionError(f"{token} is no JSON")


def checked(content: bytes) -> Answer:
    """Hold one answer against everything that is promised of any answer."""
    answer = explained(content)
    document = json.loads(answer.out.decode("utf-8"), parse_constant=no_constant)
    assert violation(document) is None
    assert document["exitStatus"] == answer.status
    assert answer.status in (0, 3, 4)
    assert explained(content) == answer
    return answer


def is_strict(line: bytes) -> bool:
    try:
        json.loads(line.decode("utf-8"), parse_constant=no_constant)
    except (ValueError, AssertionError, RecursionError):
        return False
    return True


def all_parse(content: bytes) -> bool:
    return all(is_strict(line) for line in content.split(b"\n") if line.strip(b" \t\r"))


def flipped(content: bytes, bits: list[int]) -> bytes:
    changed = bytearray(content)
    for bit in bits:
        changed[bit // 8 % len(changed)] ^= 1 << bit % 8
    return bytes(changed)


anywhere = st.integers(0, 2**20)
kinds = st.sampled_from(NAMES)


@often
@given(st.binary(max_size=300))
def test_random_bytes_are_never_a_clean_audit(content: bytes) -> None:
    assert checked(content).status != 0


@often
@given(kinds, anywhere)
def test_a_file_cut_in_a_record_is_never_a_clean_audit(name: str, place: int) -> None:
    content = LINES[name][: place % len(LINES[name])]

    answer = checked(content)

    assert all_parse(content) or answer.status != 0


@often
@given(kinds, st.lists(anywhere, min_size=1, max_size=4))
def test_a_file_with_flipped_bits_is_never_a_clean_audit_where_a_line_does_not_parse(
    name: str, bits: list[int]
) -> None:
    content = flipped(LINES[name], bits)

    answer = checked(content)

    assert all_parse(content) or answer.status != 0


@often
@given(kinds, anywhere, st.integers(1, 400), st.binary(max_size=20))
def test_a_hole_in_a_file_is_never_a_clean_audit_where_a_line_does_not_parse(
    name: str, place: int, size: int, filling: bytes
) -> None:
    start = place % len(LINES[name])
    content = LINES[name][:start] + filling + LINES[name][start + size :]

    answer = checked(content)

    assert all_parse(content) or answer.status != 0


@sometimes
@given(st.one_of(st.integers(1, len(ENVELOPE) - 2), st.integers(1, 400)))
def test_an_envelope_that_was_cut_is_never_a_clean_audit(place: int) -> None:
    assert checked(ENVELOPE[:place]).status != 0


@sometimes
@given(st.lists(anywhere, min_size=1, max_size=3))
def test_an_envelope_with_flipped_bits_is_never_a_clean_audit_where_it_does_not_parse(
    bits: list[int],
) -> None:
    content = flipped(ENVELOPE, bits)

    answer = checked(content)

    assert is_strict(content) or answer.status != 0


@pytest.mark.parametrize("codec", ["gzip", "zstd"])
@sometimes
@given(kinds, st.lists(anywhere, max_size=2), anywhere)
def test_a_packed_file_that_does_not_unpack_is_never_a_clean_audit(
    codec: str, name: str, bits: list[int], place: int
) -> None:
    packer = zstandard.ZstdCompressor(write_checksum=True)
    packed = gzip.compress(LINES[name]) if codec == "gzip" else packer.compress(LINES[name])
    content = flipped(packed, bits)[: place % len(packed) + 1]

    answer = checked(content)

    assert _unpacks_to(content, LINES[name]) or answer.status != 0


def _unpacks_to(content: bytes, plain: bytes) -> bool:
    try:
        if content.startswith(b"\x1f\x8b"):
            return gzip.decompress(content) == plain
        return zstandard.ZstdDecompressor().decompress(content, 1 << 20) == plain
    except (OSError, EOFError, ValueError, MemoryError, zlib.error, zstandard.ZstdError):
        return False


text = st.text(st.characters(codec=None), max_size=12)
odd_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | text
    | st.sampled_from(["REDACTED", "", -1, 0, 1e308, "below-threshold", "true", "7", [], {}]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> "Iterator[tuple[Any, ...]]":
    """Yield the path to every value inside a record, itself included."""
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, (*path, index))


def changed_at(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed_at(copy[path[0]], path[1:], new)
    return copy


def changed(content: bytes, changes: list[tuple[int, Any]]) -> bytes:
    """Put odd values in the place of some that a recording holds."""
    records = [json.loads(line) for line in content.splitlines()]
    for number, new in changes:
        all_places = [*places(records)][1:]
        records = changed_at(records, all_places[number % len(all_places)], new)
    return "".join(json.dumps(one) + "\n" for one in records).encode()


@settings(often, max_examples=150)
@given(kinds, st.lists(st.tuples(anywhere, odd_values), min_size=1, max_size=3))
def test_a_value_of_any_type_in_any_place_is_survived(
    name: str, changes: list[tuple[int, Any]]
) -> None:
    content = changed(LINES[name], changes)

    answer = checked(content)

    assert all_parse(content) or answer.status != 0


@sometimes
@given(st.lists(st.tuples(anywhere, odd_values), min_size=1, max_size=3))
def test_a_value_of_any_type_in_any_place_of_an_envelope_is_survived(
    changes: list[tuple[int, Any]],
) -> None:
    [line] = [changed(json.dumps(json.loads(ENVELOPE)).encode(), changes)]

    checked(line)


@often
@given(
    kinds,
    st.lists(st.tuples(anywhere, odd_values), min_size=1, max_size=3),
    st.sampled_from(FORMATS),
)
def test_no_format_fails_on_odd_values(
    name: str, changes: list[tuple[int, Any]], form: str
) -> None:
    content = changed(LINES[name], changes)

    answer = explained(content, form)

    assert answer.out or form == "jsonl"
    answer.out.decode("utf-8")
    assert answer == explained(content, form)


@often
@given(kinds, st.lists(anywhere, min_size=1, max_size=4), st.sampled_from(FORMATS))
def test_no_format_fails_on_flipped_bits(name: str, bits: list[int], form: str) -> None:
    content = flipped(LINES[name], bits)

    answer = explained(content, form)

    assert answer == explained(content, form)
    assert answer.status == explained(content).status


@pytest.mark.parametrize("seed", range(6))
def test_a_broken_file_ends_no_real_process_in_a_traceback(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)  # noqa: S311 (nothing secret)
    name = chance.choice(NAMES)
    content = flipped(LINES[name], [chance.randrange(2**20) for _ in range(8)])
    (tmp_path / "run.jsonl").write_bytes(content[: chance.randrange(len(content))])

    answer = footprint("explain", tmp_path / "run.jsonl", "--format", FORMATS[seed])

    assert answer.status in (3, 4)
    assert b"Traceback" not in answer.err
    assert answer == footprint("explain", tmp_path / "run.jsonl", "--format", FORMATS[seed])
