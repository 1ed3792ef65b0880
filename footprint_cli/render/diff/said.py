"""What a person would say of two sides, and the words that table and markdown share."""

from collections.abc import Iterator

from footprint_cli.model.diff_report import (
    ONLY,
    AnswerDiff,
    CallDiff,
    CallSide,
    Cause,
    ChunkDiff,
    ChunkSide,
    DiffReport,
    Place,
    RetrievalDiff,
    RunDiff,
    SideTold,
    Unpaired,
    Value,
)
from footprint_cli.model.json_text import value_text
from footprint_cli.render.words import NOT_RECORDED, numbered

_QUIET = frozenset({"rank"})  # a chunk that moved in rank alone is counted, and not listed


def side_text(one: SideTold) -> str:
    """Say how much a side holds, and that something of it was lost."""
    told = [numbered(one.runs, "run"), numbered(one.retrievals, "retrieval")]
    told.append(numbered(one.calls, "tool call"))
    if one.damaged:
        told.append(f"{one.damaged} damaged: what was lost may have held more")
    return f"{one.name}: {', '.join(told)}"


def totals_text(report: DiffReport) -> str:
    """Count the pairs by what came of them."""
    totals = report.totals
    if not totals.pairs:
        return "nothing to compare: no run of one side could be paired with one of the other"
    told = [
        f"{count} {word}"
        for count, word in (
            (totals.differing, "differing"),
            (totals.equal, "equal"),
            (totals.not_told, "equal as far as can be told"),
        )
        if count
    ]
    pairs = f"{numbered(totals.pairs, 'pair')} of runs: {', '.join(told)}"
    alone = f"; {numbered(len(report.unpaired), 'run')} in no pair" if report.unpaired else ""
    return f"{pairs}{alone}"


def counts_texts(report: DiffReport) -> Iterator[tuple[str, str]]:
    """Yield what differs, what cannot be told and why it differs, each counted, behind a label."""
    totals = report.totals
    if totals.pairs > 1:
        for label, counts in (
            ("differs", totals.kinds),
            ("not told", totals.untold),
            ("causes", totals.causes),
        ):
            if counts:
                yield label, ", ".join(f"{name} {count}" for name, count in counts.items())


def place_text(one: Place) -> str:
    """Say where something stands, as far as it is recorded."""
    parts = [one.source]
    if one.run is not None:
        parts.append(f"run {one.run}")
    if one.session is not None:
        parts.append(f"session {one.session}, turn {one.turn}")
    return ", ".join(parts)


def pair_text(one: RunDiff) -> str:
    """Name two runs."""
    return f"{place_text(one.before)} -> {place_text(one.after)}"


def pairing_text(one: RunDiff) -> str:
    """Say what made two runs a pair."""
    by = "as the only run on each side" if one.paired_by == ONLY else f"by {one.paired_by}"
    return f"paired {by}" + (f"; {one.note}" if one.note else "")


def kinds_texts(one: RunDiff) -> Iterator[tuple[str, str]]:
    """Yield which kinds differ, and which cannot be told, behind a label."""
    if one.differs:
        yield "differs", ", ".join(one.differs)
    if one.not_told:
        yield "not told", ", ".join(one.not_told)


def retrieval_text(one: RetrievalDiff) -> str:
    """Name two retrievals by their retriever and steps."""
    before, after = (step_text(place) for place in (one.before, one.after))
    where = before if before == after else f"{before} -> {after}"
    names = dict.fromkeys(
        place.name or "a retriever that is not named" for place in (one.before, one.after)
    )
    return f"{' -> '.join(names)} at {where}"


def step_text(one: Place) -> str:
    """Name a step, else a line."""
    return one.step or (NOT_RECORDED if one.line is None else f"line {one.line}")


def value_line(one: Value) -> str:
    """Write a value of both sides as recorded."""
    before, after = (
        (NOT_RECORDED if not one.told else "none") if each is None else value_text(each)
        for each in (one.before, one.after)
    )
    untold = "" if one.told else f" ({_untold(one)})"
    return f"{one.name}: {before} -> {after}{untold}"


def _untold(one: Value) -> str:
    if one.before is None and one.after is None:
        return "withheld"
    return "not recorded before" if one.before is None else "not recorded after"


def cause_line(one: Cause) -> str:
    """Write a cause with its chunks."""
    return f"{one.message}: {chunks_text(one.chunks)}" if one.chunks else one.message


def chunks_text(chunks: tuple[str | None, ...], most: int = 8) -> str:
    """Name chunks, the first of many."""
    more = f" and {len(chunks) - most} more" if len(chunks) > most else ""
    return ", ".join(name_text(one) for one in chunks[:most]) + more


def name_text(name: str | None) -> str:
    """Name a chunk."""
    return "a chunk without an id" if name is None else name or "the chunk with the empty id"


def shown_chunks(one: RetrievalDiff) -> list[ChunkDiff]:
    """Return the chunks that are worth a row: not those that moved in rank alone."""
    return [each for each in one.chunks if {*each.changed} - _QUIET]


def moved_text(one: RetrievalDiff) -> str:
    """Count the chunks that only moved in rank; nothing where none did."""
    count = len(one.chunks) - len(shown_chunks(one))
    return f"{numbered(count, 'chunk')} moved in rank alone" if count else ""


def chunk_cells(one: ChunkDiff) -> tuple[str, str]:
    """Say what each side records of a chunk."""
    before, after = chunk_text(one.before), chunk_text(one.after)
    return before, f"{after}, another text" if "text" in one.changed else after


def chunk_text(one: ChunkSide | None) -> str:
    """Say what a side records of a chunk: its rank, its score and what became of it."""
    if one is None:
        return "not listed"
    parts = [f"rank {_value(one.rank)}", _value(one.score), _verdict(one)]
    return ", ".join(parts)


def _verdict(one: ChunkSide) -> str:
    if one.admitted is False:
        return _value(one.reason) if one.reason is not None else "refused, no reason recorded"
    place = "" if one.prompt_position is None else f", pos {_value(one.prompt_position)}"
    if one.read:
        return f"read{place}"
    return f"admitted{place}" if one.admitted is True else "no verdict recorded"


def _value(value: object) -> str:
    return NOT_RECORDED if value is None else value_text(value)


def order_text(one: RetrievalDiff) -> str:
    """Write both orders of the prompt; nothing where they do not differ."""
    if one.order is None:
        return ""
    before, after = (chunks_text(each) for each in one.order)
    return f"prompt order: {before} -> {after}"


def call_name(one: CallDiff) -> str:
    """Name a call by its tool, its arguments and its steps."""
    sides = [each for each in (one.before, one.after) if each is not None]
    steps = " -> ".join(dict.fromkeys(step_text(each.place) for each in sides))
    told = " -> ".join(dict.fromkeys(each.arguments or NOT_RECORDED for each in sides))
    named = (each.place.name or "a tool that is not named" for each in sides)
    return f"{' -> '.join(dict.fromkeys(named))}({told}) at {steps}"


def call_lines(one: CallDiff) -> Iterator[str]:
    """Yield what differs between two calls."""
    if one.before is None or one.after is None:
        side = "before" if one.after is None else "after"
        own = one.before or one.after
        yield f"only {side}: {own.outcome if own else NOT_RECORDED}, {_rows(own)}"
        return
    if "outcome" in one.changed:
        yield f"outcome: {one.before.outcome} -> {one.after.outcome}"
    if "rows" in one.changed:
        yield f"rows: {_rows(one.before)} -> {_rows(one.after)}"
    mine, theirs = one.before.ground or (), one.after.ground or ()
    if "ground" in one.changed:
        yield from (f"no more: {each}" for each in mine if each not in theirs)
        yield from (f"now: {each}" for each in theirs if each not in mine)


def _rows(one: CallSide | None) -> str:
    return "rows not known" if one is None or one.rows is None else numbered(one.rows, "row")


def answer_lines(one: AnswerDiff, most: int = 12) -> Iterator[str]:
    """Yield the lines of a unified diff of two answers, the first of many."""
    for side, text in (("before", one.before), ("after", one.after)):
        if text is None:
            yield f"the answer {side} is not recorded"
    hunks = sum(line.startswith("@@") for line in one.lines)
    lines = one.lines[1:] if hunks == 1 else one.lines  # where its lines stand says no more then
    yield from lines[:most]
    if len(lines) > most:
        yield f"{len(lines) - most} more lines"


def unpaired_text(one: Unpaired) -> str:
    """Say what is in no pair, and why."""
    name = f"{one.place.name} at {step_text(one.place)} in " if one.what == "retrieval" else ""
    return f"only {one.side}: {one.what} {name}{place_text(one.place)}: {one.why}"


def more_text(count: int, what: str) -> str:
    """Say how many are not shown; nothing for none."""
    return f"{count} more {what}; --limit 0 shows all" if count > 0 else ""


def verdict_text(report: DiffReport) -> str:
    """Say what --fail-on came to; nothing where it names nothing that differs."""
    return f"fails: {', '.join(report.fails)}" if report.fails else ""
