from typing import Any

import pytest

from footprint_cli.model.audit import OUTCOMES
from footprint_cli.model.evidence import Candidate, Withheld
from tests.analyse.found import ids, unread
from tests.build import audited, candidate, read, refused, ruling

REDACTED = Withheld(kind="redacted", detail="retrievalEvidence_handbook is withheld by redaction")


def headline(*candidates: Candidate, **fields: Any) -> tuple[str, str]:
    one = audited(*candidates, **fields)
    return one.outcome, one.headline


def test_some_read_says_how_many_of_how_many_and_why_not_the_others() -> None:
    pool = (*ids("a", "b"), refused("over-max-entries", "c"), refused(id="d"), refused(id="e"))

    assert headline(*pool) == (
        "some-read",
        "2 of 5 chunks read; refused: 1 over-max-entries, 2 below-threshold",
    )


def test_all_read_has_nothing_refused() -> None:
    assert headline(read()) == ("some-read", "1 of 1 chunk read")


def test_an_admitted_chunk_without_text_is_not_counted_as_read() -> None:
    assert headline(read("a", score=0.9), candidate("b")) == (
        "some-read",
        "2 of 2 chunks admitted, 1 shown in the prompt",
    )


@pytest.mark.parametrize("written_before", ["event", "line"])
def test_a_record_from_before_the_prompt_says_that_the_prompt_is_not_recorded(
    written_before: str,
) -> None:
    assert headline(*unread("a", "b"), evidence_from=written_before) == (
        "some-read",
        "2 of 2 chunks admitted; the prompt is not recorded here",
    )


def test_the_best_chunk_that_was_refused_is_in_the_headline() -> None:
    best = refused("over-budget", "best.md", score=0.95)

    assert headline(best, read("a")) == (
        "some-read",
        (
            "1 of 2 chunks read; the best, best.md (scored 0.95, rank 1), was not read; refused: 1 "
            "over-budget"
        ),
    )


def test_a_refused_chunk_that_ties_with_a_read_one_is_not_called_the_best() -> None:
    _, line = headline(refused("over-budget", "tied.md", score=0.8), read("a", score=0.8))

    assert "the best" not in line


def test_nothing_admitted_names_the_nearest_miss_and_by_how_much() -> None:
    pool = [refused(id=f"{score}.md", score=score) for score in (0.571, 0.493, 0.402)]

    assert headline(*pool, threshold=0.7) == (
        "nothing-admitted",
        (
            "nothing admitted: 3 chunks considered, none admitted; refused: 3 below-threshold; the "
            "nearest miss is 0.571.md at 0.571, short of the threshold 0.7 by 0.129"
        ),
    )


def test_nothing_admitted_without_a_threshold_names_the_best() -> None:
    assert headline(refused("diversity", "a"), threshold=None) == (
        "nothing-admitted",
        (
            "nothing admitted: 1 chunk considered, none admitted; refused: 1 diversity; the best is a "
            "(scored 0.7, rank 1)"
        ),
    )


def test_nothing_admitted_without_usable_scores_compares_nothing() -> None:
    pool = (refused(id="a", score=float("nan")), refused(None, "b", score=None))

    assert headline(*pool) == (
        "nothing-admitted",
        (
            "nothing admitted: 2 chunks considered, none admitted; refused: 1 below-threshold, 1 no "
            "reason recorded"
        ),
    )


def test_verdicts_that_are_not_recorded_are_not_called_refusals() -> None:
    _, line = headline(candidate(admitted=None), candidate(admitted=None, odd={"admitted": "true"}))

    assert "none admitted" not in line


def test_an_event_stream_that_attached_nothing_says_that_nothing_was_read() -> None:
    outcome, line = headline(*unread("a", "b"), evidence_from="event", attached=())

    assert outcome == "nothing-admitted"
    assert line.startswith("nothing admitted")
    assert "not recorded" not in line


def test_a_character_budget_that_is_too_small_for_the_first_passage_is_quoted() -> None:
    pool = (
        refused("over-char-budget", "a", score=0.9),
        refused("over-char-budget", "b", score=0.8),
        refused(id="c"),
    )

    assert headline(*pool, max_chars=40, chars_used=0) == (
        "budget-admitted-nothing",
        (
            "budget admitted nothing: 2 chunks cleared the threshold and none was read; the character "
            "budget of 40 was too small for the first passage, a (scored 0.9, rank 1), which ended the "
            "spend; refused: 2 over-char-budget, 1 below-threshold"
        ),
    )


def test_a_token_budget_that_left_no_room_is_named() -> None:
    pool = (refused("over-budget", "a"), refused("over-budget", "b"))

    assert headline(*pool, threshold=None) == (
        "budget-admitted-nothing",
        (
            "budget admitted nothing: 2 chunks came back and none was read; the token budget left no "
            "room; refused: 2 over-budget"
        ),
    )


def test_characters_that_had_room_for_the_first_passage_are_not_blamed() -> None:
    pool = (refused("over-budget", "a", score=0.9), refused("over-char-budget", "b", score=0.8))

    outcome, line = headline(*pool, max_chars=400, chars_used=390)

    assert outcome == "budget-admitted-nothing"
    assert "too small for the first passage" not in line


def test_a_chunk_under_the_threshold_has_not_cleared_it_whatever_its_reason() -> None:
    pool = (refused("over-budget", "a", score=0.9), refused("diversity", "b", score=0.1))

    _, line = headline(*pool, strategy="spread-out")

    assert "1 chunk cleared the threshold" in line


def test_an_empty_corpus_names_its_namespace_and_the_causes() -> None:
    assert headline(namespace="south/_/corpus") == (
        "corpus-empty",
        (
            "corpus empty: the search of namespace south/_/corpus returned no rows (a wrong namespace, "
            "an embedder or tier filter, or really empty)"
        ),
    )


def test_an_empty_corpus_without_a_namespace_says_that_it_is_not_recorded() -> None:
    outcome, line = headline(namespace=None)

    assert outcome == "corpus-empty"
    assert "its namespace is not recorded" in line


@pytest.mark.parametrize("listed", [(), None])
def test_a_store_that_was_never_asked_is_not_an_empty_corpus(
    listed: tuple[Candidate, ...] | None,
) -> None:
    outcome, line = headline(candidates=listed, corpus_empty=False)

    assert outcome == "never-asked"
    assert line.startswith("never asked")


def test_an_empty_list_without_a_word_on_the_corpus_is_not_explained() -> None:
    assert headline(corpus_empty=None) == (
        "candidates-not-recorded",
        "nothing came back, and whether the corpus was empty or never asked is not recorded",
    )


def test_candidates_that_are_not_recorded_are_unknown_and_not_none() -> None:
    counts = {"considered_count": 5, "admitted_count": 3}

    assert headline(
        candidates=None, candidates_omitted_reason="scores are not finite", **counts
    ) == (
        "candidates-not-recorded",
        (
            "candidates not recorded: 5 considered, 3 admitted; which chunks is unknown, not none (the "
            "stated reason: scores are not finite)"
        ),
    )
    assert headline(candidates=None, considered_count=5, admitted_count=None) == (
        "candidates-not-recorded",
        (
            "candidates not recorded: 5 considered, an unrecorded number admitted; which chunks is "
            "unknown, not none (no reason is given)"
        ),
    )


def test_an_empty_list_beside_a_count_is_not_an_empty_corpus() -> None:
    assert headline(considered_count=4, admitted_count=1) == (
        "candidates-not-recorded",
        "candidates not recorded: 4 considered, 1 admitted, but the list is empty",
    )


def test_withheld_evidence_is_unknown_and_not_none() -> None:
    assert headline(evidence=None, withheld=REDACTED) == (
        "withheld",
        (
            "withheld: retrievalEvidence_handbook is withheld by redaction; which chunks were read is "
            "unknown, not none"
        ),
    )


def test_a_withheld_record_stays_withheld_where_evidence_stands_beside_it() -> None:
    assert headline(read(), withheld=REDACTED)[0] == "withheld"


def test_a_retrieval_that_failed_quotes_the_failure() -> None:
    assert headline(evidence=None, failure="the store is closed") == (
        "failed",
        "retrieval failed: it left no evidence, and the run failed (the store is closed)",
    )


def test_a_retrieval_without_any_evidence_is_not_said_to_have_found_nothing() -> None:
    assert headline(evidence=None)[0] == "failed"


@pytest.mark.parametrize("empty", ["", None])
def test_a_headline_names_a_chunk_without_an_id_by_its_rank(empty: str | None) -> None:
    lines = [
        headline(refused("over-budget", empty, score=0.95), read("a"))[1],
        headline(refused(id=empty))[1],
        headline(refused(id=empty), threshold=None)[1],
        headline(refused("over-char-budget", empty), max_chars=4, chars_used=0)[1],
    ]

    for line in lines:
        assert "None" not in line
        assert "  " not in line
        assert ", (" not in line


def test_the_seven_names_of_outcomes_are_said_by_their_headlines() -> None:
    said = dict(
        [
            headline(refused()),
            headline(refused("over-budget")),
            headline(),
            headline(corpus_empty=False),
            headline(candidates=None, considered_count=2),
            headline(evidence=None, withheld=REDACTED),
            headline(evidence=None, failure="closed"),
        ]
    )

    assert {*said} == {*OUTCOMES} - {"some-read"}
    for outcome, line in said.items():
        assert outcome.replace("-", " ") in line


def test_what_the_picker_dropped_is_counted_by_the_reason_of_the_record() -> None:
    dropped = refused("over-max-entries", "z", score=0.7)

    assert headline(read(), dropped, at_retriever=(ruling("z", rank=2, score=0.7),)) == (
        "some-read",
        "1 of 2 chunks read; refused: 1 over-max-entries",
    )


def test_a_budget_that_met_no_chunk_over_the_threshold_claims_none() -> None:
    under = refused("over-char-budget", "a", score=0.1)
    bare = refused("over-char-budget", "b", score=None)

    _, line = headline(under, bare, threshold=0.5, max_chars=10, chars_used=0)

    assert line.startswith(
        "budget admitted nothing: no chunk is shown to have cleared the threshold, and none was read; "
        "1 chunk was refused for room, though below the threshold; 1 chunk has no usable score; "
    )


def test_of_several_chunks_only_those_over_the_threshold_cleared_it() -> None:
    pool = [refused("over-budget", name, score=score) for name, score in (("a", 0.9), ("b", 0.1))]

    assert (
        "1 chunk cleared the threshold and none was read; 1 chunk was refused for room"
        in (headline(*pool, threshold=0.5)[1])
    )


def test_a_nearest_miss_that_no_double_measures_has_its_numbers_alone() -> None:
    _, line = headline(refused("below-threshold", "a", score=-1e308), threshold=1e308)

    assert line.endswith("the nearest miss is a at -1e+308, short of the threshold 1e+308")
