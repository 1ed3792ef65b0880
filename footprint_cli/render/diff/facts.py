"""The report as rows of one form, which `plain`, `csv` and `jsonl` share: one fact a row."""

from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.model.diff_report import (
    CallDiff,
    DiffReport,
    Place,
    RetrievalDiff,
    RunDiff,
    Unpaired,
)
from footprint_cli.model.json_text import value_text
from footprint_cli.render.diff.said import (
    call_lines,
    chunk_text,
    pairing_text,
    step_text,
)

Value = str | int | None


class Fact(NamedTuple):
    """One thing that both sides say. None is not recorded, or that there is none.

    `source` and `step` are of the side before, `other_source` and `other_step` of the one after.
    `about` is a retriever or a tool.
    """

    row: str
    source: str | None
    step: str | None
    other_source: str | None
    other_step: str | None
    about: str | None
    name: str | None
    before: Value
    after: Value
    state: str | None = None


FIELDS = Fact._fields
_NOWHERE = (None, None, None, None, None)
_Where = tuple[str | None, str | None, str | None, str | None, str | None]


def facts(report: DiffReport) -> Iterator[Fact]:
    """Yield the totals, then pair by pair what differs, then what is in no pair."""
    for name in ("runs", "retrievals", "calls", "damaged"):
        mine, theirs = getattr(report.before, name), getattr(report.after, name)
        names = (report.before.name, None, report.after.name, None, None)
        yield Fact("side", *names, name, mine, theirs)
    totals = report.totals
    for name in ("pairs", "equal", "differing", "not_told"):
        count = getattr(totals, name)
        yield Fact("total", *_NOWHERE, name.replace("_", "-"), count, count)
    for row, counts in (
        ("differs", totals.kinds),
        ("not-told", totals.untold),
        ("cause-count", totals.causes),
    ):
        for name, count in counts.items():
            fails = "fails" if row == "differs" and name in report.fails else None
            yield Fact(row, *_NOWHERE, name, count, count, fails)
    for why in report.not_known:
        yield Fact("not-known", *_NOWHERE, why, None, None)
    for one in report.runs:
        yield from _run(one)
    yield from map(_unpaired, report.unpaired)


def _run(one: RunDiff) -> Iterator[Fact]:
    where = (one.before.source, one.before.run, one.after.source, one.after.run, None)
    yield Fact("pair", *where, pairing_text(one), _joined(one.differs), _joined(one.not_told))
    yield from (Fact("untold", *where, why, None, None) for why in one.untold)
    for each in one.retrievals:
        yield from _retrieval(each)
    for call in one.calls:
        yield from _call(call, one)
    if one.answer is not None:
        yield Fact("answer", *where, "answer", one.answer.before, one.answer.after)
    yield from map(_unpaired, one.unpaired)


def _text(value: object) -> str | None:
    return None if value is None else value_text(value)


def _joined(words: tuple[str, ...]) -> str | None:
    return ", ".join(words) or None


def _retrieval(one: RetrievalDiff) -> Iterator[Fact]:
    where = _where(one.before, one.after)
    for value in one.values:
        mine, theirs = _text(value.before), _text(value.after)
        yield Fact(
            "value", *where, value.name, mine, theirs, value.kind if value.told else "not-told"
        )
    for cause in one.causes:
        for chunk in cause.chunks or (None,):
            yield Fact("cause", *where, cause.code, chunk, None, cause.message)
    for name in one.left:
        yield Fact("read-before-only", *where, name, None, None)
    for name in one.entered:
        yield Fact("read-after-only", *where, name, None, None)
    for each in one.chunks:
        mine, theirs = (
            None if side is None else chunk_text(side) for side in (each.before, each.after)
        )
        yield Fact("chunk", *where, each.id, mine, theirs, _joined(each.changed))
    for place, names in enumerate(zip(*one.order, strict=True) if one.order else ()):
        yield Fact("prompt-order", *where, str(place), names[0], names[1])


def _where(before: Place, after: Place) -> _Where:
    names = dict.fromkeys(one.name for one in (before, after))
    about = " -> ".join(name for name in names if name is not None) or None
    return before.source, step_text(before), after.source, step_text(after), about


def _call(one: CallDiff, run: RunDiff) -> Iterator[Fact]:
    before, after = (None if each is None else each.place for each in (one.before, one.after))
    where = (
        run.before.source,
        None if before is None else step_text(before),
        run.after.source,
        None if after is None else step_text(after),
        one.tool,
    )
    mine, theirs = (None if each is None else each.arguments for each in (one.before, one.after))
    yield Fact("call", *where, "arguments", mine, theirs, _joined(one.changed))
    for line in call_lines(one):
        yield Fact("call-differs", *where, line, None, None)


def _unpaired(one: Unpaired) -> Fact:
    source, step = one.place.source, one.place.run if one.what == "run" else step_text(one.place)
    about = one.place.name
    if one.side == "before":
        return Fact("unpaired", source, step, None, None, about, one.what, None, None, one.why)
    return Fact("unpaired", None, None, source, step, about, one.what, None, None, one.why)
