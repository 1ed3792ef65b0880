"""`footprint trace value|who-wrote|timeline|slice` as processes: answers, statuses, complaints."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from footprint_cli.render import Format
from tests.cli.recordings import CLEAN, DAMAGED
from tests.cli.schemas import violation
from tests.cli.screen import raw_controls
from tests.commit_logs import COMMIT_LOGS
from tests.log import at, bundle, numbered
from tests.oracles import RECORDINGS
from tests.program import FIXTURES, footprint, in_terminal
from tests.shared import needs_shared

SNAPSHOT = FIXTURES / "made" / "reads-recorded.snapshot.json"
EVENTS = FIXTURES / "some-below-threshold.events.ndjson"
SEVERAL = FIXTURES / "three-turns-in-one-file.commits.jsonl"


def document(*arguments: Any) -> dict[str, Any]:
    answer = footprint("trace", *arguments, "--format", "json")
    whole: dict[str, Any] = json.loads(answer.out)
    assert violation(whole, "trace") is None
    assert whole["exitStatus"] == answer.status
    return whole


def snapshot(
    path: Path, *bundles: dict[str, Any], reads: dict[str, list[str]], **rest: Any
) -> Path:
    """Write a snapshot whose tree has these reads, one step after the other."""
    tree: dict[str, Any] | None = None
    for step, keys in reversed(reads.items()):
        node = {"runtimeStageId": step, "stageReads": dict.fromkeys(keys, 0)}
        tree = node if tree is None else {**node, "next": tree}
    whole = {"sharedState": {}, "executionTree": tree, "commitLog": numbered(*bundles), **rest}
    path.write_text(json.dumps(whole), "utf-8")
    return path


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["value", "userMessage", CLEAN], 0),
        (["value", "userMessage", CLEAN, "--at", "@3"], 0),
        (["value", "userMessage", CLEAN, "--at", "3"], 0),
        (["value", "userMessage", CLEAN, "--at", "seed#0"], 0),
        (["value", "userMesage", CLEAN], 3),
        (["value", "userMesage", CLEAN, "--exit-zero"], 0),
        (["value", "userMessage", CLEAN, "--at", "no-such#1"], 2),
        (["value", "userMessage", CLEAN, "--at", "@99"], 2),
        (["value", "userMessage", DAMAGED], 3),
        (["value", "userMessage", EVENTS], 3),
        (["value", "userMessage", SEVERAL], 4),
        (["value", "userMessage", "no-such-file"], 4),
        (["value", "userMessage", SNAPSHOT], 0),
        (["value", "userMessage", SNAPSHOT, "--in", "nothing#1"], 2),
        (["value"], 2),
        (["who-wrote", "history", CLEAN], 0),
        (["who-wrote", "history", CLEAN, "--before", "seed#0"], 0),
        (["who-wrote", "nobody", CLEAN], 3),
        (["timeline", "history", CLEAN], 3),
        (["timeline", "history", SNAPSHOT], 0),
        (["slice", "llmLatestContent", CLEAN], 3),
        (["slice", "llmLatestContent", SNAPSHOT], 0),
        (["slice", "llmLatestContent", SNAPSHOT, "--depth", "1"], 3),
        (["slice", "userMessage", SNAPSHOT, "--forward"], 0),
        (["slice", "userMessage", SNAPSHOT, "--forward", "--before", "@1"], 2),
    ],
)
def test_the_status_says_whether_all_was_told(arguments: list[Any], status: int) -> None:
    assert footprint("trace", *arguments).status == status


def test_a_slice_of_the_answer_reaches_the_passages() -> None:
    whole = document("slice", "finalContent", SNAPSHOT)
    told = json.loads(
        CLEAN.with_name("expected")
        .joinpath(f"{CLEAN.stem.partition('.')[0]}.json")
        .read_text("utf-8")
    )
    admitted = {
        one["id"]: (one["rank"], one["promptPosition"])
        for each in told["retrievals"]
        for one in each["candidates"]
        if one["admitted"]
    }

    assert {
        one["chunk"]: (one["rank"], one["promptPosition"]) for one in whole["passages"]
    } == admitted
    assert "exchanger.md#2 (rank 1, position 2)" in whole["sentence"]
    assert [one["basis"] for one in whole["edges"]].count("contents") == 1


def test_without_reads_the_prompt_still_tells_the_chunks_and_nothing_is_said_of_the_rest() -> None:
    whole = document("slice", "llmLatestContent", CLEAN)

    assert whole["reads"]["recorded"] is False
    assert whole["passages"]
    assert [one["code"] for one in whole["findings"] if one["open"]] == ["reads-not-recorded"]
    text = " ".join(footprint("trace", "slice", "userMessage", CLEAN, "-f", "table").text.split())
    assert "reads: not recorded" in text
    assert "nothing" not in text


def test_a_key_that_may_be_two_is_said(tmp_path: Path) -> None:
    path = snapshot(
        tmp_path / "s.json", bundle("a#0", {"a.b": 1, at("a", "b"): 2}), reads={"a#0": []}
    )

    assert footprint("trace", "value", "a.b", path).complaint == (
        'footprint: the key a.b may be ["a.b"] or ["a","b"]: write it like that, as a JSON array\n'
    )
    assert document("value", '["a.b"]', path)["value"]["json"] == 1
    assert document("value", "a/b", path)["value"]["json"] == 2


def test_a_step_of_several_commits_is_asked_after_its_last_and_before_its_first(
    tmp_path: Path,
) -> None:
    log = (bundle("a#0", {"k": 1}), bundle("b#1", {"k": 2}), bundle("b#1", {"k": 3}))
    path = snapshot(tmp_path / "s.json", *log, reads={"a#0": []}, initialState={})

    assert document("value", "k", path, "--at", "b#1")["value"]["json"] == 3
    assert document("who-wrote", "k", path, "--before", "b#1")["moments"][0]["step"] == "a#0"


def test_where_the_engine_answers_otherwise_is_flagged(tmp_path: Path) -> None:
    path = snapshot(
        tmp_path / "s.json",
        bundle("a#0", {"order": {"total": 1}}),
        reads={"a#0": []},
        initialState={},
    )
    ours = document("value", "order/total", path)
    theirs = document("value", "order/total", path, "--parity")

    assert ours["value"] == {"state": "there", "json": 1}
    assert [one["code"] for one in ours["findings"]] == ["beyond-the-engine"]
    assert theirs["value"] == {"state": "absent", "json": None}
    assert theirs["findings"] == []


def test_a_nested_log_is_asked_with_its_own_reads() -> None:
    whole = document("slice", "finalContent", SNAPSHOT, "--in", "final#28")

    assert whole["log"] == "final#28"
    assert [one["step"] for one in whole["nodes"]] == ["final/prepare-final#29", ""]


def test_a_slice_that_was_cut_says_how_to_follow_it() -> None:
    whole = document("slice", "llmLatestContent", SNAPSHOT, "--nodes", "2")

    assert len(whole["nodes"]) == 2
    assert "raise --nodes" in next(
        one["message"] for one in whole["findings"] if one["code"] == "cut"
    )


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("question", ["value", "who-wrote", "timeline", "slice"])
def test_no_text_of_a_recording_acts(question: str, form: Format, tmp_path: Path) -> None:
    key = "k\x1b[31m\u202e<b>|"
    log = (
        bundle("x\x1b]0;#0", {key: "\x1b[2J`<script>"}),
        bundle("y\u2028#1", {"end": "\u202e"}),
    )
    path = snapshot(tmp_path / "s.json", *log, reads={"x\x1b]0;#0": [], "y\u2028#1": [key]})
    asked = "end" if question == "slice" else key
    answer = footprint("trace", question, asked, path, "--format", form)

    assert answer.out
    if form not in (Format.JSON, Format.JSONL):
        assert raw_controls(answer.text) <= {"\t"}
        assert "None" not in answer.text
    if form is Format.MARKDOWN:
        assert "<script>" not in answer.text
        assert "<b>" not in answer.text


@pytest.mark.parametrize("columns", [20, 40, 80, 120])
def test_a_terminal_of_any_width_shows_the_chain(columns: int) -> None:
    text = in_terminal("trace", "slice", "finalContent", SNAPSHOT, columns=columns).text
    shown = re.sub(r"\x1b\[[0-9;]*m|\s", "", text)

    assert "exchanger.md#2(rank1,position2)" in shown


def test_the_python_interface_answers_too() -> None:
    from footprint_cli import TraceAsked, load, trace_report

    (recording,) = load(SNAPSHOT)
    report = trace_report(recording, TraceAsked(question="who-wrote", key="history"))

    assert report.moments is not None
    assert report.moments[0].step == "seed#0"


SNAPSHOTS = [
    pytest.param(path, id=str(path.parent.relative_to(COMMIT_LOGS)))
    for path in sorted(COMMIT_LOGS.rglob("snapshot.json"))
]


@needs_shared
@pytest.mark.parametrize("path", SNAPSHOTS)
def test_slices_of_a_snapshot_under_parity_are_those_of_the_engine(path: Path) -> None:
    queries = json.loads(path.with_name("queries.json").read_text())["slices"]
    key = max(queries, key=lambda one: (len(queries[one].get("edges", ())), one))
    expected, exact = queries[key], json.dumps(key.split("\x1f"))
    whole = document("slice", exact, path, "--parity")

    assert {one["id"]: one["depth"] for one in whole["nodes"]} == {
        step: one["depth"] for step, one in expected.get("nodes", {}).items()
    }
    assert [(one["of"], one["source"], one["key"]) for one in whole["edges"]] == [
        (one["from"], one["to"], one["key"]) for one in expected.get("edges", ())
    ]


@needs_shared
@pytest.mark.parametrize("name", ["01-topk-mixed", "05-k-cap", "06-picker-max-entries"])
def test_an_answer_reaches_what_the_oracle_says_was_admitted(name: str) -> None:
    oracle = json.loads((RECORDINGS / name / "oracle.json").read_text())["runs"][0]
    path = RECORDINGS / name / oracle["files"]["envelope"]
    whole = document("slice", "llmLatestContent", path)
    evidence = json.loads(footprint("explain", path, "--format", "json").out)["recordings"][0]

    assert [one["chunk"] for one in whole["passages"]] == [
        one["id"]
        for each in evidence["retrievals"]
        for one in sorted(
            (row for row in each["candidates"] if row["read"]),
            key=lambda row: row["promptPosition"],
        )
    ]


@pytest.mark.parametrize("verb", ['"frob"', "{}", "null", '["set"]'])
@pytest.mark.parametrize(
    "question", [["value", "history"], ["who-wrote", "history"], ["timeline", "history"], ["steps"]]
)
def test_a_verb_that_is_none_is_never_a_clean_answer(
    question: list[str], verb: str, tmp_path: Path
) -> None:
    text = CLEAN.read_text("utf-8")
    odd = tmp_path / "odd.commits.jsonl"
    odd.write_text(
        text.replace('"path":"history","verb":"set"', f'"path":"history","verb":{verb}'), "utf-8"
    )
    assert odd.read_text("utf-8") != text

    answer = footprint("trace", *question, odd)

    assert answer.status == 3
    assert "a verb that is none" in answer.text


def test_a_key_that_only_a_subflow_wrote_is_found_there() -> None:
    nested = FIXTURES / "evidence-in-nested-log.envelope.json"

    answer = footprint("trace", "value", "formatted", nested)

    assert answer.status == 3
    assert "--in safety/sf-memory-read-plant-manual#5 asks it" in answer.text
    mount = ("--in", "safety/sf-memory-read-plant-manual#5")
    assert footprint("trace", "value", "formatted", nested, *mount).status == 0
