"""Two sides are read in shards, and merged into what one command over both says."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.archive.test_shards import without_found, written
from tests.cli.recordings import CLEAN, DAMAGED
from tests.program import FIXTURES, FORMATS, footprint
from tests.shared import SHARED, needs_shared

LOGS = f"{FIXTURES}/*.commits.jsonl"


@pytest.mark.parametrize("of", [1, 3, 40])
@pytest.mark.parametrize(
    "words",
    [
        ("drift", LOGS, FIXTURES, "--fail-on=admitted", "--top=2"),
        ("drift", FIXTURES, FIXTURES / "made", "--alpha=0.5"),
        ("drift", CLEAN, CLEAN, "--fail-on=any"),
        ("drift", DAMAGED, "none.jsonl", "--exit-zero"),
        ("drift", FIXTURES / "expected", CLEAN),
    ],
    ids=repr,
)
def test_merged_shards_are_the_answer(
    words: tuple[str | Path, ...], of: int, tmp_path: Path
) -> None:
    parts = written(tmp_path, of, *words)

    for form in FORMATS if of == 3 else ("json",):
        whole = footprint(*words, "--format", form)
        assert footprint("merge", *reversed(parts), "--format", form) == without_found(whole)
        assert whole.out


@needs_shared
def test_merged_shards_are_the_answer_over_the_shared_recordings(tmp_path: Path) -> None:
    words = ("drift", SHARED / "recordings", SHARED / "commit-logs", "--format=json")

    merged = footprint("merge", *written(tmp_path, 3, *words), "--format=json")

    assert merged == without_found(footprint(*words))


def test_a_part_is_the_same_however_many_read_it(tmp_path: Path) -> None:
    one, two = tmp_path / "1", tmp_path / "2"
    words = ("drift", LOGS, FIXTURES, "--shard=2/2")

    footprint(*words, "--jobs=1", "-o", one)
    footprint(*words, "--jobs=2", "-o", two)

    assert one.read_bytes() == two.read_bytes()


def test_what_cannot_be_read_in_shards_is_refused(tmp_path: Path) -> None:
    footprint("index", "-o", tmp_path / "index", CLEAN)

    for words, said in (
        (("drift", tmp_path / "index", CLEAN), "is an index"),
        (("drift", CLEAN), "drift compares two sides"),
        (("drift", "--index", tmp_path / "index", "--by=day"), "--shard: --index"),
    ):
        answer = footprint(*words, "--shard=1/2", "-o", tmp_path / "part")
        assert (answer.status, answer.out) == (2, b"")
        assert said in answer.complaint
    assert not (tmp_path / "part").exists()


def test_parts_of_other_sides_are_refused(tmp_path: Path) -> None:
    first, _ = written(tmp_path, 2, "drift", CLEAN, DAMAGED)
    other = tmp_path / "other.part"
    footprint("drift", DAMAGED, CLEAN, "--shard", "2/2", "-o", other)

    answer = footprint("merge", first, other)

    assert (answer.status, answer.out) == (2, b"")
    assert "are no parts of one answer" in answer.complaint


@given(at=st.integers(0, 10_000), noise=st.sampled_from([b"", b"1", b"7", b"null", b"}", b'"']))
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_damaged_part_is_no_traceback(tmp_path: Path, at: int, noise: bytes) -> None:
    part = tmp_path / "1.part"
    if not (tmp_path / "sound").exists():
        written(tmp_path, 1, "drift", CLEAN, DAMAGED)
        (tmp_path / "sound").write_bytes(part.read_bytes())
    sound = (tmp_path / "sound").read_bytes()
    at %= len(sound)
    part.write_bytes(sound[:at] + noise + sound[at + len(noise) :])

    answer = footprint("merge", part)

    assert answer.status in (0, 2, 3, 4)
    assert "Traceback" not in answer.complaint


@pytest.mark.parametrize("named", [b'"named":0', b'"named":7', b'"named":-1'])
def test_a_side_that_is_none_is_damage(tmp_path: Path, named: bytes) -> None:
    (part,) = written(tmp_path, 1, "drift", CLEAN, DAMAGED)
    sound = part.read_bytes()
    assert sound.count(b'"named":1') == 1
    part.write_bytes(sound.replace(b'"named":1', named))

    answer = footprint("merge", part)

    assert answer.status in (2, 4)
    assert answer.out == b""
    assert "Traceback" not in answer.complaint
