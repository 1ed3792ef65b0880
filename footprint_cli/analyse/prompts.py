"""The text of admitted chunks, and what events tell, against the prompts that the model got."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from footprint_cli.analyse.agents import Searches, is_for
from footprint_cli.analyse.comparisons import Comparison, distrust, made, not_made
from footprint_cli.analyse.said import times
from footprint_cli.errors import InputError
from footprint_cli.model.evidence import PLACEHOLDERS, Candidate, Retrieval
from footprint_cli.model.finding import Finding
from footprint_cli.model.numbers import number_text
from footprint_cli.model.prompts import Prompt, length_of
from footprint_cli.model.recording import Recording

FRAGMENT_CODE = "prompt-lacks-fragment"
EVENT_CODE = "prompt-against-event"
_OUTSIDE_RUN = "consumer-scope"  # the run id of what a consumer did between two runs


def check_prompts(recording: Recording) -> Iterator[Comparison]:
    """Compare fragments and events with the prompts that the log tells, read once and not kept."""
    why = distrust(recording)
    searches = Searches(recording.retrievals)
    sought = [_Sought(one, searches.after(one)) for one in _with_fragments(recording)]
    told = _Told()
    if why is None:
        try:
            for prompt in recording.prompts():
                told.take(prompt)
                for one in sought:
                    one.take(prompt)
        except InputError as error:
            why = error.why
    yield _of_fragments(recording, sought, why)
    if recording.format != "commit-log":  # which holds no events
        yield told.comparison(recording, why)


def _with_fragments(recording: Recording) -> Iterator[Retrieval]:
    for one in recording.retrievals:
        candidates = one.evidence.candidates if one.evidence is not None else None
        if one.evidence_from in {"commit", "nested-log"} and any(map(_fragment, candidates or ())):
            yield one


def _fragment(candidate: Candidate) -> str | None:
    if candidate.admitted is not True or candidate.prompt_fragment in PLACEHOLDERS:
        return None
    return candidate.prompt_fragment


class _Sought:
    """The fragments of one retrieval that no prompt has shown yet.

    They belong to the calls of the same agent, from the search on until the agent searches again.
    """

    def __init__(self, retrieval: Retrieval, end: int | None) -> None:
        self.retrieval = retrieval
        self.missing = (
            {
                number: one
                for number, one in enumerate(retrieval.evidence.candidates or ())
                if _fragment(one)
            }
            if retrieval.evidence
            else {}
        )
        self.fragments = len(self.missing)
        self.prompts = 0
        self.unknown: str | None = None  # why a prompt of these calls cannot be searched
        self.end = end

    def take(self, prompt: Prompt) -> None:
        """Look for the fragments in a prompt, where it is one of the calls they belong to."""
        if not is_for(self.retrieval, self.end, prompt):
            return
        if prompt.text is None or self.retrieval.retriever not in prompt.memories:
            self.unknown = prompt.unknown or "its text goes to the messages of the model"
            return
        self.prompts += 1
        for number, one in [*self.missing.items()]:
            if (one.prompt_fragment or "") in prompt.text:
                del self.missing[number]

    @property
    def why_not(self) -> str | None:
        """Why it cannot be said whether the model got the fragments; None: it can."""
        if not self.missing and self.prompts:
            return None
        if self.unknown is not None:
            return self.unknown
        return None if self.prompts else "no call of the model after the search is recorded"


def _of_fragments(recording: Recording, sought: list[_Sought], why: str | None) -> Comparison:
    if not sought:
        return not_made(recording, FRAGMENT_CODE, _nothing_sought(recording.retrievals))
    if why is not None:
        return not_made(recording, FRAGMENT_CODE, why)
    told = [one for one in sought if one.why_not is None]
    if not told:
        return not_made(recording, FRAGMENT_CODE, sought[0].why_not or "")
    findings = tuple(found for one in told for found in _lacking(one, recording.source))
    fragments = times(sum(one.fragments for one in told), "fragment")
    prompts = times(sum(one.prompts for one in told), "prompt")
    left = next((one for one in sought if one.why_not is not None), None)
    but = "" if left is None else f"; not those of {left.retrieval.step}: {left.why_not}"
    return made(recording, FRAGMENT_CODE, f"{fragments} and {prompts}{but}", findings)


def _nothing_sought(retrievals: tuple[Retrieval, ...]) -> str:
    if not retrievals:
        return "no retrieval is recorded"
    told = [one.evidence.candidates for one in retrievals if one.evidence is not None]
    named = [rows for rows in told if rows is not None]
    if len(named) == len(retrievals) and not any(one.admitted for rows in named for one in rows):
        return "no chunk was admitted"
    return "no text of an admitted chunk is recorded"


def _lacking(sought: _Sought, source: str) -> Iterator[Finding]:
    retrieval = sought.retrieval
    for one in sought.missing.values():
        name = one.id or "an admitted chunk"
        text = times(len(one.prompt_fragment or ""), "character")
        prompts = (
            "the one system prompt that the model got after the search does not hold it"
            if sought.prompts == 1
            else f"none of the {sought.prompts} system prompts that the model got after the search "
            "holds it"
        )
        yield Finding(
            code=FRAGMENT_CODE,
            level="error",
            message=f"{name} is admitted with a fragment of {text}, and {prompts}",
            source=source,
            line=retrieval.line,
            step=retrieval.step,
            retriever=retrieval.retriever,
            chunk=one.id,
        )


class _Told:
    """Prompts of the log by their step, as far as an event can be compared with them."""

    def __init__(self) -> None:
        self._logged: dict[str | None, tuple[int, int]] = {}  # length and hash
        self._events: list[tuple[Prompt, int | None]] = []  # without their texts, and its hash
        self._runs: set[str | None] = set()

    def take(self, prompt: Prompt) -> None:
        """Take up a prompt; those of several logs cannot be told apart by an event."""
        if prompt.told_by == "event":
            self._runs.add(prompt.run)
            said = None if prompt.text is None else hash(prompt.text)
            self._events.append((replace(prompt, text=None), said))
        elif prompt.text is not None and prompt.run is None:
            self._logged[prompt.step] = (length_of(prompt.text), hash(prompt.text))

    def comparison(self, recording: Recording, why: str | None) -> Comparison:
        """Compare by step what both tell: the text, or its length where the event has only that."""
        if not self._events:
            why = why or "no event tells of a prompt"
        elif why is None and len({*self._runs, *recording.run.run_ids} - {_OUTSIDE_RUN}) > 1:
            why = "the events are of several runs, and the log is of one"
        pairs = [(one, said) for one, said in self._events if one.step in self._logged]
        if why is None and not pairs:
            why = "no prompt is told by both an event and the log"
        if why is not None:
            return not_made(recording, EVENT_CODE, why)
        findings = tuple(self._against(pairs, recording.source))
        return made(
            recording, EVENT_CODE, f"{times(len(pairs), 'prompt')} that events tell too", findings
        )

    def _against(
        self, pairs: Iterable[tuple[Prompt, int | None]], source: str
    ) -> Iterator[Finding]:
        for event, said in pairs:
            length, known = self._logged[event.step]
            if event.length is not None and event.length != length:
                what = (
                    f"an event tells of a system prompt of {number_text(event.length)} characters, "
                    f"and the log of one of {length}"
                )
            elif said is not None and said != known:
                what = "an event tells of a system prompt with another text than that of the log"
            else:
                continue
            yield Finding(
                code=EVENT_CODE,
                level="error",
                message=what,
                source=source,
                line=event.line,
                step=event.step,
            )
