"""The answer of `what-if` as rows, for the formats that have rows."""

from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.model.evidence import Number
from footprint_cli.model.what_if import EXACT, Bounded, Moved, Totals, WhatIf, WhatIfReport
from footprint_cli.render.what_if.said import movement

_TOTAL = "total"


class Fact(NamedTuple):
    """One row. `row`: setting, chunk, number, prompt, unruled, otherwise, or total, gained, lost."""

    row: str
    recording: str | None = None
    run: str | None = None
    line: int | None = None
    retriever: str | None = None
    step: str | None = None
    name: str | None = None
    before: Number | str | None = None
    after: Number | str | None = None
    bound: str | None = None
    why: str | None = None
    rank: int | None = None
    score: Number | None = None
    chars: int | None = None


FIELDS = Fact._fields


def facts(report: WhatIfReport) -> Iterator[Fact]:
    """Yield what is known of each retrieval, then the totals."""
    for one in report.answers:
        yield from facts_of(one)
    yield from total_facts(report.totals)


def facts_of(one: WhatIf) -> Iterator[Fact]:
    """Yield the rows of one retrieval."""
    at = Fact(
        row="",
        recording=one.source,
        run=one.run,
        line=one.line,
        retriever=one.retriever,
        step=one.step,
    )
    if one.unruled is not None:
        yield at._replace(row="unruled", why=one.unruled)
        yield from (at._replace(row="otherwise", name=name) for name in one.otherwise)
        return
    for each in one.settings:
        yield at._replace(row="setting", name=each.name, before=each.before, after=each.after)
    for moved in one.moved:
        yield _chunk(at, moved)
    yield _number(at, "read", one.read, one.would_read)
    yield _number(at, "admitted", None, one.admitted)
    yield _number(at, "characters", _exact(one.chars), one.would_chars)
    for position, name in enumerate(one.prompt or ()):
        yield at._replace(row="prompt", name=name, after=position)
    if one.prompt_note is not None:
        yield at._replace(row="prompt", why=one.prompt_note)


def total_facts(totals: Totals) -> Iterator[Fact]:
    """Yield the rows over all retrievals."""
    at = Fact(row=_TOTAL)
    yield at._replace(name="retrievals", after=totals.retrievals)
    yield at._replace(name="ruled", after=totals.ruled)
    for why, count in sorted(totals.unruled.items()):
        yield at._replace(name="unruled", after=count, why=why)
    yield at._replace(name="changed", after=totals.changed)
    yield _number(at, "read", totals.read, totals.would_read.bounded, _TOTAL)
    yield _number(at, "admitted", None, totals.admitted.bounded, _TOTAL)
    yield _number(at, "read nothing", totals.nothing, totals.would_nothing.bounded, _TOTAL)
    chars = _exact(totals.chars.bounded)
    yield _number(at, "characters", chars, totals.would_chars.bounded, _TOTAL)
    for name, counts in (("gained", totals.gained), ("lost", totals.lost)):
        for chunk, count in by_count(counts):
            yield at._replace(row=name, name=chunk, after=count)


def by_count(counts: dict[str, int]) -> list[tuple[str, int]]:
    """Return counts, the most frequent first."""
    return sorted(counts.items(), key=lambda one: (-one[1], one[0]))


def _exact(one: Bounded) -> int | None:
    return one.value if one.bound == EXACT else None


def _number(at: Fact, name: str, before: int | None, after: Bounded, row: str = "number") -> Fact:
    why = "; ".join(after.why) or None
    return at._replace(
        row=row, name=name, before=before, after=after.value, bound=after.bound, why=why
    )


def _chunk(at: Fact, one: Moved) -> Fact:
    before, after = movement(one)
    return at._replace(
        row="chunk",
        name=one.id,
        before=before,
        after=after,
        rank=one.rank,
        score=one.score,
        chars=one.chars,
    )
