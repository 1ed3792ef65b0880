from typing import Any

import pytest

from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.narrowed import narrowed
from footprint_cli.model.audit import Audit, first_status
from footprint_cli.model.evidence import Candidate, Withheld
from footprint_cli.model.finding import Finding
from footprint_cli.read.number import read_number
from tests.analyse.found import found_in
from tests.build import call, candidate, damage, read, recording, refused, retrieval

WITHHELD = Withheld(kind="redacted", detail="it is withheld by redaction")
NOTICED = Finding(code="line-copied", level="note", message="line 4 is line 2", source="run.jsonl")
EMPTY = {"namespace": "south/_/corpus", "retriever": "notes"}


def kept(
    whole: Audit, *, retriever: str | None = None, step: str | None = None, only: str | None = None
) -> Audit:
    return narrowed(whole, retriever, step, only)


def shown(whole: Audit) -> list[list[str | None]]:
    return [[row.candidate.id for row in one.candidates or ()] for one in whole.retrievals]


def test_every_retrieval_is_audited_in_recorded_order() -> None:
    whole = audit(recording(retrieval(read("b")), retrieval(), retrieval(read("a"), refused())))

    assert shown(whole) == [["b"], [], ["a", "z.md#0"]]


def test_a_retrieval_that_names_no_candidates_has_none_and_no_limits() -> None:
    (one,) = audit(recording(retrieval(candidates=None))).retrievals

    assert (one.candidates, one.binding_limits) == (None, None)


def test_an_empty_list_has_no_candidates_and_no_binding_limit() -> None:
    (one,) = audit(recording(retrieval())).retrievals

    assert (one.candidates, one.binding_limits) == ((), ())


def test_findings_of_the_reader_come_first_and_then_those_of_each_retrieval() -> None:
    wrong = [retrieval(read(), considered_count=count) for count in (3, 4)]
    whole = audit(recording(*wrong, noticed=(NOTICED,)))

    told = [(one.code, one.message.split(",")[0]) for one in whole.findings]

    assert told[0] == ("line-copied", "line 4 is line 2")
    assert [text for code, text in told if code == "count-against-list"] == [
        "consideredCount is 3",
        "consideredCount is 4",
    ]


def test_a_finding_names_its_place() -> None:
    one = retrieval(candidate("a", reason="over-budget"), line=7, step="s#1", retriever="notes")

    (finding,) = audit(recording(one, source="x.jsonl")).findings

    assert finding == Finding(
        code="reason-on-admitted",
        level="error",
        message="a is admitted and carries the reason over-budget",
        source="x.jsonl",
        line=7,
        step="s#1",
        retriever="notes",
        chunk="a",
    )


def test_a_withheld_record_that_is_in_clear_elsewhere_is_found() -> None:
    one = retrieval(evidence=None, withheld=WITHHELD, in_clear=("sharedState",))

    assert found_in("withheld-in-clear", one) == [
        "error: the commit log withholds this evidence, and sharedState still carries it in clear"
    ]


def test_two_places_that_are_in_clear_are_named_in_the_plural() -> None:
    one = retrieval(evidence=None, withheld=WITHHELD, in_clear=("sharedState", "an event"))

    (message,) = found_in("withheld-in-clear", one)

    assert "sharedState and an event still carry it in clear" in message


def test_a_withheld_record_that_is_nowhere_in_clear_is_no_finding() -> None:
    assert audit(recording(retrieval(evidence=None, withheld=WITHHELD))).findings == ()


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, 0),
        ({"considered_count": 9}, 0),
        ({"candidates": ()}, 0),
        ({"candidates": (), "corpus_empty": False}, 0),
        ({"candidates": None, "considered_count": 3}, 3),
        ({"evidence": None, "withheld": WITHHELD}, 3),
        ({"evidence": None, "failure": "the store is closed"}, 3),
    ],
    ids=["read", "findings", "corpus empty", "never asked", "not recorded", "withheld", "failed"],
)
def test_a_retrieval_answers_for_the_exit_status(fields: dict[str, Any], status: int) -> None:
    candidates = () if "candidates" in fields else (read(), refused())

    assert audit(recording(retrieval(*candidates, **fields))).exit_status == status


def test_one_retrieval_that_cannot_be_shown_makes_the_whole_inconclusive() -> None:
    withheld = retrieval(evidence=None, withheld=WITHHELD)

    assert audit(recording(retrieval(read()), withheld)).exit_status == 3


def test_nothing_to_explain_is_inconclusive_and_a_tool_call_is_something() -> None:
    assert audit(recording()).exit_status == 3
    assert audit(recording(calls=(call(),))).exit_status == 0


@pytest.mark.parametrize("recovered", [True, False])
def test_damage_is_never_a_clean_answer(*, recovered: bool) -> None:
    one = recording(retrieval(read()), damage=(damage(recovered=recovered),))

    assert audit(one).exit_status == 3


def test_withheld_calls_are_inconclusive() -> None:
    noticed = Finding(code="calls-withheld", level="warning", message="withheld", source="x")

    assert audit(recording(calls=(call(),), noticed=(noticed,))).exit_status == 3


@pytest.mark.parametrize(
    ("statuses", "winner"),
    [([], 0), ([0, 0], 0), ([0, 3], 3), ([3, 1], 1), ([1, 4, 3], 4), ([4, 2], 2)],
)
def test_the_status_that_wins_is_the_first_of_2_4_1_3_0(statuses: list[int], winner: int) -> None:
    assert first_status(statuses) == winner
    assert first_status(statuses[::-1]) == winner


def test_an_empty_corpus_beside_a_namespace_of_one_other_slot_is_found() -> None:
    near = retrieval(read(), namespace="south/_/corpora")

    assert found_in("namespace-near-miss", near, retrieval(**EMPTY)) == [
        (
            "warning: namespace south/_/corpus held nothing, while south/_/corpora, which differs from "
            "it in one slot, answered another retrieval of this input"
        )
    ]


@pytest.mark.parametrize("near", ["South/_/corpus", " south/_/corpus", "north/_/corpus"])
def test_a_namespace_may_be_near_by_case_or_by_a_blank(near: str) -> None:
    answered = retrieval(read(), namespace=near)

    assert len(found_in("namespace-near-miss", retrieval(**EMPTY), answered)) == 1


def test_the_first_namespaces_near_an_empty_one_are_named_as_they_answered() -> None:
    near = ("acme/crane/_", "ACME/port/_", "acme/port/c-1", "other/port/_")
    far = ("other/crane/_", "acme/port", "acme/port/_/x", "_/port/acme")
    answered = [retrieval(read(), namespace=one) for one in (*far, *near)]
    empty = retrieval(namespace="acme/port/_")

    (found,) = found_in("namespace-near-miss", *answered, empty)

    assert found.partition("while ")[2].partition(",")[0] == near[0]
    assert found.endswith("; so did ACME/port/_, acme/port/c-1 and more")


def test_a_search_beside_very_many_near_namespaces_has_one_finding() -> None:
    answered = [retrieval(read(), namespace=f"tenant-{number}/_/kb") for number in range(50)]

    (found,) = found_in("namespace-near-miss", *answered, retrieval(namespace="tenant/_/kb"))

    assert found.endswith("; so did tenant-1/_/kb, tenant-2/_/kb and more")


@pytest.mark.parametrize("far", ["south/_/corpus", "north/_/corpora", "corpus", None, ""])
def test_the_same_a_far_or_an_unrecorded_namespace_is_not_near(far: str | None) -> None:
    answered = retrieval(read(), namespace=far)

    assert found_in("namespace-near-miss", retrieval(**EMPTY), answered) == []


def test_a_near_namespace_that_was_empty_too_is_not_offered() -> None:
    also_empty = retrieval(namespace="south/_/corpora")

    assert found_in("namespace-near-miss", retrieval(**EMPTY), also_empty) == []


def test_a_namespace_that_differs_only_by_case_is_said_to_differ_in_case() -> None:
    answered = retrieval(read(), namespace="SOUTH/_/Corpus")

    (message,) = found_in("namespace-near-miss", retrieval(**EMPTY), answered)

    assert "in one slot" not in message


def test_an_audit_that_is_not_narrowed_is_the_same_audit() -> None:
    whole = audit(recording(retrieval(read())))

    assert kept(whole) is whole


def test_one_retriever_is_kept_with_its_findings() -> None:
    one = retrieval(candidate("a", reason="x"), retriever="one")
    two = retrieval(refused(None, "b"), retriever="two")

    left = kept(audit(recording(one, two, calls=(call(outcome="failed"),))), retriever="two")

    assert shown(left) == [["b"]]
    assert [finding.code for finding in left.findings] == ["refused-without-reason"]
    assert left.recording.calls == ()


def test_findings_on_another_retriever_are_left_out_whoever_made_them() -> None:
    answered = retrieval(read(), namespace="south/_/corpora", retriever="handbook")
    deleted = Finding(
        code="evidence-deleted", level="note", message="gone", source="x", retriever="notes"
    )
    whole = audit(recording(answered, retrieval(**EMPTY), noticed=(deleted, NOTICED)))

    left = kept(whole, retriever="handbook")

    assert [finding.code for finding in left.findings] == ["line-copied"]


def test_one_step_is_kept_with_its_calls() -> None:
    one, two = retrieval(read("a"), step="s#1"), retrieval(read("b"), step="s#2")
    calls = (call(step="s#1", call_id="x"), call(step="s#2", call_id="y"))

    left = kept(audit(recording(one, two, calls=calls)), step="s#1")

    assert shown(left) == [["a"]]
    assert [each.call_id for each in left.recording.calls] == ["x"]


def test_a_retriever_and_a_step_hold_together() -> None:
    one = retrieval(read("a"), step="s#1", retriever="one")
    two = retrieval(read("b"), step="s#1", retriever="two")
    again = retrieval(read("c"), step="s#2", retriever="two")

    assert shown(kept(audit(recording(one, two, again)), retriever="two", step="s#1")) == [["b"]]


@pytest.mark.parametrize("absent", [{"retriever": "no-such"}, {"step": "no#such"}], ids=str)
def test_a_retriever_or_step_that_is_not_there_leaves_nothing_to_explain(
    absent: dict[str, Any],
) -> None:
    left = kept(audit(recording(retrieval(read()), calls=(call(),))), **absent)

    assert (left.retrievals, left.exit_status) == ((), 3)


def test_what_is_left_answers_for_the_exit_status() -> None:
    withheld = retrieval(evidence=None, withheld=WITHHELD, retriever="hidden")
    whole = audit(recording(retrieval(read(), retriever="open"), withheld))

    assert whole.exit_status == 3
    assert kept(whole, retriever="open").exit_status == 0
    assert kept(whole, retriever="hidden").exit_status == 3


def test_damage_stays_damage_however_narrow_the_question() -> None:
    whole = audit(recording(retrieval(read()), damage=(damage(),)))

    assert kept(whole, retriever="handbook").exit_status == 3


@pytest.mark.parametrize(
    ("only", "left"),
    [("read", ["shown", "unshown"]), ("not-read", ["refused", "unruled"])],
)
def test_only_the_read_or_the_others_are_kept(only: str, left: list[str]) -> None:
    pool = (
        read("shown"),
        candidate("unshown"),
        refused(id="refused"),
        candidate("unruled", admitted=None),
    )

    assert shown(kept(audit(recording(retrieval(*pool))), only=only)) == [left]


def test_a_chunk_dropped_in_an_event_stream_was_not_read() -> None:
    dropped = retrieval(candidate("a"), evidence_from="event", attached=())

    assert shown(kept(audit(recording(dropped)), only="not-read")) == [["a"]]


def test_narrowing_to_the_read_changes_neither_headline_nor_limits_nor_status() -> None:
    whole = audit(recording(retrieval(read(), refused())))

    left = kept(whole, only="read")

    assert left.retrievals[0].headline == whole.retrievals[0].headline
    assert left.retrievals[0].binding_limits == whole.retrievals[0].binding_limits
    assert left.exit_status == 0


def test_narrowing_leaves_candidates_that_are_not_recorded_alone() -> None:
    whole = audit(recording(retrieval(candidates=None, considered_count=3)))

    assert kept(whole, only="read").retrievals[0].candidates is None


@pytest.mark.parametrize(
    "one",
    [
        retrieval(read(), considered_count=read_number("9" * 5000, whole=True)[0]),
        retrieval(read(score=read_number("9" * 5000, whole=True)[0])),
        retrieval(read(score=read_number("9" * 5000, whole=True)[0]), threshold=0.5),
        retrieval(read(), admitted_count=10**400, rejected_count=0.5),
        retrieval(read(score=1e308), refused(score=-1e308), threshold=10**400),
        retrieval(read(rank=read_number("9" * 5000, whole=True)[0])),
    ],
    ids=["count", "score", "score and threshold", "sum", "threshold", "rank"],
)
def test_a_number_of_any_size_does_not_stop_an_audit(one: Any) -> None:
    (audited,) = audit(recording(one)).retrievals

    assert audited.candidates
    assert isinstance(audited.candidates[0].candidate, Candidate)


def test_an_input_that_holds_nothing_says_so() -> None:
    (finding,) = audit(recording(format="events")).findings

    assert (finding.code, finding.level) == ("nothing-recorded", "note")
    assert finding.message == "no retrieval and no tool call is recorded here"


def test_a_commit_log_that_holds_nothing_says_where_nested_agents_keep_theirs() -> None:
    (finding,) = audit(recording()).findings

    assert "nested agents" in finding.message


@pytest.mark.parametrize(
    "one",
    [
        recording(retrieval(read())),
        recording(calls=(call(outcome="failed"),)),
        recording(format=None),
    ],
    ids=["retrieval", "call", "not read"],
)
def test_an_input_that_holds_something_or_was_not_read_is_not_called_empty(one: Any) -> None:
    assert [each.code for each in audit(one).findings] == []


@pytest.mark.parametrize(("form", "said"), [("commit-log", 1), ("snapshot", 1), ("events", 0)])
def test_a_log_without_events_says_that_it_has_no_flag_for_a_failed_call(
    form: str, said: int
) -> None:
    found = audit(recording(calls=(call(), call()), format=form)).findings

    assert [one.code for one in found].count("failures-not-flagged") == said
