from collections.abc import Iterator
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footprint_cli.analyse.answers import answers
from footprint_cli.archive.asking import Asking
from footprint_cli.archive.blocks import pieces
from footprint_cli.archive.hits import Skipped
from footprint_cli.archive.joined import joined
from footprint_cli.archive.scan import scan
from footprint_cli.archive.trust import Untrusted
from footprint_cli.errors import InputError
from footprint_cli.model.answer import Asked, Occurrence
from footprint_cli.model.audit import Audit
from footprint_cli.model.finding import Damage
from tests.archive.logs import IDS, files

ASKED = st.one_of(
    st.sampled_from([*IDS, "none.md#9", ""]).map(lambda one: Asked(text=one)),
    st.sampled_from(["pump", "a/b", "q"]).map(lambda one: Asked(text=one, how="prefix")),
    st.sampled_from(["*.md#1", "pump.md#[1]", "?ump*", "*"]).map(
        lambda one: Asked(text=one, how="glob")
    ),
    st.sampled_from(["pump.md", "a/b.md", "none"]).map(lambda one: Asked(text=one, how="doc")),
)
Told = tuple[list[Occurrence | None], list[Damage]]


def told(found: Iterator[Skipped | Audit], asked: Asked) -> Told:
    """Return the answers in their order, None for one that was only counted, and the damage."""
    said: list[Occurrence | None] = []
    damage: list[Damage] = []
    for one in found:
        if isinstance(one, Skipped):
            said += [None] * one.never
        else:
            said += answers(one, asked)
            damage += one.recording.damage
    return said, damage


def assert_same(short: Told, full: Told) -> None:
    """Hold a byte search to the full reader, but for damage inside lines that it does not parse."""
    assert all(one in full[1] for one in short[1])
    assert len(short[0]) == len(full[0])
    for one, other in zip(*(each[0] for each in (short, full)), strict=True):
        assert other is not None
        assert one == other if one is not None else other.answer == "never-a-candidate"


def full(path: str, asked: Asked) -> Told | None:
    try:
        return told(Asking(asked=asked, full=True).answers(path), asked)
    except InputError:
        return None


@settings(
    max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=files(), asked=ASKED, parts=st.integers(1, 3), paranoid=st.booleans())
def test_a_byte_search_says_what_the_full_reader_says(
    tmp_path: Path, text: bytes, asked: Asked, parts: int, *, paranoid: bool
) -> None:
    file = tmp_path / "run.jsonl"
    file.write_bytes(text)
    path, expected = str(file), full(str(file), asked)
    try:
        cut = [
            scan(path, asked, paranoid=paranoid, start=start, stop=stop)
            for start, stop in pieces(path, len(text), parts)
        ]
        piece = joined(cut)
    except Untrusted:
        return
    if piece is None:
        return
    assert expected is not None
    assert_same(told(Asking(asked=asked).found(path, piece), asked), expected)
