"""Each cause, where the record proves it, and where it nearly does."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from footprint_cli.analyse import causes, later_causes, ruled_causes
from footprint_cli.analyse.kept_runs import kept_runs, unpacked
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.strategies import top_k
from footprint_cli.analyse.two_pools import TwoPools
from footprint_cli.model.audit import Audit, RetrievalAudit
from footprint_cli.model.diff_report import CAUSES, Cause
from footprint_cli.model.evidence import Candidate, Number, Retrieval
from tests.build import candidate, read, recording, refused, retrieval

A, B, C, D = "a.md#0", "b.md#0", "c.md#0", "d.md#0"
SCORES = {A: 0.9, B: 0.8, C: 0.65, D: 0.5}
RECORDED: dict[str, Any] = {"query_hash": "6eeb4f81", "embedder_id": "hand-4d", "dimensions": 4}


def ruled(
    scores: dict[str, Number], k: int = 3, threshold: float | None = 0.6, **fields: Any
) -> Retrieval:
    """A pool in order of its scores, ruled by topK, of which all that was admitted was read."""
    names = sorted(scores, key=lambda one: -scores[one])
    verdicts = top_k([scores[one] for one in names], k, threshold)
    rows = [
        read(name, score=scores[name])
        if reason is None
        else refused(reason, name, score=scores[name])
        for name, reason in zip(names, verdicts, strict=True)
    ]
    return retrieval(*rows, **RECORDED | {"k": k, "threshold": threshold} | fields)


def with_rows(one: Retrieval, **changed: Candidate) -> Retrieval:
    """The same with other rows: `c` for that of c.md#0."""
    assert one.evidence is not None
    rows = tuple(
        replace(changed[row.id[0]], rank=row.rank) if row.id and row.id[0] in changed else row
        for row in one.evidence.candidates or ()
    )
    admitted = sum(row.admitted is True for row in rows)
    counts = {"admitted_count": admitted, "rejected_count": len(rows) - admitted}
    return replace(one, evidence=replace(one.evidence, candidates=rows, **counts))


def with_evidence(one: Retrieval, **fields: Any) -> Retrieval:
    assert one.evidence is not None
    return replace(one, evidence=replace(one.evidence, **fields))


def two(before: Retrieval, after: Retrieval) -> TwoPools:
    pools = []
    for one in (kept(before), kept(after)):
        assert one.evidence is not None
        pools.append(Pool(one, one.evidence))
    return TwoPools(*pools)


def kept(one: Retrieval) -> Retrieval:
    """The retrieval as a side of a comparison keeps it."""
    of_one = RetrievalAudit(retrieval=one, outcome="", headline="")
    audit = Audit(recording=recording(one), retrievals=(of_one,), findings=(), exit_status=0)
    return unpacked(kept_runs(audit)[0]).retrievals[0]


def found(before: Retrieval, after: Retrieval) -> list[tuple[str, tuple[str | None, ...]]]:
    return [(one.name, one.chunks) for one in causes.causes_of(two(before, after))]


def of(
    cause: Callable[[TwoPools], Iterable[Cause]], before: Retrieval, after: Retrieval
) -> list[tuple[str, tuple[str | None, ...]]]:
    return [(one.message, one.chunks) for one in cause(two(before, after))]


def test_the_page_of_causes_and_the_functions_have_one_list() -> None:
    names = {one.__name__.replace("_", "-") for one in causes.OF_CHUNKS}

    assert names == {*CAUSES} - {"not-provable"}


def test_another_threshold_names_what_it_alone_refuses() -> None:
    before, after = ruled(SCORES, threshold=0.6), ruled(SCORES, threshold=0.85)

    assert of(ruled_causes.threshold, before, after) == [
        ("threshold 0.6 -> 0.85 refuses these two", (B, C))
    ]
    assert of(ruled_causes.threshold, after, before) == [
        ("threshold 0.85 -> 0.6 admits these two", (B, C))
    ]
    assert found(before, after) == [("threshold", (B, C))]


def test_a_threshold_that_does_not_give_the_recorded_verdict_is_not_the_cause() -> None:
    before = ruled(SCORES, threshold=0.6)
    after = with_rows(ruled(SCORES, threshold=0.7), b=refused("below-threshold", B, score=0.8))

    assert of(ruled_causes.threshold, before, after) == []
    assert found(before, after) == [("not-provable", (B, C))]


def test_a_threshold_is_not_the_cause_where_the_other_side_needs_another_score() -> None:
    """Either way alone would give the verdict: before with 0.7, and after with the score of before."""
    before = ruled(SCORES, threshold=0.6)
    after = ruled(SCORES | {C: 0.55}, threshold=0.7)

    assert of(ruled_causes.threshold, before, after) == []


def test_no_threshold_is_no_floor_in_a_full_record_alone() -> None:
    before, after = ruled(SCORES, k=9, threshold=None), ruled(SCORES, k=9, threshold=0.6)
    early = replace(before, evidence_from="event")

    assert of(ruled_causes.threshold, before, after) == [
        ("threshold none -> 0.6 refuses this one", (D,))
    ]
    assert of(ruled_causes.threshold, early, replace(after, evidence_from="event")) == []


def test_another_k_names_what_it_alone_refuses() -> None:
    before, after = ruled(SCORES, k=3), ruled(SCORES, k=2)

    assert of(ruled_causes.k, before, after) == [("k 3 -> 2 refuses this one", (C,))]
    assert of(ruled_causes.k, after, before) == [("k 2 -> 3 admits this one", (C,))]


def test_another_k_is_not_named_for_what_the_picker_refuses() -> None:
    before = ruled(SCORES, k=4)
    after = with_rows(ruled(SCORES, k=3), b=refused("over-max-entries", B, score=0.8))

    assert of(ruled_causes.k, before, after) == []
    assert found(before, after) == [("picker-cap", (B,))]


def test_a_strategy_of_its_own_is_not_ruled_again() -> None:
    before, after = ruled(SCORES, k=3), ruled(SCORES, k=2)
    mine = [with_evidence(one, strategy="mmr") for one in (before, after)]

    assert of(ruled_causes.k, *mine) == []
    assert found(*mine) == [("not-provable", (C,))]


def test_both_limits_together_where_neither_alone_does() -> None:
    before, after = ruled(SCORES, k=3, threshold=0.6), ruled(SCORES, k=4, threshold=0.4)

    assert of(ruled_causes.k_and_threshold, before, after) == [
        ("k 3 -> 4 and threshold 0.6 -> 0.4 together admit this one", (D,))
    ]
    assert of(ruled_causes.k_and_threshold, before, ruled(SCORES, k=4, threshold=0.6)) == []


def test_a_score_that_moved_over_the_threshold() -> None:
    before, after = ruled(SCORES), ruled(SCORES | {C: 0.59})

    ((message, chunks),) = of(ruled_causes.score, before, after)
    assert message.endswith("0.6 refuses this one, for its own score moved over it: 0.65 -> 0.59")
    assert chunks == (C,)
    assert of(ruled_causes.score, before, ruled(SCORES | {C: 0.61})) == []
    assert of(ruled_causes.score, before, ruled(SCORES | {C: 0.59}, threshold=0.61)) == []
    assert of(ruled_causes.score, before, ruled(SCORES | {C: 0.59}, embedder_id="other")) == []


def test_a_new_chunk_that_ranks_above() -> None:
    before, after = ruled(SCORES, k=2), ruled(SCORES | {"new.md#0": 0.85}, k=2)
    (one,) = ruled_causes.ranks_above(two(before, after))
    (back,) = ruled_causes.ranks_above(two(after, before))

    assert (one.chunks, one.by) == ((B,), ("new.md#0",))
    assert one.message == "same settings, new chunk new.md#0 ranks above this one"
    assert (back.chunks, back.by) == ((B,), ("new.md#0",))
    assert back.message == (
        "same settings, new.md#0 ranks above this one no more, which leaves a place"
    )


@pytest.mark.parametrize(
    "changed", [{"k": 1}, {"max_chars": 90}, {"embedder_id": None}, {"namespace": "other"}]
)
def test_a_new_chunk_is_not_named_where_a_setting_is_not_the_same(changed: dict[str, Any]) -> None:
    before = ruled(SCORES, k=2)
    after = ruled(SCORES | {"new.md#0": 0.85}, **{"k": 2} | changed)

    assert of(ruled_causes.ranks_above, before, after) == []


def test_a_new_chunk_under_the_threshold_takes_no_place() -> None:
    before, after = ruled(SCORES, k=2), ruled(SCORES | {"new.md#0": 0.1}, k=2)

    assert of(ruled_causes.ranks_above, before, after) == []
    assert found(before, after) == [("corpus", ("new.md#0",))]


def test_a_budget_that_cannot_hold_what_the_other_side_spent() -> None:
    before = ruled(SCORES, max_chars=100, chars_used=90)
    after = with_rows(
        ruled(SCORES, max_chars=80, chars_used=60), c=refused("over-char-budget", C, score=0.65)
    )

    assert of(later_causes.char_budget, before, after) == [
        (
            "maxChars 100 -> 80: the 90 characters spent before do not fit into 80; it refuses this one",
            (C,),
        )
    ]
    fits = with_evidence(before, chars_used=80)
    assert of(later_causes.char_budget, fits, after) == []
    assert found(fits, after) == [("not-provable", (C,))]


def test_a_budget_where_there_was_none_is_held_against_the_passages() -> None:
    def shown(name: str, text: str) -> Candidate:
        return read(
            name, score=SCORES[name], prompt_fragment=f'<source id="{name}">\n{text}\n</source>'
        )

    before = with_rows(
        ruled(SCORES), a=shown(A, "x" * 30), b=shown(B, "x" * 30), c=shown(C, "x" * 30)
    )
    small, large = (
        with_rows(
            ruled(SCORES, max_chars=most, chars_used=60),
            c=refused("over-char-budget", C, score=0.65),
        )
        for most in (89, 90)
    )

    assert [one.chunks for one in later_causes.char_budget(two(before, small))] == [(C,)]
    assert of(later_causes.char_budget, before, large) == []
    assert (
        of(later_causes.char_budget, ruled(SCORES), small) == []
    )  # of no passage is the size known


def test_the_cap_of_the_picker_and_the_token_budget_are_named_by_their_own_reasons() -> None:
    before = ruled(SCORES)
    capped = with_rows(before, a=refused("over-max-entries", A, score=0.9))
    tokens = with_rows(before, a=refused("over-budget", A, score=0.9))

    assert [one.chunks for one in later_causes.picker_cap(two(before, capped))] == [(A,)]
    assert of(later_causes.picker_cap, before, tokens) == []
    assert [one.chunks for one in later_causes.token_budget(two(before, tokens))] == [(A,)]
    assert of(later_causes.token_budget, before, capped) == []
    by_k = with_rows(before, d=refused("over-budget", D, score=0.5))
    assert (
        of(later_causes.token_budget, before, by_k) == []
    )  # the strategy had not admitted it before


def test_another_strategy_is_the_cause_where_it_is_all_that_differs() -> None:
    before = ruled(SCORES)
    rows = {"b": refused("too-like", B, score=0.8)}
    after = with_rows(ruled(SCORES, strategy="mmr"), **rows)
    otherwise = with_rows(ruled(SCORES, strategy="mmr", k=2), **rows)

    assert [one.chunks for one in causes.strategy(two(before, after))] == [(B,)]
    assert of(causes.strategy, before, otherwise) == []
    moved = with_rows(after, a=read(A, score=0.89))
    assert of(causes.strategy, before, moved) == []


@pytest.mark.parametrize(
    ("cause", "changed"),
    [
        (causes.query, {"query_hash": "other"}),
        (causes.embedder, {"embedder_id": "other"}),
        (causes.embedder, {"dimensions": 8}),
    ],
)
def test_what_cannot_be_compared_is_said_and_nothing_is_ruled_again(
    cause: Callable[[TwoPools], Iterable[Cause]], changed: dict[str, Any]
) -> None:
    before, after = ruled(SCORES), ruled(SCORES | {C: 0.4}, k=1, **changed)

    assert [one.chunks for one in cause(two(before, after))] == [(B, C)]
    assert len(found(before, after)) == 1
    absent: dict[str, Any] = dict.fromkeys(changed)
    assert of(cause, before, ruled(SCORES, **absent)) == []


def test_another_namespace_is_named_for_what_one_side_lists() -> None:
    before, after = ruled(SCORES), ruled({A: 0.9, "x.md#0": 0.8}, namespace="south")

    assert [one.chunks for one in causes.namespace(two(before, after))] == [(B, C, D, "x.md#0")]
    assert of(causes.namespace, before, ruled({A: 0.9}, namespace=None)) == []


def test_an_empty_corpus_is_named_where_the_record_calls_it_empty() -> None:
    before = ruled(SCORES)
    empty = retrieval(**RECORDED, candidates=(), considered_count=0, corpus_empty=True)
    never = retrieval(**RECORDED, candidates=(), considered_count=0, corpus_empty=False)

    assert of(causes.corpus_empty, before, empty) == [
        ("namespace _/_/_global gave no row at all after", (A, B, C, D))
    ]
    assert of(causes.corpus_empty, before, never) == []


def test_a_whole_pool_proves_that_a_chunk_is_not_in_it() -> None:
    before, after = ruled(SCORES), ruled({A: 0.9, B: 0.8, C: 0.65})
    sample = ruled({A: 0.9, B: 0.8, C: 0.65}, candidates_complete=False)

    assert found(before, after) == [("corpus", (D,))]
    assert found(after, before) == [("corpus", (D,))]
    assert of(causes.corpus, before, sample) == []
    assert of(causes.corpus, before, ruled({A: 0.9}, namespace=None)) == []


def test_a_sample_that_ends_where_the_longer_list_goes_on() -> None:
    sample = ruled({A: 0.9, B: 0.8}, candidates_complete=False)
    other = ruled({A: 0.9, C: 0.65}, candidates_complete=False)

    assert [one.chunks for one in causes.pool(two(sample, ruled(SCORES)))] == [(C, D)]
    assert of(causes.pool, other, ruled(SCORES)) == []
    assert of(causes.pool, ruled({A: 0.9, B: 0.8}), ruled(SCORES)) == []


def test_another_order_of_the_prompt_is_named_where_it_is_recorded() -> None:
    before = ruled(SCORES)
    turned = {
        name: read(chunk, score=SCORES[chunk], prompt_position=at)
        for at, (name, chunk) in enumerate([("c", C), ("b", B), ("a", A)])
    }
    after = with_rows(ruled(SCORES, selection_order="relevance"), **turned)

    assert [one.chunks for one in causes.prompt_order(two(before, after))] == [(A, C)]
    assert of(causes.prompt_order, before, with_rows(before, **turned)) == []


def test_scores_that_moved_with_one_embedder_are_left_open() -> None:
    before, after = ruled(SCORES), ruled(SCORES | {A: 0.95})
    (one,) = causes.causes_of(two(before, after))

    assert one.name == "not-provable"
    assert (
        one.message == "the score of this one changed, with the same embedder; why is not provable"
    )


LIMITS = st.tuples(st.integers(0, 5), st.none() | st.sampled_from([0.0, 0.2, 0.5, 0.7, 0.9]))
POOLS = st.dictionaries(
    st.sampled_from([f"{name}.md#0" for name in "abcdef"]),
    st.sampled_from([0.1, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]),
    max_size=6,
)


@settings(max_examples=200, deadline=None)
@given(POOLS, POOLS, LIMITS, LIMITS)
def test_a_limit_is_named_only_where_ruling_the_pool_with_it_gives_the_other_verdicts(
    one: dict[str, Number],
    other: dict[str, Number],
    mine: tuple[int, float | None],
    theirs: tuple[int, float | None],
) -> None:
    before, after = ruled(one, *mine), ruled(other, *theirs)
    alone = {
        "threshold": (mine[0], theirs[1]),
        "k": (theirs[0], mine[1]),
        "k-and-threshold": theirs,
    }

    for name, chunks in found(before, after):
        if name in alone:
            again = {row.id: row for row in rows(ruled(one, *alone[name]))}
            recorded = {row.id: row for row in rows(after)}
            for chunk in chunks:
                assert again[chunk].admitted is recorded[chunk].admitted
                assert again[chunk].reason == recorded[chunk].reason


@settings(max_examples=200, deadline=None)
@given(POOLS, LIMITS, LIMITS)
def test_where_only_limits_differ_they_explain_every_verdict(
    scores: dict[str, Number], mine: tuple[int, float | None], theirs: tuple[int, float | None]
) -> None:
    named = found(ruled(scores, *mine), ruled(scores, *theirs))

    assert {name for name, _ in named} <= {"threshold", "k", "k-and-threshold"}
    assert {chunk for _, chunks in named for chunk in chunks} == {
        one.id
        for one, other in zip(rows(ruled(scores, *mine)), rows(ruled(scores, *theirs)), strict=True)
        if (one.admitted, one.reason) != (other.admitted, other.reason)
    }


@settings(max_examples=200, deadline=None)
@given(POOLS, POOLS, LIMITS, LIMITS)
def test_sides_changed_about_name_the_same_causes(
    one: dict[str, Number],
    other: dict[str, Number],
    mine: tuple[int, float | None],
    theirs: tuple[int, float | None],
) -> None:
    before, after = ruled(one, *mine), ruled(other, *theirs)

    assert turned(found(before, after)) == turned(found(after, before))


@given(POOLS, LIMITS)
def test_nothing_is_the_cause_of_no_difference(
    scores: dict[str, Number], limits: tuple[int, float | None]
) -> None:
    assume(scores)

    assert found(ruled(scores, *limits), ruled(scores, *limits)) == []


def rows(one: Retrieval) -> tuple[Candidate, ...]:
    assert one.evidence is not None
    return one.evidence.candidates or ()


def turned(causes_: list[tuple[str, tuple[str | None, ...]]]) -> list[tuple[str, list[str]]]:
    return sorted((name, sorted(map(str, chunks))) for name, chunks in causes_)


def test_a_chunk_whose_verdict_is_not_recorded_is_explained_by_nothing() -> None:
    before = ruled(SCORES)
    after = with_rows(ruled(SCORES, k=2), c=candidate(C, score=0.65, admitted=None))

    assert found(before, after) == [("not-provable", (C,))]


def test_an_id_that_stands_twice_on_one_side_left_no_corpus() -> None:
    before = retrieval(read("a", score=0.9), refused(id="a", score=0.5), query_hash="1")
    after = retrieval(read("a", score=0.9), refused(id="b", score=0.5), query_hash="1")
    two = TwoPools(*(Pool(one, one.evidence) for one in (before, after) if one.evidence))

    assert [one.chunks for one in causes.corpus(two)] == [("b",)]
