"""From a slice on to the passages: by what prompts and texts hold, where no read is recorded."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from footprint_cli.analyse.passages import prompted
from footprint_cli.analyse.slices import Bounds, slice_of_key
from footprint_cli.analyse.traced import Traced
from footprint_cli.errors import InputError
from footprint_cli.model.commit import path_segments
from footprint_cli.model.fold import ABSENT, Fold
from footprint_cli.model.prompts import Prompt
from footprint_cli.model.recording import Recording
from footprint_cli.model.trace import Node, Slice, StoredLog
from footprint_cli.model.trace_report import TraceNote, TracePassage

MODEL_TEXT, ANSWER = "llmLatestContent", "finalContent"  # what the model said last, and the run


class Links(NamedTuple):
    """The chunks that stood in the prompts of some steps, and what could not be proved of them."""

    passages: tuple[TracePassage, ...]
    notes: tuple[TraceNote, ...]
    results: Mapping[str, tuple[str, ...]] = {}  # of tools, by model call: "stock (c1)"


def calls_model(step: str | None) -> bool:
    """Tell whether a step is a call of the model."""
    return (step or "").rpartition("#")[0].rpartition("/")[2] == "call-llm"


def passages_of(recording: Recording, steps: Iterable[str]) -> Links:
    """Find the chunks in the prompts of these model calls, call by call in the order of the log."""
    wanted = {one for one in steps if calls_model(one)}
    if not wanted:
        return Links((), ())
    found: list[TracePassage] = []
    notes: list[TraceNote] = []
    results: dict[str, tuple[str, ...]] = {}
    try:
        for prompt, held in prompted(recording):
            if prompt.step in wanted:
                wanted.discard(prompt.step)
                found += [
                    TracePassage(
                        of=prompt.step,
                        retriever=one.retriever,
                        chunk=one.chunk,
                        rank=one.rank,
                        position=one.position,
                        retrieval=one.step,
                        proof=one.proof,
                    )
                    for one in held.found
                ]
                notes += [_unproved(prompt.step, why) for why in held.unproved]
                told = tuple(_results(prompt))
                if told:
                    results[prompt.step] = told
                    message = f"the prompt of {prompt.step} holds results of {', '.join(told)}"
                    notes.append(TraceNote("tool-results", message))
    except InputError as error:
        notes.append(_unproved("the model calls", error.why))
    notes += [_unproved(one, "its prompt is not recorded") for one in sorted(wanted)]
    return Links(tuple(found), tuple(notes), results)


def _results(prompt: Prompt) -> Iterator[str]:
    for one in prompt.messages or ():
        if one.call_id is not None or one.tool is not None:
            name = one.tool or "a tool that is not named"
            yield name if one.call_id is None else f"{name} ({one.call_id})"


def _unproved(step: str, why: str) -> TraceNote:
    message = f"the prompt of {step}: {why}"
    return TraceNote("passage-not-proved", message, open=True)


def _held(log: StoredLog, key: str, commit: int) -> tuple[object, object]:
    """Return what a key holds after a commit, and what the model said last."""
    state = Fold(log.base, keep={path_segments(key)[0], MODEL_TEXT}.__contains__)
    for number, bundle in enumerate(log.bundles()):
        if number > commit:
            break
        state.apply(bundle)
    return state.value(*path_segments(key)), state.value(MODEL_TEXT)


class Continued(NamedTuple):
    """What fed the model's text, and why that is the text of the key."""

    slice: Slice
    why: str


def continued(  # noqa: PLR0913, PLR0917 (where a slice begins, and in what)
    recording: Recording, traced: Traced, log: StoredLog, told: Slice, at: int, bounds: Bounds
) -> Continued | None:
    """Go on from the model's text, where a slice stops short of the model and holds that text.

    `at` is the line of the write that the slice begins with. The log of a run may leave its answer
    out, which then stands where the recording has it. None: nothing goes on.
    """
    key = told.key
    if key is None or key == MODEL_TEXT:
        return None
    held, said = _held(log, key, at)
    if not isinstance(said, str) or not said.strip():
        return None
    why = f"it holds the very text of {MODEL_TEXT}"
    if held is ABSENT and key == ANSWER and log.mount is None:
        answers = {one.text for one in recording.final_answers}
        held = answers.pop() if len(answers) == 1 else None
        why = f"the log leaves it absent, and the run's answer is the very text of {MODEL_TEXT}"
    if held != said:
        return None
    more = slice_of_key(traced, MODEL_TEXT, at + 1, bounds)
    return Continued(more, why) if more.nodes and calls_model(more.nodes[0].step) else None


def joined(told: Slice, more: Slice) -> Iterator[Node]:
    """Yield the nodes of both, those of the second one deeper."""
    known = {one.step for one in told.nodes}
    yield from told.nodes
    for one in more.nodes:
        if one.step not in known:
            yield replace(one, depth=one.depth + 1)
