import json
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footprint_cli import InputError, load
from footprint_cli.model.recording import Recording
from tests.log import (
    at,
    bundle,
    chunks,
    damaged,
    envelope,
    event,
    noticed,
    numbered,
    only,
    record,
    recording_of,
    retrieved,
    row,
    seed,
    written,
)

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
FOUND = retrieved(record(row()))
COMMITS = numbered(seed(), FOUND)
EVENTS = [
    event("memory.retrieved", record(row()), "sf-memory-read-kb/load-relevant#2"),
    event("stream.llm_start", {}, "call-llm#9"),
]
BARE = {"snapshot": {"commitLog": COMMITS}, "events": EVENTS, "structure": {}}
SNAPSHOT = {"commitLog": COMMITS, "sharedState": {}}
EVIDENCE = [record(row(), memoryId="kb")]
SCHEMA = {"kind": "tool-schema", "name": "incidents", "inputSchema": {}, "search": {}}

WHOLE = {
    "commit-log": "\n".join(map(json.dumps, COMMITS)),
    "events": "\n".join(map(json.dumps, EVENTS)),
    "evidence": "\n".join(map(json.dumps, EVIDENCE)),
    "envelope": json.dumps(envelope(COMMITS, EVENTS)),
    "recording": json.dumps(BARE),
    "snapshot": json.dumps(SNAPSHOT),
}
PRETTY = {
    "envelope": json.dumps(envelope(COMMITS, EVENTS), indent=2),
    "recording": json.dumps(BARE, indent=2),
    "snapshot": json.dumps(SNAPSHOT, indent=2),
    "evidence": json.dumps(EVIDENCE[0], indent=2),
}
ARRAYS = {"commit-log": COMMITS, "events": EVENTS, "evidence": EVIDENCE}


def file_of(tmp_path: Path, text: str, name: str = "run.jsonl") -> Path:
    path = tmp_path / name
    path.write_text(text)
    return path


def shown(recording: Recording) -> list[tuple[str | None, list[str | None]]]:
    return [(one.retriever, chunks(one)) for one in recording.retrievals]


# Recognised by content


@pytest.mark.parametrize("name", ["run.jsonl", "run.json", "run", "run.events.ndjson", "a.txt"])
@pytest.mark.parametrize("form", sorted(WHOLE))
def test_each_kind_is_recognised_under_any_name(tmp_path: Path, form: str, name: str) -> None:
    recording = only(file_of(tmp_path, WHOLE[form], name))

    assert recording.format == form
    assert shown(recording) == [("kb", ["a.md#0"])]
    assert recording.damage == ()
    assert recording.noticed == ()


@pytest.mark.parametrize("form", sorted(PRETTY))
def test_a_pretty_printed_document_is_read_the_same(tmp_path: Path, form: str) -> None:
    pretty = only(file_of(tmp_path, PRETTY[form], "run.json"))
    plain = only(file_of(tmp_path, WHOLE[form], "plain.json"))

    assert (pretty.format, shown(pretty), pretty.damage) == (form, shown(plain), ())
    assert pretty.lines is not None
    assert pretty.lines.physical == PRETTY[form].count("\n") + 1


def test_a_document_under_a_name_of_lines_is_read_and_that_is_said(tmp_path: Path) -> None:
    lines = only(file_of(tmp_path, PRETTY["envelope"], "run.jsonl"))
    document = only(file_of(tmp_path, PRETTY["envelope"], "run.json"))

    ((_, message),) = noticed(lines, "not-jsonl")
    assert "agentfootprint.recording.v1" in message
    assert noticed(document, "not-jsonl") == []
    assert shown(lines) == shown(document)


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("form", sorted(ARRAYS))
def test_an_array_of_records_is_read_as_its_rows(
    tmp_path: Path, form: str, indent: int | None
) -> None:
    recording = only(file_of(tmp_path, json.dumps(ARRAYS[form], indent=indent)))

    assert (recording.format, recording.damage) == (form, ())
    assert shown(recording) == [("kb", ["a.md#0"])]
    assert len(noticed(recording, "not-jsonl")) == 1


@pytest.mark.parametrize("indent", [None, 2])
def test_an_array_of_envelopes_is_a_recording_each(tmp_path: Path, indent: int | None) -> None:
    both = [envelope(COMMITS), envelope(numbered(seed(), retrieved(record(row("b.md#0")))))]

    recordings = load(file_of(tmp_path, json.dumps(both, indent=indent)))

    assert [(one.format, shown(one)) for one in recordings] == [
        ("envelope", [("kb", ["a.md#0"])]),
        ("envelope", [("kb", ["b.md#0"])]),
    ]


def test_one_envelope_a_line_is_a_recording_each_with_its_own_run(tmp_path: Path) -> None:
    first, second = envelope(COMMITS), envelope(COMMITS)
    second["run"] |= {"runId": "run-2", "complete": False, "droppedEvents": 3}

    recordings = load(written(tmp_path, first, "", second))

    assert [(one.run.run_id, one.run.complete) for one in recordings] == [
        ("run-1", True),
        ("run-2", False),
    ]
    assert [one.run.dropped_events for one in recordings] == [0, 3]
    assert [one.damage for one in recordings] == [(), ()]


def test_a_broken_line_among_envelopes_costs_only_itself(tmp_path: Path) -> None:
    recordings = load(written(tmp_path, envelope(COMMITS), '{"format":', envelope(COMMITS)))

    assert [shown(one) for one in recordings if one.retrievals] == [[("kb", ["a.md#0"])]] * 2
    assert {one.line for each in recordings for one in each.damage} == {2}


def test_documents_one_after_the_other_are_recordings_of_their_own(tmp_path: Path) -> None:
    text = PRETTY["envelope"] + "\n" + PRETTY["envelope"] + "\n"

    recordings = load(file_of(tmp_path, text, "run.json"))

    assert [shown(one) for one in recordings] == [[("kb", ["a.md#0"])]] * 2


def test_the_facts_of_an_envelope_are_those_of_its_run(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, envelope(COMMITS, EVENTS))

    assert recording.run.run_id == "run-1"
    assert (recording.run.complete, recording.run.dropped_events) == (True, 0)
    assert (recording.run.producer or {})["footprintjsVersion"] == "9.15.1"
    assert recording.commits == 2


def test_a_bare_recording_does_not_say_whether_it_is_complete(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, BARE)

    assert (recording.run.complete, recording.run.dropped_events) == (None, None)
    assert recording.run.run_ids == ("run-1",)


# Refused by name


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(
    "name", ["agentfootprint.recording.v2", "agentfootprint.recording.packed.v1", "x"]
)
def test_a_document_of_an_unknown_format_is_refused_by_its_name(
    tmp_path: Path, name: str, indent: int | None
) -> None:
    packed = envelope(COMMITS) | {"format": name}

    with pytest.raises(InputError) as raised:
        load(file_of(tmp_path, json.dumps(packed, indent=indent), "run.json"))

    assert f'"{name}"' in raised.value.why
    assert not raised.value.no_recording


def test_a_packed_recording_whose_parts_are_texts_is_refused_by_its_name(tmp_path: Path) -> None:
    packed = {
        "format": "agentfootprint.recording.packed.v1",
        "run": {"runId": "run-1"},
        "recording": "H4sIAAAA",
        "commitLog": COMMITS,
    }

    with pytest.raises(InputError, match=r"agentfootprint\.recording\.packed\.v1"):
        load(written(tmp_path, packed))


@pytest.mark.parametrize("name", ["agentfootprint.recording.v2", "x.packed"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_line_of_an_unknown_format_among_others_is_named_and_the_others_are_read(
    tmp_path: Path, name: str, place: int
) -> None:
    lines = [envelope(COMMITS), envelope(COMMITS)]
    lines.insert(place, envelope(COMMITS) | {"format": name})

    recordings = load(written(tmp_path, *lines))

    assert [shown(one) for one in recordings if one.retrievals] == [[("kb", ["a.md#0"])]] * 2
    told = [one for each in recordings for one in each.damage]
    assert [(one.line, one.kind, one.recovered) for one in told] == [
        (place + 1, "mixed-formats", False)
    ]
    assert name in told[0].detail


def test_a_snapshot_that_names_a_format_is_not_taken_for_a_bare_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="strange"):
        load(written(tmp_path, SNAPSHOT | {"format": "strange"}))


# Mixed


@pytest.mark.parametrize(
    ("lines", "form", "kind"),
    [
        ([*COMMITS, EVENTS[0]], "commit-log", "event"),
        ([*EVENTS, COMMITS[1]], "events", "commit"),
        ([*EVIDENCE, COMMITS[1]], "evidence", "commit"),
        ([*COMMITS, EVIDENCE[0]], "commit-log", "evidence"),
    ],
)
def test_a_line_of_another_format_is_named_and_not_read(
    tmp_path: Path, lines: list[Any], form: str, kind: str
) -> None:
    recordings = load(written(tmp_path, *lines))

    assert [one.format for one in recordings] == [form]
    assert shown(recordings[0]) == [("kb", ["a.md#0"])]
    ((line, what),) = damaged(recordings[0])
    assert (line, what) == (len(lines), "mixed-formats")
    assert kind in recordings[0].damage[0].detail


@pytest.mark.parametrize(
    "lines",
    [[envelope(COMMITS), COMMITS[1]], [EVENTS[0], envelope(COMMITS)], [BARE, EVIDENCE[0]]],
    ids=["commit after envelope", "envelope after event", "evidence after recording"],
)
def test_a_whole_document_and_lines_in_one_file_are_named(tmp_path: Path, lines: list[Any]) -> None:
    recordings = load(written(tmp_path, *lines))

    assert {(one.line, one.kind) for each in recordings for one in each.damage} == {
        (2, "mixed-formats")
    }


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_declared_tool_in_an_event_stream_is_no_damage(tmp_path: Path, place: int) -> None:
    lines: list[Any] = [*EVENTS]
    lines.insert(place, SCHEMA)

    recording = recording_of(tmp_path, *lines)

    assert (recording.format, recording.damage, recording.noticed) == ("events", (), ())
    assert shown(recording) == [("kb", ["a.md#0"])]


# Nothing to read


@pytest.mark.parametrize(("text", "physical"), [("", 0), ("\n", 1), ("\r\n \n\t\n", 3)])
def test_a_file_without_a_record_is_an_empty_file(tmp_path: Path, text: str, physical: int) -> None:
    recording = only(file_of(tmp_path, text))

    assert (recording.format, recording.retrievals) == (None, ())
    assert [(one.code, one.level) for one in recording.noticed] == [("empty-file", "error")]
    assert recording.lines is not None
    assert (recording.lines.physical, recording.lines.blank) == (physical, physical)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("{}", "an empty object"),
        ('{"name": "footprint", "version": 2}', "name, version"),
        ('{"kind": "note"}', 'kind "note"'),
        ("42", "number"),
        ('"text"', "string"),
        ("null", "null"),
        ("true", "boolean"),
        ("[]", "empty"),
        ("[1, 2]", "number"),
        ('{\n  "name": "footprint"\n}', "name"),
        ("[\n]", "no recording"),
        ('{"a": 1}\n{"a": 2}', "keys a"),
    ],
)
def test_a_file_that_is_something_else_is_refused_by_what_it_holds(
    tmp_path: Path, text: str, held: str
) -> None:
    path = file_of(tmp_path, text)

    with pytest.raises(InputError) as raised:
        load(path)

    assert raised.value.no_recording
    assert raised.value.source == str(path)
    assert held in raised.value.why


@pytest.mark.parametrize("text", ["not json at all", "{{{", "<html>\n</html>", "\x00\x00"])
def test_a_file_of_which_nothing_can_be_read_is_damage(tmp_path: Path, text: str) -> None:
    recording = only(file_of(tmp_path, text))

    assert recording.format is None
    assert "unreadable" in [one.kind for one in recording.damage]


@pytest.mark.parametrize(
    "stranger", ["42", "{}", '{"name": "x"}', '"text"', "null", '{"kind": "note"}', "[1]"]
)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_line_of_an_unknown_kind_is_said_and_the_others_are_read(
    tmp_path: Path, stranger: str, place: int
) -> None:
    lines: list[Any] = [*COMMITS]
    lines.insert(place, stranger)

    recording = recording_of(tmp_path, *lines)

    assert (recording.format, shown(recording)) == ("commit-log", [("kb", ["a.md#0"])])
    assert [line for line, _ in noticed(recording, "unknown-line")] == [place + 1]
    assert recording.commits == 2


def test_lines_of_an_unknown_kind_are_counted(tmp_path: Path) -> None:
    notes = [{"kind": "note", "n": number} for number in range(3)]

    recording = recording_of(tmp_path, *COMMITS, *notes)

    ((line, message),) = noticed(recording, "unknown-line")
    assert line == 3
    assert '3 lines of a kind this version does not know: kind "note"' in message


def test_a_folder_is_not_a_recording(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        load(tmp_path)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError) as raised:
        load(tmp_path / "none.jsonl")

    assert raised.value.source.endswith("none.jsonl")


# Envelopes of other shapes


def without(path: str) -> Any:
    whole = envelope(COMMITS, EVENTS)
    *parents, last = path.split(".")
    inner = whole
    for segment in parents:
        inner = inner[segment]
    del inner[last]
    return whole


@pytest.mark.parametrize(
    "path", ["recording", "recording.snapshot", "recording.snapshot.commitLog"]
)
def test_an_envelope_without_its_log_says_what_is_missing(tmp_path: Path, path: str) -> None:
    recording = recording_of(tmp_path, without(path))

    assert recording.format == "envelope"
    assert recording.damage != ()
    assert {one.kind for one in recording.damage} == {"incomplete-document"}
    assert any("commit" in one.detail for one in recording.damage)


def test_an_envelope_without_its_snapshot_still_has_what_its_events_tell(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, without("recording.snapshot"))

    assert [(one.evidence_from, chunks(one)) for one in recording.retrievals] == [
        ("event", ["a.md#0"])
    ]


@pytest.mark.parametrize(
    "path", ["recording.events", "recording.structure", "configuration", "run", "producer"]
)
def test_an_envelope_without_another_part_is_undamaged(tmp_path: Path, path: str) -> None:
    recording = recording_of(tmp_path, without(path))

    assert recording.damage == ()
    assert shown(recording) == [("kb", ["a.md#0"])]


def test_a_commit_of_an_envelope_that_is_refused_is_damage_with_its_place(tmp_path: Path) -> None:
    recording = recording_of(tmp_path, envelope([COMMITS[0], 7, {"idx": 2}, FOUND]))

    assert [one.kind for one in recording.damage] == ["refused-commit", "refused-commit"]
    assert ["commitLog[1]" in one.detail for one in recording.damage] == [True, False]
    assert "commitLog[2]" in recording.damage[1].detail
    assert shown(recording) == [("kb", ["a.md#0"])]


def test_an_event_of_an_envelope_that_is_no_object_is_damage_with_its_place(
    tmp_path: Path,
) -> None:
    recording = recording_of(tmp_path, envelope(COMMITS, [EVENTS[0], "x", EVENTS[1]]))

    assert [one.kind for one in recording.damage] == ["not-an-event"]
    assert "events[1]" in recording.damage[0].detail


@pytest.mark.parametrize(
    ("name", "value", "read"),
    [
        ("complete", "true", None),
        ("complete", 1, None),
        ("droppedEvents", True, None),
        ("droppedEvents", "3", None),
        ("runId", ["run-1"], None),
        ("runId", 7, "7"),
        ("sessionId", None, None),
    ],
)
def test_a_fact_of_another_type_is_not_recorded(
    tmp_path: Path, name: str, value: Any, read: str | None
) -> None:
    whole = envelope(COMMITS)
    whole["run"][name] = value
    run = recording_of(tmp_path, whole).run

    fields = {
        "complete": run.complete,
        "droppedEvents": run.dropped_events,
        "runId": run.run_id,
        "sessionId": run.session_id,
    }
    assert fields[name] == read


ENVELOPES = [
    json.loads((FIXTURES / f"{name}.envelope.json").read_text())
    for name in ("some-below-threshold", "evidence-in-nested-log")
]
RICH = envelope(
    [*COMMITS, bundle("tools#9", {at("history"): [{"role": "tool"}]}, "append")],
    [*EVENTS, event("stream.tool_start", {"toolName": "a", "toolCallId": "c"})],
    memories=[{"id": "kb", "type": "semantic"}],
    nested={"sf-memory-read-kb#1": [bundle("", {}), bundle("x#2", {"retrieved": record(row())})]},
    initialState={"history": []},
    executionTree={"errors": {"a": "b"}, "next": {"children": [{}]}},
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(["", "REDACTED", "#", "/#1", "set", "delete", "consumer-scope", "\x1f"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(["id", "trace", "path", "payload", "runId", "candidates"]),
            inner,
            max_size=2,
        )
    ),
    max_leaves=4,
)


def replaced(whole: Any, data: st.DataObject) -> Any:
    """The value with one of its parts, however deep, exchanged for another value."""
    changed = deepcopy(whole)
    inner = changed
    while True:
        place = data.draw(
            st.sampled_from(sorted(inner) if isinstance(inner, dict) else range(len(inner)))
        )
        deeper = isinstance(inner[place], dict | list) and inner[place]
        if not deeper or data.draw(st.integers(0, 7)) == 0:
            inner[place] = data.draw(JSON)
            return changed
        inner = inner[place]


@pytest.mark.parametrize("whole", [*ENVELOPES, RICH], ids=["searched", "nested", "rich"])
@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_value_of_any_type_anywhere_never_ends_the_reading(
    whole: Any, data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder:
        path = written(Path(folder), replaced(whole, data))
        try:
            recordings = load(path)
        except InputError as refused:
            assert refused.why  # noqa: PT017 (most are read)
            return

    assert [one.format for one in recordings] != []


OWN = record(row("own.md#0"), memoryId="own")
OWN_STEP = "sf-memory-read-own/load-relevant#2"


@pytest.mark.parametrize(
    ("good", "lines"),
    [
        (numbered(seed(turnNumber=9), retrieved(OWN, "own")), COMMITS),
        ([event("memory.retrieved", OWN, OWN_STEP, "run-9")], EVENTS),
        ([OWN], EVIDENCE),
    ],
    ids=["commits", "events", "evidence"],
)
@given(data=st.data())
@settings(deadline=None)
def test_a_value_of_any_type_in_a_line_costs_no_other_line(
    good: list[Any], lines: list[Any], data: st.DataObject
) -> None:
    strange = replaced(lines, data)

    with TemporaryDirectory() as folder:
        recording, *_ = load(written(Path(folder), *good, *strange))

    assert ("own", ["own.md#0"]) in [
        (one.retriever, chunks(one)) for one in recording.retrievals if one.retriever == "own"
    ]


# Nothing is swallowed


@pytest.mark.parametrize("name", ["trace", "runtimeStageId"])
def test_a_commit_that_lacks_a_part_is_refused_and_not_passed_over(
    tmp_path: Path, name: str
) -> None:
    lacking = {key: value for key, value in COMMITS[1].items() if key != name}

    recording = recording_of(tmp_path, *COMMITS, lacking)

    assert damaged(recording) == [(3, "refused-commit")]


@pytest.mark.parametrize(
    ("part", "value"),
    [("events", "x"), ("events", {"0": EVENTS[0]}), ("events", 0)],
)
def test_events_that_are_no_list_are_damage(tmp_path: Path, part: str, value: Any) -> None:
    whole = envelope(COMMITS)
    whole["recording"][part] = value

    recording = recording_of(tmp_path, whole)

    assert [(one.kind, one.recovered) for one in recording.damage] == [
        ("incomplete-document", False)
    ]
    assert part in recording.damage[0].detail


@pytest.mark.parametrize("part", ["subflowResults", "initialState"])
@pytest.mark.parametrize("value", [[], "x", True])
def test_a_part_of_a_snapshot_that_is_no_object_is_damage(
    tmp_path: Path, part: str, value: Any
) -> None:
    recording = recording_of(tmp_path, envelope(COMMITS, **{part: value}))

    assert [(one.kind, one.recovered) for one in recording.damage] == [
        ("incomplete-document", False)
    ]
    assert part in recording.damage[0].detail


@pytest.mark.parametrize("size", [10, 100_000])
def test_what_a_key_given_twice_hides_is_damage_in_a_line_of_any_length(
    tmp_path: Path, size: int
) -> None:
    commit = json.dumps(COMMITS[1] | {"x": "x" * size})
    twice = commit[:-1] + ', "trace": []}'
    asked = json.dumps(EVENTS[0] | {"x": "x" * size})
    other = asked[:-1] + ', "type": "agentfootprint.stream.token"}'

    for lines in ([COMMITS[0], twice], [EVENTS[1], other]):
        assert damaged(recording_of(tmp_path, *lines)) == [(2, "duplicate-key")]


def test_the_digits_of_a_number_in_an_array_line_of_any_length_are_kept(tmp_path: Path) -> None:
    number = 12345678901234567890123
    found = retrieved(record(row(number))) | {"x": "x" * 100_000}

    recording = recording_of(tmp_path, [seed(), found])

    assert shown(recording) == [("kb", [str(number)])]
