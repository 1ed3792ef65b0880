"""Laws of composing, and each open choice of the search notes, section 8."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from footprint_cli.analyse.compose import compose
from footprint_cli.model.coverage import COMPLETENESS, OUTCOMES, Choices, Coverage
from footprint_cli.model.search import (
    FACETS,
    ROLES,
    Declaration,
    SearchArgument,
    SearchFixed,
    SearchGap,
    SearchLimits,
)
from tests.analyse.grounds import ANY, argument, call, composed, declaration, gaps, rows

unhurried = settings(deadline=None)  # a busy machine is no finding

FACET_OF = {
    "population": "population",
    "filter": "filters",
    "period": "period",
    "source": "source",
    "cap": "completeness",
    "page": "completeness",
    "query": "population",
    "match": "population",
}
NAMES = ("service", "window", "limit", "text")
SCALARS = st.one_of(
    st.sampled_from(["", "  ", "checkout", "REDACTED", "[REDACTED]", "[1]", "\ud83d", 0, -1, 50]),
    st.booleans(),
    st.integers(min_value=-(10**400), max_value=10**400),
    st.floats(),
    st.text(max_size=4),
)
JSON = st.recursive(
    st.one_of(st.none(), SCALARS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
SENT = st.dictionaries(st.sampled_from((*NAMES, "_findings", "team", "")), JSON, max_size=5)
OMITTED = st.one_of(
    st.none(),
    st.just(ANY),
    st.lists(st.sampled_from(["2h", 1, True, 0.5, ""]), min_size=1, max_size=3).map(tuple),
)
BEARS = st.sampled_from((*FACETS, "filter", "", "mood"))
COUNTS = st.one_of(st.none(), st.integers(0, 60))
CHOICES = st.builds(
    Choices,
    match_bears=st.sampled_from(["population", "completeness"]),
    match_without_text=st.sampled_from(["gap", "no-gap"]),
    first_page=st.sampled_from(["open", "closed-below-cap"]),
    declared_gaps=st.sampled_from(["stop-complete", "allow-complete"]),
    unknown_cap_on_empty=st.sampled_from(["unknown", "not-reached"]),
)


@st.composite
def arguments_of(draw: st.DrawFn) -> tuple[SearchArgument, ...]:
    roles = st.sampled_from((*ROLES, "scope", ""))
    return tuple(
        argument(name, draw(roles), draw(OMITTED))
        for name in draw(st.lists(st.sampled_from(NAMES), unique=True))
    )


@st.composite
def declarations(draw: st.DrawFn) -> Declaration:
    return declaration(
        *draw(arguments_of()),
        faulty=draw(st.booleans()),
        fixed=draw(st.sampled_from([(), (SearchFixed(name="status", value="open"),)])),
        complete=draw(st.sampled_from([None, "within-arguments"])),
        gaps=tuple(
            SearchGap(what="calls by telephone", why=None, bears=bears)
            for bears in draw(st.lists(BEARS, max_size=2))
        ),
        limits=SearchLimits(
            cap=draw(st.sampled_from([None, 1, 50, "unknown"])), by_credential=draw(st.booleans())
        ),
        ranking=draw(st.sampled_from([None, "approximate"])),
    )


def ground(one: Declaration, sent: Any, count: int | None, **more: Any) -> Coverage:
    return compose(one, call(sent), rows=rows(count), **more)


def without(one: Declaration, **fields: Any) -> Declaration:
    assert one.search is not None
    return replace(one, search=replace(one.search, **fields))


def is_no_better(worse: Coverage, better: Coverage) -> bool:
    """Tell whether a ground says no more of itself than another, and leaves no less open."""
    kept = {(one.kind, one.bears, one.argument, one.what) for one in worse.gaps}
    had = {(one.kind, one.bears, one.argument, one.what) for one in better.gaps}
    complete = worse.completeness == "complete" and better.completeness != "complete"
    return had <= kept and not complete


# Laws


@unhurried
@given(declarations(), SENT, COUNTS, CHOICES)
def test_composing_again_gives_the_same_and_changes_nothing(
    one: Declaration, sent: dict[str, Any], count: int | None, choices: Choices
) -> None:
    before, made = copy.deepcopy(sent), call(sent)

    first = compose(one, made, rows=rows(count), choices=choices)

    assert repr(compose(one, made, rows=rows(count), choices=choices)) == repr(first)
    assert repr(sent) == repr(before)


@unhurried
@given(declarations(), SENT, COUNTS, st.randoms(use_true_random=False))
def test_the_order_of_the_arguments_of_a_call_means_nothing(
    one: Declaration, sent: dict[str, Any], count: int | None, chance: Any
) -> None:
    shuffled = list(sent.items())
    chance.shuffle(shuffled)

    assert repr(ground(one, dict(shuffled), count)) == repr(ground(one, sent, count))


@unhurried
@given(declarations(), SENT, COUNTS, st.sampled_from([*FACET_OF]))
def test_leaving_an_argument_out_that_says_nothing_of_it_is_a_gap_on_its_facet(
    one: Declaration, sent: dict[str, Any], count: int | None, role: str
) -> None:
    assert one.search is not None
    own = without(one, arguments=(*one.search.arguments, argument("unsaid", role)))

    found = gaps(ground(own, sent, count))

    assert f"omitted→{FACET_OF[role]}:unsaid" in found


@unhurried
@given(declarations(), SENT, COUNTS, BEARS)
def test_a_declared_gap_improves_nothing(
    one: Declaration, sent: dict[str, Any], count: int | None, bears: str
) -> None:
    assert one.search is not None
    hole = SearchGap(what="the archive", why="it is offline", bears=bears)
    worse = without(one, gaps=(*one.search.gaps, hole))

    assert is_no_better(ground(worse, sent, count), ground(one, sent, count))
    assert len(ground(worse, sent, count).gaps) == len(ground(one, sent, count).gaps) + 1


@unhurried
@given(declarations(), SENT, COUNTS)
def test_a_credential_limit_improves_nothing(
    one: Declaration, sent: dict[str, Any], count: int | None
) -> None:
    assert one.search is not None
    free = replace(one.search.limits, by_credential=False)
    bound = replace(one.search.limits, by_credential=True)

    better = ground(without(one, limits=free), sent, count)
    worse = ground(without(one, limits=bound), sent, count)

    assert is_no_better(worse, better)
    assert "credential-limited→population" in gaps(worse)


@unhurried
@given(declarations(), SENT, st.integers(0, 60), st.integers(1, 60))
def test_a_cap_that_is_reached_improves_nothing(
    one: Declaration, sent: dict[str, Any], count: int, limit: int
) -> None:
    # A number of rows may name an open page closed, so that choice stays as it is.
    open_ = without(one, limits=SearchLimits())
    capped = without(one, limits=SearchLimits(cap=limit))

    better, worse = ground(open_, sent, count), ground(capped, sent, count)
    unknown = {"cap-unknown→completeness", "cap→completeness"}

    assert set(gaps(better)) - unknown <= set(gaps(worse))
    assert not (worse.completeness == "complete" and better.completeness != "complete")
    if count >= limit:
        assert "cap→completeness" in gaps(worse)
        assert worse.completeness == "not-complete"


@unhurried
@given(declarations(), SENT, COUNTS)
def test_an_open_page_improves_nothing(
    one: Declaration, sent: dict[str, Any], count: int | None
) -> None:
    assert one.search is not None
    paged = without(one, arguments=(*one.search.arguments, argument("page", "page", ANY)))

    better, worse = ground(paged, sent, count), ground(paged, {**sent, "page": 2}, count)

    assert is_no_better(worse, better)
    assert "page→completeness" in gaps(worse)
    assert worse.completeness == "not-complete"


@unhurried
@given(st.sampled_from((*ROLES, "scope", "")), OMITTED, JSON, COUNTS, CHOICES)
def test_any_value_of_any_argument_composes(
    role: str, omitted: Any, value: Any, count: int | None, choices: Choices
) -> None:
    one = declaration(argument("service", role, omitted))

    coverage = compose(one, call({"service": value}), rows=rows(count), choices=choices)

    assert coverage.is_composed
    assert coverage.completeness in COMPLETENESS
    assert all(gap.bears in FACETS for gap in coverage.gaps)


@unhurried
@given(declarations(), JSON, JSON, st.sampled_from(OUTCOMES))
def test_arguments_and_results_of_any_type_compose(
    one: Declaration, sent: Any, result: Any, outcome: str
) -> None:
    coverage = compose(one, call(arguments=sent, outcome=outcome, result=result))

    assert coverage.is_composed == (outcome == "ran")
    assert coverage.is_composed or coverage.because == outcome


@unhurried
@given(st.sampled_from(ROLES), OMITTED, JSON, COUNTS)
def test_a_role_that_is_not_known_never_leaves_less_open(
    role: str, omitted: Any, value: Any, count: int | None
) -> None:
    known = ground(declaration(argument("a", role, omitted)), {"a": value}, count)
    other = ground(declaration(argument("a", "scope", omitted)), {"a": value}, count)

    assert len(other.gaps) >= len(known.gaps)
    assert not other.is_clean
    assert other.population == other.filters == other.period == ()


@unhurried
@given(declarations(), SENT, COUNTS, st.sampled_from(FACETS))
def test_a_facet_that_is_not_known_never_leaves_less_open(
    one: Declaration, sent: dict[str, Any], count: int | None, known: str
) -> None:
    def bearing_on(bears: str) -> Coverage:
        hole = SearchGap(what="the archive", why="it is offline", bears=bears)
        return ground(without(one, gaps=(hole,)), sent, count)

    assert len(bearing_on("mood").gaps) == len(bearing_on(known).gaps)
    assert bearing_on("mood").completeness == "not-complete"


@unhurried
@given(declarations(), SENT, COUNTS, CHOICES)
def test_a_faulty_declaration_is_never_complete(
    one: Declaration, sent: dict[str, Any], count: int | None, choices: Choices
) -> None:
    assert one.search is not None
    faulty = replace(declaration(faulty=True), search=one.search)

    assert compose(faulty, call(sent), rows=rows(count), choices=choices).completeness == (
        "not-complete"
    )


@unhurried
@given(declarations(), SENT, COUNTS)
def test_what_is_always_applied_is_in_every_ground(
    one: Declaration, sent: dict[str, Any], count: int | None
) -> None:
    assert one.search is not None
    coverage = ground(one, sent, count)

    assert coverage.fixed == one.search.fixed
    assert coverage.subject == one.search.subject
    assert coverage.rows == count
    json.dumps([gap.why for gap in coverage.gaps])  # sentences are texts


# A call that covers nothing


@pytest.mark.parametrize("outcome", [one for one in OUTCOMES if one != "ran"])
def test_a_call_that_did_not_run_covers_nothing(outcome: str) -> None:
    coverage = compose(declaration(argument("service")), call({"service": "a"}, outcome=outcome))

    assert coverage == Coverage(status="not-composed", because=outcome)


def test_a_tool_without_a_search_covers_nothing_that_is_known() -> None:
    coverage = compose(Declaration(tool="incidents"), call({"service": "a"}))

    assert coverage == Coverage(status="not-composed", because="no-search-declared")


def test_arguments_that_are_not_to_be_seen_leave_even_a_search_without_any_open() -> None:
    hidden = compose(declaration(), call(arguments=None, arguments_from=None), rows=rows(0))
    odd = compose(declaration(), call(arguments=[1]), rows=rows(0))

    assert gaps(hidden) == ["withheld→population"]
    assert gaps(odd) == ["unreadable→population"]
    assert gaps(composed()) == []


# Source


def test_a_sent_source_replaces_the_declared_one_with_its_words() -> None:
    store = argument("store", "source", archive=("the archive",))

    coverage = composed(store, sent={"store": ["archive", "eu"]})

    assert [(one.what, one.said, one.found) for one in coverage.source] == [
        ("archive", ("the archive",), "sent"),
        ("eu", ("eu",), "sent"),
    ]


@pytest.mark.parametrize("sent", [{}, {"store": []}, {"store": {}}, {"store": "REDACTED"}])
def test_a_source_that_is_not_known_leaves_the_declared_one_with_a_gap(sent: Any) -> None:
    coverage = composed(argument("store", "source"), sent=sent)

    assert [one.what for one in coverage.source] == ["the register"]
    assert [one.bears for one in coverage.gaps] == ["source"]


def test_a_source_by_default_and_any_source() -> None:
    default = composed(argument("store", "source", "eu"))
    anywhere = composed(argument("store", "source", ANY))

    assert [(one.what, one.found) for one in default.source] == [("eu", "default")]
    assert [(one.what, one.found) for one in anywhere.source] == [("the register", "declared")]
    assert default.gaps == anywhere.gaps == ()


def test_a_filter_has_the_words_of_its_value_else_its_text() -> None:
    severity = argument("severity", "filter", critical=("critical", "sev1"))

    coverage = composed(severity, sent={"severity": ["critical", 2, True]})

    assert [one.said for one in coverage.filters] == [("critical", "sev1"), ("2",), ("true",)]


# The open choices


def chosen(coverage: Coverage) -> dict[str, str]:
    return {one.name: one.value for one in coverage.choices}


MATCH = declaration(argument("text", "query", ANY), argument("like", "match", ANY))


def test_a_match_bears_where_it_is_chosen_to() -> None:
    sent = {"text": "timeout", "like": "abc"}
    strict = ground(MATCH, sent, 0)
    other = ground(MATCH, sent, 0, choices=Choices(match_bears="completeness"))

    assert gaps(strict) == ["match→population:text", "match→population:like"]
    assert gaps(other) == ["match→completeness:text", "match→completeness:like"]
    assert (strict.completeness, other.completeness) == ("complete", "not-complete")
    assert chosen(strict) == {"match-bears": "population"}
    assert chosen(other) == {"match-bears": "completeness"}


def test_no_text_is_a_match_unless_it_is_chosen_not_to_be() -> None:
    strict = ground(MATCH, {}, 0)
    other = ground(MATCH, {}, 0, choices=Choices(match_without_text="no-gap"))

    assert gaps(strict) == ["match→population:text", "match→population:like"]
    assert gaps(other) == []
    assert chosen(strict) == {"match-without-text": "gap", "match-bears": "population"}
    assert chosen(other) == {"match-without-text": "no-gap"}


def test_a_text_that_is_not_known_is_a_match_whatever_is_chosen() -> None:
    one = declaration(argument("text", "query"))
    lenient = Choices(match_without_text="no-gap")

    assert gaps(ground(one, {}, 0, choices=lenient)) == [
        "match→population:text",
        "omitted→population:text",
    ]


PAGED = declaration(argument("page", "page", (1,)), limits=SearchLimits(cap=10))


@pytest.mark.parametrize(("count", "closed"), [(9, True), (10, False), (11, False), (None, False)])
def test_a_page_with_fewer_rows_than_its_cap_may_be_chosen_to_be_the_last(
    count: int | None, closed: bool
) -> None:
    lenient = Choices(first_page="closed-below-cap")
    strict = ground(PAGED, {"page": 1}, count)
    other = ground(PAGED, {"page": 1}, count, choices=lenient)

    assert "page→completeness" in gaps(strict)
    assert ("page→completeness" not in gaps(other)) is closed
    assert chosen(strict) == ({"first-page": "open"} if closed else {})
    assert chosen(other) == ({"first-page": "closed-below-cap"} if closed else {})


def test_a_page_that_is_not_known_to_be_the_first_is_never_chosen_to_be_the_last() -> None:
    lenient = Choices(first_page="closed-below-cap")
    unknown = declaration(argument("page", "page", ANY), limits=SearchLimits(cap=10))

    assert gaps(ground(PAGED, {"page": 2}, 0, choices=lenient)) == ["page→completeness"]
    assert gaps(ground(unknown, {"page": 1}, 0, choices=lenient)) == ["page→completeness"]
    assert gaps(ground(PAGED, {}, 0, choices=lenient)) == []


def test_without_a_cap_no_page_is_the_last_one() -> None:
    one = declaration(argument("page", "page", ANY))
    coverage = ground(one, {"page": 1}, 3, choices=Choices(first_page="closed-below-cap"))

    assert (gaps(coverage), chosen(coverage)) == (["page→completeness"], {})


@pytest.mark.parametrize(
    ("bears", "lenient", "named"),
    [
        ("completeness", "complete", True),
        ("population", "complete", False),
        ("mood", "not-complete", False),
        ("", "not-complete", False),
    ],
)
def test_a_declared_gap_stops_complete_unless_it_is_chosen_not_to(
    bears: str, lenient: str, named: bool
) -> None:
    one = declaration(gaps=(SearchGap(what="the archive", why="it is offline", bears=bears),))
    strict = ground(one, {}, 0)
    other = ground(one, {}, 0, choices=Choices(declared_gaps="allow-complete"))

    assert strict.completeness == ("complete" if bears == "population" else "not-complete")
    assert other.completeness == lenient
    assert gaps(strict) == gaps(other) == [f"declared→{bears}"]
    assert chosen(strict) == ({"declared-gaps": "stop-complete"} if named else {})
    assert chosen(other) == ({"declared-gaps": "allow-complete"} if named else {})


def test_a_choice_that_decided_nothing_is_not_named() -> None:
    hole = SearchGap(what="the archive", why="it is offline", bears="completeness")
    capped = ground(declaration(gaps=(hole,), limits=SearchLimits(cap=1)), {}, 1)
    faulty = ground(declaration(faulty=True, gaps=(hole,)), {}, 0)
    plain = ground(declaration(argument("service")), {"service": "a"}, 0)

    assert [chosen(one) for one in (capped, faulty, plain)] == [{}, {}, {}]


UNKNOWN = declaration(limits=SearchLimits(cap="unknown"))
BOTH = declaration(argument("limit", "cap"), limits=SearchLimits(cap="unknown"))


@pytest.mark.parametrize(("one", "sent"), [(UNKNOWN, {}), (BOTH, {"limit": 5})])
def test_no_rows_under_an_unknown_cap_are_chosen_to_be_all_or_not(
    one: Declaration, sent: dict[str, Any]
) -> None:
    lenient = Choices(unknown_cap_on_empty="not-reached")
    strict, other = ground(one, sent, 0), ground(one, sent, 0, choices=lenient)

    assert gaps(strict) == ["cap-unknown→completeness"]
    assert gaps(other) == []
    assert (strict.completeness, other.completeness) == ("not-complete", "complete")
    assert chosen(strict) == {"unknown-cap-on-empty": "unknown"}
    assert chosen(other) == {"unknown-cap-on-empty": "not-reached"}


@pytest.mark.parametrize("count", [None, 3])
def test_other_rows_under_an_unknown_cap_are_never_known_to_be_all(count: int | None) -> None:
    coverage = ground(UNKNOWN, {}, count, choices=Choices(unknown_cap_on_empty="not-reached"))

    assert (gaps(coverage), chosen(coverage)) == (["cap-unknown→completeness"], {})


@unhurried
@given(declarations(), SENT, COUNTS, CHOICES)
def test_every_choice_that_is_named_changes_something(
    one: Declaration, sent: dict[str, Any], count: int | None, choices: Choices
) -> None:
    coverage = compose(one, call(sent), rows=rows(count), choices=choices)
    values = {
        "match-bears": ("population", "completeness"),
        "match-without-text": ("gap", "no-gap"),
        "first-page": ("open", "closed-below-cap"),
        "declared-gaps": ("stop-complete", "allow-complete"),
        "unknown-cap-on-empty": ("unknown", "not-reached"),
    }
    for name, (first, second) in values.items():
        field = name.replace("-", "_")
        other = second if getattr(choices, field) == first else first
        changed = compose(
            one, call(sent), rows=rows(count), choices=replace(choices, **{field: other})
        )
        told = (coverage.gaps, coverage.completeness, repr(coverage.cap))
        differs = told != (changed.gaps, changed.completeness, repr(changed.cap))
        assert (name in chosen(coverage)) is differs, name


def test_a_declaration_of_which_it_is_not_known_when_it_held_leaves_the_population_open() -> None:
    one = replace(declaration(argument("a")), ambiguous=True)

    (gap,) = compose(one, call({"a": 1}), rows=rows(0)).gaps

    assert (gap.kind, gap.bears, gap.closes) == ("declaration-ambiguous", "population", "never")


@pytest.mark.parametrize("verdict", ["not-held", "partly-held", "unknown", "undeclared"])
def test_any_verdict_on_the_period_but_covered_is_a_gap_on_it(verdict: str) -> None:
    one = declaration(argument("a"))

    (gap,) = compose(one, call({"a": 1}), rows=rows(0), period=verdict).gaps

    assert (gap.kind, gap.bears) == (f"period-{verdict}", "period")
    assert gap.why is not None
    assert compose(one, call({"a": 1}), rows=rows(0), period="covered").gaps == ()
