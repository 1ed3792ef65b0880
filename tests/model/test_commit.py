import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from footprint_cli.model.commit import Commit, TraceRow, path_segments, refusal
from tests.model.lines import decoded_lines, line
from tests.shared import SHARED, needs_shared

LOGS = [
    *sorted((SHARED / "commit-logs").rglob("commitLog.jsonl")),
    *sorted((SHARED / "recordings").glob("*/*.commits.jsonl")),
]


@pytest.mark.parametrize(
    ("path", "segments"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a.b/c", ["a.b/c"]),
        ("a\x1f", ["a", ""]),
        ("runs\x1ffast\x1fmine", ["runs", "fast", "mine"]),
    ],
)
def test_a_path_splits_at_the_unit_separator_alone(path: str, segments: list[str]) -> None:
    assert path_segments(path) == segments


@pytest.mark.parametrize(
    "bundle",
    [
        line(),
        {"runtimeStageId": "", "trace": []},
        {"runtimeStageId": "s", "trace": [{"path": "a"}], "redactedPaths": 5, "stage": None},
        {"runtimeStageId": "s", "trace": [{"path": "", "verb": None, "readKeys": "odd"}]},
    ],
)
def test_a_line_with_an_id_a_trace_and_paths_is_accepted(bundle: Any) -> None:
    assert refusal(bundle) is None


@pytest.mark.parametrize(
    ("bundle", "why"),
    [
        (None, "the line is null, not an object"),
        ([line()], "the line is an array, not an object"),
        ("text", "the line is a string, not an object"),
        (True, "the line is a boolean, not an object"),
        (1.5, "the line is a number, not an object"),
        ((), "the line is a tuple, not an object"),
        ({"trace": []}, "runtimeStageId is missing, not a string"),
        (line() | {"runtimeStageId": 7}, "runtimeStageId is a number, not a string"),
        ({"runtimeStageId": "s"}, "trace is missing, not an array"),
        (line() | {"trace": {"path": "a"}}, "trace is an object, not an array"),
        (line() | {"updates": None}, "updates is null, not an object"),
        (line() | {"overwrite": []}, "overwrite is an array, not an object"),
        (line() | {"trace": [{"path": "a"}, "set a"]}, "row 1 of trace is a string, not an object"),
        (line() | {"trace": [{}]}, "the path in row 0 of trace is missing, not a string"),
        (line() | {"trace": [{"path": 1}]}, "the path in row 0 of trace is a number, not a string"),
    ],
)
def test_a_line_that_the_fold_cannot_use_is_refused_with_the_reason(bundle: Any, why: str) -> None:
    assert refusal(bundle) == why


def test_what_was_not_recorded_is_none_and_an_empty_list_is_empty() -> None:
    row = msgspec.convert({"path": "a", "verb": "set"}, TraceRow)
    told = msgspec.convert({"path": "a", "verb": "set", "readKeys": []}, TraceRow)
    commit = msgspec.convert({"runtimeStageId": "s#0", "trace": []}, Commit)

    assert (row.read_keys, told.read_keys) == (None, ())
    assert (commit.idx, commit.redacted_paths, commit.tags) == (None, None, None)


@needs_shared
@pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log.relative_to(SHARED)))
def test_every_line_of_a_log_is_a_commit_and_nothing_of_it_is_lost(log: Path) -> None:
    for bundle in decoded_lines(log):
        commit = msgspec.convert(bundle, Commit)

        assert refusal(bundle) is None
        assert json.loads(json.dumps(msgspec.to_builtins(commit))) == bundle
