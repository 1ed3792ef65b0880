from pathlib import Path
from typing import Any

import pytest

from tests.log import (
    answers,
    asks,
    bundle,
    chunks,
    damaged,
    noticed,
    numbered,
    record,
    recording_of,
    retrieved,
    row,
    seed,
)

MERGED = {"a": 1}


def searching(name: str, number: int = 1, retriever: str = "kb") -> dict[str, Any]:
    return retrieved(record(row(f"{name}.md#0")), retriever, number)


def calling(step: str, call_id: str, args: Any, content: str = "no rows") -> dict[str, Any]:
    messages = [asks((call_id, "incidents", args)), answers(call_id, content)]
    return bundle(step, {"history": messages}, "append")


def quiet(step: str = "deliver#2") -> dict[str, Any]:
    return bundle(step)


# Several logs in one file


def test_turns_one_after_the_other_are_logs_of_their_own(tmp_path: Path) -> None:
    first = numbered(seed(turnNumber=1), searching("tides"), calling("tools#5", "c1", {"a": 1}))
    earlier = [asks(("c1", "incidents", {"a": 1})), answers("c1")]
    second = numbered(seed(*earlier, turnNumber=2), searching("crane"))

    recording = recording_of(tmp_path, *first, *second)

    assert [(chunks(one), one.run, one.line) for one in recording.retrievals] == [
        (["tides.md#0"], "log 1", 2),
        (["crane.md#0"], "log 2", 5),
    ]
    assert [(one.call_id, one.run) for one in recording.calls] == [("c1", "log 1")]
    assert noticed(recording, "interleaved-logs") == []
    assert noticed(recording, "idx-gap") == []


def test_a_turn_knows_nothing_of_the_evidence_of_the_turn_before(tmp_path: Path) -> None:
    whole = record(row(), namespace="south/_/corpus", embedderId="hand-4d")
    bare = {name: whole[name] for name in ("strategy", "consideredCount", "candidates")}

    _, later = recording_of(
        tmp_path,
        *numbered(seed(turnNumber=1), retrieved(whole)),
        *numbered(seed(turnNumber=2), retrieved(bare)),
    ).retrievals

    assert later.evidence is not None
    assert (later.evidence.namespace, later.evidence.embedder_id) == (None, None)
    assert (later.earlier_candidates, chunks(later)) == (0, ["a.md#0"])


def test_one_log_alone_is_not_given_a_name(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, *numbered(seed(), searching("tides")))

    assert [one.run for one in recording.retrievals] == [None]


def paused(*earlier: dict[str, Any]) -> list[dict[str, Any]]:
    asked = asks(("p1", "reading", {"gauge": "G-2"}), ("p2", "approve", {"valve": "V-14"}))
    stop = bundle(
        "tools#22",
        {
            "history": [asked, answers("p1", "1.8 bar", "reading")],
            "pausedToolCallId": "p2",
            "pausedToolArgs": {"valve": "V-14"},
        },
        verbs={"history": "append"},
    )
    return numbered(seed(), *earlier, stop)


def resumed(*later: dict[str, Any]) -> list[dict[str, Any]]:
    goes_on = bundle(
        "tools#23",
        {
            "history": [answers("p2", "Approved by R. Oduya", "approve")],
            "iteration": 2,
            "pausedToolCallId": "",
        },
        verbs={"history": "append"},
    )
    return numbered(goes_on, *later)


def test_a_call_that_was_paused_and_answered_is_one_call_with_its_arguments(
    tmp_path: Path,
) -> None:
    recording = recording_of(tmp_path, *paused(), *resumed())

    assert [
        (one.call_id, one.tool, one.outcome, one.arguments, one.result) for one in recording.calls
    ] == [
        ("p1", "reading", "ran", {"gauge": "G-2"}, "1.8 bar"),
        ("p2", "approve", "ran", {"valve": "V-14"}, "Approved by R. Oduya"),
    ]


def test_a_resumed_run_goes_on_from_the_state_of_the_paused_one(tmp_path: Path) -> None:
    first = retrieved(record(row("tides.md#0"), threshold=0.7))
    again = retrieved({"candidates": [row("crane.md#0")]}, number=30)

    _, later = recording_of(tmp_path, *paused(first), *resumed(again)).retrievals

    assert later.evidence is not None
    assert (later.evidence.strategy, later.evidence.threshold) == ("topK", 0.7)
    assert chunks(later) == ["crane.md#0"]


def test_a_call_after_a_pause_is_of_the_iteration_that_the_resumed_run_counts(
    tmp_path: Path,
) -> None:
    later = calling("tools#40", "c3", {"a": 1})

    recording = recording_of(tmp_path, *paused(), *resumed(later))

    assert [(one.call_id, one.iteration) for one in recording.calls][-1] == ("c3", 2)


def test_a_paused_run_alone_still_waits(tmp_path: Path) -> None:
    _, waiting = recording_of(tmp_path, *paused()).calls

    assert (waiting.outcome, waiting.arguments, waiting.result_recorded) == (
        "paused",
        {"valve": "V-14"},
        False,
    )


def test_a_run_resumed_without_its_paused_half_does_not_know_the_arguments(
    tmp_path: Path,
) -> None:
    (call,) = recording_of(tmp_path, *resumed()).calls

    assert (call.tool, call.outcome, call.result) == ("approve", "ran", "Approved by R. Oduya")
    assert (call.arguments, call.arguments_from) == (None, None)


def test_two_writers_line_by_line_are_told_apart_where_one_is_ahead(tmp_path: Path) -> None:
    one = numbered(
        seed(turnNumber=1),
        searching("tides"),
        quiet(),
        calling("tools#5", "c1", {"a": 1}),
        calling("tools#9", "c2", {"a": 2}),
    )
    other = numbered(seed(turnNumber=2), searching("crane"), calling("tools#5", "c1", {"b": 1}))

    recording = recording_of(tmp_path, *one[:3], other[0], one[3], other[1], one[4], other[2])

    assert [(chunks(each), each.run) for each in recording.retrievals] == [
        (["tides.md#0"], "log 1"),
        (["crane.md#0"], "log 2"),
    ]
    assert [(each.call_id, each.arguments, each.run) for each in recording.calls] == [
        ("c1", {"a": 1}, "log 1"),
        ("c2", {"a": 2}, "log 1"),
        ("c1", {"b": 1}, "log 2"),
    ]
    assert len(noticed(recording, "interleaved-logs")) == 1
    assert noticed(recording, "idx-gap") == []


def test_two_writers_in_step_lose_no_retrieval_and_that_they_are_mixed_is_said(
    tmp_path: Path,
) -> None:
    one = numbered(seed(turnNumber=1), searching("tides"), quiet())
    other = numbered(seed(turnNumber=2), searching("crane"), quiet())

    recording = recording_of(
        tmp_path, *(line for pair in zip(one, other, strict=True) for line in pair)
    )

    assert sorted((chunks(each), each.line) for each in recording.retrievals) == [
        (["crane.md#0"], 4),
        (["tides.md#0"], 3),
    ]
    assert len(noticed(recording, "interleaved-logs")) == 1


# Copied lines


@pytest.mark.parametrize(
    ("again", "said"),
    [
        ([0, 1, 2], "lines 4 to 6 repeat lines 1 to 3"),
        ([0, 1], "lines 4 to 5 repeat lines 1 to 2"),
        ([1], "line 4 repeats line 2"),
    ],
    ids=["block", "part of it", "single"],
)
def test_lines_copied_byte_for_byte_are_named_and_counted_once(
    tmp_path: Path, again: list[int], said: str
) -> None:
    lines = numbered(seed(), searching("tides"), calling("tools#5", "c1", {"a": 1}))
    more = {**searching("crane", 9), "idx": 3}

    recording = recording_of(tmp_path, *lines, *(lines[place] for place in again), more)

    assert [(one.line, chunks(one)) for one in recording.retrievals] == [
        (2, ["tides.md#0"]),
        (4 + len(again), ["crane.md#0"]),
    ]
    assert [one.call_id for one in recording.calls] == ["c1"]
    (copies,) = noticed(recording, "copied-lines")
    assert copies[0] == 4
    assert said in copies[1]
    assert noticed(recording, "idx-gap") == []


def test_two_blocks_of_copies_are_named_one_by_one(tmp_path: Path) -> None:
    lines = numbered(seed(), searching("tides"), quiet("a#3"), quiet("b#4"))

    recording = recording_of(tmp_path, *lines, lines[0], lines[1], lines[3])

    assert [line for line, _ in noticed(recording, "copied-lines")] == [5, 7]


def test_a_line_with_the_same_idx_and_step_and_other_bytes_is_no_copy(tmp_path: Path) -> None:
    lines = numbered(seed(), searching("tides"), quiet())
    spaced = dict(reversed(lines[1].items()))

    recording = recording_of(tmp_path, *lines, spaced)

    assert noticed(recording, "copied-lines") == []
    assert [line for line, _ in noticed(recording, "idx-gap")] == [4]


def test_two_lines_of_one_step_with_numbers_of_their_own_are_no_copies(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, *numbered(seed(), quiet("a#1"), quiet("a#1")))

    assert noticed(recording, "copied-lines") == []
    assert recording.commits == 3


def test_a_second_run_that_begins_with_the_same_line_is_a_second_run(tmp_path: Path) -> None:
    first = numbered(seed(), searching("tides"), calling("tools#5", "c1", {"a": 1}))
    second = numbered(seed(), searching("crane"), calling("tools#5", "c1", {"b": 1}))

    recording = recording_of(tmp_path, *first, *second)

    assert [(one.line, chunks(one)) for one in recording.retrievals] == [
        (2, ["tides.md#0"]),
        (5, ["crane.md#0"]),
    ]
    assert [one.arguments for one in recording.calls] == [{"a": 1}, {"b": 1}]


# The numbering


def test_a_gap_in_the_numbers_is_said_with_both_of_them(tmp_path: Path) -> None:
    lines = [{**seed(), "idx": 0}, {**searching("tides"), "idx": 4}]

    recording = recording_of(tmp_path, *lines)

    ((line, message),) = noticed(recording, "idx-gap")
    assert line == 2
    assert "from 0 to 4" in message
    assert len(recording.retrievals) == 1


def test_a_log_that_begins_late_says_that_earlier_commits_are_missing(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, {**searching("tides"), "idx": 7})

    ((line, message),) = noticed(recording, "idx-gap")
    assert line == 1
    assert "7" in message
    assert len(recording.retrievals) == 1


def test_a_number_that_goes_back_is_said_and_the_line_is_folded_where_it_stands(
    tmp_path: Path,
) -> None:
    lines = numbered(seed(), searching("tides"), quiet(), quiet("x#4"))
    late = {**searching("crane", 9), "idx": 2}

    recording = recording_of(tmp_path, *lines, late)

    assert [line for line, _ in noticed(recording, "idx-gap")] == [5]
    assert [chunks(one) for one in recording.retrievals] == [["tides.md#0"], ["crane.md#0"]]


def test_a_log_without_numbers_is_read_in_file_order(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, seed(), searching("tides"), searching("crane", 9))

    assert [chunks(one) for one in recording.retrievals] == [["tides.md#0"], ["crane.md#0"]]
    assert (recording.commits, noticed(recording, "idx-gap")) == (3, [])


@pytest.mark.parametrize("number", ["2", None, True, 1.5, -1, [2], {"at": 2}, 10**30])
def test_a_number_of_another_type_costs_no_commit(tmp_path: Path, number: Any) -> None:
    lines = numbered(seed(), searching("tides"), quiet(), quiet("x#5"))
    lines[2] = {**searching("crane", 4), "idx": number}

    recording = recording_of(tmp_path, *lines)

    assert [chunks(one) for one in recording.retrievals] == [["tides.md#0"], ["crane.md#0"]]
    assert (recording.commits, recording.damage) == (4, ())


def test_a_truth_value_is_not_taken_for_a_number(tmp_path: Path) -> None:
    lines = [{**seed(), "idx": 0}, {**searching("tides"), "idx": True}]

    recording = recording_of(tmp_path, *lines, {**quiet(), "idx": 1})

    assert "True" not in str(recording.noticed)
    assert noticed(recording, "copied-lines") == []
    assert noticed(recording, "idx-gap") == []


# Refused lines and unknown words


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ({"runtimeStageId": 7}, "runtimeStageId"),
        ({"trace": "set"}, "trace"),
        ({"trace": [{"path": 3, "verb": "set"}]}, "row 0"),
        ({"overwrite": None}, "overwrite"),
        ({"updates": []}, "updates"),
    ],
)
def test_a_line_that_the_fold_refuses_is_damage_and_costs_only_itself(
    tmp_path: Path, fault: dict[str, Any], told: str
) -> None:
    lines = numbered(seed(), quiet(), searching("tides"))
    lines[1] |= fault

    recording = recording_of(tmp_path, *lines)

    (damage,) = recording.damage
    assert (damage.line, damage.kind, damage.recovered) == (2, "refused-commit", False)
    assert told in damage.detail
    assert [chunks(one) for one in recording.retrievals] == [["tides.md#0"]]


def test_a_refused_line_keeps_its_number(tmp_path: Path) -> None:
    lines = numbered(seed(), quiet() | {"trace": None}, bundle("x#2", {"x": 1}))

    recording = recording_of(tmp_path, *lines)

    assert recording.commits == 3
    assert noticed(recording, "idx-gap") == []
    assert "x" not in recording.state_at(1)
    assert recording.state_at(2)["x"] == 1


def test_evidence_on_a_refused_line_is_not_read(tmp_path: Path) -> None:
    lines = numbered(seed(), searching("tides"))
    lines[1]["trace"].append({"verb": "set"})

    recording = recording_of(tmp_path, *lines)

    assert recording.retrievals == ()
    assert damaged(recording) == [(2, "refused-commit")]


@pytest.mark.parametrize("verb", ["replace", "SET", "", "[bold]set"])
def test_an_unknown_verb_is_named_as_it_is_written_and_folded_as_a_merge(
    tmp_path: Path, verb: str
) -> None:
    strange = bundle("x#2", {"kept": MERGED}, "merge")
    strange["trace"][0]["verb"] = verb

    recording = recording_of(tmp_path, *numbered(seed(), strange, searching("tides")))

    ((line, message),) = noticed(recording, "unknown-verb")
    assert line == 2
    assert f'"{verb}"' in message
    assert recording.state_at(1)["kept"] == MERGED
    assert len(recording.retrievals) == 1


def test_a_memory_that_ran_and_left_nothing_is_said(tmp_path: Path) -> None:
    silent = bundle("sf-memory-read-kb#1")

    recording = recording_of(tmp_path, *numbered(seed(), silent))

    ((line, message),) = noticed(recording, "memory-left-nothing")
    assert line == 2
    assert "sf-memory-read-kb#1" in message


def test_a_memory_that_wrote_and_then_left_an_empty_commit_left_something(tmp_path: Path) -> None:
    lines = numbered(seed(), searching("tides"), bundle("sf-memory-read-kb#1"))

    assert noticed(recording_of(tmp_path, *lines), "memory-left-nothing") == []


@pytest.mark.parametrize("idx", [-5, 1.5, True, "3", [1]])
def test_an_idx_that_is_no_position_is_named(tmp_path: Path, idx: Any) -> None:
    recording = recording_of(tmp_path, *numbered(seed(), searching("a")), quiet() | {"idx": idx})

    assert noticed(recording, "odd-commit") == [
        (3, "idx is no whole number from 0 on; the commit is folded in file order")
    ]


@pytest.mark.parametrize("idx", [{}, {"idx": None}])
def test_a_commit_without_an_idx_is_no_oddity(tmp_path: Path, idx: Any) -> None:
    recording = recording_of(tmp_path, *numbered(seed(), searching("a")), quiet() | idx)

    assert noticed(recording, "odd-commit") == []
