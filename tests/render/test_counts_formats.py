"""Stats and drift of any recordings at all, in every format."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from footprint_cli.analyse.covered import Covering
from footprint_cli.analyse.drift_reports import Comparing
from footprint_cli.analyse.sides import side_of
from footprint_cli.analyse.stats import stats_of
from footprint_cli.analyse.stats_reports import report_of
from footprint_cli.model.drift_report import DriftReport
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.recording import Recording
from footprint_cli.model.stats_report import Asking
from footprint_cli.render import Format, Page, renderer
from footprint_cli.render.schemas import SCHEMAS
from tests.analyse.odd import odd_retrievals, ruled_pools
from tests.build import call, recording
from tests.cli.screen import cells, raw_controls
from tests.cli.test_fuzz import no_constant
from tests.render.situations import SITUATIONS

RETRIEVALS = st.lists(odd_retrievals() | ruled_pools(), max_size=3)
WIDTHS = (16, 40, 80, 140)
PEOPLE = [Format.TABLE, Format.PLAIN, Format.MARKDOWN]


def stats_text(one: Recording, form: Format, **page: Any) -> str:
    stats = stats_of(one, Covering().calls(one), margin=0.2)
    report = report_of(stats, Asking(top=3), lambda status: status, told_by="runs.footprint")
    return "".join(renderer("stats", form)(report, Page(**page)))


def drift_text(before: Recording, after: Recording, form: Format, **page: Any) -> str:
    comparing = Comparing(frozenset({"scores", "k"}), 0.2, 3)
    compared = comparing.compared(("before", side_of(before)), ("after", side_of(after)))
    report = DriftReport(
        compared=(compared,), alpha=0.2, exit_status=0, by="week", periods=2, undated=1
    )
    return "".join(renderer("drift", form)(report, Page(**page)))


@pytest.mark.parametrize("form", Format)
@settings(max_examples=30, deadline=None)
@given(one=RETRIEVALS, other=RETRIEVALS)
def test_whatever_was_recorded_every_format_writes_it(
    form: Format, one: list[Retrieval], other: list[Retrieval]
) -> None:
    before, after = recording(*one, calls=(call(),)), recording(*other)

    for width in WIDTHS:
        for encoding in ("ascii", "utf-8"):
            page: dict[str, Any] = {"width": width, "encoding": encoding}
            stats_text(before, form, **page).encode()
            drift_text(before, after, form, **page).encode()


@settings(max_examples=60, deadline=None)
@given(one=RETRIEVALS, other=RETRIEVALS)
def test_the_documents_keep_to_their_schemas(one: list[Retrieval], other: list[Retrieval]) -> None:
    before, after = recording(*one, calls=(call(),)), recording(*other)

    for name, text in (
        ("stats", stats_text(before, Format.JSON)),
        ("drift", drift_text(before, after, Format.JSON)),
    ):
        document = json.loads(text, parse_constant=no_constant)
        Draft202012Validator(SCHEMAS[name]()).validate(document)


@pytest.mark.parametrize("form", PEOPLE)
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_page_for_people_acts_on_nothing_and_never_says_none(form: Format, name: str) -> None:
    one = SITUATIONS[name]

    for text in (stats_text(one, form, width=100), drift_text(one, one, form, width=100)):
        assert "None" not in text
        assert raw_controls(text) <= {"\t"}


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", SITUATIONS)
def test_a_table_keeps_to_its_width(name: str, width: int) -> None:
    one = SITUATIONS[name]

    for text in (
        stats_text(one, Format.TABLE, width=width),
        drift_text(one, one, Format.TABLE, width=width),
    ):
        assert [line for line in text.splitlines() if cells(line) > width] == []
