import gzip
import io
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.errors import InputError
from footprint_cli.model.finding import Damage
from footprint_cli.read.lines import Lines, open_source, source_of
from tests.shared import SHARED, needs_shared

TEXT = "\n".join(f'{{"idx":{n},"text":"ä € 😀 {"x" * n}"}}' for n in range(2000)) + "\n"
LINES = [(number, line.encode()) for number, line in enumerate(TEXT.split("\n")[:-1], 1)]


class Pipe(io.RawIOBase):
    """Gives its chunks one a read, then fails if it is told to."""

    def __init__(self, chunks: list[bytes], failure: OSError | None = None) -> None:
        self._chunks = [chunk for chunk in chunks if chunk]
        self._failure = failure

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self._chunks:
            if self._failure:
                raise self._failure
            return 0
        chunk = self._chunks.pop(0)
        size = min(len(chunk), len(buffer))
        buffer[:size] = chunk[:size]
        if size < len(chunk):
            self._chunks.insert(0, chunk[size:])
        return size


def lines_of(data: bytes) -> Lines:
    return Lines(source_of("test", io.BytesIO(data)))


def split(data: bytes) -> list[bytes]:
    """The rule, in the plainest words: LF ends a line, one CR before it is no part of it."""
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return [line.removesuffix(b"\r") for line in (lines[:-1] if not lines[-1] else lines)]


def is_blank(line: bytes) -> bool:
    return not line.replace(b"\xef\xbb\xbf", b"").strip(b" \t\r")


# The mark of UTF-16, gzip or zstd cannot start these.
UTF8_FILES = st.lists(
    st.sampled_from([b"{}", b"\n", b"\r", b" ", b"\t", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\x85"])
).map(b"".join)


@given(UTF8_FILES)
def test_lines_end_at_lf_only_and_keep_their_physical_numbers(data: bytes) -> None:
    lines = lines_of(data)
    expected = split(data)

    assert [*lines] == [(n, line) for n, line in enumerate(expected, 1) if not is_blank(line)]
    assert lines.physical == len(expected)
    assert lines.blank == sum(map(is_blank, expected))
    assert lines.ended_with_newline == (not expected or data.endswith(b"\n"))
    assert lines.damage == []


@given(UTF8_FILES)
def test_blocks_hold_the_same_text_and_count_the_same(data: bytes) -> None:
    one, other = lines_of(data), lines_of(data)
    assert b"".join(other.blocks()) == data.removeprefix(b"\xef\xbb\xbf")
    assert len([*one]) == one.physical - one.blank
    assert (one.physical, one.blank, one.ended_with_newline) == (
        other.physical,
        other.blank,
        other.ended_with_newline,
    )


@given(UTF8_FILES, st.integers(0, 5))
def test_lines_that_were_peeked_at_still_come(data: bytes, wanted: int) -> None:
    lines = lines_of(data)
    expected = [*lines_of(data)]

    assert lines.peek(wanted) == expected[:wanted]
    assert lines.peek(2) == expected[:2]
    assert [*lines] == expected
    assert lines.physical == len(split(data))


@given(st.lists(st.integers(1, 200), max_size=12), st.sampled_from(["plain", "gzip", "utf-16"]))
def test_chunks_of_any_size_give_the_same_lines(sizes: list[int], form: str) -> None:
    data = {
        "plain": TEXT[:3000].encode(),
        "gzip": gzip.compress(TEXT[:3000].encode()),
        "utf-16": TEXT[:3000].encode("utf-16"),
    }[form]
    chunks, at = [], 0
    for size in sizes:
        chunks.append(data[at : at + size])
        at += size
    lines = Lines(source_of("test", Pipe([*chunks, data[at:]])))

    assert [*lines] == [*lines_of(TEXT[:3000].encode())]
    assert lines.damage == []


BOMS = {"utf-16-le": "\ufeff", "utf-16-be": "\ufeff", "utf-32-le": "\ufeff", "utf-32-be": "\ufeff"}
PLAIN = TEXT.encode()
FORMS = {
    "plain": PLAIN,
    "with a BOM": b"\xef\xbb\xbf" + PLAIN,
    "CRLF": PLAIN.replace(b"\n", b"\r\n"),
    "gzip": gzip.compress(PLAIN),
    "gzip of two members": gzip.compress(PLAIN[:999]) + gzip.compress(PLAIN[999:]),
    "gzip, padded with NUL": gzip.compress(PLAIN) + b"\0" * 512,
    "zstd": zstandard.compress(PLAIN),
    "zstd of two frames": zstandard.compress(PLAIN[:999]) + zstandard.compress(PLAIN[999:]),
    "zstd after a skippable frame": b"\x50\x2a\x4d\x18\4\0\0\0abcd" + zstandard.compress(PLAIN),
    "UTF-16 in zstd": zstandard.compress(TEXT.encode("utf-16")),
    "UTF-16-LE without a BOM": TEXT.encode("utf-16-le"),
    "UTF-16-BE without a BOM": TEXT.encode("utf-16-be"),
    **{form: f"\ufeff{TEXT}".encode(form) for form in BOMS},
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_a_file_gives_the_same_lines(form: str, tmp_path: Path) -> None:
    path = tmp_path / "recording.anything"
    path.write_bytes(FORMS[form])
    with open_source(str(path)) as source:
        lines = Lines(source)
        assert lines.peek(1) == LINES[:1]
        assert [*lines] == LINES
    assert (lines.physical, lines.blank, lines.damage) == (2000, 0, [])


@pytest.mark.parametrize("form", ["plain", "with a BOM", "gzip", "zstd of two frames", "utf-16-be"])
def test_standard_input_is_read_the_same_from_a_pipe_that_drips(form: str) -> None:
    program = """
from footprint_cli.read.lines import Lines, open_source
with open_source("-") as source:
    lines = Lines(source)
    lines.peek(3)
    print(sum(1 for _ in lines), lines.physical, lines.damage)
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin
        assert process.stdout
        for at in range(4):
            process.stdin.write(FORMS[form][at : at + 1])
            process.stdin.flush()
        process.stdin.write(FORMS[form][4:])
        process.stdin.close()
        assert process.stdout.read().decode().split() == ["2000", "2000", "[]"]


def test_standard_input_that_is_closed_is_an_input_error() -> None:
    program = """
from footprint_cli.errors import InputError
from footprint_cli.read.lines import open_source
try:
    open_source("-")
except InputError as error:
    print(error)
"""
    done = subprocess.run(
        ["/bin/sh", "-c", f"exec {sys.executable} -c '{program}' <&-"],
        capture_output=True,
        check=True,
    )
    assert done.stdout == b"-: standard input is closed\n"


@pytest.mark.parametrize("compress", [gzip.compress, zstandard.compress])
@given(part=st.floats(0.05, 0.99))
def test_a_compressed_stream_that_is_cut_gives_what_came_before(
    compress: Callable[[bytes], bytes], part: float
) -> None:
    packed = compress(TEXT.encode())
    lines = lines_of(packed[: int(len(packed) * part)])
    read = [*lines]

    assert read[:-1] == LINES[: len(read[:-1])]
    assert [(one.kind, one.recovered) for one in lines.damage] == [("compressed-stream-cut", False)]
    after = f"{len(read)} line{'' if len(read) == 1 else 's'}"
    assert lines.damage[0].detail.endswith(f" stream stops before its end, after {after}")


def zstd_with_checksum(data: bytes) -> bytes:
    return zstandard.ZstdCompressor(write_checksum=True).compress(data)


@pytest.mark.parametrize("compress", [gzip.compress, zstd_with_checksum])
@given(at=st.integers(0, 1_000_000), bit=st.integers(0, 7))
def test_a_turned_bit_in_a_compressed_stream_is_named(
    compress: Callable[[bytes], bytes], at: int, bit: int
) -> None:
    packed = bytearray(compress(TEXT[:20_000].encode()))
    packed[at % (len(packed) - 20) + 20] ^= 1 << bit  # behind the header
    lines = lines_of(bytes(packed))
    read = [*lines]

    assert read == [*lines_of(TEXT[:20_000].encode())] or lines.damage


def test_gzip_with_a_wrong_checksum_gives_every_line_and_says_so() -> None:
    packed = bytearray(FORMS["gzip"])
    packed[-6] ^= 1
    lines = lines_of(bytes(packed))

    assert [*lines] == LINES
    assert lines.damage == [
        Damage(
            line=2000,
            kind="compressed-stream-corrupt",
            detail="the gzip stream is corrupt (Error -3 while decompressing data: incorrect data "
            "check), after 2000 lines",
            recovered=False,
        )
    ]


def test_what_follows_gzip_data_and_is_not_gzip_is_named() -> None:
    lines = lines_of(FORMS["gzip"] + b"tail")

    assert [*lines] == LINES
    assert [one.kind for one in lines.damage] == ["compressed-stream-corrupt"]
    assert "after 1 whole part (" in lines.damage[0].detail


def test_a_small_file_that_unpacks_to_a_huge_one_is_read_by_and_by() -> None:
    line = b'{"a":1}' + b" " * 99_992 + b"\n"
    for pack in (gzip.compress, zstandard.compress):
        lines = lines_of(pack(line * 2000))
        assert sum(1 for _ in lines) == 2000


def test_an_error_of_the_operating_system_in_the_middle_is_damage() -> None:
    failure = OSError(5, "Input/output error")
    lines = Lines(source_of("test", Pipe([b'{"idx":0}\n{"idx":1}\n{"id'], failure)))

    assert [*lines] == [(1, b'{"idx":0}'), (2, b'{"idx":1}'), (3, b'{"id')]
    assert lines.damage == [
        Damage(
            line=3,
            kind="read-error",
            detail="reading failed: input/output error, after 3 lines",
            recovered=False,
        )
    ]


def test_an_error_before_the_first_byte_is_an_input_error() -> None:
    with pytest.raises(InputError, match=r"^here: reading failed: input/output error$"):
        source_of("here", Pipe([], OSError(5, "Input/output error")))


def test_units_of_utf16_that_are_no_characters_are_named_line_by_line() -> None:
    text = '{"a":1}\n{"b":"\ud83d"}\n{"c":"\udc00\ud83d"}\n{"d":"😀"}\n'
    lines = lines_of(text.encode("utf-16-le", "surrogatepass") + b"x")

    assert [*lines] == [
        (1, b'{"a":1}'),
        (2, '{"b":"\N{REPLACEMENT CHARACTER}"}'.encode()),
        (3, '{"c":"\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}"}'.encode()),
        (4, '{"d":"😀"}'.encode()),
        (5, "\N{REPLACEMENT CHARACTER}".encode()),
    ]
    assert [(one.line, one.kind) for one in lines.damage] == [
        (2, "bad-utf16"),
        (3, "bad-utf16"),
        (5, "bad-utf16"),
    ]


@given(st.binary(max_size=64), st.sampled_from([b"", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0"]))
def test_any_bytes_can_be_iterated(data: bytes, mark: bytes) -> None:
    try:
        lines = lines_of(mark + data)
    except InputError:
        return
    assert len([*lines]) == lines.physical - lines.blank


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing.jsonl", "there is no such file"),
        ("file/below", "there is no such file"),
        ("folder", "is a folder, not a file"),
        ("socket", "is neither a file nor a pipe"),
        ("nul\0name", "is not a name that a file can have"),
    ],
)
def test_what_cannot_be_opened_is_refused_in_one_sentence(
    name: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket may be no longer than 100 bytes
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        with pytest.raises(InputError) as caught:
            open_source(name)
    assert (caught.value.source, caught.value.why) == (name, why)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "closed.jsonl"
    path.touch(mode=0)
    with pytest.raises(InputError, match=r"permission denied$"):
        open_source(str(path))


def test_a_device_that_never_ends_is_refused() -> None:
    with pytest.raises(InputError, match=r"^/dev/zero: is neither a file nor a pipe$"):
        open_source("/dev/zero")


def test_zstd_without_a_library_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "recording.jsonl"
    path.write_bytes(FORMS["zstd"])
    for name in ("zstandard", "compression.zstd"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError) as caught:
        open_source(str(path))
    assert caught.value.why == "zstd needs an extra package: pip install 'footprint-cli[zstd]'"


@pytest.mark.skipif(sys.version_info < (3, 14), reason="the library brings no zstd before 3.14")
def test_zstd_of_the_standard_library_does_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    lines = lines_of(FORMS["zstd of two frames"])
    assert [*lines] == LINES


def test_reading_plain_lines_loads_nothing_that_is_slow(tmp_path: Path) -> None:
    program = """
import sys, orjson, msgspec
for name in ("re", "json"):
    sys.modules.pop(name, None)
before = set(sys.modules)
from footprint_cli.read.lines import Lines, open_source
from footprint_cli.read.values import check_line, read_line
with open_source(sys.argv[1]) as source:
    for number, line in Lines(source):
        check_line(line, read_line(line, number)[0][0])
print(*sorted(set(sys.modules) - before), sep="\\n")
"""
    path = tmp_path / "plain.jsonl"
    path.write_bytes(PLAIN)
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, check=True
    )
    assert done.stdout.decode().split() == [
        "footprint_cli",
        "footprint_cli.errors",
        "footprint_cli.model",
        "footprint_cli.model.finding",
        "footprint_cli.read",
        "footprint_cli.read.lines",
        "footprint_cli.read.source",
        "footprint_cli.read.values",
    ]


@needs_shared
def test_the_folder_among_the_cases_is_refused_as_a_folder() -> None:
    with pytest.raises(InputError, match="is a folder"):
        open_source(str(SHARED / "cases/21c-a-directory.jsonl"))
