"""An index of commit logs that grew in steps is the index that was built at once."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footprint_cli.archive.index import pool
from footprint_cli.archive.sources import Source
from tests.archive.asking import built, rows_of
from tests.archive.index.test_pieces import LOGS, told_apart
from tests.archive.search.logs import files
from tests.archive.search.said import SEARCHING, commit, said


def apart(logs: Sequence[bytes]) -> bytes:
    """Write logs as those of several runs, one after the other."""
    return b"".join(told_apart(one, at) for at, one in enumerate(logs))


@settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    logs=st.lists(st.sampled_from(LOGS), min_size=1, max_size=5).map(apart)
    | said()
    | st.lists(files() | st.sampled_from(LOGS), min_size=1, max_size=4).map(b"".join),
    more=st.just(b"") | files() | st.sampled_from(LOGS),
    steps=st.lists(st.floats(0, 1), min_size=1, max_size=4),
    lines=st.booleans(),
)
def test_an_index_that_grew_is_one_that_was_built_at_once(
    tmp_path: Path, logs: bytes, more: bytes, steps: list[float], lines: bool
) -> None:
    log, grown, whole = tmp_path / "log.jsonl", tmp_path / "grown", tmp_path / "whole"
    for one in (grown, whole):
        one.unlink(missing_ok=True)
    text = logs + more

    for step in [*sorted(steps), 1.0]:
        end = round(step * len(text))
        if lines:  # a writer that is between two lines, as nearly always
            end = text.rfind(b"\n", 0, end) + 1 if step < 1 else end
        log.write_bytes(text[:end])
        built(grown, [log])
    built(whole, [log])

    assert rows_of(grown) == rows_of(whole)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Source | None]:
    """Return the parts of files that are read from now on; None is a whole one."""
    parts: list[Source | None] = []
    done = pool._done  # noqa: SLF001

    def noted(reading: Any, one: Any) -> Any:
        parts.append(one if isinstance(one, Source) else None)
        return done(reading, one)

    monkeypatch.setattr(pool, "_done", noted)
    whole = pool._whole  # noqa: SLF001

    def noted_whole(path: str) -> Any:
        parts.append(None)
        return whole(path)

    monkeypatch.setattr(pool, "_whole", noted_whole)
    return parts


def cut_in_the_middle(text: bytes) -> bytes:
    """Take half of the last line away."""
    begin = text.rstrip(b"\n").rfind(b"\n") + 1
    return text[: (begin + len(text)) // 2]


@pytest.mark.parametrize("ending", [bytes, cut_in_the_middle], ids=["ended", "cut"])
@pytest.mark.parametrize("times", [1, 3])
def test_only_the_last_log_and_what_follows_is_read(
    tmp_path: Path, read: list[Source | None], ending: Callable[[bytes], bytes], times: int
) -> None:
    before, last = apart([*LOGS] * 8), told_apart(LOGS[0], 100)
    later = b"".join(told_apart(one, 200 + at) for at, one in enumerate(LOGS))
    log, index, whole = tmp_path / "log.jsonl", tmp_path / "index", tmp_path / "whole"
    log.write_bytes(ending(before + last))
    built(index, [log])
    assert read == [None]
    text, read[:] = before + last + later, []

    for number in range(1, times + 1):
        log.write_bytes(text[: len(before + last) + len(later) * number // times])
        built(index, [log])

    sizes = [(one.end or 0) - one.start for one in read if one is not None]
    assert len(sizes) == len(read) == times
    assert read[0] is not None
    assert read[0].start == len(before)
    assert sum(sizes) <= times * len(last + later) < len(before)
    built(whole, [log])
    assert rows_of(index) == rows_of(whole)


@pytest.mark.parametrize(
    ("before", "later"),
    [
        (apart(LOGS[:3]), told_apart(LOGS[0], 0)),  # which repeats the first
        (apart(LOGS[:3]), b'{"neither": "nor"}\n'),
        (apart(LOGS[:3]), commit("seed#9", 0)),  # which goes on from the one before
        (apart(LOGS[:3]), commit("seed#0", 0, **SEARCHING)),
        (told_apart(LOGS[0], 0), told_apart(LOGS[1], 1)),  # of which the first has no name before
    ],
    ids=["repeated", "other", "resumed", "searching", "one"],
)
def test_what_bears_on_earlier_logs_is_read_with_them(
    tmp_path: Path, read: list[Source | None], before: bytes, later: bytes
) -> None:
    log, index, whole = tmp_path / "log.jsonl", tmp_path / "index", tmp_path / "whole"
    log.write_bytes(before)
    built(index, [log])
    log.write_bytes(before + later)
    built(index, [log])
    assert read[-1] is None
    built(whole, [log])

    assert rows_of(index) == rows_of(whole)
