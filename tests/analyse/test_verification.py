import gc
from typing import Any
from weakref import ref

import pytest

from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.verification import Verification
from footprint_cli.analyse.verified import Verified
from footprint_cli.model.audit import Audit
from footprint_cli.model.finding import Finding
from footprint_cli.model.recording import Recording, Run
from footprint_cli.model.report import Report, Searched
from tests.build import call, candidate, damage, read, recording, retrieval, ruling


def findings(*recordings: Recording) -> list[Finding]:
    verification = Verification()
    return [one for each in recordings for one in verification.findings(audit(each))]


def codes(*recordings: Recording) -> list[str]:
    return [f"{one.level} {one.code}" for one in findings(*recordings)]


def states(one: Recording) -> dict[str, str]:
    return {each.check: each.state for each in Verification().checks(audit(one))}


def report(*recordings: Recording) -> Report:
    verified = Verified()
    for one in recordings:
        verified.add(audit(one))
    return verified.report(verified.status(fail=False))


CLEAN = recording(retrieval(read()))


def test_damage_comes_first_and_is_an_error_unless_it_was_recovered() -> None:
    lost, kept = damage(), damage(kind="glued-line", recovered=True, line=4)
    one = recording(retrieval(read(), k=0), damage=(lost, kept))

    assert codes(one) == ["error cut-line", "warning glued-line", "error over-k"]
    assert [(each.message, each.line) for each in findings(one)[:2]] == [
        ("the line stops", 3),
        ("the line stops", 4),
    ]


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (Run(complete=True, dropped_events=0), []),
        (Run(), []),
        (Run(dropped_events=1), ["warning events-dropped"]),
        (Run(complete=False, dropped_events=30), ["warning events-dropped", "note run-incomplete"]),
    ],
)
def test_what_a_run_says_of_itself_is_said(run: Run, expected: list[str]) -> None:
    assert codes(recording(retrieval(read()), run=run)) == expected


def test_searches_are_compared_within_a_recording_and_across() -> None:
    one = retrieval(candidate("a"), query_hash="h")
    other = retrieval(candidate("b"), query_hash="h", step="sf-memory-read-handbook#9")

    assert codes(recording(one, other)) == ["note results-differ"]
    assert codes(recording(one), recording(other)) == ["note results-differ"]
    assert codes(recording(one), recording(one)) == []


def test_results_that_damage_may_have_changed_are_not_compared() -> None:
    one, other = (retrieval(candidate(name), query_hash="h") for name in "ab")
    hurt = damage(kind="bad-utf8", recovered=True)

    assert codes(recording(one), recording(other, damage=(hurt,))) == ["warning bad-utf8"]


def test_each_comparison_that_could_be_made_is_named_with_how_it_came_out() -> None:
    text = "What a.md#0 says."
    one = retrieval(
        read(rank=1),
        injected=f"{text} And more.",
        injected_recorded=True,
        at_retriever=(ruling(),),
        attached=("a.md#0",),
    )

    state = {"base": {}, "shared_state": {"a": 1}}

    assert states(recording(one, format="envelope", **state)) == {
        "idx-gap": "held",
        "state-against-log": "broken",
        "prompt-lacks-fragment": "not-checked",
        "prompt-against-event": "not-checked",
        "fragments-against-injection": "broken",
        "event-against-commit": "held",
        "attached-against-record": "held",
    }


def test_a_comparison_for_which_an_input_of_its_kind_holds_nothing_is_left_out() -> None:
    assert states(CLEAN) == {
        "idx-gap": "held",
        "state-against-log": "not-checked",
        "prompt-lacks-fragment": "not-checked",
    }
    assert states(recording(retrieval(read()), format="events", commits=None)) == {
        "state-against-log": "not-checked"
    }
    assert states(recording(format=None, commits=None)) == {}


def test_a_gap_in_the_numbers_of_commits_is_broken() -> None:
    gap = Finding(code="idx-gap", level="warning", message="a gap", source="run.jsonl")

    assert states(recording(noticed=(gap,)))["idx-gap"] == "broken"


def test_asking_twice_compares_a_recording_once() -> None:
    verification, one = Verification(), audit(recording(retrieval(candidate(), query_hash="h")))

    assert verification.checks(one) == verification.checks(one)
    assert verification.findings(one) == verification.findings(one) == ()


def test_a_recording_is_let_go_of() -> None:
    verification = Verification()
    one: Audit | None = audit(recording(retrieval(read())))
    assert one is not None
    alive = ref(one.recording)
    verification.findings(one)
    one = None
    gc.collect()

    assert alive() is None


def test_a_report_says_how_much_was_searched() -> None:
    full = recording(retrieval(read()), retrieval(read()), calls=(call(),))
    unread = recording(format=None, commits=None)
    told = report(full, unread)

    assert told.searched == Searched(recordings=1, retrievals=2, tool_calls=1)
    assert (told.answer, told.verdict) == ("verify", None)


def test_an_input_that_holds_nothing_is_not_clean_among_others_either() -> None:
    full, empty = recording(retrieval(read())), recording(format=None, commits=None)

    assert report(full).exit_status == 0
    assert [report(full, empty).exit_status, report(empty, full).exit_status] == [3, 3]


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"commits": None}, 3),
        ({"commits": 0}, 3),
        ({"commits": 1}, 0),
        ({"commits": None, "format": "events"}, 0),
        ({"commits": 0, "format": "envelope", "run": Run(run_ids=("run-1",))}, 0),
        ({"commits": None, "calls": (call(),)}, 0),
        ({"commits": None, "retrievals": (retrieval(read()),)}, 0),
    ],
)
def test_nothing_checked_is_not_clean(fields: dict[str, Any], status: int) -> None:
    assert report(recording(**fields)).exit_status == status
    assert report().exit_status == 3


def test_only_an_error_fails_and_only_where_that_is_asked_for() -> None:
    wrong, warned = recording(retrieval(read(), k=0)), recording(run=Run(dropped_events=1))
    verified = Verified()
    verified.add(audit(warned))
    assert verified.status(fail=True) == 0
    verified.add(audit(wrong))

    assert (verified.status(fail=True), verified.status(fail=False)) == (1, 0)
