"""What changed between two sides: questions, settings, scores; and what cannot be told."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footprint_cli.analyse.drift_reports import Comparing
from footprint_cli.analyse.score_drift import score_drift
from footprint_cli.analyse.sides import no_side, side_of
from footprint_cli.model.drift_report import CHANGES, Compared, RetrieverDrift, ScoreDrift
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.sides import Side
from footprint_cli.model.spread import MOST_EXACT, Spread
from footprint_cli.render.drift.said import more_questions, question_texts
from footprint_cli.render.drift.said import test_text as p_text
from tests.analyse.odd import odd_retrievals, ruled_pools
from tests.build import candidate, read, recording, refused, retrieval

ALPHA = 0.05


def side(*retrievals: Retrieval) -> Side:
    return side_of(recording(*retrievals))


def asked(*rows: Any, **fields: Any) -> Retrieval:
    """A retrieval of the question q."""
    return retrieval(*rows, **{"query_hash": "q"} | fields)


def compared(before: Side, after: Side, *fail_on: str) -> Compared:
    comparing = Comparing(frozenset(fail_on), ALPHA, 0)
    return comparing.compared(("before", before), ("after", after))


def status(before: Side, after: Side, *fail_on: str) -> int:
    comparing = Comparing(frozenset(fail_on), ALPHA, 0)
    return comparing.status((comparing.compared(("a", before), ("b", after)),))


def only(before: Side, after: Side) -> RetrieverDrift:
    (one,) = compared(before, after).retrievers
    return one


def changes(before: Side, after: Side) -> list[str]:
    return [one.what for one in compared(before, after).drifted]


RETRIEVALS = st.lists(odd_retrievals() | ruled_pools(), min_size=1, max_size=4)
few = settings(max_examples=60, deadline=None)


@few
@given(RETRIEVALS)
def test_nothing_drifts_from_itself(retrievals: list[Retrieval]) -> None:
    one = side(*retrievals)

    assert changes(one, one) == []


@few
@given(RETRIEVALS, RETRIEVALS)
def test_what_changed_one_way_changed_the_other_way(
    one: list[Retrieval], other: list[Retrieval]
) -> None:
    there, back = compared(side(*one), side(*other)), compared(side(*other), side(*one))

    assert [each.what for each in there.drifted] == [each.what for each in back.drifted]
    for mine, theirs in zip(there.retrievers, back.retrievers, strict=True):
        assert mine.states == theirs.states
        for question, turned in zip(mine.questions, theirs.questions, strict=True):
            assert (question.entered, question.left) == (turned.left, turned.entered)


@few
@given(RETRIEVALS, RETRIEVALS)
def test_sides_can_be_added_up_in_any_order(one: list[Retrieval], other: list[Retrieval]) -> None:
    there, back = side(*one), side(*other)
    there.take(side(*other))
    back.take(side(*one))

    assert there == back
    there.take(no_side())
    assert there == back


SAME = asked(read("a"), refused(id="b"))


@pytest.mark.parametrize(
    ("before", "after", "state"),
    [
        ([SAME], [asked(refused(id="b"), read("a"))], "same"),
        ([SAME], [SAME, SAME], "same"),
        ([SAME], [asked(refused(id="a"), read("b"))], "changed"),
        ([SAME], [asked(read("a"), read("b"))], "changed"),
        ([SAME], [SAME, asked(read("b"))], "varies"),
        ([SAME, asked(read("b"))], [asked(read("b")), SAME], "same"),
        ([SAME], [asked(refused(id="a"))], "changed"),
        ([SAME], [asked(corpus_empty=True)], "changed"),
        ([SAME], [asked(candidates=None, considered_count=4)], "not-known"),
        ([SAME], [asked(read("a"), candidate("b", admitted=None))], "not-known"),
        ([SAME], [asked(read("a"), read(None))], "not-known"),
        ([SAME], [asked(read("a"), admitted_count=2)], "not-known"),
    ],
)
def test_a_question_has_a_state(
    before: list[Retrieval], after: list[Retrieval], state: str
) -> None:
    one = only(side(*before), side(*after))

    assert {name: count for name, count in one.states.items() if count} == {state: 1}


def test_the_chunks_that_came_and_went_are_named() -> None:
    one = only(side(asked(read("a"), read("b"))), side(asked(read("b"), read("c"), read("d"))))

    (question,) = one.questions
    assert (question.left, question.entered) == (("a",), ("c", "d"))


def test_what_the_strategy_let_through_is_not_held_against_what_the_picker_left() -> None:
    one = only(side(asked(candidate("a"), evidence_from="event")), side(asked(read("b"))))

    assert sum(one.states.values()) == 0
    assert one.only == (1, 1)


TOLD = [
    ("a", "b", "a", "a", "changed"),
    ("a", "a", "a", "b", "changed"),
    ("a", "a", "a", "a", "same"),
    ("a", "b", "a", "b", "changed"),
]


@pytest.mark.parametrize(("before", "after", "let", "lets", "state"), TOLD)
def test_a_question_that_is_told_twice_is_one_question(
    before: str, after: str, let: str, lets: str, state: str
) -> None:
    first = side(asked(read(before)), asked(read(let), evidence_from="event"))
    second = side(asked(read(after)), asked(read(lets), evidence_from="event"))

    one = only(first, second)

    assert {name: count for name, count in one.states.items() if count} == {state: 1}
    assert one.only == (0, 0)
    moved = [early for early, (x, y) in enumerate([(before, after), (let, lets)]) if x != y]
    assert [each.early for each in one.questions] == [bool(early) for early in moved]


def test_the_questions_that_are_listed_are_counted_not_what_is_told_of_them() -> None:
    def told(chunk: str) -> Side:
        return side(
            *(
                asked(read(chunk), query_hash=query_hash, evidence_from=kind)
                for query_hash in "pq"
                for kind in ("commit", "event")
            )
        )

    comparing = Comparing(frozenset(), ALPHA, 1)
    whole = comparing.compared(("before", told("a")), ("after", told("b")))
    (one,) = whole.retrievers

    assert [(each.query_hash, each.early) for each in one.questions] == [("p", False), ("p", True)]
    assert whole.drifted[0].message == "other chunks are admitted for 2 of 2 shared questions"
    assert more_questions(one) == "1 more; --top 0 shows all"
    assert [text.split(" (")[0] for text in question_texts(one)] == ["p", "the same question, p"]


def test_questions_of_two_retrievers_are_two_questions() -> None:
    one = compared(side(asked(read("a"))), side(asked(read("b"), retriever="other")))

    assert [each.what for each in one.drifted] == ["retriever", "retriever"]
    assert [each.on_both for each in one.retrievers] == [False, False]


def test_a_retrieval_without_a_hash_is_no_question() -> None:
    one = only(side(asked(read("a"), query_hash=None)), side(SAME))

    assert (one.unhashed, one.only) == ((1, 0), (0, 1))


def test_another_number_of_considered_chunks_is_told_of_the_same_question_only() -> None:
    grown = asked(read("a"), considered_count=9)

    assert changes(side(SAME), side(grown)) == ["considered"]
    assert changes(side(SAME), side(asked(read("a"), considered_count=9, query_hash="r"))) == []


@pytest.mark.parametrize(
    ("field", "before", "after", "what"),
    [
        ("strategy", "topK", "mmr", "strategy"),
        ("k", 3, 4, "k"),
        ("threshold", 0.5, 0.6, "threshold"),
        ("max_chars", 100, 200, "max-chars"),
        ("embedder_id", "one", "two", "embedder"),
        ("dimensions", 4, 8, "dimensions"),
        ("selection_order", "recency", "relevance", "order"),
        ("namespace", "a", "b", "namespace"),
    ],
)
def test_a_changed_setting_is_told_by_its_word(
    field: str, before: Any, after: Any, what: str
) -> None:
    one, other = (side(asked(read("a"), **{field: value})) for value in (before, after))
    lacks = side(asked(read("a"), **{field: None}))

    assert changes(one, other) == [what]
    assert changes(one, lacks) == changes(lacks, one) == []
    assert (status(one, other, what), status(one, one, what), status(one, lacks, what)) == (1, 0, 3)
    assert what in CHANGES


def test_every_change_is_a_word_of_the_list() -> None:
    assert {"admitted", "considered", "scores", "retriever"} < set(CHANGES)


def scored(*scores: float, **fields: Any) -> Side:
    return side(*(retrieval(read(score=score), **fields) for score in scores))


LOW, HIGH = scored(0.61, 0.62, 0.63, 0.64, 0.65), scored(0.91, 0.92, 0.93, 0.94, 0.95)


def test_the_best_scores_are_tested_and_the_p_value_is_stated() -> None:
    one = only(LOW, HIGH).best_scores

    assert one is not None
    assert (one.counts, one.distance, one.exact) == ((5, 5), 1.0, True)
    assert one.p == pytest.approx(2 / 252)
    assert changes(LOW, HIGH) == ["scores"]
    assert (status(LOW, HIGH, "scores"), status(LOW, LOW, "scores")) == (1, 0)


@pytest.mark.parametrize(
    ("p", "exact", "told"),
    [
        (1.0, True, "all are at least as far apart)"),
        (0.0079, True, "0.79% are at least as far apart)"),
        (0.3333, False, "about 33.3% are at least as far apart)"),
        (1.2e-12, False, "about 1.2e-10% are at least as far apart)"),
    ],
)
def test_the_p_value_is_put_in_words(p: float, told: str, *, exact: bool) -> None:
    one = ScoreDrift(counts=(5, 5), before=None, after=None, distance=0.2, p=p, exact=exact)

    assert p_text(one).endswith(f"of all ways to part these numbers into two such sides, {told}")


def test_too_few_numbers_are_not_tested() -> None:
    one = only(scored(0.61, 0.62, 0.63), scored(0.91, 0.92, 0.93)).best_scores

    assert one is not None
    assert (one.p, one.least_p) == (None, 0.1)
    assert one.untested is not None
    assert one.untested.startswith("too few to tell: 3 and 3 retrievals cannot come under p = 0.1")
    assert status(scored(0.61), scored(0.91), "scores") == 3


def test_scores_of_two_embedders_are_not_compared() -> None:
    other = scored(0.91, 0.92, 0.93, 0.94, 0.95, embedder_id="two")
    one = only(scored(0.61, 0.62, 0.63, 0.64, 0.65, embedder_id="one"), other).best_scores

    assert one is not None
    assert one.p is None
    assert one.untested == ("embedder one before and two after: their scores cannot be compared")


def test_scores_of_several_embedders_on_one_side_are_not_compared() -> None:
    mixed = side(*(retrieval(read(), embedder_id=name) for name in "xyxyxy"))
    one = only(mixed, mixed).best_scores

    assert one is not None
    assert one.untested == "scores of several values of embedder are mixed: they cannot be compared"


def test_where_the_embedder_is_not_recorded_that_is_said() -> None:
    one = only(LOW, HIGH).best_scores

    assert one is not None
    assert [note.split(":")[0] for note in one.notes] == [
        "the embedder is not recorded in 5 of the retrievals before",
        "the embedder is not recorded in 5 of the retrievals after",
    ]


def test_any_fails_on_whatever_changed_and_asks_for_nothing_else() -> None:
    assert status(LOW, HIGH, "any") == 1
    assert status(LOW, LOW, "any") == 0
    assert status(LOW, HIGH) == 0


@pytest.mark.parametrize("what", ["admitted", "considered", "scores", "embedder"])
def test_what_was_asked_for_and_cannot_be_told_is_inconclusive(what: str) -> None:
    alone = side(retrieval(candidates=None, considered_count=None))

    assert status(alone, alone, what) == 3
    assert len(compared(alone, alone, what).not_known) == 1


def test_a_question_that_is_only_partly_recorded_is_inconclusive() -> None:
    lost = asked(candidates=None, considered_count=4, query_hash="lost")

    assert status(side(SAME, lost), side(SAME, lost), "admitted") == 3


def test_a_side_without_retrievals_is_no_answer() -> None:
    assert status(side(SAME), no_side()) == 3
    assert changes(side(SAME), no_side()) == []


def test_scores_are_rounded_on_both_sides_or_on_none_and_that_is_said() -> None:
    many = scored(*(0.5 + place / 100_000 for place in range(MOST_EXACT + 1)))
    one = only(scored(0.66666), many)

    assert one.scores is not None
    assert one.scores.before is not None
    assert {*one.scores.before} == {0.667}
    assert one.scores.notes == ("the scores are rounded on both sides, for they are many",)
    assert only(scored(0.66666), scored(0.7)).scores == score_drift(
        Spread(counts={0.66666: 1}), Spread(counts={0.7: 1})
    )
