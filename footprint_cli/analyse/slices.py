"""Backward: which steps and keys fed a step or a key (commit-log notes, 8.2)."""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from footprint_cli.analyse.traced import Traced
from footprint_cli.model.trace import Cut, Edge, LogLine, Node, Slice

MOST_DEEP, MOST_NODES = 20, 100


class Bounds(NamedTuple):
    """How far a slice is followed: steps in depth, and in all."""

    deepest: int = MOST_DEEP
    most: int = MOST_NODES


_USUAL = Bounds()


def slice_of_key(
    traced: Traced, key: str, before: int | None = None, bounds: Bounds = _USUAL
) -> Slice:
    """Return what fed the last write of a key, before a line where one is given."""
    if not traced.lines:
        return Slice(key=key, missing="empty-log")
    end = len(traced.lines) if before is None else before
    writer = traced.written_before(key, end)
    if writer is None:
        return Slice(key=key, missing="never-written")
    step = traced.lines[writer].step
    return _Walk(traced, bounds, per_write=True).slice(step, key, traced.lines[writer])


def slice_of_step(traced: Traced, step: str) -> Slice | None:
    """Return what fed a step, by all that it read; None: the log has no such step."""
    if traced.line_of(step) is None:
        return None
    return _Walk(traced, _USUAL, per_write=False).slice(step, None, None)


class _Walk:
    """Breadth first, from step to the steps that wrote what it read."""

    def __init__(self, traced: Traced, bounds: Bounds, *, per_write: bool) -> None:
        self._traced = traced
        self._bounds = bounds
        self._per_write = per_write
        self._nodes: dict[str, Node] = {}
        self._read: dict[str, set[str]] = {}  # of each step, what was followed
        self._whole: set[str] = set()  # steps of which all reads were followed
        self._queue: deque[tuple[Node, int, int, Sequence[str]]] = deque()
        self._by_depth = self._by_nodes = False

    def slice(self, step: str, key: str | None, writer: LogLine | None) -> Slice:
        """Walk from a step; `writer` is its line that wrote the key."""
        standing = self._traced.line_of(step)
        if standing is None:
            raise KeyError(step)
        root = self._node(standing, 0, "")
        # The engine asks the line that stands for the step, not the one that wrote the key.
        line = standing if self._traced.parity or writer is None else writer
        self._enqueue(root, 0, line, key, None)
        while self._queue:
            self._expand(*self._queue.popleft())
        cut = Cut(self._by_depth, self._by_nodes)
        nodes = tuple(self._nodes.values())
        return Slice(key=key, nodes=nodes, cut=cut if self._by_depth or self._by_nodes else None)

    def _node(self, line: LogLine, depth: int, linked_by: str) -> Node:
        """Make the node of a step by the line that led to it, or stands for it."""
        node = Node(
            step=line.step,
            line=line,
            depth=depth,
            linked_by=linked_by,
            keys=tuple(row.path for row in line.rows),
            untracked=line.untracked,
            edges=[],
        )
        self._nodes[line.step] = node
        return node

    def _standing(self, line: LogLine) -> LogLine:
        """Return the line that stands for the step of another."""
        found = self._traced.line_of(line.step)
        return line if found is None else found

    def _reads_for(
        self, line: LogLine, key: str | None, reader: str | None
    ) -> tuple[tuple[str, ...], bool]:
        """Return what was read for the write of a key, and whether that is all the step read."""
        if self._per_write and key is not None:
            row = self._traced.written_at(line, key, reader)
            if row is not None and row.read_keys is not None:
                return tuple(dict.fromkeys(row.read_keys)), False
        return self._traced.reads(line.step), True

    def _enqueue(
        self, node: Node, depth: int, line: LogLine, key: str | None, reader: str | None
    ) -> None:
        reads, whole = self._reads_for(line, key, reader)
        known = self._read.setdefault(node.step, set())
        new = [one for one in reads if one not in known]
        known.update(new)
        if whole:
            self._whole.add(node.step)
        self._queue.append((node, self._standing(line).index, depth, new))

    def _expand(self, node: Node, at: int, depth: int, keys: Sequence[str]) -> None:
        if depth >= self._bounds.deepest:
            self._by_depth |= bool(keys)
            return
        for key in keys:
            writer = self._traced.written_before(key, at, node.step)
            if writer is None:
                continue
            line = self._traced.lines[writer]
            known = self._nodes.get(line.step)
            if known is None:
                if len(self._nodes) == self._bounds.most:
                    self._by_nodes = True
                    continue
                shown = line if self._traced.parity else self._standing(line)
                known = self._node(shown, depth + 1, key)
                self._enqueue(known, depth + 1, line, key, node.step)
            elif self._per_write and known.step not in self._whole:
                self._enqueue(known, known.depth, line, key, node.step)
            edge = Edge(node.step, known.step, key)
            if edge not in node.edges:
                node.edges.append(edge)
