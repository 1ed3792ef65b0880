"""The answer as rows of one form, which `plain`, `csv` and `jsonl` share: one fact a row."""

from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.model.json_text import json_text
from footprint_cli.model.key_paths import key_text
from footprint_cli.model.trace_report import TraceReport
from footprint_cli.render.words import shown


class Fact(NamedTuple):
    """One fact. None is not recorded, or that there is none."""

    row: str
    step: str | None
    commit: int | None
    key: str | None
    what: str | None
    told: str | None


FIELDS = Fact._fields


def facts(report: TraceReport) -> Iterator[Fact]:
    """Yield the answer in a sentence, then what it rests on."""
    key = key_text(report.key)
    yield Fact("answer", None, report.commit, key, report.question, report.sentence)
    if report.value is not None:
        there = report.value.state == "there"
        told = json_text(report.value.json) if there else None
        yield Fact("value", None, report.commit, key, report.value.state, told)
    for one in report.moments or ():
        told = None if one.from_write is None else f"saw commit {one.from_write}"
        yield Fact(one.kind, one.step, one.commit, key_text(one.path), one.verb, told)
    yield from _slice(report)
    for note in report.notes:
        yield Fact("note", None, None, None, note.code, note.message)


def _slice(report: TraceReport) -> Iterator[Fact]:
    steps = {one.id: one.step for one in report.nodes or ()}
    for node in report.nodes or ():
        keys = ", ".join(map(key_text, node.keys)) or None
        yield Fact("node", node.step, node.commit, keys, node.verb, f"depth {node.depth}")
    for edge in report.edges or ():
        yield Fact("edge", steps[edge.of], None, key_text(edge.key), edge.basis, steps[edge.source])
    for one in report.passages or ():
        place = f"rank {shown(one.rank)}, position {shown(one.position)}, {one.proof}"
        yield Fact("passage", one.of, None, one.chunk, one.retriever, place)
