from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.model.evidence import Retrieval, Withheld
from tests.log import (
    GONE,
    REDACTED,
    bundle,
    chunks,
    envelope,
    key,
    listed,
    mount,
    noticed,
    numbered,
    record,
    recording_of,
    refused_row,
    retrieved,
    row,
    seed,
    written,
)
from tests.recorded import as_recorded


def retrievals_of(tmp_path: Path, *bundles: dict[str, Any]) -> tuple[Retrieval, ...]:
    return recording_of(tmp_path, *numbered(seed(), *bundles)).retrievals


def only_of(tmp_path: Path, *bundles: dict[str, Any]) -> Retrieval:
    (retrieval,) = retrievals_of(tmp_path, *bundles)
    return retrieval


def withheld_of(tmp_path: Path, *bundles: dict[str, Any]) -> Withheld:
    retrieval = only_of(tmp_path, *bundles)
    assert retrieval.evidence is None
    assert retrieval.withheld is not None
    return retrieval.withheld


# What one commit says


def test_a_record_is_read_whole_with_its_step_and_its_line(tmp_path: Path) -> None:
    whole = record(row("tides.md#3", page=7, promptFragment="At noon.", promptPosition=0), row())

    retrieval = only_of(tmp_path, retrieved(whole))

    assert retrieval.evidence is not None
    assert as_recorded(retrieval.evidence) == whole
    assert (retrieval.retriever, retrieval.step, retrieval.line) == ("kb", mount(), 2)
    assert retrieval.evidence_from == "commit"


def test_a_record_in_one_piece_is_the_same_as_one_written_field_by_field(tmp_path: Path) -> None:
    whole = record(row(), refused_row())

    apart = only_of(tmp_path, retrieved(whole))
    together = only_of(tmp_path, bundle(mount(), {key(): whole}))

    assert together == apart


def test_evidence_that_is_merged_is_read(tmp_path: Path) -> None:
    whole = record(row(), refused_row())

    merged = only_of(tmp_path, bundle(mount(), {key(): whole}, "merge"))

    assert merged.evidence == only_of(tmp_path, retrieved(whole)).evidence


def test_a_field_that_is_merged_later_joins_the_record(tmp_path: Path) -> None:
    first = retrieved(record(row()))
    second = bundle(mount(), {key(): {"threshold": 0.9, "k": 1}}, "merge")

    retrieval = only_of(tmp_path, first, second)

    assert retrieval.evidence is not None
    assert (retrieval.evidence.threshold, retrieval.evidence.k) == (0.9, 1)
    assert chunks(retrieval) == ["a.md#0"]


def test_several_retrievers_of_one_run_are_retrievals_of_their_own(tmp_path: Path) -> None:
    found = retrievals_of(
        tmp_path,
        retrieved(record(row("tides.md#0")), "tides", 1),
        retrieved(record(row("crane.md#0")), "crane", 5),
        retrieved(record(row("tides.md#1")), "tides", 30),
    )

    assert [(one.retriever, chunks(one), one.line) for one in found] == [
        ("tides", ["tides.md#0"], 2),
        ("crane", ["crane.md#0"], 3),
        ("tides", ["tides.md#1"], 4),
    ]


def test_one_commit_that_writes_for_two_retrievers_is_two_retrievals(tmp_path: Path) -> None:
    values = {key("tides"): record(row("t.md#0")), key("crane"): record(row("c.md#0"))}

    found = retrievals_of(tmp_path, bundle("both#1", values))

    assert [(one.retriever, chunks(one)) for one in found] == [
        ("tides", ["t.md#0"]),
        ("crane", ["c.md#0"]),
    ]


def test_a_step_that_commits_twice_is_one_retrieval_on_its_first_line(tmp_path: Path) -> None:
    first = retrieved(record(row(), row("b.md#0"), admittedCount=2))
    picked = [row(), refused_row("b.md#0", reason="over-max-entries")]
    second = retrieved({"candidates": picked, "admittedCount": 1})

    retrieval = only_of(tmp_path, first, second)

    assert retrieval.line == 2
    assert [one.reason for one in listed(retrieval)] == [None, "over-max-entries"]
    assert retrieval.evidence is not None
    assert retrieval.evidence.admitted_count == 1
    assert retrieval.earlier_candidates == 0


def test_a_list_of_candidates_that_is_empty_is_not_one_that_is_not_recorded(
    tmp_path: Path,
) -> None:
    bare = record()
    del bare["candidates"]

    empty = only_of(tmp_path, retrieved(record()))
    absent = only_of(tmp_path, retrieved(bare))

    assert (chunks(empty), empty.withheld) == ([], None)
    assert absent.evidence is not None
    assert (absent.evidence.candidates, absent.withheld) == (None, None)


# What is left out is unchanged


@pytest.mark.parametrize("field", ["strategy", "threshold", "namespace", "candidates"])
def test_a_field_that_a_later_retrieval_leaves_out_is_unchanged(tmp_path: Path, field: str) -> None:
    first, second = record(row(), threshold=0.7), record(row("b.md#0"), queryHash="2a466908")
    del second[field]

    _, later = retrievals_of(tmp_path, retrieved(first), retrieved(second, number=9))

    assert later.evidence is not None
    assert as_recorded(later.evidence) == {**second, field: first[field]}


def test_a_retrieval_that_changes_one_number_is_a_retrieval(tmp_path: Path) -> None:
    first, second = retrievals_of(
        tmp_path, retrieved(record(row())), retrieved({"queryHash": "95d676dd"}, number=9)
    )

    assert first.evidence is not None
    assert second.evidence is not None
    assert (first.evidence.query_hash, second.evidence.query_hash) == ("6eeb4f81", "95d676dd")
    assert (chunks(second), second.earlier_candidates) == (["a.md#0"], 0)


def test_a_field_that_is_set_to_nothing_is_gone(tmp_path: Path) -> None:
    _, later = retrievals_of(
        tmp_path, retrieved(record(row())), retrieved({"threshold": GONE}, number=9)
    )

    assert later.evidence is not None
    assert later.evidence.threshold is None


EARLIER = [row("a.md#0"), refused_row("b.md#0")]
LATER = [row("c.md#0"), refused_row("d.md#0"), refused_row("e.md#0")]


def appended(verb: str) -> list[dict[str, Any]]:
    """A second retrieval whose list the engine put behind that of the first."""
    list_of = LATER if verb == "append" else EARLIER + LATER
    second = record(*LATER) | {"candidates": list_of}
    return [
        retrieved(record(*EARLIER)),
        retrieved(second, number=9, verbs={key("kb", "candidates"): verb}),
    ]


@pytest.mark.parametrize("verb", ["append", "set"])
def test_a_list_that_was_put_behind_an_earlier_one_is_cut_and_that_is_kept(
    tmp_path: Path, verb: str
) -> None:
    first, second = retrievals_of(tmp_path, *appended(verb))

    assert (chunks(first), first.earlier_candidates) == (["a.md#0", "b.md#0"], 0)
    assert (chunks(second), second.earlier_candidates) == (["c.md#0", "d.md#0", "e.md#0"], 2)


@pytest.mark.parametrize("verb", ["append", "set"])
def test_a_third_list_is_cut_behind_both(tmp_path: Path, verb: str) -> None:
    last = [row("f.md#0")]
    rows = last if verb == "append" else EARLIER + LATER + last
    third = record(*last) | {"candidates": rows}

    *_, found = retrievals_of(
        tmp_path,
        *appended(verb),
        retrieved(third, number=20, verbs={key("kb", "candidates"): verb}),
    )

    assert (chunks(found), found.earlier_candidates) == (["f.md#0"], 5)


def test_a_retrieval_after_an_appended_list_that_leaves_its_list_out_has_only_its_own(
    tmp_path: Path,
) -> None:
    *_, third = retrievals_of(
        tmp_path, *appended("append"), retrieved({"queryHash": "95d676dd"}, number=20)
    )

    assert chunks(third) == ["c.md#0", "d.md#0", "e.md#0"]


def test_a_list_that_replaces_another_of_its_length_is_not_cut(tmp_path: Path) -> None:
    _, second = retrievals_of(
        tmp_path, retrieved(record(*LATER)), retrieved(record(*LATER[::-1]), number=9)
    )

    assert (chunks(second), second.earlier_candidates) == (["e.md#0", "d.md#0", "c.md#0"], 0)


def test_a_longer_list_that_does_not_begin_with_the_earlier_one_is_not_cut(
    tmp_path: Path,
) -> None:
    rows = [row(f"{name}.md#1") for name in "pqrst"]
    miscounted = record(*rows, consideredCount=3)

    _, second = retrievals_of(
        tmp_path, retrieved(record(*EARLIER)), retrieved(miscounted, number=9)
    )

    assert len(chunks(second)) == 5
    assert second.earlier_candidates == 0


def test_a_list_after_a_deletion_is_not_cut(tmp_path: Path) -> None:
    tidy = bundle("tidy#5", {key(): GONE}, "delete")

    *_, second = retrievals_of(
        tmp_path,
        retrieved(record(*EARLIER)),
        tidy,
        retrieved(record(*LATER), number=9, verbs={key("kb", "candidates"): "append"}),
    )

    assert (chunks(second), second.earlier_candidates) == (["c.md#0", "d.md#0", "e.md#0"], 0)


# Withheld by redaction


def test_a_key_redacted_as_a_whole_withholds_the_retrieval(tmp_path: Path) -> None:
    hidden = bundle(mount(), {key(): REDACTED}, redacted=[key()])

    assert withheld_of(tmp_path, hidden).kind == "redacted"


@pytest.mark.parametrize("verb", ["set", "append", "merge"])
def test_a_whole_key_is_withheld_whatever_the_verb(tmp_path: Path, verb: str) -> None:
    hidden = bundle(mount(), {key(): REDACTED}, verb, redacted=[key()])

    assert withheld_of(tmp_path, hidden).kind == "redacted"


def test_a_redacted_field_is_not_recorded_and_is_named(tmp_path: Path) -> None:
    hidden = retrieved(
        record(row()) | {"threshold": REDACTED, "namespace": REDACTED},
        redacted=[key("kb", "threshold"), key("kb", "namespace")],
    )

    retrieval = only_of(tmp_path, hidden)

    assert retrieval.evidence is not None
    assert (retrieval.evidence.threshold, retrieval.evidence.namespace) == (None, None)
    assert retrieval.evidence.odd == {}
    assert retrieval.withheld_fields == ("namespace", "threshold")
    assert chunks(retrieval) == ["a.md#0"]


def test_a_list_of_candidates_that_is_redacted_withholds_the_retrieval(tmp_path: Path) -> None:
    hidden = retrieved(record(row()) | {"candidates": REDACTED}, redacted=[key("kb", "candidates")])

    assert withheld_of(tmp_path, hidden).kind == "redacted"


def test_evidence_redacted_leaf_by_leaf_withholds_the_retrieval(tmp_path: Path) -> None:
    leaves = dict.fromkeys(record(), REDACTED)

    hidden = retrieved(leaves, redacted=[key("kb", name) for name in leaves])

    assert withheld_of(tmp_path, hidden).kind == "redacted"


@pytest.mark.parametrize("deep", [False, True], ids=["list named", "leaves named"])
def test_rows_redacted_leaf_by_leaf_name_no_chunk(tmp_path: Path, deep: bool) -> None:
    rows = [dict.fromkeys(row(), REDACTED) for _ in range(2)]
    named = [
        key("kb", "candidates", str(place), name) for place, one in enumerate(rows) for name in one
    ]

    hidden = retrieved(
        record(row(), row()) | {"candidates": rows},
        redacted=named if deep else [key("kb", "candidates")],
    )

    assert withheld_of(tmp_path, hidden).kind == "redacted"


def test_a_field_of_a_row_that_is_redacted_is_not_taken_for_its_value(tmp_path: Path) -> None:
    rows = [row("a.md#0", heading=REDACTED), row("b.md#0", heading="Tides")]
    hidden = retrieved(record(*rows), redacted=[key("kb", "candidates", "0", "heading")])

    first, second = listed(only_of(tmp_path, hidden))

    assert (first.id, first.heading) == ("a.md#0", None)
    assert (second.id, second.heading) == ("b.md#0", "Tides")


def test_a_field_redacted_in_a_record_of_one_piece_is_not_recorded(tmp_path: Path) -> None:
    whole = record(row()) | {"threshold": REDACTED}

    retrieval = only_of(
        tmp_path, bundle(mount(), {key(): whole}, redacted=[key("kb", "threshold")])
    )

    assert retrieval.evidence is not None
    assert (retrieval.evidence.threshold, retrieval.evidence.odd) == (None, {})
    assert retrieval.withheld_fields == ("threshold",)


def test_what_was_withheld_once_can_be_recorded_in_clear_later(tmp_path: Path) -> None:
    hidden = bundle(mount(), {key(): REDACTED}, redacted=[key()])

    first, second = retrievals_of(tmp_path, hidden, retrieved(record(row()), number=9))

    assert first.withheld is not None
    assert (second.withheld, second.withheld_fields) == (None, ())
    assert chunks(second) == ["a.md#0"]


def test_a_field_that_was_withheld_can_be_recorded_in_clear_later(tmp_path: Path) -> None:
    hidden = retrieved(record(row()) | {"threshold": REDACTED}, redacted=[key("kb", "threshold")])

    first, second = retrievals_of(tmp_path, hidden, retrieved({"threshold": 0.7}, number=9))

    assert first.withheld_fields == ("threshold",)
    assert second.evidence is not None
    assert (second.evidence.threshold, second.withheld_fields) == (0.7, ())


def test_a_field_that_was_withheld_stays_so_where_a_later_retrieval_leaves_it_out(
    tmp_path: Path,
) -> None:
    hidden = retrieved(record(row()) | {"threshold": REDACTED}, redacted=[key("kb", "threshold")])

    _, second = retrievals_of(tmp_path, hidden, retrieved({"k": 9}, number=9))

    assert second.evidence is not None
    assert (second.evidence.threshold, second.evidence.odd) == (None, {})
    assert second.withheld_fields == ("threshold",)


def test_clear_and_then_withheld_leaves_the_clear_one_standing(tmp_path: Path) -> None:
    hidden = bundle(mount("kb", 9), {key(): REDACTED}, redacted=[key()])

    first, second = retrievals_of(tmp_path, retrieved(record(row())), hidden)

    assert chunks(first) == ["a.md#0"]
    assert (second.evidence, second.withheld is not None) == (None, True)


def test_the_word_redacted_is_a_value_where_no_redaction_is_listed(tmp_path: Path) -> None:
    whole = record(row(REDACTED, heading=REDACTED), strategy=REDACTED)

    retrieval = only_of(tmp_path, retrieved(whole))

    assert retrieval.evidence is not None
    assert as_recorded(retrieval.evidence) == whole
    assert retrieval.withheld_fields == ()


def test_a_key_that_holds_the_word_and_is_not_listed_is_text(tmp_path: Path) -> None:
    assert withheld_of(tmp_path, bundle(mount(), {key(): REDACTED})).kind == "text"


def test_a_path_that_is_listed_and_still_in_clear_is_read(tmp_path: Path) -> None:
    leaking = retrieved(record(row()), redacted=[key(), key("kb", "threshold"), "never"])

    retrieval = only_of(tmp_path, leaking)

    assert retrieval.evidence is not None
    assert retrieval.evidence.threshold == 0.6
    assert (retrieval.withheld, retrieval.withheld_fields) == (None, ())


@pytest.mark.parametrize("listed_paths", [None, "retrievalEvidence_kb", [1, None], {}])
def test_redacted_paths_of_another_type_hide_nothing(tmp_path: Path, listed_paths: Any) -> None:
    odd = retrieved(record(row())) | {"redactedPaths": listed_paths}

    assert chunks(only_of(tmp_path, odd)) == ["a.md#0"]


def test_the_injected_text_of_a_redacted_injection_is_not_known(tmp_path: Path) -> None:
    step = bundle(
        mount(),
        {"memoryInjection_kb": REDACTED, key(): record(row())},
        redacted=["memoryInjection_kb"],
    )

    retrieval = only_of(tmp_path, step)

    assert (retrieval.injected, retrieval.injected_recorded) == (None, False)


# Something else in place of a record


def test_a_summary_marker_says_what_it_stands_for(tmp_path: Path) -> None:
    marker = {"__writeSummary": True, "type": "object", "size": 14}

    withheld = withheld_of(tmp_path, bundle(mount(), {key(): marker}))

    assert withheld.kind == "summary"
    assert "object, 14 keys" in withheld.detail


def test_a_record_that_was_cut_as_text_says_how_long_it_is_and_that_it_stops(
    tmp_path: Path,
) -> None:
    text = '{"strategy":"topK","candidates":[{"id":"orders.md#0","adm'

    withheld = withheld_of(tmp_path, bundle(mount(), {key(): text}))

    assert withheld.kind == "text"
    assert f"{len(text)} characters" in withheld.detail
    assert "stops mid-JSON" in withheld.detail
    assert "orders.md" not in withheld.detail


def test_a_whole_record_as_text_does_not_stop_in_the_middle(tmp_path: Path) -> None:
    withheld = withheld_of(tmp_path, bundle(mount(), {key(): '{"strategy":"topK"}'}))

    assert withheld.kind == "text"
    assert "stops" not in withheld.detail


@pytest.mark.parametrize(
    ("value", "told"),
    [(None, "null"), ([1, 2], "list of 2"), (7, "number 7"), (1.5, "1.5"), (True, "true")],
)
def test_what_is_no_record_is_said_by_its_type(tmp_path: Path, value: Any, told: str) -> None:
    withheld = withheld_of(tmp_path, bundle(mount(), {key(): value}))

    assert withheld.kind == "unreadable"
    assert told in withheld.detail


# Deleted


@pytest.mark.parametrize("verb", ["delete", "set"])
def test_a_deletion_after_the_retrieval_is_said_and_the_record_stands(
    tmp_path: Path, verb: str
) -> None:
    tidy = bundle("tidy#8", {key(): GONE}, verb)

    recording = recording_of(tmp_path, *numbered(seed(), retrieved(record(row())), tidy))

    (retrieval,) = recording.retrievals
    assert (chunks(retrieval), retrieval.withheld) == (["a.md#0"], None)
    ((line, message),) = noticed(recording, "evidence-deleted")
    assert line == 3
    assert f"{key()} was deleted at idx 2" in message


@pytest.mark.parametrize("verb", ["delete", "set"])
def test_a_deletion_of_what_the_log_never_held_is_a_withheld_retrieval(
    tmp_path: Path, verb: str
) -> None:
    withheld = withheld_of(tmp_path, bundle("tidy#8", {key(): GONE}, verb))

    assert withheld.kind == "deleted"
    assert "idx 1" in withheld.detail


def test_a_retrieval_after_a_deletion_starts_from_nothing(tmp_path: Path) -> None:
    tidy = bundle("tidy#8", {key(): GONE}, "delete")

    first, second = retrievals_of(
        tmp_path,
        retrieved(record(row(), threshold=0.7)),
        tidy,
        retrieved({"strategy": "mmr", "candidates": [row("b.md#0")]}, number=9),
    )

    assert chunks(first) == ["a.md#0"]
    assert second.evidence is not None
    assert (second.evidence.threshold, chunks(second)) == (None, ["b.md#0"])


def test_a_deletion_in_another_run_of_the_file_says_nothing_of_this_one(tmp_path: Path) -> None:
    first = numbered(seed(turnNumber=1), retrieved(record(row())))
    second = numbered(seed(turnNumber=2), bundle("tidy#1", {key(): GONE}, "delete"))

    found = recording_of(tmp_path, *first, *second).retrievals

    assert [one.withheld.kind if one.withheld else None for one in found] == [None, "deleted"]


def test_a_step_that_only_deletes_a_part_of_the_record_is_no_retrieval(tmp_path: Path) -> None:
    tidy = bundle("tidy#8", {key("kb", "candidates"): GONE}, "delete")

    assert chunks(only_of(tmp_path, retrieved(record(row())), tidy)) == ["a.md#0"]


# The ids of memories


@pytest.mark.parametrize(
    "retriever",
    [
        "kb/with/slash",
        "kb#2 odd",
        "two words",
        "kb\u241f1",
        "kb\x1e1",
        "a.b",
        "",
        "REDACTED",
        "日本",
    ],
)
def test_the_retriever_is_what_follows_the_prefix_of_the_key(
    tmp_path: Path, retriever: str
) -> None:
    injection = f"memoryInjection_{retriever}"
    step = retrieved(record(row()), retriever)
    step["trace"].append({"path": injection, "verb": "set"})
    step["overwrite"][injection] = [{"role": "system", "content": "At seven."}]

    retrieval = only_of(tmp_path, step)

    assert (retrieval.retriever, retrieval.step) == (retriever, mount(retriever))
    assert (retrieval.injected, chunks(retrieval)) == ("At seven.", ["a.md#0"])


def test_a_key_that_only_begins_like_evidence_of_another_is_its_own(tmp_path: Path) -> None:
    found = retrievals_of(
        tmp_path, retrieved(record(row()), "kb"), retrieved(record(row("b.md#0")), "kb2", 9)
    )

    assert [(one.retriever, chunks(one)) for one in found] == [
        ("kb", ["a.md#0"]),
        ("kb2", ["b.md#0"]),
    ]


# What went to the prompt


def test_the_injected_text_is_the_messages_of_this_retrieval(tmp_path: Path) -> None:
    def step(number: int, *contents: str) -> dict[str, Any]:
        messages = [{"role": "system", "content": text} for text in contents]
        values = {"memoryInjection_kb": messages, key("kb", "queryHash"): str(number)}
        return bundle(mount("kb", number), values)

    found = retrievals_of(tmp_path, step(1, "one", "two"), step(9))

    assert [(one.injected, one.injected_recorded) for one in found] == [
        ("one\n\ntwo", True),
        ("", True),
    ]


def test_an_appended_injection_is_only_what_was_appended(tmp_path: Path) -> None:
    def step(number: int, text: str, verb: str) -> dict[str, Any]:
        values = {
            "memoryInjection_kb": [{"role": "system", "content": text}],
            key("kb", "queryHash"): str(number),
        }
        return bundle(mount("kb", number), values, verbs={"memoryInjection_kb": verb})

    found = retrievals_of(tmp_path, step(1, "one", "set"), step(9, "two", "append"))

    assert [one.injected for one in found] == ["one", "two"]


def test_a_memory_that_injects_without_searching_is_no_retrieval(tmp_path: Path) -> None:
    window = bundle(
        mount("recent"), {"memoryInjection_recent": [{"role": "system", "content": "Hello."}]}
    )

    assert retrievals_of(tmp_path, window) == ()


# Nested logs


def test_the_seed_of_a_nested_log_is_no_retrieval(tmp_path: Path) -> None:
    inputs = bundle("", {key(): record(row("seeded.md#0"))})
    own = bundle("inner/" + mount("kb", 4), {key(): record(row("own.md#0"))})
    nested = {"inner#3": numbered(inputs, own)}

    (retrieval,) = recording_of(tmp_path, envelope(nested=nested)).retrievals

    assert (retrieval.step, chunks(retrieval)) == ("inner/sf-memory-read-kb#4", ["own.md#0"])


def test_a_nested_log_with_nothing_but_its_seed_holds_no_retrieval(tmp_path: Path) -> None:
    nested = {"inner#3": numbered(bundle("", {key(): record(row())}), bundle("inner/x#4"))}

    assert recording_of(tmp_path, envelope(nested=nested)).retrievals == ()


# A law

RETRIEVERS = ("tides", "crane", "kb/with#1")


def steps(
    lists: dict[str, list[list[str]]], order: Sequence[str], verb: str
) -> list[dict[str, Any]]:
    """Each retriever's records in its own order, interleaved; every list joins the one before."""
    taken: dict[str, list[str]] = {name: [] for name in RETRIEVERS}
    place = dict.fromkeys(RETRIEVERS, 0)
    bundles = []
    for number, name in enumerate(order, start=1):
        ids = lists[name][place[name]]
        place[name] += 1
        taken[name] += ids
        rows = [row(one) for one in (ids if verb == "append" else taken[name])]
        whole = record(*map(row, ids), queryHash=f"{number:x}") | {"candidates": rows}
        bundles.append(retrieved(whole, name, number, verbs={key(name, "candidates"): verb}))
    return bundles


@given(data=st.data(), verb=st.sampled_from(["append", "set"]))
def test_each_retriever_gets_the_records_written_for_it_in_their_order(
    data: st.DataObject, verb: str
) -> None:
    ids = st.lists(st.text("abc#/", max_size=3), min_size=1, max_size=4)
    lists = {name: data.draw(st.lists(ids, max_size=4)) for name in RETRIEVERS}
    order = data.draw(st.permutations([name for name in RETRIEVERS for _ in lists[name]]))

    with TemporaryDirectory() as folder:
        found = retrievals_of(Path(folder), *steps(lists, order, verb))

    assert [one.retriever for one in found] == list(order)
    for name in RETRIEVERS:
        own = [one for one in found if one.retriever == name]
        assert [chunks(one) for one in own] == lists[name]
        before = [sum(map(len, lists[name][:place])) for place in range(len(own))]
        assert [one.earlier_candidates for one in own] == before


def test_a_file_of_evidence_alone_has_its_retrievals_by_line(tmp_path: Path) -> None:
    path = written(tmp_path, record(row(), memoryId="kb"), "", record(row("b.md#0")))

    found = recording_of(tmp_path, *path.read_text().splitlines()).retrievals

    assert [(one.retriever, one.line, one.evidence_from) for one in found] == [
        ("kb", 1, "line"),
        (None, 3, "line"),
    ]


# A list that is changed in place


ROWS = [row("a.md#0"), row("b.md#0", rank=2)]


@pytest.mark.parametrize("number", [1, 9])
@pytest.mark.parametrize(
    ("verb", "path", "value"),
    [
        ("set", ("candidates", "1", "admitted"), False),
        ("set", ("candidates", "1"), row("b.md#0", rank=2, admitted=False)),
        ("merge", ("candidates", "1"), {"admitted": False}),
    ],
)
def test_a_row_that_is_changed_in_place_is_shown_as_it_then_is(
    tmp_path: Path, verb: str, path: tuple[str, ...], value: Any, number: int
) -> None:
    change = bundle(mount(number=number), {key("kb", *path): value}, verb)

    *_, found = retrievals_of(tmp_path, retrieved(record(*ROWS)), change)

    assert [(one.id, one.admitted) for one in listed(found)] == [
        ("a.md#0", True),
        ("b.md#0", False),
    ]


def test_a_row_of_an_appended_list_that_is_changed_in_place_keeps_its_place(tmp_path: Path) -> None:
    change = bundle(mount(number=9), {key("kb", "candidates", "3", "admitted"): True})

    *_, found = retrievals_of(tmp_path, *appended("append"), change)

    assert [(one.id, one.admitted) for one in listed(found)] == [
        ("c.md#0", True),
        ("d.md#0", True),
        ("e.md#0", False),
    ]
    assert found.earlier_candidates == 2


def test_a_change_in_place_shows_nothing_that_is_withheld_in_another_row(tmp_path: Path) -> None:
    hidden = [key("kb", "candidates", "0", "reason")]
    rows = [refused_row("a.md#0", reason=REDACTED), row("b.md#0", rank=2)]
    change = bundle(mount(number=9), {key("kb", "candidates", "1", "admitted"): False})

    _, found = retrievals_of(tmp_path, retrieved(record(*rows), redacted=hidden), change)

    assert [one.reason for one in listed(found)] == [None, None]
    assert found.withheld_fields == ("candidates.reason",)


def test_a_redacted_path_that_leads_into_no_list_is_borne(tmp_path: Path) -> None:
    odd = record(candidates={"zz": {"reason": REDACTED}}, consideredCount=1)
    hidden = [key("kb", "candidates", "zz", "reason")]

    (found,) = retrievals_of(tmp_path, retrieved(odd, redacted=hidden))

    assert found.evidence is not None
    assert found.evidence.candidates is None


@pytest.mark.parametrize("idx", [None, True, "3", [1]])
def test_a_deletion_without_a_number_names_none(tmp_path: Path, idx: Any) -> None:
    tidy = bundle("tidy#5", {key(): GONE}, "delete") | {"idx": idx}

    (message,) = [
        one.message
        for one in recording_of(tmp_path, retrieved(record(row())), tidy).noticed
        if one.code == "evidence-deleted"
    ]

    assert message == f"{key()} was deleted; what was recorded before it stands"


@pytest.mark.parametrize(
    ("marker", "told"),
    [
        ({}, ""),
        ({"type": "object"}, " (object)"),
        ({"size": 3}, " (3 keys)"),
        ({"type": "object", "size": 3}, " (object, 3 keys)"),
        ({"type": ["object"], "size": True}, ""),
    ],
)
def test_a_summary_marker_is_told_as_far_as_it_goes(
    tmp_path: Path, marker: dict[str, Any], told: str
) -> None:
    whole = {"__writeSummary": True} | marker

    (found,) = retrievals_of(tmp_path, bundle(mount(), {key(): whole}))

    assert found.withheld is not None
    assert found.withheld.detail == f"only a summary marker of {key()} was kept{told}"
