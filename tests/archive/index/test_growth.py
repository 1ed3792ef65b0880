"""An index that grew in steps is the index that was built at once."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import orjson
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footprint_cli.archive.index.pool import each_read
from tests.archive.asking import built, rows_of
from tests.program import FIXTURES

ENVELOPE = orjson.dumps(
    orjson.loads((FIXTURES / "some-below-threshold.envelope.json").read_bytes())
)
COMMITS = (FIXTURES / "some-below-threshold.commits.jsonl").read_bytes().splitlines()


def evidence(number: int, **more: Any) -> bytes:
    """Make a line of evidence."""
    candidates = [
        {"id": f"d#{number + at}", "score": 0.9 - at / 10, "rank": at + 1, "admitted": at < 1}
        for at in range(number % 4)
    ]
    return orjson.dumps(
        {
            "memoryId": f"m{number % 2}",
            "strategy": "topK",
            "k": 1,
            "consideredCount": len(candidates),
            "candidates": candidates,
            "corpusEmpty": False,
            **more,
        }
    )


LINES = st.one_of(
    st.integers(0, 9).map(evidence),
    st.just(evidence(1, corpusEmpty=True, candidates=[], consideredCount=0, namespace="a/b/c")),
    st.just(evidence(2, namespace="a/b/d")),
    st.just(
        evidence(
            3,
            candidates=[
                {"id": "shown", "score": 1, "rank": 1, "admitted": True, "promptFragment": "text"}
            ],
        )
    ),
    st.just(ENVELOPE),
    st.just(b""),
    st.just(b'{"neither": "nor"}'),
    st.just(b'{"cut": '),
    st.just(COMMITS[1]),
)


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    lines=st.lists(LINES, min_size=1, max_size=8)
    | st.lists(st.integers(0, 9).map(evidence), min_size=3, max_size=9)
    | st.lists(st.just(ENVELOPE), min_size=3, max_size=4),
    steps=st.lists(st.integers(0, 8), max_size=4),
    ended=st.booleans(),
)
def test_an_index_that_grew_is_one_that_was_built_at_once(
    tmp_path: Path, lines: Sequence[bytes], steps: list[int], ended: bool
) -> None:
    log, grown, whole = tmp_path / "log.jsonl", tmp_path / "grown", tmp_path / "whole"
    for one in (grown, whole):
        one.unlink(missing_ok=True)

    for end in [*sorted(steps), len(lines)]:
        text = b"\n".join(lines[:end])
        log.write_bytes(text + b"\n" if end < len(lines) or ended else text)
        built(grown, [log])
    built(whole, [log])

    assert rows_of(grown) == rows_of(whole)


@pytest.mark.parametrize(
    "lines",
    [[evidence(one) for one in range(4, 12)], [ENVELOPE] * 4],
    ids=["evidence", "envelopes"],
)
def test_a_log_of_records_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[bytes]
) -> None:
    log, index = tmp_path / "log.jsonl", tmp_path / "index"
    log.write_bytes(b"\n".join(lines[:3]) + b"\n")
    built(index, [log])
    reads = []

    def noted(tasks: list[Any], jobs: int) -> Any:
        reads.extend(tasks)
        yield from each_read(tasks, jobs)

    monkeypatch.setattr("footprint_cli.archive.index.build.each_read", noted)

    start = log.stat().st_size
    with log.open("ab") as file:
        file.write(b"\n".join(lines[3:]))
    built(index, [log])

    [(_, more)] = reads
    assert more is not None
    assert (more.start, more.passed) == (start, 3)
    built(tmp_path / "whole", [log])
    assert rows_of(index) == rows_of(tmp_path / "whole")


def test_a_log_that_was_written_anew_is_read_whole(tmp_path: Path) -> None:
    log, index = tmp_path / "log.jsonl", tmp_path / "index"
    log.write_bytes(b"\n".join([evidence(4), evidence(5)]) + b"\n")
    built(index, [log])

    log.write_bytes(b"\n".join([evidence(6), evidence(7), evidence(8)]) + b"\n")
    built(index, [log])

    built(tmp_path / "whole", [log])
    assert rows_of(index) == rows_of(tmp_path / "whole")


def test_only_what_changed_is_read_again(tmp_path: Path) -> None:
    one, two, index = tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "index"
    one.write_bytes(evidence(4) + b"\n")
    two.write_bytes(evidence(5) + b"\n")
    assert built(index, [one, two]).read == 2
    assert built(index, [one, two]).unchanged == 2

    os.utime(one, ns=(1, 1))  # the same content: its hash is that of all of it
    two.write_bytes(evidence(6) + b"\n")
    again = built(index, [one, two])

    assert (again.read, again.unchanged) == (1, 1)


def test_another_version_of_the_program_reads_everything_again(tmp_path: Path) -> None:
    one, index = tmp_path / "one.jsonl", tmp_path / "index"
    one.write_bytes(evidence(4) + b"\n")
    built(index, [one])

    assert built(index, [one], version="later").read == 1


def test_what_is_gone_is_marked_and_keeps_its_rows(tmp_path: Path) -> None:
    one, two, index = tmp_path / "one.jsonl", tmp_path / "two.jsonl", tmp_path / "index"
    one.write_bytes(evidence(6) + b"\n")
    two.write_bytes(evidence(7) + b"\n")
    built(index, [one, two])
    before = rows_of(index)["candidates"]

    one.unlink()
    assert built(index, [two]).vanished == 1

    assert rows_of(index)["candidates"] == before
    states = {row[0]: row[-2] for row in rows_of(index)["sources"]}
    assert states == {str(one): "vanished", str(two): "present"}

    one.write_bytes(evidence(6) + b"\n")
    assert built(index, [one, two]).vanished == 0
    assert {row[-2] for row in rows_of(index)["sources"]} == {"present"}
