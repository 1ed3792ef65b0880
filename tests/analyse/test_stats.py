"""Stats: a sum that can be added up in any order, and says what `audit` says."""

import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footprint_cli import load
from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.covered import Covering
from footprint_cli.analyse.stats import stats_of
from footprint_cli.errors import InputError
from footprint_cli.model.evidence import OVER_CHAR_BUDGET, Retrieval, Withheld
from footprint_cli.model.finding import Finding
from footprint_cli.model.recording import Recording
from footprint_cli.model.stats import (
    MOST_NEAR,
    RetrieverStats,
    Stats,
    combined,
    stats_from,
    stats_text,
)
from footprint_cli.read.declarations import read_declarations
from tests.analyse.counting import all_calls, counted, sorted_scores, told
from tests.analyse.odd import odd_retrievals, ruled_pools
from tests.build import call, candidate, damage, read, recording, refused, retrieval
from tests.program import FIXTURES
from tests.shared import SHARED

MARGIN = 0.05
NAMES = st.sampled_from(["handbook", "", None, "\ud800"])
ANY_RETRIEVAL = odd_retrievals() | ruled_pools()


@st.composite
def recordings(draw: st.DrawFn) -> Recording:
    from msgspec.structs import replace

    retrievals = draw(st.lists(ANY_RETRIEVAL, max_size=4))
    named = [replace(one, retriever=draw(NAMES)) for one in retrievals]
    calls = [call(tool=draw(NAMES), outcome=draw(st.sampled_from(["ran", "failed"])))]
    return recording(*named, calls=tuple(calls), source=draw(st.sampled_from(["a", "b"])))


def of(one: Recording) -> Stats:
    return stats_of(one, Covering().calls(one), margin=MARGIN)


def only(*retrievals: Retrieval, **fields: Any) -> RetrieverStats:
    (one,) = of(recording(*retrievals, **fields)).retrievers.values()
    return one


few = settings(max_examples=60, deadline=None)


@few
@given(recordings(), recordings(), recordings())
def test_stats_can_be_added_up_in_any_order(one: Any, two: Any, three: Any) -> None:
    first, second, third = map(of, (one, two, three))
    left = combined(combined(first, second), third)

    assert left == combined(first, combined(second, third))
    assert left == combined(combined(third, first), second)


@few
@given(recordings())
def test_stats_of_nothing_add_nothing(one: Recording) -> None:
    stats = of(one)

    assert combined(stats, Stats(margin=MARGIN)) == stats == combined(Stats(margin=MARGIN), stats)


@few
@given(recordings(), recordings())
def test_adding_up_changes_neither(one: Recording, two: Recording) -> None:
    first, second = of(one), of(two)
    combined(first, second)

    assert (first, second) == (of(one), of(two))


@few
@given(recordings())
def test_stats_can_be_written_down_and_read_again(one: Recording) -> None:
    assert stats_from(stats_text(of(one))) == of(one)


@few
@given(recordings())
def test_stats_come_out_of_another_process_as_they_went_in(one: Recording) -> None:
    came = pickle.loads(pickle.dumps(of(one)))  # noqa: S301 (our own)

    assert came == of(one)
    assert stats_text(came) == stats_text(of(one))


def test_stats_of_two_margins_cannot_be_added_up() -> None:
    with pytest.raises(ValueError, match=r"margins 0\.1 and 0\.2"):
        combined(Stats(margin=0.1), Stats(margin=0.2))


@few
@given(st.lists(ANY_RETRIEVAL, max_size=4), st.sampled_from([0, 0.05, 0.2, 10]))
def test_stats_say_what_the_audit_says(retrievals: list[Retrieval], margin: float) -> None:
    one = recording(*retrievals)

    assert told(stats_of(one, margin=margin)) == sorted_scores(counted(one, margin))


def inputs() -> list[Path]:
    folders = [FIXTURES, SHARED / "recordings", SHARED / "cases"]
    names = (path for folder in folders for path in sorted(folder.rglob("*")))
    return [path for path in names if path.is_file() and "expected" not in path.parts]


@pytest.mark.parametrize("path", inputs(), ids=lambda path: path.name)
def test_stats_of_a_file_say_what_its_audit_says(path: Path) -> None:
    try:
        held = [*load(path)]
    except InputError:
        return
    for one in held:
        stats, whole = of(one), audit(one)

        assert told(stats) == sorted_scores(counted(one, MARGIN))
        assert all_calls(whole) == Counter(
            {
                (tool.tool, outcome): count
                for tool in stats.tools.values()
                for outcome, count in tool.outcomes.items()
            }
        )


@few
@given(ruled_pools())
def test_every_row_became_one_thing(one: Retrieval) -> None:
    rows = only(one).rows

    assert rows.considered == rows.read + rows.dropped + rows.not_known + rows.refused
    assert rows.near <= rows.threshold


def test_a_miss_is_near_up_to_the_margin_and_exactly() -> None:
    scores = (0.56, 0.55, 0.5499, 0.6, 0.65)
    rows = [refused(id=str(score), score=score) for score in scores]

    stats = only(retrieval(*rows, threshold=0.6))

    assert [one.chunk for one in stats.near] == ["0.56", "0.55"]
    assert [one.short for one in stats.near] == [0.04, 0.05]
    assert (stats.rows.near, stats.rows.threshold) == (2, 5)


def test_only_what_the_threshold_refused_is_a_near_miss() -> None:
    stats = only(retrieval(refused("over-budget", score=0.58), candidate(score=0.59)))

    assert (stats.rows.near, stats.near) == (0, [])


def test_the_nearest_misses_are_kept_and_all_are_counted() -> None:
    rows = [refused(id=str(at), score=0.6 - at / 10_000) for at in range(200, 0, -1)]

    stats = only(retrieval(*rows))

    assert stats.rows.near == 200
    assert [one.chunk for one in stats.near] == [str(at) for at in range(1, MOST_NEAR + 1)]


PLACES = {
    "only": retrieval(read("a", score=0.9), refused()),
    "first": retrieval(read("a", score=0.9), read("b", score=0.8)),
    "last": retrieval(read("b", score=0.8), read("a", score=0.9)),
    "middle": retrieval(read("b"), read("a", score=0.9), read("c")),
    "no-position": retrieval(read("a", score=0.9, prompt_position=None)),
    "not-read": retrieval(read("a", score=0.7), refused("over-max-entries", score=0.9)),
    "not-known": retrieval(candidate("a", score=0.9)),
    "no-score": retrieval(candidate("a", score=None)),
}


@pytest.mark.parametrize("word", PLACES)
def test_the_place_of_the_best_chunk_is_told(word: str) -> None:
    assert only(PLACES[word]).best == {word: 1}


def test_of_equal_bests_the_one_that_was_read_counts() -> None:
    one = retrieval(refused("over-max-entries", score=0.9), read("b", score=0.9))

    assert only(one).best == {"only": 1}


def test_a_position_is_counted_from_zero() -> None:
    stats = only(PLACES["last"])

    assert stats.positions.counts == {1.0: 1}


def test_a_character_budget_is_a_share_of_what_was_used() -> None:
    cut = retrieval(read("a"), refused(OVER_CHAR_BUDGET, "b"), max_chars=200, chars_used=150)
    unknown = retrieval(read("a"), max_chars=200)

    stats = only(cut, unknown, retrieval(read("a")))

    assert (stats.budgets, stats.budgets_cut) == (2, 1)
    assert stats.budget_use.counts == {0.75: 1}


def test_what_is_not_recorded_is_no_zero() -> None:
    bare = retrieval(candidate(id=None, score=None), threshold=None, considered_count=None)

    stats = only(bare, retrieval(read("a", score=0), threshold=0, considered_count=0))

    assert stats.settings["threshold"] == {"0": 1}
    assert stats.considered.counts == {0.0: 1}
    assert (stats.no_score, stats.scores.counts) == (1, {0.0: 1})
    assert (stats.unnamed, set(stats.chunks)) == (1, {"a"})


def test_a_whole_number_is_one_setting_however_it_was_written() -> None:
    stats = only(retrieval(k=3), retrieval(k=3.0), retrieval(k=None, odd={"k": "3"}))

    assert stats.settings["k"] == {"3": 2, '"3"': 1}


def test_a_retrieval_without_evidence_is_an_outcome_and_nothing_else() -> None:
    withheld = retrieval(evidence=None, withheld=Withheld(kind="redacted", detail="it is withheld"))

    stats = only(withheld)

    assert (stats.retrievals, stats.recorded, stats.outcomes) == (1, 0, {"withheld": 1})


def test_damage_and_withheld_calls_are_counted() -> None:
    hidden = Finding(code="calls-withheld", level="warning", message="", source="run.jsonl")
    cut = recording(damage=(damage(),), noticed=(hidden,))
    gone = recording(format=None, damage=(damage(kind="unreadable"),))

    whole = combined(of(cut), of(gone))

    assert (whole.recordings, whole.damaged, whole.unreadable) == (1, 1, 1)
    assert whole.calls_withheld == 1


def test_parts_of_one_recording_are_one() -> None:
    whole = combined(of(recording(part=True)), of(recording()))

    assert whole.recordings == 1


INCIDENTS = FIXTURES / "incident-searches.commits.jsonl"
DECLARED = FIXTURES / "incident-searches.declarations.json"


def test_the_ground_of_a_tool_is_what_coverage_lays_out() -> None:
    from footprint_cli.analyse.ground import ground_of

    (one,) = load(INCIDENTS)
    calls = Covering(read_declarations(str(DECLARED))).calls(one)
    ground, _ = ground_of(calls)

    (tool,) = stats_of(one, calls).tools.values()

    assert tool.ground is not None
    assert Counter(each.state for each in tool.ground.values()) == Counter(
        each.state for each in ground
    )
    assert tool.grounds == {"composed": 6}
    assert tool.gaps == Counter(
        gap.bears for each in calls for gap in each.coverage.gaps
    ) + Counter(result=sum(len(dict.fromkeys(each.left_out)) for each in calls))


def test_a_combination_counts_the_recordings_that_asked_for_it() -> None:
    (one,) = load(INCIDENTS)
    calls = Covering(read_declarations(str(DECLARED))).calls(one)
    stats = stats_of(one, calls)

    (tool,) = combined(stats, stats).tools.values()

    assert tool.ground is not None
    assert {sum(each.states.values()) for each in tool.ground.values()} == {2}
