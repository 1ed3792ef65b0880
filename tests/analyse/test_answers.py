"""One answer of the closed list for each retrieval, and the best of them for the question."""

from typing import Any

import pytest

from footprint_cli.analyse.answers import answers, best
from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.narrowed import narrowed
from footprint_cli.analyse.reckoned import reckoned
from footprint_cli.analyse.reckoning import Reckoning
from footprint_cli.model.answer import ANSWERS, CANNOT_SAY, Asked, Reply
from footprint_cli.model.evidence import Retrieval, Withheld
from tests.build import candidate, damage, read, recording, refused, retrieval

OVER, CHARS = "over-max-entries", "over-char-budget"
REDACTED = Withheld(kind="redacted", detail="the evidence is withheld by redaction")


def asked(one: Retrieval, chunk: str = "a", how: str = "exact") -> Any:
    """The only answer of a recording with one retrieval."""
    (answer,) = answers(audit(recording(one)), Asked(text=chunk, how=how))
    return answer


def replied(*retrievals: Retrieval, chunk: str = "a", how: str = "exact", **fields: Any) -> Reply:
    reckoning = Reckoning(Asked(text=chunk, how=how))
    reckoning.add(reckoned(audit(recording(*retrievals, **fields)), Asked(text=chunk, how=how)))
    return reckoning.reply()


LISTED = [read("other"), refused(id="last", score=0.1)]
SITUATIONS: dict[str, tuple[Retrieval, str]] = {
    "its text stands in the prompt": (retrieval(read("a")), "read"),
    "admitted, and no text is shown": (retrieval(candidate("a")), "read"),
    "refused with a reason": (retrieval(refused(id="a")), "refused"),
    "refused with a word of a later version": (retrieval(refused("stale", "a")), "refused"),
    "refused without a reason": (retrieval(refused(None, "a")), "refused-reason-not-recorded"),
    "seen admitted and never attached": (
        retrieval(candidate("a"), evidence_from="event", attached=()),
        "dropped-later",
    ),
    "not in a list that is a sample": (
        retrieval(*LISTED, candidates_complete=False),
        "not-among-a-sample",
    ),
    "not in a list that may be one": (
        retrieval(*LISTED, candidates_complete=None),
        "not-among-a-sample",
    ),
    "not in a list whose count says more": (
        retrieval(*LISTED, considered_count=9),
        "not-among-a-sample",
    ),
    "a row without an id": (
        retrieval(*LISTED, refused(id=None, score=0.05)),
        "candidates-not-recorded",
    ),
    "no verdict": (retrieval(candidate("a", admitted=None)), "candidates-not-recorded"),
    "no list": (
        retrieval(candidates=None, considered_count=3, admitted_count=1),
        "candidates-not-recorded",
    ),
    "withheld": (retrieval(withheld=REDACTED, evidence=None), "candidates-not-recorded"),
    "failed": (retrieval(failure="the store died", evidence=None), "candidates-not-recorded"),
    "not in a complete list": (retrieval(*LISTED), "never-a-candidate"),
    "an empty corpus": (retrieval(), "corpus-empty"),
    "never asked": (retrieval(corpus_empty=False), "never-asked"),
}


@pytest.mark.parametrize(("one", "answer"), SITUATIONS.values(), ids=SITUATIONS)
def test_a_retrieval_answers_in_a_word_of_the_closed_list(one: Retrieval, answer: str) -> None:
    assert asked(one).answer == answer
    assert replied(one).answer == answer


def test_every_answer_has_a_situation() -> None:
    assert {answer for _, answer in SITUATIONS.values()} == {*ANSWERS} - {"id-not-found"}
    assert replied().answer == "id-not-found"


def test_the_best_answer_wins_in_the_order_of_the_list() -> None:
    for place, answer in enumerate(ANSWERS):
        assert best([*ANSWERS[place:]]) == answer
    assert best([]) == "id-not-found"


def test_what_a_sample_cannot_say_comes_before_a_list_that_never_had_it() -> None:
    both = [retrieval(*LISTED), retrieval(*LISTED, candidates_complete=False)]

    assert replied(*both).answer == "not-among-a-sample"


def test_the_sentence_of_a_refusal_has_both_numbers() -> None:
    one = asked(retrieval(refused(id="a", score=0.6999999), threshold=0.7))

    assert one.sentence == (
        "not read: scored 0.6999999, rank 1, threshold 0.7: missed the threshold by 1e-7"
    )


def test_a_read_chunk_names_its_place_its_bytes_and_what_it_displaced() -> None:
    first = read("a", score=0.9, prompt_fragment="né")
    one = asked(retrieval(first, refused(OVER, "b", score=0.8), k=1))

    assert one.sentence == (
        "read: scored 0.9, rank 1, threshold 0.6: read at prompt position 0, the only one; "
        "in the prompt it takes 2 characters, 3 bytes, with what the formatter put around it; "
        "without it, k = 1 would have admitted b (scored 0.8, rank 2)"
    )


def test_both_rows_of_an_id_that_is_listed_twice_are_told() -> None:
    one = asked(retrieval(refused(OVER, "a", score=0.7), read("a", score=0.8), k=1))

    assert (one.answer, len(one.rows)) == ("read", 2)
    assert "The same id stands in the list once more: not read: scored 0.7" in one.sentence


def test_an_admitted_chunk_without_text_is_not_said_to_be_read() -> None:
    one = asked(retrieval(candidate("a", score=0.87)))

    assert one.rows[0].read is None
    assert one.sentence == (
        "scored 0.87, rank 1, threshold 0.6: admitted; the recording does not show any of its text "
        "reaching the prompt"
    )
    two = replied(retrieval(candidate("a")), retrieval(*LISTED))
    assert two.sentence.startswith(
        "a: shown to be read in none of 2 retrievals; admitted in 1, where no text is shown"
    )


def test_what_events_saw_attached_was_read_though_no_candidate_is_named() -> None:
    unnamed: dict[str, Any] = {"candidates": None, "considered_count": 3, "admitted_count": 1}
    one = retrieval(attached=("a",), **unnamed)

    assert asked(one).answer == "read"
    assert asked(one, "b").answer == "candidates-not-recorded"
    some = asked(retrieval(attached=("a",), attached_all=False, **unnamed), "b")
    assert some.sentence.startswith("the recording cannot say: ")
    told = asked(retrieval(attached=("a",), attached_all=True, **unnamed), "b")
    assert told.answer == "candidates-not-recorded"
    assert told.sentence.startswith("it was not read, for events saw what was, and the recording")


def test_ids_are_compared_by_code_points() -> None:
    one = retrieval(read("café"), refused(id="cafe\u0301"))

    assert asked(one, "café").answer == "read"
    assert asked(one, "cafe\u0301").answer == "refused"
    assert asked(one, "Café").answer == "never-a-candidate"


@pytest.mark.parametrize(
    ("how", "text", "found"),
    [
        ("prefix", "kb/tides.md#", ["kb/tides.md#1", "kb/tides.md#2"]),
        ("glob", "kb/*#1", ["kb/tides.md#1", "kb/Ropes.md#1"]),
        ("glob", "kb/ropes*", []),
        ("doc", "tides", ["kb/tides.md#1", "kb/tides.md#2"]),
        ("exact", "kb/tides.md#", []),
    ],
)
def test_a_pattern_answers_for_each_chunk_that_it_matches(
    how: str, text: str, found: list[str]
) -> None:
    one = retrieval(
        read("kb/tides.md#1", doc_uri="tides"),
        refused(id="kb/tides.md#2", doc_uri="tides"),
        refused(id="kb/Ropes.md#1", doc_uri="ropes"),
    )
    told = answers(audit(recording(one)), Asked(text=text, how=how))

    assert [each.rows[0].candidate.id for each in told if each.rows] == found


def test_many_retrievals_are_counted_by_what_refused() -> None:
    reply = replied(
        retrieval(read("a")),
        retrieval(refused(id="a")),
        retrieval(refused(id="a")),
        retrieval(read("b", score=0.9), refused(OVER, "a", score=0.8), k=1),
        retrieval(refused(OVER, "a", score=0.8), read("b", score=0.7), k=2),
        retrieval(read("b", score=0.9), refused(OVER, "a", score=0.8), k=1, strategy="mmr"),
        retrieval(refused(CHARS, "a"), max_chars=9, chars_used=0),
        retrieval(refused("stale", "a")),
        retrieval(*LISTED),
        retrieval(),
    )

    assert reply.sentence == (
        "a: read in 1 of 10 retrievals; refused in 7: 2 below threshold, 1 over k, 1 over the "
        'picker\'s cap, 1 over a cap, 1 over the character budget, 1 refused as "stale"; never a '
        "candidate in 1; 1 met an empty corpus"
    )
    assert reply.counts == {
        "read": 1, "refused": 7, "never-a-candidate": 1, "corpus-empty": 1
    }  # fmt: skip
    assert reply.listed == 8


def test_what_could_not_be_said_is_counted_with_why() -> None:
    reply = replied(
        retrieval(*LISTED, candidates_complete=False),
        retrieval(withheld=REDACTED, evidence=None),
        retrieval(withheld=REDACTED, evidence=None),
    )

    assert reply.sentence.startswith(
        "a: shown to be read in none of 3 retrievals; 1 cannot say, for its list is not known to be "
        "complete; 2 cannot say, for they name no chunks, withhold them, or failed"
    )
    assert reply.answer in CANNOT_SAY


def test_damage_makes_the_search_incomplete() -> None:
    assert replied(retrieval(read("a"))).searched.complete
    assert not replied(retrieval(read("a")), damage=(damage(),)).searched.complete


def test_lookalikes_are_offered_and_never_taken() -> None:
    reply = replied(
        retrieval(read("Kb/Tides.md#1"), refused(id="kb/tides.md#2")), chunk="kb/tides.md/1"
    )

    assert reply.answer == "never-a-candidate"
    assert reply.lookalikes == ("Kb/Tides.md#1",)
    assert reply.nearest[0] == "Kb/Tides.md#1"
    assert "Another id looks like it: Kb/Tides.md#1" in reply.sentence


def test_nothing_is_offered_where_the_id_is_found() -> None:
    assert replied(retrieval(refused(id="a"), refused(id="A", score=0.1))).nearest == ()


def test_the_nearest_are_offered_whatever_the_answer() -> None:
    sample = retrieval(read("notice.md#4"), candidates_complete=False)

    assert replied(sample, chunk="notice.md#40").nearest == ("notice.md#4",)


def test_a_reason_that_redaction_took_is_not_said_to_be_missing() -> None:
    one = asked(retrieval(refused(None, "a"), withheld_fields=("candidates.reason",)))

    assert one.answer == "refused-reason-not-recorded"
    assert "its reason may be withheld" in one.sentence


def test_a_pattern_counts_each_chunk_and_tells_which_were_never_read() -> None:
    one = retrieval(read("kb#1"), refused(id="kb#2"), refused(id="other", score=0.1))
    two = retrieval(read("kb#1"), refused(id="kb#3"))
    reply = replied(one, two, retrieval(*LISTED), retrieval(), chunk="kb#", how="prefix")

    assert reply.sentence == (
        'chunks that begin with "kb#": 3 chunks named by 2 of 4 retrievals; 1 of them read in at '
        "least one, 2 in none; never a candidate in 1; 1 met an empty corpus"
    )
    assert [(each.chunk, each.answers) for each in reply.chunks or ()] == [
        ("kb#1", {"read": 2}),
        ("kb#2", {"refused": 1}),
        ("kb#3", {"refused": 1}),
    ]


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([read("kb#1"), read("kb#2")], "each read in at least one"),
        ([refused(id="kb#1"), refused(id="kb#2")], "none read"),
    ],
)
def test_a_pattern_says_where_all_or_none_were_read(rows: list[Any], told: str) -> None:
    reply = replied(retrieval(*rows), chunk="kb#", how="prefix")

    assert reply.sentence == (
        f'chunks that begin with "kb#": 2 chunks named by 1 of 1 retrieval; {told}'
    )


def test_a_candidate_without_a_document_keeps_a_document_from_being_called_absent() -> None:
    one = asked(retrieval(read("kb#1", doc_uri="kb"), refused(id="x")), "staff", "doc")

    assert one.answer == "candidates-not-recorded"
    assert one.sentence == (
        "the recording cannot say: no recorded document is the one asked for, and 1 of 2 candidates "
        "has none recorded; --prefix asks by their ids"
    )


def test_one_id_does_not_count_chunks() -> None:
    assert replied(retrieval(read("a"))).chunks is None


def test_an_empty_prefix_is_shown_as_one() -> None:
    reply = replied(retrieval(read("a"), read("b")), chunk="", how="prefix")

    assert reply.sentence.startswith('chunks that begin with "": 2 chunks')


def test_a_chunk_of_a_pattern_without_a_text_is_not_counted_as_read() -> None:
    reply = replied(retrieval(candidate("kb#1"), read("kb#2")), chunk="kb#", how="prefix")

    assert [(each.chunk, each.unshown) for each in reply.chunks or ()] == [("kb#1", 1), ("kb#2", 0)]
    assert "1 of them shown to be read in at least one, 1 in none" in reply.sentence


def test_retrievals_that_the_question_passes_over_are_not_called_unreadable() -> None:
    whole = audit(recording(retrieval(read("a")), retrieval(read("a"))))
    reckoning = Reckoning(Asked(text="a"))
    reckoning.add(reckoned(narrowed(whole, "other", None, None), Asked(text="a")))

    assert reckoning.reply().sentence == (
        "a: not found, for none of the 2 retrievals of 1 recording is the retriever or step asked for"
    )


def test_of_two_rows_of_one_id_the_one_whose_text_is_shown_comes_first() -> None:
    one = asked(retrieval(candidate("a", score=0.9), read("a", score=0.8)))

    assert [row.read for row in one.rows] == [True, None]
