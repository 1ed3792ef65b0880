import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from footprint_cli import InputError, audit, load
from footprint_cli.model.evidence import Retrieval
from footprint_cli.read.footprintjs import read_document
from tests.log import (
    REDACTED,
    answers,
    asks,
    at,
    bundle,
    chunks,
    envelope,
    event,
    key,
    mount,
    noticed,
    numbered,
    only,
    record,
    recording_of,
    refused_row,
    retrieved,
    row,
    seed,
    written,
)

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
HIDDEN = bundle(mount(), {key(): REDACTED}, redacted=[key()])
OVER = {"admitted": False, "reason": "over-max-entries"}
KB = [{"id": "kb", "type": "semantic"}]


def search_log(before: Any, after: Any = None, retriever: str = "kb") -> list[dict[str, Any]]:
    """The nested log of a memory's read subflow: what the retriever found, what the picker left."""
    path = f"sf-memory-read-{retriever}"
    text = [{"role": "system", "content": "At seven."}]
    found = bundle(f"{path}/load-relevant#2", {"retrieved": before})
    made = {"formatted": text} if after is None else {"formatted": text, "retrieved": after}
    return numbered(bundle("", {"turnNumber": 1}), found, bundle(f"{path}/format-default#5", made))


def seen(evidence: Any, retriever: str = "kb", number: int = 2) -> dict[str, Any]:
    return event("memory.retrieved", evidence, f"sf-memory-read-{retriever}/load-relevant#{number}")


def attached(chunk: str, retriever: str = "kb", number: int = 5) -> dict[str, Any]:
    step = f"sf-memory-read-{retriever}/format-default#{number}"
    return event("memory.attached", {"memoryId": chunk}, step)


def the_one(tmp_path: Path, whole: Any) -> Retrieval:
    (retrieval,) = recording_of(tmp_path, whole).retrievals
    return retrieval


# Withheld


def everywhere() -> dict[str, Any]:
    """What the log withholds, in clear in every other part."""
    return {
        "events": [seen(record(row())), attached("a.md#0")],
        "nested": {mount(): search_log(record(row()))},
        "sharedState": {key(): record(row())},
    }


def test_withheld_evidence_is_not_filled_in_from_anywhere(tmp_path: Path) -> None:
    retrieval = the_one(tmp_path, envelope([seed(), HIDDEN], **everywhere()))

    assert retrieval.evidence is None
    assert retrieval.withheld is not None
    assert (retrieval.at_retriever, retrieval.attached, retrieval.injected) == (None, None, None)
    assert "a.md#0" not in repr(retrieval)


@pytest.mark.parametrize(
    ("part", "named"),
    [("events", "events"), ("nested", "nested log"), ("sharedState", "sharedState")],
)
def test_each_place_that_still_holds_what_is_withheld_is_named(
    tmp_path: Path, part: str, named: str
) -> None:
    retrieval = the_one(tmp_path, envelope([seed(), HIDDEN], **{part: everywhere()[part]}))

    (place,) = retrieval.in_clear
    assert named in place


def test_the_places_that_hold_it_are_one_error_finding(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, envelope([seed(), HIDDEN], **everywhere()))

    (found,) = [one for one in audit(recording).findings if one.code == "withheld-in-clear"]
    assert found.level == "error"
    assert all(place in found.message for place in ("sharedState", "nested log", "events"))


def test_what_is_withheld_everywhere_is_in_clear_nowhere(tmp_path: Path) -> None:
    whole = envelope(
        [seed(), HIDDEN],
        [event("memory.retrieved", "[REDACTED]", "sf-memory-read-kb/load-relevant#2")],
        sharedState={key(): REDACTED},
        nested={mount(): search_log(REDACTED)},
    )

    assert the_one(tmp_path, whole).in_clear == ()


def test_leaves_withheld_in_the_log_and_in_live_state_are_in_clear_nowhere(tmp_path: Path) -> None:
    leaves = dict.fromkeys(record(), REDACTED)
    hidden = retrieved(leaves, redacted=[key("kb", name) for name in leaves])
    whole = envelope(
        [seed(), hidden], sharedState={key(): leaves}, nested={mount(): search_log(leaves)}
    )

    assert the_one(tmp_path, whole).in_clear == ()


def test_another_retriever_in_clear_is_no_leak_of_this_one(tmp_path: Path) -> None:
    whole = envelope(
        [seed(), HIDDEN],
        [seen(record(row()), "tides")],
        sharedState={key("tides"): record(row())},
    )

    hidden, *_ = recording_of(tmp_path, whole).retrievals
    assert hidden.in_clear == ()


def test_a_cut_record_is_not_filled_in_either(tmp_path: Path) -> None:
    cut = bundle(mount(), {key(): '{"strategy":"to'})

    retrieval = the_one(tmp_path, envelope([seed(), cut], **everywhere()))

    assert (retrieval.evidence, retrieval.at_retriever) == (None, None)


# Several sources of one retrieval


def test_the_committed_record_wins_and_the_event_gives_the_verdict_before(tmp_path: Path) -> None:
    before = record(row(), row("b.md#0"))
    after = record(row(), row("b.md#0", **OVER))
    whole = envelope(
        [seed(), retrieved(after)],
        [seen(before), attached("a.md#0")],
        nested={mount(): search_log(before, after)},
    )

    retrieval = the_one(tmp_path, whole)

    assert (retrieval.evidence_from, retrieval.retriever_from) == ("commit", "event")
    assert retrieval.evidence is not None
    assert retrieval.evidence.admitted_count == 1
    assert [one.admitted for one in retrieval.at_retriever or ()] == [True, True]
    assert retrieval.attached == ("a.md#0",)
    assert retrieval.injected == "At seven."


def test_without_events_the_nested_log_gives_the_verdict_before(tmp_path: Path) -> None:
    before = record(row(), row("b.md#0"))
    after = record(row(), row("b.md#0", **OVER))
    whole = envelope([seed(), retrieved(after)], nested={mount(): search_log(before, after)})

    retrieval = the_one(tmp_path, whole)

    assert retrieval.retriever_from == "nested-log"
    assert [one.admitted for one in retrieval.at_retriever or ()] == [True, True]
    assert retrieval.attached is None


def test_a_nested_log_alone_is_the_evidence(tmp_path: Path) -> None:
    after = record(row(), row("b.md#0", **OVER))
    nested = {mount(): search_log(record(row(), row("b.md#0")), after)}

    retrieval = the_one(tmp_path, envelope([seed()], nested=nested))

    assert (retrieval.evidence_from, retrieval.step) == ("nested-log", mount())
    assert retrieval.evidence is not None
    assert retrieval.evidence.admitted_count == 1
    assert [one.admitted for one in retrieval.at_retriever or ()] == [True, True]


def test_two_searches_of_one_retriever_get_their_own_events(tmp_path: Path) -> None:
    whole = envelope(
        [
            seed(),
            retrieved(record(row())),
            retrieved(record(row("b.md#0")), number=30),
        ],
        [seen(record(row())), seen(record(row("b.md#0")), number=31)],
    )

    first, second = recording_of(tmp_path, whole).retrievals

    assert [one.chunk for one in first.at_retriever or ()] == ["a.md#0"]
    assert [one.chunk for one in second.at_retriever or ()] == ["b.md#0"]


def test_a_tail_of_events_joins_the_search_it_belongs_to(tmp_path: Path) -> None:
    whole = envelope(
        [
            seed(),
            retrieved(record(row())),
            retrieved(record(row("b.md#0")), number=30),
        ],
        [seen(record(row("b.md#0")), number=31)],
    )

    first, second = recording_of(tmp_path, whole).retrievals

    assert first.at_retriever is None
    assert [one.chunk for one in second.at_retriever or ()] == ["b.md#0"]


def test_a_search_that_only_events_tell_of_is_kept(tmp_path: Path) -> None:
    whole = envelope([seed(), retrieved(record(row()))], [seen(record(row("t.md#0")), "tides", 7)])

    found = recording_of(tmp_path, whole).retrievals

    assert [(one.retriever, one.evidence_from) for one in found] == [
        ("kb", "commit"),
        ("tides", "event"),
    ]


def test_a_nested_agent_has_its_retrievals_and_its_calls(tmp_path: Path) -> None:
    inner = [
        bundle("", {"message": "?"}),
        bundle("safety/seed#2", {"history": [], "iteration": 1}),
        bundle(f"safety/{mount('kb', 5)}", {key(): record(row())}),
        bundle(
            "safety/tools#9",
            {"history": [asks(("k1", "gauge", {"id": "G-7"})), answers("k1", "1.7", "gauge")]},
            "append",
        ),
    ]

    recording = recording_of(tmp_path, envelope([seed()], nested={"safety#1": numbered(*inner)}))

    (retrieval,), (call,) = recording.retrievals, recording.calls
    assert (retrieval.evidence_from, chunks(retrieval)) == ("nested-log", ["a.md#0"])
    assert (call.step, call.arguments, call.result) == ("safety/tools#9", {"id": "G-7"}, "1.7")


def test_two_nested_agents_with_one_retriever_are_two_retrievals(tmp_path: Path) -> None:
    nested = {
        f"{name}#{number}": numbered(
            bundle("", {}), bundle(f"{name}/{mount('kb', number + 1)}", {key(): record(row(name))})
        )
        for number, name in ((9, "late"), (1, "early"))
    }

    found = recording_of(tmp_path, envelope([seed()], nested=nested)).retrievals

    assert [(one.step, chunks(one)) for one in found] == [
        ("early/sf-memory-read-kb#2", ["early"]),
        ("late/sf-memory-read-kb#10", ["late"]),
    ]


def test_the_copy_of_a_nested_log_under_its_path_is_not_read_again(tmp_path: Path) -> None:
    history = numbered(bundle("", {}), bundle(f"safety/{mount('kb', 2)}", {key(): record(row())}))

    whole = envelope([seed()], nested={"safety#1": history, "safety": history})

    assert chunks(the_one(tmp_path, whole)) == ["a.md#0"]


def test_an_agents_log_and_its_retrievers_own_log_are_one_retrieval(tmp_path: Path) -> None:
    step = f"safety/{mount('kb', 2)}"
    before = record(row(), row("b.md#0"))
    nested = {
        "safety#1": numbered(bundle("", {}), bundle(step, {key(): record(row())})),
        step: search_log(before, record(row())),
    }

    retrieval = the_one(tmp_path, envelope([seed()], nested=nested))

    assert (retrieval.step, chunks(retrieval)) == (step, ["a.md#0"])
    assert [one.chunk for one in retrieval.at_retriever or ()] == ["a.md#0", "b.md#0"]


@pytest.mark.parametrize("retriever", ["kb/with/slash", "kb#2 odd", "日本"])
def test_a_retriever_of_any_id_is_joined_with_its_nested_log_and_events(
    tmp_path: Path, retriever: str
) -> None:
    whole = envelope(
        [seed(), retrieved(record(row()), retriever)],
        [seen(record(row()), retriever), attached("a.md#0", retriever)],
        nested={mount(retriever): search_log(record(row()), retriever=retriever)},
    )

    retrieval = the_one(tmp_path, whole)

    assert (retrieval.retriever, retrieval.retriever_from) == (retriever, "event")
    assert (retrieval.attached, retrieval.injected) == (("a.md#0",), "At seven.")


# A search that failed


def test_a_run_that_died_names_the_configured_retriever(tmp_path: Path) -> None:
    died = event("error.fatal", {"error": "index is locked"}, "__root__#0")

    retrieval = the_one(tmp_path, envelope([seed()], [died], memories=KB))

    assert (retrieval.retriever, retrieval.evidence) == ("kb", None)
    assert "index is locked" in str(retrieval.failure)


def test_a_failure_in_the_execution_tree_is_enough(tmp_path: Path) -> None:
    tree = {"next": {"children": [{"errors": {"subflowError": "index is locked"}}]}}

    retrieval = the_one(tmp_path, envelope([seed()], memories=KB, executionTree=tree))

    assert (retrieval.retriever, retrieval.failure) == ("kb", "index is locked")


def test_a_search_that_had_begun_has_the_step_of_its_mount(tmp_path: Path) -> None:
    died = event("error.fatal", {"error": "index is locked"}, "__root__#0")
    nested = {mount(): numbered(bundle("", {}), bundle("sf-memory-read-kb/load-relevant#2"))}

    retrieval = the_one(tmp_path, envelope([seed()], [died], memories=KB, nested=nested))

    assert (retrieval.retriever, retrieval.step) == ("kb", mount())


def test_a_run_that_died_after_its_search_keeps_it(tmp_path: Path) -> None:
    died = event("error.fatal", {"error": "503"}, "__root__#0")

    retrieval = the_one(tmp_path, envelope([seed(), retrieved(record(row()))], [died], memories=KB))

    assert (retrieval.failure, chunks(retrieval)) == (None, ["a.md#0"])


def test_a_configured_retriever_without_a_trace_is_said_and_not_failed(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, envelope([seed()], memories=KB))

    assert recording.retrievals == ()
    ((_, message),) = noticed(recording, "retrieval-missing")
    assert "retriever kb," in message


def test_a_memory_that_failed_is_not_said_to_have_left_nothing(tmp_path: Path) -> None:
    died = event("error.fatal", {"error": "index is locked"}, "__root__#0")
    nested = {mount(): numbered(bundle("", {}), bundle("sf-memory-read-kb/load-relevant#2"))}
    commits = numbered(seed(), bundle(mount()))

    failed = recording_of(tmp_path, envelope(commits, [died], memories=KB, nested=nested))
    silent = recording_of(tmp_path, envelope(commits, memories=KB))

    assert noticed(failed, "memory-left-nothing") == []
    assert len(noticed(silent, "memory-left-nothing")) == 1


# States


STATES = numbered(
    bundle("a#0", {"x": 1, at("deep", "y"): [1]}),
    bundle("b#1", {"x": 2}),
    bundle("c#2", {at("deep", "y"): [2], "x": {"z": 0}}, "append", verbs={"x": "set"}),
)


@pytest.mark.parametrize("form", ["lines", "array", "envelope", "snapshot"])
def test_the_state_after_each_commit_can_be_asked_for_in_any_order(
    tmp_path: Path, form: str
) -> None:
    whole: dict[str, list[Any]] = {
        "lines": STATES,
        "array": [STATES],
        "envelope": [envelope(STATES)],
        "snapshot": [{"commitLog": STATES}],
    }

    recording = recording_of(tmp_path, *whole[form])

    assert recording.state_at(2) == {"x": {"z": 0}, "deep": {"y": [1, 2]}}
    assert recording.state_at(0) == {"x": 1, "deep": {"y": [1]}}
    assert recording.state_at(1) == {"x": 2, "deep": {"y": [1]}}
    assert recording.state_at(-1) == {}
    assert recording.state_at(99) == recording.state_at(2)


@pytest.mark.parametrize("form", ["lines", "envelope"])
def test_writers_and_timelines_are_those_of_exactly_the_key(tmp_path: Path, form: str) -> None:
    recording = recording_of(tmp_path, *(STATES if form == "lines" else [envelope(STATES)]))

    assert [recording.last_writer("x", before) for before in (None, 2, 1, 0)] == [2, 1, 0, None]
    assert recording.last_writer("deep") is None
    assert [tuple(one) for one in recording.timeline(at("deep", "y"))] == [
        (0, "a#0", "set"),
        (2, "c#2", "append"),
    ]


def test_the_base_of_an_envelope_is_its_initial_state(tmp_path: Path) -> None:
    base = {"x": 0, "kept": [1]}

    recording = recording_of(tmp_path, envelope(STATES, initialState=base))

    assert recording.base == base
    assert recording.state_at(-1) == base
    assert recording.state_at(0) == {"x": 1, "kept": [1], "deep": {"y": [1]}}


def test_live_state_is_not_taken_for_a_base(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, envelope(STATES, sharedState={"secret": 1}))

    assert recording.base is None
    assert recording.state_at(-1) == {}


def test_evidence_that_a_resumed_run_leaves_out_is_in_its_base(tmp_path: Path) -> None:
    base = {key(): record(row(), threshold=0.7)}
    again = retrieved({"queryHash": "95d676dd"}, number=30)

    retrieval = the_one(tmp_path, envelope(numbered(again), initialState=base))

    assert retrieval.evidence is not None
    assert (retrieval.evidence.threshold, retrieval.evidence.query_hash) == (0.7, "95d676dd")


def test_withheld_values_stay_withheld_in_the_states(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, envelope([seed(), HIDDEN], **everywhere()))

    assert recording.state_at(1)[key()] == REDACTED


def test_a_state_of_a_file_with_two_logs_is_not_guessed(tmp_path: Path) -> None:
    other = numbered(bundle("other#0", {"x": 9}))

    recording = recording_of(tmp_path, *STATES, *other)

    with pytest.raises(InputError, match="2 commit logs"):
        recording.state_at(0)


def test_a_changed_state_changes_no_other(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, envelope(STATES, initialState={"kept": [1]}))

    recording.state_at(2)["deep"]["y"].append("changed")
    recording.state_at(-1)["kept"].append("changed")

    assert recording.state_at(2)["deep"]["y"] == [1, 2]
    assert recording.state_at(-1) == {"kept": [1]}


# Reading leaves all as it was


@pytest.mark.parametrize(
    "path",
    sorted(FIXTURES.glob("*.envelope.json")) + sorted(FIXTURES.glob("*.commits.jsonl")),
    ids=lambda path: path.name,
)
def test_reading_a_file_twice_gives_the_same(path: Path) -> None:
    def told(again: list[Any]) -> list[str]:
        return [
            repr((one.run, one.lines, one.commits, one.damage, one.noticed, one.retrievals))
            + repr((one.calls, one.base, one.format))
            for one in again
        ]

    assert told(load(path)) == told(load(path))


@pytest.mark.parametrize(
    "path", sorted(FIXTURES.glob("*.envelope.json")), ids=lambda path: path.name
)
def test_reading_a_document_changes_none_of_its_values(path: Path) -> None:
    whole = json.loads(path.read_text())
    before = deepcopy(whole)

    recording = read_document(whole, "envelope", str(path), None, [])
    state = recording.state_at(recording.commits or 0)

    assert whole == before
    assert state == recording.state_at(recording.commits or 0)


def test_reading_appended_lists_of_a_document_changes_none_of_its_values() -> None:
    commits = numbered(
        seed(),
        retrieved(record(row())),
        retrieved(
            {"candidates": [refused_row()]}, number=9, verbs={key("kb", "candidates"): "append"}
        ),
        bundle("tools#12", {"history": [asks(("c1", "a", {})), answers("c1")]}, "append"),
        bundle("x#13", {key(): {"k": 9}}, "merge"),
    )
    whole = envelope(commits, nested={mount(): search_log(record(row()), record(row()))})
    before = deepcopy(whole)

    recording = read_document(whole, "envelope", "test", None, [])

    assert len(recording.retrievals) > 1
    assert whole == before


def test_a_state_is_read_from_the_file_again(tmp_path: Path) -> None:
    path = written(tmp_path, *STATES)
    recording = only(path)
    written(tmp_path, *numbered(bundle("a#0", {"x": "later"})))

    assert recording.state_at(0) == {"x": "later"}
