"""A backward slice as an answer: its steps, what links them, and the chunks that it ends at."""

from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.analyse import trace_notes
from footprint_cli.analyse.prompt_links import (
    MODEL_TEXT,
    Continued,
    Links,
    calls_model,
    continued,
    joined,
    passages_of,
)
from footprint_cli.analyse.slices import Bounds, slice_of_key
from footprint_cli.analyse.trace_asked import few
from footprint_cli.analyse.traced import Traced
from footprint_cli.model.key_paths import key_text
from footprint_cli.model.recording import Recording
from footprint_cli.model.trace import Cut, Node, Slice, StoredLog
from footprint_cli.model.trace_report import (
    TraceAsked,
    TraceEdge,
    TraceNode,
    TraceNote,
    TracePassage,
)

_FEW = 3  # chunks that a sentence names


class SliceAnswer(NamedTuple):
    """What is sliced: the last write of a key before a line, None: the end."""

    recording: Recording
    log: StoredLog
    traced: Traced
    key: str
    before: int | None


class Sliced(NamedTuple):
    """A slice as it is answered."""

    sentence: str
    notes: tuple[TraceNote, ...]
    nodes: tuple[TraceNode, ...]
    edges: tuple[TraceEdge, ...]
    passages: tuple[TracePassage, ...] | None  # None: --parity, which knows none


def slice_answer(of: SliceAnswer, asked: TraceAsked, engine: Traced | None) -> Sliced:
    """Slice a key backward; `engine` is the same log by the engine's rules, None: it is asked."""
    bounds = Bounds(asked.deepest, asked.most)
    told = slice_of_key(of.traced, of.key, of.before, bounds)
    if told.missing is not None:
        return _missing(of, told.missing)
    end = len(of.traced.lines) if of.before is None else of.before
    at = of.traced.written_before(of.key, end)
    going = None
    if engine is not None and at is not None:
        going = continued(of.recording, of.traced, of.log, told, at, bounds)
    more = None if going is None else going.slice
    nodes = told.nodes if more is None else tuple(joined(told, more))
    edges = (*_edges(told.nodes, of.traced), *_by_contents(told, more, of.traced))
    links = None if engine is None else passages_of(of.recording, [one.step for one in nodes])
    passages = None if links is None else links.passages
    notes = [
        *_notes(of, nodes, told.cut or (None if more is None else more.cut)),
        *(() if links is None else links.notes),
    ]
    if engine is not None:
        theirs = slice_of_key(engine, of.key, of.before, bounds)
        notes += _otherwise(theirs, told)
    if going is not None:
        notes.append(_by_text(of.key, going))
    return Sliced(
        _sentence(of.key, told, more, links),
        tuple(notes),
        tuple(_node(one, of.traced) for one in nodes),
        tuple(dict.fromkeys(edges)),
        passages,
    )


def _missing(of: SliceAnswer, why: str) -> Sliced:
    name = key_text(of.key)
    if why == "empty-log":
        note = TraceNote(why, "the log holds no commit", open=True)
        return Sliced(f"{name}: the log holds no commit", (note,), (), (), None)
    written = bool(of.traced.writes(of.key))
    notes = [] if written else [*trace_notes.coded(["unknown-key"], of.key, of.traced)]
    until = " before that" if of.before is not None else ""
    return Sliced(f"no commit wrote {name}{until}", tuple(notes), (), (), None)


def _node(one: Node, traced: Traced) -> TraceNode:
    return TraceNode(
        id=one.step,
        step=one.step,
        stage=one.line.stage,
        commit=_commit(one, traced),
        depth=one.depth,
        keys=tuple(dict.fromkeys(one.keys)),
        untracked=one.untracked,
    )


def _commit(one: Node, traced: Traced) -> int:
    """Return the first line of a step that wrote something; where none did, that of the node."""
    if traced.parity:
        return one.line.index
    wrote = (at for at in traced.places(one.step) if traced.lines[at].rows)
    return next(wrote, one.line.index)


def _edges(nodes: tuple[Node, ...], traced: Traced) -> Iterator[TraceEdge]:
    for node in nodes:
        whole = {*traced.reads(node.step)}
        for edge in node.edges:
            rows = [row.read_keys for row in node.line.rows if row.read_keys is not None]
            by_write = any(edge.key in keys for keys in rows) or edge.key not in whole
            basis = "write" if by_write else "step"
            yield TraceEdge(of=edge.step, source=edge.writer, key=edge.key, basis=basis)


def _by_contents(told: Slice, more: Slice | None, traced: Traced) -> Iterator[TraceEdge]:
    if more is not None:
        yield TraceEdge(
            of=told.nodes[0].step, source=more.nodes[0].step, key=MODEL_TEXT, basis="contents"
        )
        yield from _edges(more.nodes, traced)


def _notes(of: SliceAnswer, nodes: tuple[Node, ...], cut: Cut | None) -> Iterator[TraceNote]:
    if not of.traced.has_reads:
        yield from trace_notes.coded(["reads-not-recorded"], of.key, of.traced)
    yield from trace_notes.mounted([one.step for one in nodes if one.step in of.log.reads.mounts])
    yield from trace_notes.untracked([one.line for one in nodes])
    yield from trace_notes.cut_short(cut)


def _by_text(key: str, going: Continued) -> TraceNote:
    wrote = going.slice.nodes[0].step
    message = f"{going.why}, which {wrote} wrote: no read of it is recorded for {key_text(key)}"
    return TraceNote("linked-by-contents", message)


def _otherwise(theirs: Slice, ours: Slice) -> Iterator[TraceNote]:
    if _shape(theirs) != _shape(ours):
        yield trace_notes.otherwise(_chain(theirs))
        return
    own = {one.step: one.keys for one in ours.nodes}
    emptied = [one.step for one in theirs.nodes if {*one.keys} != {*own[one.step]}]
    if emptied:
        yield trace_notes.otherwise(
            f"the same steps, and not all that {few(emptied)} wrote (it takes the last line of a step)"
        )


def _shape(one: Slice) -> object:
    return (
        one.missing,
        [node.step for node in one.nodes],
        [edge for node in one.nodes for edge in node.edges],
    )


def _chain(one: Slice) -> str:
    if one.missing is not None:
        return "no commit wrote it"
    fed = [node.step for node in one.nodes[1:]]
    keys = "" if one.nodes[0].keys else " (by its last, empty line)"
    if not fed:
        return f"{one.nodes[0].step}{keys} ← nothing"
    return f"{one.nodes[0].step}{keys} ← {few(fed)}"


def _sentence(key: str, told: Slice, more: Slice | None, links: Links | None) -> str:
    """Write the chain from the key to what the prompt of the nearest model call held, as far as told."""
    passages = () if links is None else links.passages
    parts = [key_text(key), told.nodes[0].step]
    nodes = [*told.nodes, *(more.nodes if more is not None else ())]
    model = next((one.step for one in nodes if calls_model(one.step)), None)
    if model is None:
        fed = len(nodes) - 1
        return " ← ".join(parts) + (
            f" ← {fed} more {'step' if fed == 1 else 'steps'}" if fed else ""
        )
    if model != told.nodes[0].step:
        parts.append(model)
    held = sorted((one for one in passages if one.of == model), key=_best_first)
    results = () if links is None else links.results.get(model, ())
    if not held and not results:
        return " ← ".join(parts)
    chunks = [chunk_text(one) for one in held[:_FEW]]
    left = [f"{len(held) - _FEW} more"] if len(held) > _FEW else []
    tools = [f"results of {few(results)}"] if results else []
    return " ← ".join([*parts, "its prompt", ", ".join([*chunks, *left, *tools])])


def _best_first(one: TracePassage) -> tuple[bool, int]:
    return one.rank is None, one.rank or 0


def chunk_text(one: TracePassage) -> str:
    """Name a chunk with its place, as far as that is recorded."""
    places = (("rank", one.rank), ("position", one.position))
    told = [f"{name} {place}" for name, place in places if place is not None]
    return f"{one.chunk} ({', '.join(told)})" if told else one.chunk
