"""Steps are where the engine stops, and each write is told with its value, its size, or why not."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli import load
from footprint_cli.analyse.log_steps import SHORT, steps_of
from footprint_cli.analyse.steps_reports import steps_report
from footprint_cli.model.json_text import json_text
from tests.commit_logs import ALL, COMMIT_LOGS, stored
from tests.oracles import RECORDINGS
from tests.shared import needs_shared


def bundle(step: str, *rows: tuple[str, str], **more: Any) -> dict[str, Any]:
    trace = [{"path": path, "verb": verb} for path, verb in rows]
    return {"runtimeStageId": step, "trace": trace, "overwrite": {}, "updates": {}} | more


@needs_shared
@pytest.mark.parametrize("folder", ALL)
def test_steps_are_the_stops_of_the_engine(folder: Path) -> None:
    one = stored(folder)
    stops = [each for each in one.oracle["stops"] if each["kind"] not in {"start", "end"}]

    found = [each for each in steps_of(one.bundles, one.mount) if each.step]

    assert [
        (each.number, each.step, each.stage_id, each.stage, each.commits[0], each.through)
        for each in found
    ] == [
        (
            each["step"],
            each["runtimeStageId"],
            each["stageId"],
            each["label"],
            each["commitIdx"],
            each["lastCommitIdx"],
        )
        for each in stops
    ]


@needs_shared
@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.parent.name)
        for path in sorted(COMMIT_LOGS.glob("*/snapshot.json"))
    ],
)
def test_a_step_mounts_where_the_engine_says_so_and_every_nested_step_is_told_once(
    path: Path,
) -> None:
    (recording,) = load(path)
    oracle = json.loads((path.parent / "oracle.json").read_text())

    report = steps_report(recording)

    own = [one for one in report.steps if one.log is None and one.commits]
    kinds = {one["runtimeStageId"]: one["kind"] for one in oracle["stops"]}
    assert {one.step for one in own if one.mounts} == {
        step for step, kind in kinds.items() if kind == "mount"
    }
    lines = [(one.log, index) for one in report.steps for index in one.commits]
    assert sorted(lines, key=str) == sorted(
        ((log.mount, index) for log in recording.logs() for index, _ in enumerate(log.bundles())),
        key=str,
    )


@needs_shared
def test_a_failure_is_of_the_step_that_the_tree_names() -> None:
    (recording,) = load(COMMIT_LOGS / "fork-delta" / "snapshot.json")

    steps = steps_report(recording).steps

    assert {one.step: one.failure for one in steps if one.failure} == {"bad#3": "Error: boom"}


@needs_shared
def test_nested_steps_follow_their_mount_and_a_depth_leaves_them_out() -> None:
    (recording,) = load(RECORDINGS / "24-compositions" / "parallel.envelope.json")

    every, own = steps_report(recording), steps_report(recording, 0)

    assert {one.depth for one in every.steps} == {0, 1, 2, 3}
    for before, one in zip(every.steps, every.steps[1:], strict=False):
        if one.depth > before.depth:
            assert (one.log, one.depth) == (before.step, before.depth + 1)
    assert own.steps == tuple(one for one in every.steps if one.depth == 0)
    assert own.known == len(every.steps)


@needs_shared
def test_steps_that_wrote_nothing_are_left_out_where_nothing_below_them_wrote() -> None:
    (recording,) = load(RECORDINGS / "18-failed-run" / "run1-llm-dies.envelope.json")

    every, telling = steps_report(recording), steps_report(recording, writing=True)

    mounts = {one.log for one in telling.steps}
    assert {one.step for one in telling.steps} >= mounts - {None}
    for one in every.steps:
        told = bool(one.writes) or one.failure is not None or one.step in mounts
        assert (one in telling.steps) == told


def test_lines_of_others_among_those_of_a_step_are_counted() -> None:
    steps = steps_of([bundle("a#0"), bundle("b#1"), bundle("a#0"), bundle("c#2")])

    assert [(one.step, one.commits, one.through, one.between) for one in steps] == [
        ("a#0", (0, 2), 0, 0),
        ("b#1", (1,), 2, 1),
        ("c#2", (3,), 3, 0),
    ]


def test_the_inputs_of_a_subflow_are_no_step() -> None:
    steps = steps_of([bundle(""), bundle("a#0")])

    assert [(one.step, one.number) for one in steps] == [("", 0), ("a#0", 1)]


def test_a_step_that_failed_and_left_no_line_is_told_all_the_same() -> None:
    steps = steps_of([bundle("a#0")], failures={"b#1": "Error: no line"})

    assert [(one.step, one.commits, one.failure) for one in steps] == [
        ("a#0", (0,), None),
        ("b#1", (), "Error: no line"),
    ]


def test_a_line_that_the_fold_refuses_is_no_step() -> None:
    assert steps_of([3, bundle("a#0"), {"runtimeStageId": "b#1"}])[0].commits == (1,)


@pytest.mark.parametrize(
    ("row", "more", "expected"),
    [
        (("k", "set"), {"overwrite": {"k": None}}, (4, "null", False)),
        (("k", "set"), {}, (None, None, False)),
        (("k", "delete"), {"overwrite": {"k": 1}}, (None, None, False)),
        (
            ("k", "merge"),
            {"updates": {"k": {"a": 1}}, "overwrite": {"k": 2}},
            (7, '{"a":1}', False),
        ),
        (("k\x1f1", "set"), {"overwrite": {"k": [0, 5]}}, (1, "5", False)),
        (("k\x1f9", "set"), {"overwrite": {"k": [0, 5]}}, (None, None, False)),
        (
            ("k", "set"),
            {"overwrite": {"k": "REDACTED"}, "redactedPaths": ["k"]},
            (None, None, True),
        ),
        (
            ("k", "set"),
            {"overwrite": {"k": {"a": "REDACTED"}}, "redactedPaths": ["k\x1fa"]},
            (None, None, True),
        ),
        (("k", "set"), {"overwrite": {"k": "REDACTED"}}, (10, '"REDACTED"', False)),
    ],
)
def test_a_write_is_told_with_what_its_line_holds(
    row: tuple[str, str], more: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    (step,) = steps_of([bundle("a#0", row, **more)])

    (write,) = step.writes
    assert (write.size, write.value, write.withheld) == expected


def test_a_path_that_a_line_writes_twice_is_told_once() -> None:
    rows = [("k", "set"), ("k", "set"), ("k", "merge")]

    (step,) = steps_of([bundle("a#0", *rows, overwrite={"k": 1}, updates={"k": 2})])

    assert [(one.verb, one.rows) for one in step.writes] == [("set", 2), ("merge", 1)]


@given(st.lists(st.sampled_from(["a#0", "b#1", "c#2"]), max_size=12))
def test_every_line_is_of_one_step_and_the_steps_part_the_log(ids: list[str]) -> None:
    steps = steps_of([bundle(one) for one in ids])

    assert sorted(line for one in steps for line in one.commits) == [*range(len(ids))]
    firsts = [one.commits[0] for one in steps]
    assert [one.through for one in steps] == [*(each - 1 for each in firsts[1:]), len(ids) - 1][
        : len(steps)
    ]


@given(st.recursive(st.integers() | st.text(), st.lists, max_leaves=20))
def test_a_value_is_the_beginning_of_its_json(value: Any) -> None:
    (step,) = steps_of([bundle("a#0", ("k", "set"), overwrite={"k": value})])

    (write,) = step.writes
    assert write.size == len(json_text(value))
    assert write.value == json_text(value)[:SHORT]
