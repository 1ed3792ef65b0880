"""A recording → the calls of the model in it, and the prompt of one of them."""

from collections.abc import Iterator

from footprint_cli.analyse.comparisons import distrust
from footprint_cli.analyse.passages import PassageFinder
from footprint_cli.model.passage import Passages
from footprint_cli.model.prompt_report import ModelCall, PromptReport, ShownPrompt
from footprint_cli.model.prompts import Prompt
from footprint_cli.model.recording import Recording
from footprint_cli.model.steps import execution_of

_NOT_TOLD = 3


class NoSuchCallError(ValueError):
    """A call that was asked for is not in the recording."""


def prompt_report(recording: Recording, asked: int | None = None) -> PromptReport:
    """List the calls of the model, and show the prompt of number `asked`: from 1, or -1 the last.

    Without a number the only call is shown, or none of several. Raises `NoSuchCallError` for a
    number that is none, and `InputError` where the input cannot be read again.
    """
    calls = _ordered([*_calls(recording)])
    place = _place(asked, len(calls))
    shown: tuple[ShownPrompt, ...] = ()
    if place is not None:
        number, call = calls[place]
        shown = tuple(
            ShownPrompt(call=call, prompt=prompt, passages=passages)
            for at, (prompt, passages) in enumerate(_prompts(recording))
            if at == number
        )
    listed = [call for _, call in calls]
    told = [one.call for one in shown] or listed
    why = distrust(recording)
    known = bool(listed) and why is None and not any(one.unknown for one in told)
    return PromptReport(
        source=recording.source,
        calls=tuple(listed),
        shown=shown,
        damage=recording.damage,
        distrust=why,
        exit_status=0 if known and not recording.damage else _NOT_TOLD,
    )


def _prompts(recording: Recording) -> Iterator[tuple[Prompt, Passages]]:
    """Yield the prompts that the log tells; those of events, where it tells none."""
    finder = PassageFinder(recording.retrievals)
    logged = recording.commits is not None
    some = False
    for prompt in recording.prompts(whole=True):
        if (prompt.told_by == "commit") is logged:
            some = True
            yield prompt, finder.passages(prompt)
    if logged and not some:
        for prompt in recording.prompts(whole=True):
            yield prompt, finder.passages(prompt)


def _calls(recording: Recording) -> Iterator[ModelCall]:
    for prompt, passages in _prompts(recording):
        said = [len(one.text) for one in prompt.messages or () if one.text is not None]
        unread = sum(one.withheld for one in prompt.messages or ())
        unknown = [*filter(None, (prompt.unknown, prompt.messages_unknown))]
        if unread:
            unknown.append(f"{unread} of its messages are withheld by redaction")
        yield ModelCall(
            number=0,
            step=prompt.step,
            line=prompt.line,
            run=prompt.run,
            told_by=prompt.told_by,
            system=None if prompt.text is None else len(prompt.text),
            messages=None if prompt.messages is None else len(prompt.messages),
            said=None if prompt.messages is None or unread else sum(said),
            chunks=len(passages.found),
            unknown=tuple(dict.fromkeys((*unknown, *passages.unproved))),
        )


def _ordered(calls: list[ModelCall]) -> list[tuple[int, ModelCall]]:
    """Give calls the numbers of the order in which they ran; nested logs come after the root log."""
    from msgspec.structs import replace

    numbered = [*enumerate(calls)]
    steps = [execution_of(one.step) for one in calls]
    if all(one.run is None for one in calls) and None not in steps:
        numbered.sort(key=lambda one: steps[one[0]] or 0)
    return [(at, replace(one, number=n)) for n, (at, one) in enumerate(numbered, start=1)]


def _place(asked: int | None, count: int) -> int | None:
    if asked is None:
        return 0 if count == 1 else None
    place = asked - 1 if asked > 0 else count + asked
    if asked == 0 or not 0 <= place < count:
        calls = "1 call" if count == 1 else f"{count} calls"
        raise NoSuchCallError(f"--call {asked}: {calls} of the model in it, counted from 1")
    return place
