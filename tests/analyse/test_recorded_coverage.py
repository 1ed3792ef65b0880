"""A coverage that the producer composed itself, in the shape of the search notes, 2.2."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footprint_cli.analyse.recorded_coverage import differences, recorded_coverage
from footprint_cli.model.coverage import COMPLETENESS, Cap, Coverage, Facet, Gap, SourceFacet
from footprint_cli.model.search import SearchFixed, SearchWords, bears_on_everything
from tests.analyse.grounds import argument, composed, rows

WHOLE: dict[str, Any] = {
    "status": "composed",
    "source": [{"what": "the register", "said": ["the register"], "from": "declared"}],
    "subject": {"what": "incidents", "said": ["incident", "incidents"]},
    "population": [{"argument": "service", "value": "checkout", "from": "sent"}],
    "filters": [{"argument": "status", "any": True}],
    "period": [{"argument": "window", "value": "2h", "from": "default"}],
    "fixed": [{"name": "region", "value": "eu", "said": ["eu"]}],
    "match": [],
    "cap": {"limit": 50, "reached": False},
    "page": [],
    "gaps": [{"kind": "credential-limited", "bears": "population"}],
    "completeness": "complete",
}


def test_a_recorded_coverage_is_read_whole() -> None:
    assert recorded_coverage(WHOLE, rows(3)) == Coverage(
        status="composed",
        found="recorded",
        source=(SourceFacet(what="the register", said=("the register",), found="declared"),),
        subject=SearchWords(what="incidents", said=("incident", "incidents")),
        population=(Facet(argument="service", value="checkout"),),
        filters=(Facet(argument="status", any=True, found="default"),),
        period=(Facet(argument="window", value="2h", found="default"),),
        fixed=(SearchFixed(name="region", value="eu", said=("eu",)),),
        cap=Cap(limit=50, reached=False),
        gaps=(Gap(kind="credential-limited", bears="population"),),
        completeness="complete",
        rows=3,
    )


def test_what_the_producer_did_not_compose_is_not_composed() -> None:
    one = recorded_coverage({"status": "not-composed", "because": "denied", "gaps": []}, rows(0))

    assert (one.is_composed, one.because, one.found) == (False, "denied", "recorded")


@pytest.mark.parametrize("word", [None, "perhaps", True, ["complete"], {}, 1])
def test_a_completeness_that_is_not_known_is_never_complete(word: Any) -> None:
    assert recorded_coverage({**WHOLE, "completeness": word}, rows(0)).completeness == (
        "not-complete"
    )


@pytest.mark.parametrize("gap", [None, 7, "cap", {}, {"kind": "cap"}, {"bears": ["population"]}])
def test_a_gap_that_cannot_be_read_bears_on_everything(gap: Any) -> None:
    (one,) = recorded_coverage({**WHOLE, "gaps": [gap]}, rows(0)).gaps

    assert bears_on_everything(one.bears)
    assert one.kind


@pytest.mark.parametrize(
    ("cap", "expected"),
    [
        (None, None),
        (50, None),
        ({"limit": True, "reached": 1}, Cap(limit="unknown", reached="unknown")),
        ({"limit": float("nan")}, Cap(limit="unknown", reached="unknown")),
        ({"limit": "unknown", "reached": "unknown"}, Cap(limit="unknown", reached="unknown")),
    ],
)
def test_a_cap_is_a_number_or_unknown(cap: Any, expected: Cap | None) -> None:
    assert recorded_coverage({**WHOLE, "cap": cap}, rows(0)).cap == expected


def test_a_source_may_be_a_text_and_a_filter_is_spelled_as_the_producer_may() -> None:
    one = recorded_coverage(
        {**WHOLE, "source": "the archive", "gaps": [{"kind": "omitted", "bears": "filter"}]},
        rows(0),
    )

    assert [each.what for each in one.source] == ["the archive"]
    assert [each.bears for each in one.gaps] == ["filters"]


def test_what_differs_from_composing_is_named() -> None:
    own = composed(argument("service"), sent={"service": "checkout"})
    same = {
        "source": [{"what": "the register"}],
        "population": [{"argument": "service", "value": "checkout"}],
        "gaps": [],
        "completeness": "complete",
    }

    def told(**changes: Any) -> tuple[str, ...]:
        return differences(own, recorded_coverage({**same, **changes}, rows(0)))

    assert told() == ()
    assert told(population=[{"argument": "service", "value": "payments"}]) == ("population",)
    assert told(gaps=[{"kind": "cap", "bears": "completeness"}], completeness="not-complete") == (
        "gaps",
        "completeness",
    )
    assert told(source="the archive") == ("source",)


def test_true_is_not_one_when_values_are_compared() -> None:
    own = composed(argument("service"), sent={"service": 1})
    told = {"population": [{"argument": "service", "value": True}], "gaps": []}

    assert "population" in differences(own, recorded_coverage(told, rows(0)))


def test_nothing_differs_from_what_could_not_be_composed() -> None:
    assert differences(Coverage(status="not-composed"), recorded_coverage(WHOLE, rows(0))) == ()


@settings(deadline=None)
@given(
    st.dictionaries(
        st.sampled_from([*WHOLE, "because", "rows"]),
        st.recursive(
            st.one_of(st.none(), st.booleans(), st.floats(), st.text(max_size=3)),
            lambda inner: st.one_of(
                st.lists(inner, max_size=2),
                st.dictionaries(
                    st.sampled_from(["what", "said", "argument", "value", "from", "kind", "any"]),
                    inner,
                ),
            ),
            max_leaves=6,
        ),
    )
)
def test_any_record_is_read(record: dict[str, Any]) -> None:
    one = recorded_coverage(record, rows(None))

    assert one.found == "recorded"
    assert not one.is_composed or one.completeness in COMPLETENESS
    assert isinstance(differences(composed(argument("a")), one), tuple)


@pytest.mark.parametrize(
    ("part", "value", "kind", "bears"),
    [
        ("population", ["checkout"], "unreadable", "population"),
        ("population", "REDACTED", "unreadable", "population"),
        ("filters", [{"argument": "status", "value": "[REDACTED]"}], "unreadable", "filters"),
        ("period", "[REDACTED]", "unreadable", "period"),
        ("fixed", [7], "unreadable", "filters"),
        ("source", "REDACTED", "unreadable", "source"),
        ("cap", 50, "unreadable", "completeness"),
        ("cap", {"limit": 50, "reached": True}, "cap", "completeness"),
        ("cap", {"limit": 50}, "cap-unknown", "completeness"),
        ("page", [{"argument": "page", "value": 2}], "page", "completeness"),
        ("match", [{"argument": "text", "value": "x"}], "match", "population"),
        ("ranking", "approximate", "ranking", "completeness"),
        ("rows", 3, "rows-disagree", "completeness"),
    ],
)
def test_what_a_recorded_coverage_says_of_itself_is_a_gap_though_it_names_none(
    part: str, value: Any, kind: str, bears: str
) -> None:
    told = recorded_coverage({**WHOLE, "gaps": [], part: value}, rows(0))

    assert [(one.kind, one.bears) for one in told.gaps] == [(kind, bears)]
    assert told.completeness == ("not-complete" if bears == "completeness" else "complete")


def test_a_store_that_the_call_picked_has_an_argument() -> None:
    (one,) = recorded_coverage({**WHOLE, "source": [{"what": "a", "from": "sent"}]}, rows(0)).source

    assert (one.found, one.argument) == ("sent", "source")
