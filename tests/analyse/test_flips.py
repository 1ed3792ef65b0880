"""A flip applied and ruled again admits the chunk, and one step less does not."""

from itertools import pairwise
from math import inf, nextafter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.flips import Flipping
from footprint_cli.analyse.pool import Pool
from footprint_cli.model.audit import Change, Flip
from footprint_cli.model.evidence import Candidate
from tests.build import pool, read, refused

BELOW, OVER, CHARS = "below-threshold", "over-max-entries", "over-char-budget"

Settings = dict[str, Any]
SCORES = st.sampled_from([-0.5, 0.0, 0.1, 0.25, 0.3, 0.5, 0.7, 0.7000000000000001, 0.9, 1, 2])
POOLS = st.lists(SCORES, min_size=1, max_size=9)


def admitted_by(scores: list[Any], settings: Settings) -> list[bool]:
    """Rule a pool as the producer's few lines of JavaScript do, without a thought for speed."""
    kept = 0
    verdicts = []
    for score in scores:
        clears = settings["threshold"] is None or score >= settings["threshold"]
        verdicts.append(clears and kept < settings["k"])
        kept += verdicts[-1]
    return verdicts


def recorded(scores: list[Any], settings: Settings, **fields: Any) -> Pool:
    """The record that this rule leaves of a pool."""
    rows = []
    for place, (score, admitted) in enumerate(
        zip(scores, admitted_by(scores, settings), strict=True)
    ):
        below = settings["threshold"] is not None and score < settings["threshold"]
        name = f"chunk-{place % 4}"  # ids may repeat
        rows.append(
            read(name, score=score)
            if admitted
            else refused(BELOW if below else OVER, name, score=score)
        )
    return pool(*rows, **settings | fields)


def changed(settings: Settings, flip: Flip) -> Settings:
    return settings | {one.setting: one.to for one in flip.changes}


def one_step_less(settings: Settings, change: Change) -> Settings:
    """Go one step back from the new value towards the recorded one."""
    if change.setting == "k":
        return settings | {"k": change.to - 1}
    towards = inf if change.bound == "at-most" else -inf
    return settings | {"threshold": nextafter(float(change.to), towards)}


@given(POOLS, st.integers(0, 5), st.one_of(st.none(), SCORES))
def test_a_flip_admits_and_one_step_less_does_not(
    scores: list[Any], k: int, threshold: Any
) -> None:
    settings = {"k": k, "threshold": threshold}
    flipping = Flipping(recorded(scores, settings))
    for place, admitted in enumerate(admitted_by(scores, settings)):
        flips = flipping.of(place)
        assert flips.found is not None
        assert bool(flips.found) is not admitted or k == 0
        for flip in flips.found:
            assert flip.exact
            new = changed(settings, flip)
            assert admitted_by(scores, new)[place]
            for change in flip.changes:
                assert not admitted_by(scores, one_step_less(new, change))[place]


@given(POOLS, st.integers(1, 5), st.one_of(st.none(), SCORES))
def test_a_single_setting_that_would_do_is_found_and_is_the_nearest(
    scores: list[Any], k: int, threshold: Any
) -> None:
    settings = {"k": k, "threshold": threshold}
    flipping = Flipping(recorded(scores, settings))
    values = {float(one) for one in scores}
    thresholds = sorted(values | {nextafter(one, inf) for one in values})
    for place, admitted in enumerate(admitted_by(scores, settings)):
        if admitted:
            continue
        singles = [one.changes for one in flipping.of(place).found or () if len(one.changes) == 1]
        found = {one.setting: one.to for (one,) in singles}
        caps = [
            cap
            for cap in range(len(scores) + 1)
            if admitted_by(scores, settings | {"k": cap})[place]
        ]
        floors = [
            floor
            for floor in thresholds
            if admitted_by(scores, settings | {"threshold": floor})[place]
        ]
        recorded_floor = -inf if threshold is None else threshold

        assert found.get("k") == min(caps, default=None)
        assert found.get("threshold") == min(
            floors,
            key=lambda floor: abs(floor - recorded_floor) if threshold is not None else floor,
            default=None,
        )


@given(st.lists(SCORES, min_size=2, max_size=7), st.integers(1, 4))
def test_what_a_chunk_displaced_is_admitted_without_it(scores: list[Any], k: int) -> None:
    settings = {"k": k, "threshold": 0.25}
    flipping = Flipping(recorded(scores, settings))
    verdicts = admitted_by(scores, settings)
    for place, admitted in enumerate(verdicts):
        if not admitted:
            continue
        rest = [score for at, score in enumerate(scores) if at != place]
        before = [verdict for at, verdict in enumerate(verdicts) if at != place]
        gained = [
            at
            for at, (old, new) in enumerate(zip(before, admitted_by(rest, settings), strict=True))
            if new and not old
        ]
        other = flipping.displaced(place)
        assert [at + (at >= place) for at in gained] == ([] if other is None else [other])


def only(place: int, *rows: Candidate, **fields: Any) -> Any:
    return Flipping(pool(*rows, **fields)).of(place)


def shown(flips: Any) -> list[tuple[Any, ...]]:
    return [
        (
            first.setting,
            first.bound,
            first.to,
            one.exact,
            *((each.setting, each.to) for each in also),
        )
        for one in flips.found
        for first, *also in [one.changes]
    ]


def test_a_chunk_below_the_threshold_with_room_under_the_cap_needs_the_threshold_only() -> None:
    flips = only(1, read("a"), refused(id="b", score=0.41), k=2)

    assert shown(flips) == [("threshold", "at-most", 0.41, True)]


def test_a_chunk_below_the_threshold_behind_a_full_cap_needs_both() -> None:
    flips = only(1, read("a"), refused(id="b", score=0.41), k=1)

    assert shown(flips) == [("threshold", "at-most", 0.41, True, ("k", 2))]


def test_a_strategy_of_ones_own_is_not_computed() -> None:
    flips = only(1, read("a"), refused(id="b"), strategy="mmr")

    assert (flips.found, flips.note) == (None, "not computable: own strategy")


def test_a_record_that_breaks_its_rule_is_not_computed() -> None:
    flips = only(1, read("a"), refused(id="b", score=0.9))

    assert flips.found is None
    assert flips.note == (
        "not computable: the recorded verdicts are not those of the recorded rule"
    )


def test_a_sample_in_order_is_exact_and_one_out_of_order_is_a_bound() -> None:
    sample = {"candidates_complete": False, "k": 1}
    ordered = only(1, read("a", score=0.9), refused(OVER, "b", score=0.8), **sample)
    unordered = only(1, read("a", score=0.7), refused(OVER, "b", score=0.8), **sample)

    assert [one.exact for one in ordered.found] == [True]
    assert [one.exact for one in unordered.found] == [False, False]
    assert "sample" in unordered.found[0].note


def test_a_list_that_its_own_count_calls_longer_is_no_complete_one() -> None:
    flips = only(1, read("a", score=0.7), refused(OVER, "b", score=0.8), k=1, considered_count=9)

    assert [one.exact for one in flips.found] == [False, False]


def test_the_character_budget_gives_a_lower_bound_of_one_character_more() -> None:
    rows = [read("a", score=0.9), refused(CHARS, "b", score=0.8), refused(CHARS, "c", score=0.7)]
    budget = {"max_chars": 200, "chars_used": 182}

    assert shown(only(1, *rows, **budget)) == [("maxChars", "at-least", 201, False)]
    assert "longer than the 18 characters that were left" in only(1, *rows, **budget).found[0].note
    assert "b must fit first" in only(2, *rows, **budget).found[0].note


def test_under_a_character_budget_that_had_ended_the_threshold_alone_is_not_enough() -> None:
    rows = [read("a"), refused(CHARS, "b", score=0.7), refused(id="c", score=0.4)]
    flips = only(2, *rows, max_chars=200, chars_used=182)

    assert shown(flips) == [("threshold", "at-most", 0.4, False, ("maxChars", 201))]


def test_a_character_budget_that_held_makes_the_threshold_a_bound() -> None:
    flips = only(1, read("a"), refused(id="b", score=0.4), max_chars=200, chars_used=20)

    assert shown(flips) == [("threshold", "at-most", 0.4, False)]


def test_the_pickers_cap_is_one_entry_more_and_a_bound_where_several_wait() -> None:
    one_waits = [read("a", score=0.9), refused(OVER, "b", score=0.8)]
    two_wait = [*one_waits, refused(OVER, "c", score=0.7)]

    assert shown(only(1, *one_waits, k=2)) == [("maxEntries", "at-least", 2, True)]
    assert shown(only(1, *two_wait, k=3)) == [("maxEntries", "at-least", 2, False)]


def test_a_chunk_that_the_picker_turned_away_is_read_where_k_admits_no_more_than_the_picker() -> (
    None
):
    rows = [refused(OVER, "a", score=0.9), read("b", score=0.8)]

    assert shown(only(0, *rows, k=2)) == [
        ("maxEntries", "at-least", 2, True),
        ("k", "at-most", 1, True),
    ]


def test_the_token_budget_cannot_be_computed() -> None:
    flips = only(1, read("a"), refused("over-budget", "b"))

    assert flips.found is None
    assert "not computable: neither the token budget" in flips.note


def test_an_admitted_chunk_has_nothing_to_flip() -> None:
    assert only(0, read("a")) == ((), None)


def test_a_whole_number_past_the_doubles_is_still_a_threshold_that_admits() -> None:
    scores = [2**53, 2**53 + 1, 2**53 + 2]
    settings = {"k": 1, "threshold": None}
    for place, other in pairwise(range(3)):
        flips = Flipping(recorded(scores, settings)).of(other)
        for flip in flips.found or ():
            assert admitted_by(scores, changed(settings, flip))[other]
        assert place < other


@pytest.mark.parametrize("name", ["k", "threshold", "strategy", "candidates.score"])
def test_a_rule_that_redaction_took_a_part_of_is_not_computed(name: str) -> None:
    flips = only(1, read("a"), refused(id="b"), withheld_fields=(name,))

    assert (flips.found, flips.note) == (None, f"not computable: withheld by redaction: {name}")


def test_without_a_recorded_k_the_threshold_is_a_bound() -> None:
    (flip,) = only(1, read("a"), refused(id="b", score=0.4), k=None).found

    assert not flip.exact
    assert flip.note is not None
    assert "k is not recorded" in flip.note


def test_a_strategy_that_is_no_text_is_not_taken_for_the_shipped_one() -> None:
    flips = only(1, read("a"), refused(id="b"), strategy=None, odd={"strategy": 7})

    assert flips.note == "not computable: own strategy"


def test_a_fractional_k_lets_through_one_more_than_its_whole_part() -> None:
    rows = [read("a", score=0.9), refused(OVER, "b", score=0.8), refused(OVER, "c", score=0.7)]

    assert shown(only(1, *rows, k=1.5)) == [("maxEntries", "at-least", 2, True)]
    assert shown(only(2, *rows, k=1.5)) == [("k", "at-least", 3, False)]


def test_an_order_that_rests_on_a_rank_of_the_wrong_type_makes_flips_a_bound() -> None:
    odd = refused(OVER, "b", score=0.8, rank=None, odd={"rank": 1.5})
    flips = only(1, read("a", score=0.9), odd, k=1)

    assert [one.exact for one in flips.found] == [False]
    assert "a rank is no whole number" in flips.found[0].note


@pytest.mark.parametrize(
    ("reason", "note"),
    [(None, "its reason is not recorded"), ("stale", "none of the shipped rule")],
)
def test_a_refusal_that_the_shipped_rule_does_not_know_is_no_strategy_of_ones_own(
    reason: str | None, note: str
) -> None:
    assert note in only(1, read("a"), refused(reason, "b")).note


def test_nothing_is_displaced_where_the_picker_or_a_budget_had_others_waiting() -> None:
    picker = pool(refused(OVER, "a", score=0.9), read("b", score=0.8), refused(OVER, "c"), k=2)
    budget = pool(read("a"), refused(CHARS, "b"), refused(OVER, "c"), k=2, max_chars=9)

    assert Flipping(picker).displaced(1) is None
    assert Flipping(budget).displaced(0) is None


def test_more_characters_than_were_spent_are_needed_where_the_budget_was_overrun() -> None:
    rows = [read("a"), refused(CHARS, "b")]

    assert shown(only(1, *rows, max_chars=60, chars_used=95)) == [
        ("maxChars", "at-least", 96, False)
    ]
