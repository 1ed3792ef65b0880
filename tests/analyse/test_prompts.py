from collections.abc import Iterator
from typing import Any

import pytest

from footprint_cli.analyse.prompts import check_prompts
from footprint_cli.errors import InputError
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Finding
from footprint_cli.model.prompts import Prompt, length_of
from footprint_cli.model.recording import Recording, Run
from tests.build import candidate, damage, read, recording, retrieval

TEXT = "What a.md#0 says."


def logged(
    text: str | None = f"You help.\n\n{TEXT}", step: str = "call-llm#9", **fields: Any
) -> Prompt:
    """A prompt of the log, into which the memory `handbook` goes."""
    known = {
        "text": text,
        "length": None if text is None else length_of(text),
        "memories": frozenset({"handbook"}),
    }
    return Prompt(told_by="commit", step=step, **known | fields)


def event(length: int | None, step: str = "call-llm#9", **fields: Any) -> Prompt:
    return Prompt(told_by="event", step=step, length=length, **{"run": "run-1"} | fields)


def run(*prompts: Prompt, retrievals: tuple[Retrieval, ...] = (), **fields: Any) -> Recording:
    whole: dict[str, Any] = {"format": "envelope", "prompts": lambda: iter(prompts)}
    return recording(*(retrievals or (retrieval(read()),)), **whole | fields)


def said(
    one: Recording, code: str = "prompt-lacks-fragment"
) -> tuple[str, str, tuple[Finding, ...]]:
    """How a comparison came out, with its detail and what it found."""
    (found,) = (each for each in check_prompts(one) if each.checked.check == code)
    assert {each.code for each in found.findings} <= {code}
    return found.checked.state, found.checked.detail, found.findings


def test_a_fragment_that_stands_in_a_later_prompt_holds() -> None:
    assert said(run(logged())) == ("held", "1 fragment and 1 prompt", ())


def test_a_fragment_may_stand_in_any_of_the_prompts() -> None:
    assert said(run(logged("None."), logged(step="call-llm#20")))[0] == "held"


def test_a_fragment_that_no_prompt_holds_is_an_error_with_its_chunk() -> None:
    two = retrieval(read(), read("b.md#0"))
    state, detail, (found,) = said(run(logged(), logged(step="call-llm#20"), retrievals=(two,)))

    assert (state, detail) == ("broken", "2 fragments and 2 prompts")
    assert (found.level, found.chunk, found.retriever) == ("error", "b.md#0", "handbook")
    assert (found.step, found.line) == ("sf-memory-read-handbook#1", 2)
    assert found.message == (
        "b.md#0 is admitted with a fragment of 17 characters, and none of the 2 system prompts that "
        "the model got after the search holds it"
    )


def test_one_prompt_is_spoken_of_as_one() -> None:
    (found,) = said(run(logged("None.")))[2]

    assert found.message.endswith(
        "and the one system prompt that the model got after the search does not hold it"
    )


@pytest.mark.parametrize(
    ("prompt", "why"),
    [
        (logged("None.", step="call-llm#0"), "no call of the model after the search is recorded"),
        (
            logged("None.", step="other/call-llm#9"),
            "no call of the model after the search is recorded",
        ),
        (logged("None.", run="log 2"), "no call of the model after the search is recorded"),
        (logged("None.", step="call-llm"), "no call of the model after the search is recorded"),
        (event(5, text="None."), "no call of the model after the search is recorded"),
        (logged(None, unknown="it is withheld"), "it is withheld"),
        (logged("None.", memories=frozenset()), "its text goes to the messages of the model"),
    ],
)
def test_a_prompt_that_need_not_hold_it_is_no_finding(prompt: Prompt, why: str) -> None:
    assert said(run(prompt)) == ("not-checked", why, ())


def test_a_fragment_is_not_missed_where_one_of_the_prompts_is_not_known() -> None:
    one = run(logged("None."), logged(None, step="call-llm#20", unknown="it is withheld"))

    assert said(one) == ("not-checked", "it is withheld", ())
    assert said(run(logged(), logged(None, unknown="it is withheld")))[0] == "held"


@pytest.mark.parametrize("step", ["call-llm#9", "sf-llm-call/call-llm#9"])
@pytest.mark.parametrize("agent", ["", "safety/", "a/b/"])
@pytest.mark.parametrize("memory", ["handbook", "with/slash", "kb#2 odd"])
def test_the_prompts_of_an_agent_are_those_of_its_own_subflow(
    step: str, agent: str, memory: str
) -> None:
    one = retrieval(read(), retriever=memory, step=f"{agent}sf-memory-read-{memory}#5")
    prompt = logged("None.", step=f"{agent}{step}", memories=frozenset({memory}))

    assert said(run(prompt, retrievals=(one,)))[0] == "broken"


def test_the_prompts_of_a_search_end_where_the_agent_searches_again() -> None:
    died = retrieval(read(), step="a/sf-memory-read-handbook#1")
    again = retrieval(step="a/sf-memory-read-handbook#20")  # which admitted nothing
    later = logged("None.", step="a/call-llm#30")

    assert said(run(later, retrievals=(died, again)))[0] == "not-checked"


def test_what_of_several_searches_cannot_be_checked_is_said() -> None:
    other = retrieval(read(), step="x/sf-memory-read-handbook#1")

    assert said(run(logged(), retrievals=(retrieval(read()), other)))[:2] == (
        "held",
        (
            "1 fragment and 1 prompt; not those of x/sf-memory-read-handbook#1: no call of the model "
            "after the search is recorded"
        ),
    )


@pytest.mark.parametrize(
    "one",
    [
        retrieval(candidate()),
        retrieval(read(prompt_fragment="")),
        retrieval(read(prompt_fragment="REDACTED")),
        retrieval(read(), evidence_from="event"),
        retrieval(evidence=None),
    ],
)
def test_without_the_text_of_an_admitted_chunk_nothing_is_checked(one: Retrieval) -> None:
    why = "no text of an admitted chunk is recorded"

    assert said(run(logged("None."), retrievals=(one,))) == ("not-checked", why, ())


def test_where_nothing_was_admitted_that_is_why_nothing_is_checked() -> None:
    refused = retrieval(read(admitted=False))

    assert said(run(logged("None."), retrievals=(refused,))) == (
        "not-checked", "no chunk was admitted", (),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"damage": (damage(),)}, "the input is damaged: cut-line (line 3)"),
        (
            {"damage": (damage(kind="bad-utf8", recovered=True, line=None),)},
            "the input is damaged: bad-utf8",
        ),
        (
            {"damage": (damage(kind="cut-document", recovered=True),)},
            "the input is damaged: cut-document (line 3)",
        ),
        (
            {"noticed": (Finding(code="idx-gap", level="warning", message="", source=""),)},
            "commits are missing or out of order",
        ),
    ],
)
def test_what_was_not_read_whole_is_held_against_nobody(fields: dict[str, Any], why: str) -> None:
    one = run(logged("None."), event(7), **fields)

    assert said(one) == ("not-checked", why, ())
    assert said(one, "prompt-against-event") == ("not-checked", why, ())


def test_damage_that_changed_no_value_does_not_stop_a_comparison() -> None:
    assert said(run(logged(), damage=(damage(kind="glued-line", recovered=True),)))[0] == "held"


def test_an_input_that_cannot_be_read_again_says_so() -> None:
    def prompts() -> Iterator[Prompt]:
        raise InputError("-", "standard input cannot be read a second time")

    one = run(prompts=prompts)

    assert said(one) == ("not-checked", "standard input cannot be read a second time", ())


def test_a_commit_log_is_not_asked_for_events() -> None:
    checks = [each.checked.check for each in check_prompts(run(logged(), format="commit-log"))]

    assert checks == ["prompt-lacks-fragment"]


def of_event(*prompts: Prompt, **fields: Any) -> tuple[str, str, list[str]]:
    state, detail, findings = said(run(*prompts, **fields), "prompt-against-event")
    return state, detail, [f"{one.step}: {one.message}" for one in findings]


def test_an_event_of_the_same_length_holds() -> None:
    assert of_event(logged("Vent P-3 \U0001f525"), event(11)) == (
        "held",
        "1 prompt that events tell too",
        [],
    )


def test_an_event_of_another_length_is_an_error() -> None:
    assert of_event(logged("Vent."), event(44)) == (
        "broken",
        "1 prompt that events tell too",
        ["call-llm#9: an event tells of a system prompt of 44 characters, and the log of one of 5"],
    )


def test_an_event_of_another_text_is_an_error() -> None:
    assert of_event(logged("Vent."), event(5, text="Stop."))[2] == [
        "call-llm#9: an event tells of a system prompt with another text than that of the log"
    ]
    assert of_event(logged("Vent."), event(5, text="Vent."))[0] == "held"


@pytest.mark.parametrize(
    ("prompts", "why"),
    [
        ([logged()], "no event tells of a prompt"),
        (
            [logged(), event(1, step="call-llm#99")],
            "no prompt is told by both an event and the log",
        ),
        ([logged(None), event(1)], "no prompt is told by both an event and the log"),
        ([logged(run="log 1"), event(1)], "no prompt is told by both an event and the log"),
        (
            [logged(), event(1), event(1, run="run-2")],
            "the events are of several runs, and the log is of one",
        ),
    ],
)
def test_events_that_cannot_be_compared_say_why(prompts: list[Prompt], why: str) -> None:
    assert of_event(*prompts) == ("not-checked", why, [])


def test_an_event_without_a_length_says_nothing() -> None:
    assert of_event(logged(), event(None))[0] == "held"


def test_other_runs_of_the_events_count_too() -> None:
    runs = Run(run_ids=("consumer-scope", "run-1", "run-2"))

    assert of_event(logged(), event(1), run=runs)[0] == "not-checked"
    assert of_event(logged(), event(1), run=Run(run_ids=("consumer-scope", "run-1")))[0] == "broken"
