from typing import Any

import pytest

from footprint_cli.analyse.ground import grid_of, ground_of, repeated_calls
from footprint_cli.model.coverage import Call, CoveredCall, Facet, facets_text
from footprint_cli.model.coverage_report import Ground
from footprint_cli.model.search import Declaration, SearchGap, SearchLimits
from tests.analyse.grounds import ANY, argument, call, covered, declaration, rows

SERVICE = argument("service")
WINDOW = argument("window", "period", "2h")
STATUS = argument("status", "filter", ANY)
WHOLE = declaration(SERVICE, WINDOW, STATUS)


def made(sent: Any, one: Declaration = WHOLE, **fields: Any) -> CoveredCall:
    """A call that returned nothing, so that a cap is not reached."""
    counted = fields.pop("count", 0)
    return covered(one, call(sent, **fields), rows=rows(counted))


def told(*calls: CoveredCall) -> list[tuple[str, str, tuple[int, ...]]]:
    found, left_out = ground_of(calls)
    assert left_out == 0
    return [(text(one), one.state, one.calls) for one in found]


def text(one: Ground) -> str:
    return ", ".join(filter(None, map(facets_text, (one.population, one.period, one.filters))))


def test_calls_cover_together_what_each_of_them_asked_for() -> None:
    assert told(made({"service": "a"}), made({"service": ["b", "a"]})) == [
        ("service a, window 2h, any status", "covered", (0, 1)),
        ("service b, window 2h, any status", "covered", (1,)),
    ]


def test_every_combination_of_lists_is_asked_for() -> None:
    found = told(made({"service": ["a", "b"], "status": ["open", "closed"]}))

    assert [one for one, _, _ in found] == [
        "service a, window 2h, status open",
        "service a, window 2h, status closed",
        "service b, window 2h, status open",
        "service b, window 2h, status closed",
    ]


def test_what_a_default_narrowed_to_is_what_was_sent_elsewhere() -> None:
    assert told(made({"service": "a"}), made({"service": "a", "window": "2h"})) == [
        ("service a, window 2h, any status", "covered", (0, 1))
    ]


@pytest.mark.parametrize(
    "outcome", ["failed", "refused", "invalid-arguments", "not-dispatched", "unfinished", "paused"]
)
def test_what_was_asked_for_by_calls_that_did_not_run_is_not_covered(outcome: str) -> None:
    failed = made({"service": "a"}, outcome=outcome)
    ran = made({"service": "a"})

    assert told(failed) == [("service a, window 2h, any status", "not-covered", (0,))]
    assert told(failed, ran) == [("service a, window 2h, any status", "covered", (0, 1))]


def test_a_call_with_a_gap_covers_its_ground_in_part() -> None:
    capped = declaration(SERVICE, limits=SearchLimits(cap=2))

    assert told(made({"service": "a"}, capped, count=2)) == [("service a", "partly", (0,))]
    assert told(made({"service": "a"}, capped, count=2), made({"service": "a"}, capped)) == [
        ("service a", "covered", (0, 1))
    ]


def test_a_search_that_is_not_declared_to_be_complete_covers_in_part() -> None:
    assert told(made({"service": "a"}, declaration(SERVICE, complete=None))) == [
        ("service a", "partly", (0,))
    ]


def test_an_argument_of_which_nothing_is_known_is_a_combination_of_its_own() -> None:
    found, _ = ground_of([made({}), made({"service": "a"})])

    assert [facets_text(one.population) for one in found] == ["service ?", "service a"]
    assert [one.state for one in found] == ["partly", "covered"]


def test_a_list_with_an_item_that_is_not_known_asks_for_both() -> None:
    assert told(made({"service": ["a", {}]})) == [
        ("service a, window 2h, any status", "partly", (0,)),
        ("service ?, window 2h, any status", "partly", (0,)),
    ]


# A wider search


def test_any_value_covers_one() -> None:
    narrow = made({"service": "a", "status": "open"}, outcome="failed")

    assert told(narrow, made({"service": "a"})) == [
        ("service a, window 2h, status open", "covered", (0,)),
        ("service a, window 2h, any status", "covered", (1,)),
    ]


def test_one_value_does_not_cover_any() -> None:
    wide = made({"service": "a"}, outcome="failed")

    assert told(wide, made({"service": "a", "status": "open"})) == [
        ("service a, window 2h, any status", "not-covered", (0,)),
        ("service a, window 2h, status open", "covered", (1,)),
    ]


def test_a_wide_search_covers_only_where_the_rest_is_the_same() -> None:
    wide = made({"service": "a", "window": "24h"})
    asked = made({"service": "a", "status": "open"}, outcome="failed")

    assert told(wide, asked)[1][1] == "not-covered"


def test_a_wide_search_in_part_covers_nothing_else() -> None:
    hole = SearchGap(what="the archive", why="it is offline", bears="population")
    leaky = declaration(SERVICE, STATUS, gaps=(hole,))
    asked = made({"service": "a", "status": "open"}, leaky, outcome="failed")

    assert [state for _, state, _ in told(made({"service": "a"}, leaky), asked)] == [
        "partly",
        "not-covered",
    ]


def test_another_source_covers_nothing_of_this_one() -> None:
    stored = declaration(argument("store", "source", ANY), STATUS)
    asked = made({"store": "archive", "status": "open"}, stored, outcome="failed")

    assert [state for _, state, _ in told(made({}, stored), asked)] == ["covered", "not-covered"]


@pytest.mark.parametrize(("one", "other"), [(1, True), (0, False), (1, "1"), ("true", True)])
def test_values_that_only_look_alike_are_not_the_same(one: Any, other: Any) -> None:
    asked = made({"service": other, "status": "open"}, outcome="failed")
    found = told(made({"service": one}), asked)

    assert [state for _, state, _ in found] == ["covered", "not-covered"]
    assert len(told(made({"service": one}), made({"service": other}))) == 2


def test_a_number_is_the_same_however_it_is_written() -> None:
    assert len(told(made({"service": 1}), made({"service": 1.0}))) == 1


def test_many_wide_and_many_narrow_combinations_are_told_at_once() -> None:
    both = [made({"service": n, "status": "open"}, outcome="failed") for n in range(4000)]
    wide = [made({"service": n}) for n in range(2000, 6000)]

    found, _ = ground_of([*both, *wide])
    states = [one.state for one in found]

    assert states == ["not-covered"] * 2000 + ["covered"] * 6000


# Too many


def test_the_combinations_of_one_call_are_cut_and_counted() -> None:
    many = made({"service": [*range(60)], "status": [*range(50)]})

    found, left_out = ground_of([many, made({"service": "a"})])

    assert len(found) == 1000 + 1
    assert left_out == 3000 - 1000
    assert found[-1].calls == (1,)


# The grid


def grid(*calls: CoveredCall) -> Any:
    return grid_of(ground_of(calls)[0])


def test_a_grid_has_holes_where_nobody_asked() -> None:
    found = grid(
        made({"service": "a"}), made({"service": "b", "window": "7d"}), made({"service": "b"})
    )

    assert found.rows == ("service a", "service b")
    assert found.columns == ("window 2h, any status", "window 7d, any status")
    assert found.cells == ((0, None), (2, 1))


def test_there_is_no_grid_without_a_combination() -> None:
    assert grid_of(()) is None
    assert grid(covered(Declaration(tool="incidents"), call())) is None


def test_a_search_without_arguments_has_a_grid_of_one() -> None:
    found = grid(made({}, declaration()))

    assert (found.rows, found.columns, found.cells) == (("all",), ("all",), ((0,),))


def test_several_sources_are_columns_of_their_own() -> None:
    stored = declaration(SERVICE, argument("store", "source", ANY))
    found = grid(
        made({"service": "a"}, stored), made({"service": "a", "store": ["eu", "us"]}, stored)
    )

    assert found.columns == ("the register", "eu and us")
    assert found.cells == ((0, 1),)


def test_values_that_look_alike_do_not_hide_each_other() -> None:
    found = grid(made({"service": 1}), made({"service": "1"}, outcome="failed"))

    assert found.rows == ("service 1", "service 1")
    assert found.cells == ((0,), (1,))


def test_a_grid_that_would_be_mostly_holes_is_not_made() -> None:
    calls = [made({"service": n, "window": f"{n}h"}) for n in range(500)]

    assert grid(*calls) is None
    assert grid(*calls[:100]) is not None


def test_a_facet_is_written_as_a_person_would() -> None:
    facets = (
        Facet(argument="a", value="x"),
        Facet(argument="b", any=True),
        Facet(argument="c"),
        Facet(argument="d", value=True),
    )

    assert facets_text(facets) == "a x, any b, c ?, d true"


# Calls that are the same


def again(*calls: Call, sources: tuple[str, ...] = ()) -> tuple[tuple[int, ...], ...]:
    places = [*sources, *["run.jsonl"] * (len(calls) - len(sources))]
    return repeated_calls(
        [covered(WHOLE, one, source) for one, source in zip(calls, places, strict=True)]
    )


def test_calls_with_the_same_arguments_are_named_together() -> None:
    one, other = {"service": "a", "window": "2h"}, {"window": "2h", "service": "a"}

    assert again(call(one), call({"service": "b"}), call(other), call(one)) == ((0, 2, 3),)


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, True), ("a", ["a"]), ("2h", None), (0, False), ("", None)],
)
def test_calls_with_other_values_are_not_the_same(one: Any, other: Any) -> None:
    assert again(call({"service": one}), call({"service": other})) == ()


def test_calls_of_other_runs_or_inputs_are_not_the_same() -> None:
    assert again(call({"a": 1}, run="1"), call({"a": 1}, run="2")) == ()
    assert again(call({"a": 1}), call({"a": 1}), sources=("a.jsonl", "b.jsonl")) == ()


def test_what_is_withheld_or_was_never_sent_is_not_known_to_be_the_same() -> None:
    hidden = call({"service": ["REDACTED"]})
    unknown = call(arguments=None, arguments_from=None)
    request = call({"service": "a"}, outcome="not-dispatched")

    assert again(hidden, hidden) == again(unknown, unknown) == again(request, request) == ()


def test_the_reserved_argument_makes_no_difference() -> None:
    assert again(call({"a": 1}), call({"a": 1, "_findings": {"basis": "direct"}})) == ((0, 1),)


def test_a_store_that_is_not_known_is_not_the_declared_one() -> None:
    store = argument("store", "source")
    one = declaration(SERVICE, store)
    (known, unknown), _ = ground_of(
        [made({"service": "a", "store": "eu"}, one), made({"service": "a", "store": []}, one)]
    )

    assert (known.source, known.state) == (("eu",), "covered")
    assert (unknown.source[-1], unknown.state) == ("?", "partly")
