"""Two sides compared: nothing differs from itself, the mirror, pairs, and what cannot be told."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.diff import DiffSide, compared
from footprint_cli.analyse.kept_runs import kept_runs
from footprint_cli.model.diff_report import KINDS, DiffReport, RetrievalDiff, RunDiff
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.recording import FinalAnswer, Recording, Run
from tests.analyse.odd import odd_retrievals, ruled_pools
from tests.build import call, candidate, damage, read, recording, refused, retrieval


def side(*recordings: Recording, name: str = "side") -> DiffSide:
    return DiffSide(name, [run for one in recordings for run in kept_runs(audit(one))])


def diff(before: DiffSide, after: DiffSide, *fail_on: str) -> DiffReport:
    return compared(before, after, frozenset(fail_on))


def asked(*rows: Any, **fields: Any) -> Retrieval:
    """A retrieval of the question q."""
    return retrieval(*rows, **{"query_hash": "q"} | fields)


def pair(one: Retrieval, other: Retrieval) -> RetrievalDiff:
    report = diff(side(recording(one)), side(recording(other)))
    (run,) = report.runs
    (found,) = run.retrievals
    return found


def run(one: Recording, other: Recording) -> RunDiff:
    (found,) = diff(side(one), side(other)).runs
    return found


def named(source: str, *hashes: str, session: str | None = None, **fields: Any) -> Recording:
    retrievals = [asked(read("a"), query_hash=one) for one in hashes]
    return recording(*retrievals, source=source, run=Run(session_id=session), **fields)


def pairs(before: DiffSide, after: DiffSide) -> list[tuple[str, str, str]]:
    """Every pair by its sources, that of equal runs too: their answers make them differ."""
    return [
        (one.before.source, one.after.source, one.paired_by) for one in diff(before, after).runs
    ]


RETRIEVALS = st.lists(odd_retrievals() | ruled_pools(), max_size=3)
few = settings(max_examples=100, deadline=None)


@few
@given(RETRIEVALS)
def test_nothing_differs_from_itself(retrievals: list[Retrieval]) -> None:
    one = recording(
        *retrievals, calls=(call(),), final_answers=(FinalAnswer(text="a", found="model"),)
    )
    report = diff(side(one), side(one), "any")

    assert report.totals.pairs == 1
    assert (report.totals.kinds, report.unpaired, report.fails) == ({}, (), ())
    for each in report.runs:
        for found in each.retrievals:
            assert (found.chunks, found.causes, found.left, found.entered) == ((), (), (), ())


@few
@given(RETRIEVALS, RETRIEVALS)
def test_sides_changed_about_are_the_mirror(one: list[Retrieval], other: list[Retrieval]) -> None:
    sides = side(recording(*one)), side(recording(*other))
    there, back = diff(*sides), diff(*sides[::-1])

    assert there.totals == back.totals
    for mine, theirs in zip(there.runs, back.runs, strict=True):
        assert mine.states == theirs.states
        assert {*map(mirrored, mine.retrievals)} == {*map(mirrored, map(turned, theirs.retrievals))}


def turned(one: RetrievalDiff) -> RetrievalDiff:
    return replace(
        one,
        before=one.after,
        after=one.before,
        chunks=tuple(replace(each, before=each.after, after=each.before) for each in one.chunks),
        left=one.entered,
        entered=one.left,
    )


def mirrored(one: RetrievalDiff) -> str:
    """All that must be the same, as text, so that NaN is."""
    chunks = sorted(repr(each) for each in one.chunks)
    causes = sorted((each.name, sorted(map(str, each.chunks))) for each in one.causes)
    return repr((one.before, one.after, one.states, chunks, one.left, one.entered, causes))


@few
@given(RETRIEVALS, RETRIEVALS)
def test_a_kind_that_differs_has_something_to_show_for_it(
    one: list[Retrieval], other: list[Retrieval]
) -> None:
    for each in diff(side(recording(*one)), side(recording(*other))).runs:
        for found in each.retrievals:
            if "differs" in {
                found.states[kind] for kind in ("verdicts", "reasons", "scores", "text")
            }:
                assert found.chunks or found.values
            if found.states["read-set"] == "differs":
                assert found.left or found.entered


def test_a_number_is_compared_by_its_value_and_nan_is_itself() -> None:
    mine = asked(read("a", score=1), read("b", score=float("nan")), k=3)
    theirs = asked(read("a", score=1.0), read("b", score=float("nan")), k=3.0)

    assert not diff(side(recording(mine)), side(recording(theirs))).totals.kinds


def test_a_setting_of_one_side_alone_is_not_told_and_not_a_change() -> None:
    found = pair(asked(read(), embedder_id=None), asked(read(), embedder_id="e5"))

    assert found.states["settings"] == "not-told"
    assert [(one.name, one.before, one.after, one.told) for one in found.values] == [
        ("embedderId", None, "e5", False)
    ]


def test_a_committed_record_without_a_limit_has_none() -> None:
    found = pair(asked(read(), max_chars=None), asked(read(), max_chars=200))

    assert found.states["settings"] == "differs"
    assert [(one.name, one.before, one.after, one.told) for one in found.values] == [
        ("maxChars", None, 200, True)
    ]


def test_what_perhaps_was_read_does_not_surely_differ() -> None:
    before, maybe = asked(read("a"), read("b")), asked(read("a"), candidate("b"))
    gone = asked(read("a"), refused("below-threshold", "b"))

    assert pair(before, maybe).states["read-set"] == "not-told"
    assert pair(maybe, gone).states["read-set"] == "not-told"
    assert pair(before, gone).left == ("b",)
    assert pair(gone, before).entered == ("b",)


def test_a_list_that_holds_less_than_was_counted_proves_nothing_gone() -> None:
    before, after = asked(read("a"), read("b")), asked(read("a"), admitted_count=2)

    assert pair(before, after).states["read-set"] == "not-told"


def test_a_side_that_names_no_chunk_says_of_none_that_it_is_gone() -> None:
    unnamed = asked(candidates=None, considered_count=5, admitted_count=2)
    found = pair(asked(read("a")), unnamed)
    report = diff(side(recording(asked(read("a")))), side(recording(unnamed)))

    assert found.chunks == ()
    assert found.causes == ()
    assert found.states["read-set"] == "not-told"
    assert found.untold[0].startswith("after: candidates not recorded: 5 considered, 2 admitted")
    assert report.exit_status == 3


def test_a_passage_that_reads_otherwise_is_told_whatever_header_rides_it() -> None:
    def shown(text: str, head: str = "") -> Retrieval:
        return asked(read("a", prompt_fragment=f'{head}<source id="a">\n{text}\n</source>'))

    assert pair(shown("flush"), shown("do not flush")).states["text"] == "differs"
    assert not diff(
        side(recording(shown("flush"))), side(recording(shown("flush", "Hi\n")))
    ).totals.kinds


def test_the_order_of_what_both_sides_read() -> None:
    before = asked(read("a", prompt_position=0), read("b", prompt_position=1), read("c"))
    after = asked(read("a", prompt_position=1), read("b", prompt_position=0))

    assert pair(before, after).order == (("a", "b"), ("b", "a"))


def test_what_was_written_before_the_picker_ruled_is_held_against_the_strategy_alone() -> None:
    event = asked(read("a"), read("b"), refused("below-threshold", "c"), evidence_from="event", k=2)
    picked = asked(
        read("a"), refused("over-max-entries", "b", score=0.8), refused("below-threshold", "c"), k=2
    )
    by_k = asked(
        read("a"), refused("over-max-entries", "b", score=0.8), refused("below-threshold", "c"), k=1
    )
    there, back = pair(event, picked), pair(picked, event)

    for found in (there, back):
        assert found.states["verdicts"] == "not-told"
        assert found.causes == ()
    assert pair(event, by_k).states["verdicts"] == "differs"
    assert [one.name for one in pair(event, by_k).causes] == ["k"]


ANSWERED = FinalAnswer(text="Flush.\nTwelve minutes.", found="model")


def test_answers_are_compared_line_by_line() -> None:
    before = recording(asked(read()), final_answers=(ANSWERED,))
    after = recording(
        asked(read()),
        final_answers=(replace(ANSWERED, text="Flush.\nTwo minutes.", found="event"),),
    )
    (found,) = diff(side(before), side(after)).runs

    assert found.differs == ("answer",)
    assert found.answer is not None
    assert found.answer.lines == ("@@ -1,2 +1,2 @@", " Flush.", "-Twelve minutes.", "+Two minutes.")


def test_an_answer_of_one_side_alone_is_not_told() -> None:
    before, after = recording(asked(read()), final_answers=(ANSWERED,)), recording(asked(read()))

    assert run(before, after).not_told == ("answer",)


def test_what_an_agent_may_have_added_to_the_text_of_the_model_is_not_told_of() -> None:
    log = recording(asked(read()), final_answers=(ANSWERED,))
    added = replace(ANSWERED, text=f"{ANSWERED.text}\n\n---\n\nChecked: all.", found="event")
    events = recording(asked(read()), final_answers=(added,))
    other = recording(asked(read()), final_answers=(replace(added, text="No."),))

    assert run(log, events).states["answer"] == "not-told"
    assert run(events, log).states["answer"] == "not-told"
    assert run(log, other).states["answer"] == "differs"
    both = recording(asked(read()), final_answers=(replace(added, text=ANSWERED.text),))
    assert run(both, events).states["answer"] == "differs"


def test_a_call_whose_tool_one_side_does_not_name_is_the_same_call() -> None:
    one, nameless = call(), call(tool=None, arguments_from=None, arguments=None)

    assert (
        run(recording(calls=(one,)), recording(calls=(nameless,))).states["coverage"] == "not-told"
    )
    (moved,) = run(recording(calls=(one,)), recording(calls=(call(tool="berths"),))).calls
    assert "tool" in moved.changed


def test_calls_are_paired_by_tool_and_arguments_then_by_id() -> None:
    one, other = call(call_id="1"), call(call_id="2", arguments={"berth": 5})
    before = recording(calls=(one, other), format="events")
    after = recording(
        calls=(replace(other, call_id="1"), replace(one, call_id="9", outcome="failed")),
        format="events",
    )
    found = run(before, after)

    assert [(each.before.call_id, each.after.call_id, each.changed) for each in found.calls] == [  # type: ignore[union-attr]
        ("1", "9", ("outcome", "ground"))
    ]
    moved = run(before, recording(calls=(one, replace(other, arguments={"berth": 6}))))
    assert [each.changed for each in moved.calls] == [("arguments",)]
    alone = run(before, recording(calls=(one,)))
    assert [(each.before is None, each.after is None) for each in alone.calls] == [(False, True)]


@pytest.mark.parametrize(
    ("form", "state"), [("commit-log", "not-told"), ("snapshot", "not-told"), ("events", "differs")]
)
def test_a_call_that_ran_may_have_failed_where_failures_are_not_flagged(
    form: str, state: str
) -> None:
    before = recording(calls=(call(),), format=form)
    after = recording(calls=(call(outcome="failed"),), format="events")

    assert run(before, after).states["coverage"] == state
    assert run(after, before).states["coverage"] == state


def test_runs_are_paired_by_what_they_asked_whatever_their_order() -> None:
    before = side(named("a/1", "q1"), named("a/2", "q2"))
    after = side(named("b/3", "q2"), named("b/4", "q1"))

    assert pairs(before, after) == [("a/1", "b/4", "queryHash"), ("a/2", "b/3", "queryHash")]


def test_of_several_that_ask_the_same_those_of_one_file_name_belong_together() -> None:
    before = side(named("a/1", "q"), named("a/2", "q"), named("a/3", "q"))
    after = side(named("b/2", "q"), named("b/3", "q"))
    report = diff(before, after)

    assert pairs(before, after) == [
        ("a/2", "b/2", "queryHash and file"),
        ("a/3", "b/3", "queryHash and file"),
    ]
    assert [(one.side, one.place.source) for one in report.unpaired] == [("before", "a/1")]
    assert report.unpaired[0].why == "the other side has fewer runs with its queryHash"


def test_several_in_other_files_are_paired_in_order_and_that_is_said() -> None:
    before, after = (
        side(named("a/1", "q"), named("a/2", "q")),
        side(named("b/3", "q"), named("b/4", "q")),
    )
    runs = [*diff(before, after).runs]

    assert [(one.before.source, one.after.source) for one in runs] == [
        ("a/1", "b/3"),
        ("a/2", "b/4"),
    ]
    assert {one.note for one in runs} == {
        "one of 2 with this key on each side: paired in their order"
    }


def test_a_turn_is_the_place_in_its_session_by_when_it_began() -> None:
    first, second = (
        [named(f"{folder}/{at}", "q", session="s") for at in (1, 2)] for folder in ("a", "b")
    )
    late = [
        replace(one, source=f"b/{name}", run=replace(one.run, started=began))
        for one, name, began in zip(second, ("late", "soon"), (2.0, 1.0), strict=True)
    ]
    runs = [*diff(side(*first), side(*late)).runs]

    assert [(one.before.turn, one.after.turn, one.after.source) for one in runs] == [
        (1, 1, "b/soon"),
        (2, 2, "b/late"),
    ]
    assert {one.paired_by for one in runs} == {"queryHash and session"}


def test_runs_without_a_search_are_paired_by_session_and_turn_or_file() -> None:
    quiet = (call(),)
    before = side(named("a/1", session="s", calls=quiet), named("a/2", calls=quiet))
    after = side(named("b/2", calls=quiet), named("b/9", session="s", calls=quiet))

    assert sorted(pairs(before, after)) == [
        ("a/1", "b/9", "session and turn"),
        ("a/2", "b/2", "file"),
    ]


def test_the_only_runs_are_compared_whatever_they_asked() -> None:
    assert pairs(side(named("a", "q1")), side(named("b", "q2"))) == [("a", "b", "only run")]


def test_runs_that_ask_something_else_are_in_no_pair() -> None:
    report = diff(
        side(named("a/1", "q1"), named("a/2", "q2")), side(named("b/1", "q1"), named("b/2", "x"))
    )

    assert [(one.side, one.place.source, one.why) for one in report.unpaired] == [
        ("before", "a/2", "no run of the other side has its queryHash"),
        ("after", "b/2", "no run of the other side has its queryHash"),
    ]


def test_a_retrieval_of_one_side_alone_leaves_open_what_was_read() -> None:
    before = recording(asked(read("a")), asked(read("b"), retriever="faq"))
    after = recording(asked(read("a")))
    found = run(before, after)

    assert found.differs == ("unpaired",)
    assert "read-set" in found.not_told
    assert [(one.side, one.place.name) for one in found.unpaired] == [("before", "faq")]


SAME = recording(asked(read("a")), final_answers=(ANSWERED,))
OTHER = recording(asked(read("b")), final_answers=(ANSWERED,))
UNKNOWN = recording(asked(candidate("a")), final_answers=(ANSWERED,))


@pytest.mark.parametrize(
    ("other", "fail_on", "status"),
    [
        (SAME, ["read-set"], 0),
        (SAME, ["any"], 0),
        (OTHER, [], 0),
        (OTHER, ["read-set"], 1),
        (OTHER, ["any"], 1),
        (OTHER, ["answer"], 0),
        (UNKNOWN, [], 0),
        (UNKNOWN, ["read-set"], 3),
        (UNKNOWN, ["any"], 0),
        (UNKNOWN, ["settings"], 0),
    ],
)
def test_what_was_asked_to_fail_and_cannot_be_told_never_passes(
    other: Recording, fail_on: list[str], status: int
) -> None:
    assert diff(side(SAME), side(other), *fail_on).exit_status == status


def test_a_run_in_no_pair_does_not_pass_either() -> None:
    before = side(named("a/1", "q1"), named("a/2", "q2"))
    after = side(named("b/1", "q1"))
    report = diff(before, after, "read-set")

    assert report.exit_status == 3
    assert report.not_known == ("read-set: 1 run could not be paired",)
    assert diff(before, after, "unpaired").exit_status == 1
    assert diff(before, after).exit_status == 0


def test_nothing_in_a_pair_is_no_answer() -> None:
    before = side(named("a/1", "q1"), named("a/2", "q2"))

    assert diff(before, side(named("b/1", "x"), named("b/2", "y"))).exit_status == 3
    assert diff(before, side()).exit_status == 3


def test_the_most_telling_pairs_come_first() -> None:
    def one(source: str, query_hash: str, **fields: Any) -> Recording:
        return recording(
            asked(*fields.pop("rows", (read("a"),)), query_hash=query_hash, **fields),
            source=source,
            final_answers=(ANSWERED,),
        )

    before = side(one("a/1", "q1"), one("a/2", "q2"), one("a/3", "q3"))
    after = side(one("b/1", "q1", k=21), one("b/2", "q2", rows=(read("b"),)), one("b/3", "q3"))
    report = diff(before, after)

    assert [run_.differs[0] for run_ in report.runs] == ["read-set", "settings"]
    assert report.totals.equal == 1
    assert [*report.totals.kinds] == [kind for kind in KINDS if kind in report.totals.kinds]


def test_a_run_that_holds_nothing_is_none() -> None:
    report = diff(side(recording()), side(recording()))

    assert (report.before.runs, report.totals.pairs, report.exit_status) == (0, 0, 3)


def test_an_input_of_which_nothing_could_be_read_is_counted_as_damaged() -> None:
    report = diff(side(SAME), side(recording(damage=(damage(),))))

    assert (report.after.runs, report.after.damaged) == (0, 1)


def test_a_damaged_input_is_counted() -> None:
    report = diff(side(SAME), side(recording(asked(read("a")), damage=(damage(),))))

    assert (report.before.damaged, report.after.damaged) == (0, 1)
