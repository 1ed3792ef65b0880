"""How claims stand: the cases of the search notes, 9.3, and what must hold of any claim."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from footprint_cli.analyse.claim_kinds import claim_of
from footprint_cli.analyse.claims import judge
from footprint_cli.model.claim import VERDICTS, Judgement
from footprint_cli.model.coverage import Choice, Choices, CoveredCall, Gap
from footprint_cli.model.search import SearchWords
from tests.program import FIXTURES
from tests.search_claims import answer, covered, declaration_of, judged

CASES = json.loads((FIXTURES / "search" / "claims.json").read_text("utf-8"))
BY_ID = {case["id"]: case for case in CASES}
D1, LOGS = BY_ID["K01"]["declaration"], BY_ID["K15"]["declaration"]
CLAIM = "No open incidents for checkout in 2h."
CHECKOUT, PAYMENTS = {"service": "checkout"}, {"service": "payments"}


def call(rows: int | None = 0, arguments: Any = None, **more: Any) -> dict[str, Any]:
    told: dict[str, Any] = {"arguments": CHECKOUT if arguments is None else arguments, "rows": rows}
    return told | more


def stood(
    claim: str, *calls: dict[str, Any], declaration: Any = D1, choices: Choices | None = None
) -> Judgement:
    case = {"claim": claim, "declaration": declaration, "calls": [*calls] or [call()]}
    return judged(case, choices)


def verdict(claim: str, *calls: dict[str, Any], **more: Any) -> tuple[str, list[str]]:
    told = stood(claim, *calls, **more)
    return told.verdict, [*told.details]


def d1(**changes: Any) -> dict[str, Any]:
    changed: dict[str, Any] = deepcopy(D1)
    changed["search"].update(changes)
    return changed


@pytest.mark.parametrize("case", CASES, ids=BY_ID)
def test_a_case_of_the_search_notes_has_its_answer(case: dict[str, Any]) -> None:
    assert answer(case) == case["expected"]


def test_success_is_never_more_than_consistent_with_the_search() -> None:
    sentence = stood(CLAIM).sentence

    assert sentence.startswith("consistent with the search")
    assert "true" not in sentence


def test_what_fails_first_decides_and_the_rest_is_told_beside_it() -> None:
    told = stood("No incidents.")

    assert (told.verdict, told.details) == ("wider", ("wider:fixed:status",))
    assert told.best is not None
    assert told.best.also == ("wider:population:service", "wider:period:window")


def test_all_reasons_of_the_check_that_decides_are_told() -> None:
    fixed = [*D1["search"]["fixed"], {"name": "region", "value": "eu", "said": ["eu"]}]

    assert verdict("No incidents for checkout in 2h", declaration=d1(fixed=fixed)) == (
        "wider",
        ["wider:fixed:status", "wider:fixed:region"],
    )


@pytest.mark.parametrize(
    ("claim", "details"),
    [
        ("No open incidents for payments in 2h", ["outside:population:service"]),
        ("No open incidents for checkout or payments in 2h", ["outside:population:service"]),
    ],
)
def test_a_value_outside_of_the_search_is_told_before_one_left_out(
    claim: str, details: list[str]
) -> None:
    assert verdict(claim) == ("outside", details)


def test_a_value_that_another_call_sent_is_known_to_be_one() -> None:
    bare = deepcopy(D1)
    del bare["inputSchema"]["properties"]["service"]["enum"]
    claim = "No open incidents for search in 2h"
    other = call(arguments={"service": "search"}, outcome="failed")

    assert verdict(claim, declaration=bare) == ("wider", ["wider:population:service"])
    assert verdict(claim, call(), other, declaration=bare)[0] == "outside"


@pytest.mark.parametrize(
    ("sent", "named", "expected"),
    [
        ("eu west", "eu west", "consistent"),
        ("eu", "eu west", "outside"),
        ("eu west", "eu", "outside"),
        ("eu", "eu", "consistent"),
    ],
)
def test_a_value_within_the_words_of_another_is_not_taken_for_it(
    sent: str, named: str, expected: str
) -> None:
    regions = deepcopy(D1)
    regions["inputSchema"]["properties"]["service"]["enum"] = ["eu", "eu west"]
    told = verdict(
        f"No open incidents for {named} in 2h",
        call(arguments={"service": sent}),
        declaration=regions,
    )

    assert told[0] == expected


@pytest.mark.parametrize("country", ["no", "in", "it", "is", "at"])
def test_a_value_that_is_a_common_word_is_not_named_by_it(country: str) -> None:
    told = verdict("No open incidents in 2h", call(arguments={"service": country}))

    assert told == ("wider", ["wider:population:service"])


def test_a_text_that_looks_like_a_list_is_not_named_by_its_items() -> None:
    sent = call(arguments={"service": '["checkout", "payments"]'})

    assert verdict("No open incidents for checkout, payments in 2h.", sent) == (
        "outside",
        ["outside:population:service"],
    )


def test_filters_are_named_by_their_words() -> None:
    critical = call(arguments={"sev": "critical"})

    assert verdict("There were no warnings errors.", critical, declaration=LOGS) == (
        "outside",
        ["outside:filter:sev"],
    )


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("There were no errors with sev critical.", "consistent"),
        ("With sev critical there were no errors.", "consistent"),
        ("There were no errors for the critical team.", "not-judged"),
        ("For the critical team there were no errors.", "not-judged"),
        ("It is critical that there were no errors.", "not-judged"),
    ],
)
def test_a_word_of_a_filter_must_be_said_of_the_subject(claim: str, expected: str) -> None:
    assert verdict(claim, call(0, {"sev": "critical"}), declaration=LOGS)[0] == expected


def test_a_store_that_replaced_the_declared_one_must_be_named_and_no_other() -> None:
    archive = call(arguments={"store": "archive"})

    assert verdict("There were no errors.", archive, declaration=LOGS) == (
        "wider",
        ["wider:source:store"],
    )
    assert verdict(
        "There were no errors in the archive.", call(arguments={}), declaration=LOGS
    ) == (
        "outside",
        ["outside:source:store"],
    )
    assert verdict("There were no errors in the log store", call(arguments={}), declaration=LOGS)[
        0
    ] == ("consistent")


@pytest.mark.parametrize(
    ("choices", "expected", "chosen"),
    [
        (Choices(), "wider", Choice("period-words", "strict")),
        (
            Choices(period_words="accept-default"),
            "consistent",
            Choice("period-words", "accept-default"),
        ),
    ],
)
def test_a_default_period_may_be_left_out_where_that_is_chosen_and_it_is_told(
    choices: Choices, expected: str, chosen: Choice
) -> None:
    told = stood("No open incidents for checkout.", choices=choices)

    assert told.verdict == expected
    assert told.best is not None
    assert told.best.choices == (chosen,)


def test_a_period_that_was_sent_must_be_named_whatever_is_chosen() -> None:
    sent = call(arguments={**CHECKOUT, "window": "24h"})
    told = stood(
        "No open incidents for checkout.", sent, choices=Choices(period_words="accept-default")
    )

    assert told.details == ("wider:period:window",)
    assert told.best is not None
    assert told.best.choices == ()


def test_a_gap_on_a_facet_that_is_not_known_counts() -> None:
    gaps = [{"what": "old rows", "why": "archived", "bears": "weather"}]

    assert verdict(CLAIM, declaration=d1(gaps=gaps))[0] != "consistent"


def test_rows_that_are_not_read_are_told_only_where_nothing_else_decides() -> None:
    assert verdict(CLAIM, call(None)) == ("not-judged", ["rows-unread"])
    assert verdict("No incidents for checkout in 2h", call(None))[0] == "wider"


def test_rows_contradict_only_where_nothing_stands_against_it() -> None:
    assert verdict(CLAIM, call(1)) == ("contradicted", ["1 row"])
    assert verdict("No incidents for checkout in 2h", call(3)) == (
        "not-judged",
        ["rows-returned", "wider:fixed:status"],
    )


def test_rows_do_not_contradict_a_claim_about_a_part_of_what_was_searched() -> None:
    both = call(2, {"service": ["checkout", "payments"]})

    assert verdict(CLAIM, both) == ("not-judged", ["rows-returned", "narrower:population:service"])
    assert verdict("There were no critical errors.", call(5, {}), declaration=LOGS) == (
        "not-judged",
        ["rows-returned", "narrower:filter:sev"],
    )


@pytest.mark.parametrize(
    ("claim", "rows", "expected"),
    [
        ("the 3 open incidents for checkout in 2h", 4, ("contradicted", ["4 rows, not 3"])),
        ("only three open incidents for checkout in 2h", 3, ("consistent", [])),
        ("all open incidents for checkout in 2h", 3, ("not-judged", ["no-count"])),
        ("2 of the 3 open incidents for checkout in 2h", 3, ("not-judged", ["no-count"])),
        ("about 3 open incidents for checkout in 2h", 3, ("not-judged", ["no-count"])),
        ("3 open critical incidents for checkout in 2h", 3, ("not-judged", ["no-count"])),
        ("3 open incidents for checkout in 2h in Europe", 3, ("not-judged", ["other-words"])),
        ("the 3 open incidents for checkout in 2h", None, ("not-judged", ["rows-unread"])),
        ("the 3 incidents for checkout in 2h", 3, ("wider", ["wider:fixed:status"])),
    ],
)
def test_a_number_is_held_against_the_rows(
    claim: str, rows: int | None, expected: tuple[str, list[str]]
) -> None:
    assert verdict(claim, call(rows)) == expected


def test_a_number_of_a_part_of_what_was_searched_is_not_judged() -> None:
    both = call(3, {"service": ["checkout", "payments"]})

    assert verdict("the 3 open incidents for checkout in 2h", both) == (
        "not-judged",
        ["narrower:population:service"],
    )


def test_that_something_is_there_rests_on_the_row_itself() -> None:
    assert verdict("INC-7 is an open incident for checkout in 2h") == ("not-judged", ["some"])


@pytest.mark.parametrize(
    "claim",
    [
        "No open incidents for checkout and billing in 2h",
        "No open incidents for checkout, billing in 2h",
        "No open incidents for checkout & billing in 2h",
        "No open or closed incidents for checkout in 2h",
        "No change in open incidents for checkout in 2h",
        "No owner for open incidents for checkout in 2h",
        "No engineer handles open incidents for checkout in 2h",
        "No incident manager is on open checkout in 2h",
        "No alerts or open incidents for checkout in 2h",
        "No open incidents for checkout in 2h or 24h",
        "No open incidents for checkout today in 2h",
        "No open incidents for checkout in 2h, Europe",
        "No open incidents for checkout, not even in 2h",
        "Open incidents for checkout in 2h were not resolved",
        "No, open incidents for checkout in 2h",
        "No open incidents for checkout in 2h except INC-7",
        "No open incidents for checkout in 2h in Europe",
        "No open incidents for checkout within 2h of the alarm",
        "No open incidents for checkout in the last 2h of March",
        "No open incidents for checkout during the first 2h",
        "No open incidents for checkout since the 2h freeze",
        "The checkout found no open incidents for payroll in 2h",
        "The checkout is open and has no incidents in 2h",
        "No closed incidents for the open checkout in 2h",
        "The checkout report has no open incidents for dock in 2h",
        "No open incidents for the dock near the checkout in 2h",
        "No open incidents for dock in 2h, checkout",
        "No open incidents between checkout and checkout in 2h",
        "The alarm log has no open incidents for checkout in 2h",
        "No open incidents for checkout in the alarm log in 2h",
        "No incidents open with checkout as root cause in 2h",
        "No open incident report for checkout in 2h",
        # It says that they are there.
        "No - open incidents exist for checkout in the last 2h.",
        "No -- open incidents exist for checkout in the last 2h.",
        "No | open incidents exist for checkout in the last 2h.",
        "No / open incidents exist for checkout in the last 2h.",
        "No \u2015 open incidents exist for checkout in the last 2h.",
        "No \u2012 open incidents exist for checkout in the last 2h.",
        "Incident 0 is open for checkout in 2h.",
        "There are open incidents for checkout in 2h, window 0",
        "There are open incidents for checkout in 2h at status zero",
        "There are open incidents for checkout in 2h at none",
        "Open incidents still exist for checkout in 2h since 0",
        "Open incidents exist for checkout in 2h at service 0",
        "Yes, open incidents for checkout in 2h exist, in window 0",
        "The 0 window shows open incidents for checkout in 2h",
        "Status 0 open incidents exist for checkout in 2h",
        "Open incidents were found for checkout in 2h: none",
        "Open incidents that exist for checkout in 2h were not found",
        "There are open incidents for checkout, no open incidents for checkout in 2h",
        "Far from no open incidents for checkout in 2h",
        "0 percent open incidents for checkout in 2h",
        "0% open incidents for checkout in 2h",
        "0. Open incidents for checkout in 2h",
        "Zero trust open incidents for checkout in 2h",
        # Nobody knows, or the search failed.
        "Nothing is known about open incidents for checkout in 2h",
        "I have nothing about open incidents for checkout in 2h",
        "I have nothing on open incidents for checkout in 2h",
        "Nothing was reported on open incidents for checkout in 2h",
        "The query did not return open incidents for checkout in 2h as it crashed",
        "I checked no open incidents for checkout in 2h",
        # It is denied or doubted.
        "No open incidents for checkout in 2h is nonsense.",
        "No open incidents for checkout in 2h was an error.",
        "The report that there are no open incidents for checkout in 2h is inaccurate.",
        "Apparently no open incidents for checkout in 2h",
        # Something else is denied.
        "No runbook matched open incidents for checkout in 2h.",
        "No customer reported open incidents for checkout in 2h.",
        "No engineer found open incidents for checkout in 2h.",
        # It says more, by words that are all known.
        "No open incidents for any services, checkout in 2h",
        "No open incidents for any service in any window, checkout in 2h",
        "No open incidents across services checkout in 2h",
        "No open incidents across the services, checkout too, in 2h",
        "No open incidents for services or checkout in 2h",
        "No open incidents for checkout services in 2h",
        "No open incidents at any time for checkout, current 2h",
        "No open incidents in any window for checkout 2h",
        "No incidents open for 2h for checkout",
        "No open incidents over 2h for checkout",
        "No incidents for checkout in 2h in the open",
    ],
)
def test_a_sentence_that_says_more_or_something_else_is_never_consistent(claim: str) -> None:
    assert verdict(claim)[0] == "not-judged"


@pytest.mark.parametrize(
    "claim",
    [
        "In the last 2h, checkout had no open incidents.",
        "There were no major open incidents for checkout in the last 2h.",
        "Open incidents for checkout in 2h: none.",
        "No incidents for checkout in 2h are open.",
        "There were no incidents that are open for checkout in 2h",
        "I did not find any open incidents for the checkout service in the last 2h.",
        "No evidence of open incidents for checkout in 2h",
        "Checkout currently has 0 open incidents (2h)",
        "**Checkout**: no open incidents in the last 2h.",
        "The search returned no open incidents for checkout in the last 2h.",
        "According to the incident store, there are no open incidents for checkout in the last 2h.",
        "No open incidents affect the checkout service in the last 2h window.",
        "The number of open incidents for checkout in 2h is 0.",
        "Open incidents found for checkout (2h): 0",
        "Open incidents for checkout in 2h do not exist",
        "There aren\u2019t any open incidents for checkout in 2h",
        "No incidents with status open have been found for checkout in the last 2h",
    ],
)
def test_other_ways_to_say_it_and_a_narrower_claim_are_consistent(claim: str) -> None:
    assert verdict(claim) == ("consistent", [])


@pytest.mark.parametrize(
    "claim",
    [
        "The 3 open incidents involving any service, checkout in 2h",
        "3 open incidents for all services, checkout in 2h",
        "3 open incidents for both services, checkout in 2h",
        "3 open incidents exist at any time, for checkout in 2h",
        "3 windows show open incidents for checkout in 2h",
        "Service 3 open incidents for checkout in 2h",
        "Status 3 open incidents for checkout in 2h",
        "In window 3 open incidents for checkout in 2h",
        "3. open incidents for checkout in 2h",
        "#3 open incidents for checkout in 2h",
        "3% open incidents for checkout in 2h",
        "3 open incidents for checkout in 2h per service",
        "The only 3 open incidents in 2h are for checkout",
        "All 3 incidents for checkout in 2h are open",
        "Checkout has all 3 open incidents in 2h",
    ],
)
def test_a_number_of_something_else_or_of_more_is_never_consistent(claim: str) -> None:
    assert verdict(claim, call(3))[0] == "not-judged"
    assert verdict(claim, call(4))[0] == "not-judged"


@pytest.mark.parametrize(
    "claim",
    [
        "There are 3 open incidents for checkout in the last 2h.",
        "I found 3 open incidents for checkout in the last 2h.",
        "3 open incidents were found for checkout in the last 2h.",
        "Only 3 incidents are open for checkout in 2h",
        "Checkout has three open incidents (2h)",
    ],
)
def test_other_ways_to_count_are_held_against_the_rows(claim: str) -> None:
    assert verdict(claim, call(3)) == ("consistent", [])
    assert verdict(claim, call(4)) == ("contradicted", ["4 rows, not 3"])


@pytest.mark.parametrize("word", ["major", "new", "reported", "unresolved"])
def test_rows_do_not_contradict_a_claim_of_a_part_that_no_argument_has(word: str) -> None:
    claim = f"There are no {word} open incidents for checkout in 2h"

    assert verdict(claim)[0] == "consistent"
    assert verdict(claim, call(3)) == ("not-judged", ["rows-returned", "other-words"])


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("No open incidents for checkout since 2026-01-01.", "wider"),
        ("No open incidents for checkout on 2026-01-01 and 2026-01-02.", "consistent"),
        ("No open incidents for checkout from 2026-01-01 to 2026-01-02.", "not-judged"),
    ],
)
def test_of_a_period_of_several_values_each_must_be_named(claim: str, expected: str) -> None:
    days = call(arguments={**CHECKOUT, "window": ["2026-01-01", "2026-01-02"]})

    assert verdict(claim, days)[0] == expected


@pytest.mark.parametrize(
    "more", ["this fiscal", "on record", "since January", "to date", "at all", "this Q3", "lately"]
)
def test_a_period_left_out_by_choice_leaves_no_room_for_other_words(more: str) -> None:
    choices = Choices(period_words="accept-default")

    assert verdict(f"No open incidents for checkout {more}.", choices=choices)[0] == "not-judged"


def test_values_of_two_arguments_are_never_alternatives() -> None:
    regions = deepcopy(D1)
    regions["search"]["arguments"].append({"name": "region", "role": "population"})
    regions["inputSchema"]["properties"]["region"] = {"enum": ["north", "south"]}
    both = call(arguments={**CHECKOUT, "region": "north"})
    same = call(arguments={**CHECKOUT, "region": "checkout"})

    for claim, sent, expected in [
        ("No open incidents for checkout in north in 2h", both, "consistent"),
        ("No open incidents for checkout or north in 2h", both, "not-judged"),
        ("No open incidents for checkout or in north in 2h", both, "not-judged"),
        ("No open incidents for checkout in 2h", same, "not-judged"),
    ]:
        assert verdict(claim, sent, declaration=regions)[0] == expected


def test_two_calls_that_differ_in_one_population_cover_both() -> None:
    told = stood(
        "No open incidents for checkout and payments in 2h", call(), call(arguments=PAYMENTS)
    )

    assert told.verdict == "consistent"
    assert told.best is not None
    assert told.best.calls == (0, 1)


@pytest.mark.parametrize(
    "other",
    [
        call(1, PAYMENTS),
        call(None, PAYMENTS),
        call(arguments={**PAYMENTS, "window": "24h"}),
        call(arguments={**PAYMENTS, "team": "sre"}),
        call(arguments=PAYMENTS, source="other.jsonl"),
        call(arguments=PAYMENTS, run="another"),
        call(arguments=PAYMENTS, outcome="failed"),
        call(arguments=PAYMENTS, resultPeriod="not-held"),
    ],
)
def test_a_call_that_is_not_clean_and_equal_is_no_part_of_a_union(other: dict[str, Any]) -> None:
    told = stood("No open incidents for checkout and payments in 2h", call(), other)

    assert told.verdict != "consistent"
    assert [one for one in told.each if len(one.calls) > 1] == []


@pytest.mark.parametrize("what", ["fixed", "subject"])
def test_calls_of_a_union_have_one_subject_and_one_set_of_qualifiers(what: str) -> None:
    first, second = _calls([call(), call(arguments=PAYMENTS)])
    other = () if what == "fixed" else SearchWords(what="alarms", said=("incidents",))
    changed = replace(second, coverage=replace(second.coverage, **{what: other}))
    claim = "No open incidents for checkout and payments in 2h"

    assert judge(claim, [first, second]).verdict == "consistent"
    assert judge(claim, [first, changed]).verdict == "outside"
    assert judge(claim, [changed, first]).verdict == "outside"


def test_a_result_that_says_what_it_did_not_check_is_a_gap_beside_a_declaration_too() -> None:
    result = {"af_coverage": {"not_checked": [{"what": "region eu"}]}, "result": []}

    assert verdict(CLAIM, {"arguments": CHECKOUT, "result": result}) == ("gap", ["gap:not-checked"])


def test_a_result_that_still_waits_for_a_part_is_a_gap_too() -> None:
    ledger = {"checked": [{"what": "shard 1"}], "in_progress": [{"what": "shard 2", "count": 1}]}
    result = {"af_coverage": ledger, "result": []}

    assert verdict(CLAIM, {"arguments": CHECKOUT, "result": result}) == ("gap", ["gap:in-progress"])


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ([], ("not-judged", ["undeclared"])),
        ([1], ("not-judged", ["undeclared"])),
        ("text", ("not-judged", ["rows-unread"])),
        ({"af_absent": True, "checked": [{"what": "a"}]}, ("not-judged", ["declared-absent"])),
        (
            {"af_absent": True, "checked": [{"what": "a"}], "not_checked": [{"what": "b"}],
             "cannot_cover": [{"what": "c", "why": "d"}]},
            ("gap", ["gap:not-checked", "gap:cannot-cover"]),
        ),
        ({"af_coverage": {"checked": [{"what": "a"}]}, "result": []}, ("not-judged", ["declared-absent"])),
    ],
)  # fmt: skip
def test_a_tool_without_a_declaration_never_supports_a_claim(
    result: Any, expected: tuple[str, list[str]]
) -> None:
    bare = {"name": "search", "search": None}

    assert verdict(CLAIM, {"arguments": CHECKOUT, "result": result}, declaration=bare) == expected


def test_a_call_that_did_not_run_is_no_search() -> None:
    assert verdict(CLAIM, call(outcome="failed")) == ("no-search", ["no-search"])


def test_a_declared_tool_that_was_never_called_is_no_search() -> None:
    logs = [covered(declaration_of(LOGS), call(arguments={}))]

    assert judge(CLAIM, logs).verdict == "other-subject"
    assert judge(CLAIM, logs, declared=[declaration_of(D1)]).verdict == "no-search"
    assert judge(CLAIM, [], declared=[declaration_of(D1)]).verdict == "no-search"


def test_the_call_that_got_furthest_answers_and_a_consistent_one_before_all() -> None:
    failing = call(outcome="failed")

    assert stood(CLAIM, failing, call()).verdict == "consistent"
    assert stood("No open incidents for checkout.", failing, call()).details == (
        "wider:period:window",
    )


def test_an_earlier_call_that_returned_rows_is_told_beside_a_consistent_verdict() -> None:
    told = stood(CLAIM, call(3), call())

    assert told.verdict == "consistent"
    assert told.warnings == ("another call of search at tools#1 in run.jsonl returned 3 rows",)


def test_a_later_call_that_returned_rows_takes_the_support_away() -> None:
    assert verdict(CLAIM, call(), call(3)) == ("contradicted", ["3 rows"])
    assert verdict("the 2 open incidents for checkout in 2h", call(2), call(0)) == (
        "contradicted",
        ["0 rows, not 2"],
    )
    capped = d1(limits={"cap": 3})
    assert verdict(CLAIM, call(), call(3), declaration=capped)[0] == "not-judged"
    assert verdict(CLAIM, call(), call(3, PAYMENTS))[0] == "consistent"
    assert verdict(CLAIM, call(), call(3, {}))[0] == "consistent"  # of which service is not known


# What must hold of any claim.

patient = settings(deadline=None, max_examples=60)
SERVICES = st.sampled_from(["checkout", "payments"])
ARGUMENTS = st.fixed_dictionaries(
    {}, optional={"service": SERVICES | st.lists(SERVICES, max_size=2), "window": st.just("24h")}
)
SAID = "no incidents open for checkout payments in 2h 24h the and 3 all not there are only"
WORDS = st.sampled_from(SAID.split())
CLAIMS = st.lists(WORDS, max_size=9).map(" ".join) | st.sampled_from(
    [case["claim"] for case in CASES]
)
CALLS = st.lists(st.builds(call, st.none() | st.integers(0, 4), ARGUMENTS), min_size=1, max_size=3)


def _calls(listed: list[dict[str, Any]], declaration: Any = D1) -> list[CoveredCall]:
    return [covered(declaration_of(declaration), one, at) for at, one in enumerate(listed)]


@patient
@given(CLAIMS, CALLS)
def test_judging_is_pure_and_every_verdict_is_one_of_the_list(
    claim: str, listed: list[dict[str, Any]]
) -> None:
    calls = _calls(listed)
    told = judge(claim_of(claim), calls)

    assert told == judge(claim_of(claim), _calls(listed))
    assert told.verdict in VERDICTS
    assert all(one.verdict in VERDICTS for one in told.each)


@patient
@given(CLAIMS, CALLS, st.sampled_from(["population", "completeness", "subject", "weather"]))
def test_with_a_gap_in_each_call_nothing_is_consistent(
    claim: str, listed: list[dict[str, Any]], bears: str
) -> None:
    calls = [
        replace(
            one,
            coverage=replace(
                one.coverage, gaps=(*one.coverage.gaps, Gap(kind="added", bears=bears))
            ),
        )
        for one in _calls(listed)
    ]

    assert judge(claim_of(claim), calls).verdict != "consistent"


@pytest.mark.parametrize(
    "change",
    [
        {"limits": {"cap": 1}},
        {"limits": {"cap": "unknown"}},
        {"limits": {"byCredential": True}},
        {"gaps": [{"what": "a", "why": "b", "bears": "period"}]},
        {"ranking": "approximate"},
        {"complete": None},
    ],
)
@patient
@given(claim=CLAIMS, listed=CALLS)
def test_a_search_that_leaves_out_more_makes_no_claim_consistent(
    change: dict[str, Any], claim: str, listed: list[dict[str, Any]]
) -> None:
    before = judge(claim_of(claim), _calls(listed)).verdict
    after = judge(claim_of(claim), _calls(listed, d1(**change))).verdict

    assert after != "consistent" or before == "consistent"


@patient
@given(claim=CLAIMS, source=st.booleans())
def test_a_narrower_call_makes_a_wider_claim_consistent_only_if_it_is_named(
    claim: str, *, source: bool
) -> None:
    wide = judge(claim_of(claim), _calls([call(arguments={})], LOGS))
    sent = {"store": "archive"} if source else {"sev": "critical"}
    narrow = judge(claim_of(claim), _calls([call(arguments=sent)], LOGS))

    named = ["the archive"] if source else ["critical", "sev1"]
    if narrow.verdict == "consistent":
        assert any(one in claim for one in named)
        assert wide.verdict in ("consistent", "outside")


@patient
@given(
    st.text() | CLAIMS, st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists)
)
def test_odd_claims_and_odd_arguments_are_survived(claim: str, value: Any) -> None:
    for arguments in (value, {"service": value, "window": value}):
        judge(claim_of(claim), _calls([call(0, arguments)]))


def test_huge_and_unpaired_values_are_survived() -> None:
    values: tuple[Any, ...] = (10**5000, "\ud800", True, 1, 1.0, float("nan"), [[[]]])
    for value in values:
        told = stood(CLAIM, call(arguments={"service": value}), call(arguments=PAYMENTS))
        assert told.verdict != "consistent"
