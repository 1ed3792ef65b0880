"""What `what-if --sweep` was given → the question; and an index asked it."""

from itertools import groupby

from msgspec.structs import replace

from footprint_cli.archive.sweep_asked import SweepAsked
from footprint_cli.archive.what_if_asked import WhatIfAsked
from footprint_cli.cli.answering import Answering
from footprint_cli.cli.axes import axes_of, targets_of
from footprint_cli.cli.files import same_file
from footprint_cli.errors import UsageError
from footprint_cli.model.sweep_report import Sweep
from footprint_cli.model.what_if import Setting

_OPTIONS = {"maxChars": "max-chars"}


def sweep_of(
    setting: Setting,
    sweeps: list[str] | None,
    targets: list[str] | None,
    expect: str | None,
    *,
    written: str | None,
) -> Sweep | None:
    """Return the sweep that is asked for; None: nothing is swept."""
    if not sweeps:
        if targets or expect is not None:
            option = "--target" if targets else "--expect"
            raise UsageError(f"{option} chooses between settings: say which with --sweep")
        return None
    axes = axes_of(sweeps)
    for one in axes:
        if one.name in setting.values:
            option = _OPTIONS.get(one.name, one.name)
            raise UsageError(f"--{option} and --sweep {option}=…: one of them")
    wanted = targets_of(targets or [])
    if expect is None:
        return Sweep(setting=setting, axes=axes, targets=wanted)
    if written is not None and same_file(expect, written):
        raise UsageError(f"{written} says what is expected and would be written over")
    from footprint_cli.read.expectations import read_expectations

    return Sweep(setting=setting, axes=axes, targets=wanted, expected=read_expectations(expect))


def question_of(
    asked: WhatIfAsked, sweep: Sweep | None, index: str | None, *, limit: int, exit_zero: bool
) -> WhatIfAsked | SweepAsked:
    """Return the question; `limit` is how much a person is shown, 0 for all."""
    if sweep is None:
        if index is not None:
            raise UsageError("--index: single retrievals need the recordings; --sweep can ask it")
        return replace(asked, limit=limit, exit_zero=exit_zero)
    return SweepAsked(
        sweep=sweep,
        rule=asked.rule,
        retriever=asked.retriever,
        step=asked.step,
        index=index,
        limit=limit,
        exit_zero=exit_zero,
    )


def swept_from(index: str, asked: SweepAsked, how: Answering) -> int:
    """Write what the retrievals of an index would read, and return the exit status."""
    from footprint_cli.analyse.narrowed import narrowed
    from footprint_cli.archive.index.file import statuses
    from footprint_cli.archive.index.recordings import audits_of
    from footprint_cli.cli.adding import adding_of
    from footprint_cli.cli.indexed import lent
    from footprint_cli.cli.page import page_for
    from footprint_cli.cli.streams import output
    from footprint_cli.model.audit import first_status

    page = page_for(how.form, how.out, how.limit)
    adding, together = adding_of(asked, how.accepting), asked.together()
    with lent(index, how.out) as one, output(how.out, page.encoding) as sink:
        audits = audits_of(one.connection)
        for _, same in groupby(audits, key=lambda each: each.recording.source):
            together.take(narrowed(each, asked.retriever, asked.step, None) for each in same)
        adding.take(together.part())
        status = adding.answer(first_status(statuses(one.connection)), set())
        for piece in adding.pieces(how.form, page):
            sink.write(piece)
        one.tell_age()
    return status
