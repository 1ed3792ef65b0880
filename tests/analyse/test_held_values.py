"""The value of a key after a commit, held against the oracles of the shared commit logs."""

from pathlib import Path
from typing import Any

import pytest

from footprint_cli.analyse.held_values import value_after, value_of_rows
from footprint_cli.model.commit import path_segments
from footprint_cli.model.fold import ABSENT
from footprint_cli.model.state_paths import value_at
from footprint_cli.model.trace import StoredLog
from footprint_cli.model.trace_report import TraceValue
from tests.commit_logs import ALL, stored
from tests.log import at, bundle, numbered
from tests.shared import needs_shared


@needs_shared
@pytest.mark.parametrize("folder", ALL)
def test_the_value_is_that_of_the_state(folder: Path) -> None:
    log = stored(folder)
    asked = StoredLog(bundles=lambda: iter(log.bundles), base=log.oracle["base"])
    hidden = {one for paths in log.oracle["redactedPaths_cumulative"] for one in paths}

    for key in log.oracle["keys"]:
        for number, state in enumerate(log.oracle["states"][1:]):
            told = value_after(asked, key, number)
            expected = value_at(state, path_segments(key))
            if told.value.state == "withheld":
                assert (expected, bool(hidden)) == ("REDACTED", True)
            else:
                assert told.value == _told(expected), (key, number)


def _told(value: object) -> TraceValue:
    if value is ABSENT:
        return TraceValue(state="absent")
    return TraceValue(state="there", json=value)


@needs_shared
@pytest.mark.parametrize("folder", ALL)
def test_the_engines_own_value_is_that_of_its_rule(folder: Path) -> None:
    log = stored(folder)

    for key, told in log.oracle["keys"].items():
        for number, expected in told["commitValueAt_inclusive"]:
            held = value_of_rows(iter(log.bundles), key, number)
            assert _as_recorded(held) == expected, (key, number)


def _as_recorded(one: TraceValue) -> dict[str, Any]:
    return {"absent": True} if one.state == "absent" else {"value": one.json}


def _log(*bundles: dict[str, Any], base: dict[str, Any] | None = None) -> StoredLog:
    return StoredLog(bundles=lambda: iter(numbered(*bundles)), base=base)


def test_what_was_there_before_an_unknown_base_is_not_told() -> None:
    log = _log(bundle("a#0", {"list": [2]}, "append"))

    assert value_after(log, "list", 0).whole is False
    assert value_after(log, "other", 0).value.state == "not-recorded"


def test_a_known_base_tells_what_no_commit_wrote() -> None:
    log = _log(base={"name": "Q"})

    assert value_after(log, "name", 0).value == TraceValue(state="there", json="Q")
    assert value_after(log, "other", 0).value == TraceValue(state="absent")


def test_a_redacted_part_is_withheld_until_it_is_written_in_clear() -> None:
    hidden = bundle("a#0", {"card": {"no": "REDACTED"}}, redacted=[at("card", "no")])
    log = _log(hidden, bundle("b#1", {"card": {"no": "1"}}))

    assert value_after(log, "card", 0).withheld == (at("card", "no"),)
    assert value_after(log, at("card", "no"), 0).value.state == "withheld"
    assert value_after(log, "card", 1).withheld == ()


def test_a_text_that_reads_like_a_placeholder_is_none_where_nothing_was_redacted() -> None:
    log = _log(bundle("a#0", {"card": "REDACTED"}))

    assert value_after(log, "card", 0).value == TraceValue(state="there", json="REDACTED")
