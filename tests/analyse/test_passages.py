"""A chunk stood in a prompt where the record names it or holds its text, and nowhere else."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from footprint_cli import load
from footprint_cli.analyse.passages import PassageFinder, prompted
from footprint_cli.model.evidence import Candidate, Evidence, Retrieval
from footprint_cli.model.passage import Passage
from footprint_cli.model.prompts import Message, Piece, Prompt
from tests.oracles import RUNS, file_of
from tests.shared import needs_shared


def candidate(name: str, fragment: str | None, position: int = 0, rank: int = 1) -> Candidate:
    return Candidate(
        id=name,
        rank=rank,
        admitted=True,
        prompt_fragment=fragment,
        prompt_position=position,
    )


def retrieval(retriever: str, *candidates: Candidate, step: str | None = None) -> Retrieval:
    return Retrieval(
        retriever=retriever,
        evidence_from="commit",
        step=step or f"sf-memory-read-{retriever}#1",
        line=2,
        evidence=Evidence(candidates=candidates),
    )


def prompt(*pieces: Piece, messages: tuple[Message, ...] = (), step: str = "call-llm#9") -> Prompt:
    text = "\n\n".join(one.text or "" for one in pieces)
    return Prompt(told_by="commit", step=step, text=text, pieces=pieces, messages=messages)


def piece(text: str, source_id: str | None = None, **more: Any) -> Piece:
    return Piece(text=text, source="rag", source_id=source_id, **more)


def brief(found: tuple[Passage, ...]) -> list[tuple[Any, ...]]:
    return [(one.chunk, one.retriever, one.place, one.part, one.proof) for one in found]


@needs_shared
@pytest.mark.parametrize(("folder", "run"), RUNS)
def test_the_chunks_of_a_prompt_are_those_whose_text_the_model_got(
    folder: Path, run: dict[str, Any]
) -> None:
    path = file_of(folder, run, "envelope")
    if path is None:
        pytest.skip("not handed out")
    (recording,) = load(path)
    got = [one["systemPrompt"] for one in run["llmCalls"]]
    for told, passages in prompted(recording):
        read = {
            one.id
            for each in recording.retrievals
            if each.evidence is not None
            for one in each.evidence.candidates or ()
            if one.admitted and one.prompt_fragment and one.prompt_fragment in (told.text or "")
        }
        assert told.text is None or told.text in got
        assert {one.chunk for one in passages.found} == read
        positions = [one.position for one in passages.found]
        assert positions == [*range(len(positions))]


def test_a_piece_that_names_a_chunk_and_holds_its_text_is_proved_twice() -> None:
    one = retrieval("kb", candidate("a#1", "Vent.", position=1, rank=2))

    (found,) = PassageFinder([one]).passages(prompt(piece("Vent.", "memory:kb#a#1"))).found

    assert (found.proof, found.rank, found.position, found.step, found.line) == (
        "both",
        2,
        1,
        "sf-memory-read-kb#1",
        2,
    )


@pytest.mark.parametrize(
    ("known", "expected"),
    [("b", [("b", "kb#2")]), ("2#b", [("2#b", "kb")])],
)
def test_an_id_that_reads_two_ways_is_that_of_the_known_chunk(
    known: str, expected: list[tuple[str, str]]
) -> None:
    retriever = "kb#2" if known == "b" else "kb"
    own = [
        retrieval(one, *([candidate(known, "Vent.")] if one == retriever else []))
        for one in ("kb", "kb#2")
    ]

    found = PassageFinder(own).passages(prompt(piece("Vent.", "memory:kb#2#b"))).found

    assert [(one.chunk, one.retriever) for one in found] == expected


def test_an_id_that_reads_two_ways_is_neither_where_no_chunk_is_known() -> None:
    own = [retrieval("kb"), retrieval("kb#2")]

    passages = PassageFinder(own).passages(prompt(piece("Vent.", "memory:kb#2#b")))

    assert passages.found == ()
    assert passages.unproved == (
        "piece 0 is of 2#b of kb or b of kb#2: memory:kb#2#b can be read either way",
    )


def test_a_chunk_of_a_message_is_found_by_its_text() -> None:
    one = retrieval("kb", candidate("a", "Vent P-3."))
    said = Message(value={}, role="user", text="Passages:\nVent P-3.")

    found = PassageFinder([one]).passages(prompt(piece("Be brief."), messages=(said,))).found

    assert brief(found) == [("a", "kb", "message", 0, "fragment")]


def test_text_that_is_nearly_that_of_a_chunk_proves_nothing() -> None:
    one = retrieval("kb", candidate("a", "Vent P-3."))

    passages = PassageFinder([one]).passages(prompt(piece("Vent P-3 .")))

    assert passages.found == ()
    assert passages.unproved == ()
    assert passages.absent == ("a of kb is admitted, and its text is not in this prompt",)


@pytest.mark.parametrize("fragment", [None, "", "REDACTED", '<source id="a">\n</source>'])
def test_a_chunk_without_text_is_proved_by_no_text(fragment: str | None) -> None:
    one = retrieval("kb", candidate("a", fragment))

    passages = PassageFinder([one]).passages(prompt(piece('<source id="a">\n</source> REDACTED')))

    assert passages.found == ()
    assert passages.unproved == ("a of kb is admitted, and its text is not recorded",)


@pytest.mark.parametrize("step", ["call-llm#0", "other/call-llm#9"])
def test_a_search_is_only_for_the_calls_of_its_agent_that_follow(step: str) -> None:
    one = retrieval("kb", candidate("a", "Vent."))

    assert not PassageFinder([one]).passages(prompt(piece("Vent."), step=step)).found


def test_a_call_after_a_later_search_has_the_chunks_of_that_one() -> None:
    first = retrieval("kb", candidate("a", "Vent."), step="sf-memory-read-kb#1")
    second = retrieval("kb", candidate("a", "Vent."), step="sf-memory-read-kb#5")

    found = PassageFinder([first, second]).passages(prompt(piece("Vent."))).found

    assert [one.step for one in found] == ["sf-memory-read-kb#5"]


def test_a_search_that_names_no_candidates_leaves_open_what_was_in_the_prompt() -> None:
    one = retrieval("kb")
    untold = replace(one, evidence=Evidence(candidates=None, admitted_count=3))

    passages = PassageFinder([untold]).passages(prompt(piece("Vent.", "memory:kb")))

    assert passages.unproved == ("which chunks kb admitted is not recorded (sf-memory-read-kb#1)",)


def test_chunks_that_were_refused_are_not_looked_for(tmp_path: Path) -> None:
    row = {"id": "a", "score": 0.1, "rank": 1, "admitted": False}
    bundles = [
        {
            "retrievalEvidence_kb": {"candidates": [row], "admittedCount": 0},
            "systemPromptInjections": [{"rawContent": "Be brief."}],
        },
        {},
    ]
    path = tmp_path / "run.jsonl"
    path.write_text(
        "".join(
            json.dumps(
                {
                    "idx": number,
                    "runtimeStageId": f"{'call-llm' if number else 'sf-memory-read-kb'}#{number}",
                    "trace": [{"path": key, "verb": "set"} for key in written],
                    "overwrite": written,
                }
            )
            + "\n"
            for number, written in enumerate(bundles)
        ),
        "utf-8",
    )
    (recording,) = load(path)

    ((_, passages),) = prompted(recording)

    assert (passages.found, passages.unproved) == ((), ())
