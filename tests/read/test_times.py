from pathlib import Path

import orjson
import pytest

from footprint_cli import load
from footprint_cli.read.times import clock_of, started_at
from tests.program import FIXTURES


@pytest.mark.parametrize(
    ("recorded", "moment"),
    [
        ("1970-01-01T00:00:01.500Z", 1500),
        ("1970-01-01T02:00:00+02:00", 0),
        ("1970-01-01T00:00:01", None),  # of no zone: no moment
        ("yesterday", None),
        ("1969-12-31T23:59:59Z", None),
        (12, None),
        (None, None),
    ],
)
def test_a_recorded_date_is_a_moment_or_nothing(recorded: object, moment: int | None) -> None:
    assert started_at(recorded) == moment


def test_without_a_date_the_earliest_clock_counts() -> None:
    assert started_at("never", [None, 7, 5, 6]) == 5
    assert started_at("1970-01-01T00:00:09Z", [5]) == 9000
    assert started_at(None, [None]) is None


@pytest.mark.parametrize("shown", [True, "5", -1, float("nan"), 10**18, None])
def test_a_clock_that_shows_no_moment_is_not_recorded(shown: object) -> None:
    assert clock_of({"wallClockMs": shown}) is None


def test_events_tell_when_their_run_began(tmp_path: Path) -> None:
    path = tmp_path / "run.events.ndjson"
    rows = [
        {"type": "agentfootprint.agent.turn_start", "payload": {}, "meta": {"wallClockMs": ms}}
        for ms in (2000, 1000, 3000)
    ]
    path.write_bytes(b"\n".join(map(orjson.dumps, rows)))

    assert [one.run.started for one in load(path)] == [1000]


def test_a_commit_log_records_no_time() -> None:
    [one] = load(FIXTURES / "some-below-threshold.commits.jsonl")

    assert one.run.started is None
