import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.claim_kinds import claim_of
from footprint_cli.model.claim import KINDS


@pytest.mark.parametrize(
    "text",
    [
        "There are no open incidents for checkout in the last 2h.",
        "Nothing found.",
        "Open incidents: none",
        "0 incidents",
        "Zero incidents.",
        "There are not open incidents for checkout in 2h",
        "There weren't any incidents",
        "There weren\u2019t any incidents",
        "We did not find any open incidents",
        "Open incidents were not found.",
        "No open incidents at all.",
        "**No** open incidents.",
        "The search found no incidents.",
        "No incidents for search.",
    ],
)
def test_a_sentence_that_says_there_is_nothing_is_none(text: str) -> None:
    assert (claim_of(text).kind, claim_of(text).why) == ("none", None)


@pytest.mark.parametrize(
    "text",
    ["the 3 open incidents", "only h1", "All incidents are open.", "every host", "three incidents"],
)
def test_all_only_every_and_a_count_are_all(text: str) -> None:
    assert claim_of(text).kind == "all"


@pytest.mark.parametrize("text", ["INC-7 is open", "Incidents of the last 2 hours stand open."])
def test_that_something_is_there_is_some(text: str) -> None:
    assert claim_of(text).kind == "some"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no-words"),
        ("Are there no incidents?", "question"),
        ("No incidents. No errors.", "several-sentences"),
        ("more than last week", "comparison"),
        ("There are >3 incidents", "comparison"),
        ("fewer incidents", "comparison"),
        ("No incidents; none at all", "two-statements"),
        ("No, open incidents exist", "answer-particle"),
        ("No - open incidents exist", "answer-particle"),
        ("No \u2015 open incidents exist", "answer-particle"),
        ("0. Open incidents", "answer-particle"),
        ("Nothing is known about incidents", "not-checked"),
        ("We checked no incidents", "not-checked"),
        ("no incidents " * 300, "too-long"),
        ("No incidents except INC-7", "exception"),
        ("No incidents besides INC-7", "exception"),
        ("No other incidents", "exception"),
        ("No incidents but one", "exception"),
        ("No incidents apart from INC-7", "exception"),
        ("If there are no incidents", "condition"),
        ("No incidents unless it rains", "exception"),
        ("whether no incidents are open", "condition"),
        ("There are no incidents that are not open", "two-negations"),
        ("no incidents in all regions", "none-and-all"),
        ("not all incidents are open", "idiom"),
        ("no doubt incidents are open", "idiom"),
        ("incidents are no longer open", "idiom"),
        ("no matter which incidents", "idiom"),
        ("no problem with incidents", "idiom"),
        ("no need for incidents", "idiom"),
        ("no idea about incidents", "idiom"),
        ("no one knows of incidents", "idiom"),
        ("I could not check incidents", "not-checked"),
        ("I couldn't verify incidents", "not-checked"),
        ("We cannot tell of incidents", "not-checked"),
        ("I could not see incidents", "not-checked"),
        ("I did not find out about incidents", "not-checked"),
        ("I could not search incidents", "not-checked"),
        ("I could not access incidents", "not-checked"),
        ("I did not look for incidents", "not-checked"),
        ("Incidents were not resolved", "negation"),
        ("It is false that there are no incidents", "denied"),
        ("There should be no incidents", "modality"),
        ("no incidents older than 2h", "comparison"),
        ("no incidents before noon", "another-period"),
        ("no incidents anywhere", "widening"),
        ("no incidents, including for checkout", "widening"),
        ("checkout is free of incidents", "implied-negation"),
    ],
)
def test_in_doubt_a_claim_is_not_judged_and_says_why(text: str, why: str) -> None:
    assert (claim_of(text).kind, claim_of(text).why) == ("other", why)


@given(st.text())
def test_any_text_has_a_kind_and_other_has_a_reason(text: str) -> None:
    claim = claim_of(text)

    assert claim.kind in KINDS
    assert (claim.why is not None) == (claim.kind == "other")
    assert claim_of(text) == claim
