"""The lines that table and markdown share: a value, the moments of a key, and a slice as a tree."""

from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.model.json_text import json_text
from footprint_cli.model.key_paths import key_text
from footprint_cli.model.trace_report import (
    TraceEdge,
    TraceMoment,
    TraceNode,
    TraceNote,
    TracePassage,
    TraceReport,
)
from footprint_cli.render.words import NOT_RECORDED, shown

_LONGEST = 4000  # characters of a value that is not asked for as a whole
_BASES = {
    "write": "read before that write",
    "step": "",  # the usual case
    "contents": "the same text, and no recorded read",
}
_PROOFS = {
    "record": "by name",
    "fragment": "by its text",
    "both": "by name and text",
}


class TreeLine(NamedTuple):
    """One line of a tree, and how deep it is."""

    depth: int
    text: str


def head_text(report: TraceReport) -> str:
    """Say which log of which input is asked, and how."""
    log = "" if report.log is None else f", the nested log of {report.log}"
    parity = ", by the engine's own rules" if report.parity else ""
    commits = "1 commit" if report.commits == 1 else f"{report.commits} commits"
    return f"{report.source}{log}: {commits}{parity}"


def reads_text(report: TraceReport) -> str:
    """Say how far reads are recorded."""
    reads = report.reads
    if not reads.recorded:
        return "reads: not recorded"
    told = f"reads: of {reads.with_reads} of {reads.steps} steps"
    return f"{told}, and beside each write" if reads.by_write else told


def note_text(note: TraceNote) -> str:
    """Write a note with its code."""
    return f"{note.message} [{note.code}]"


def value_text(report: TraceReport) -> str:
    """Write the value as JSON, cut where it is very long; nothing where there is none."""
    if report.value is None or report.value.state != "there":
        return ""
    text = json_text(report.value.json)
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_LONGEST]} … {len(text)} characters in all; plain and json have them"


def moment_cells(one: TraceMoment) -> tuple[str, str, str, str]:
    """Return commit, step, what was done, and where."""
    done = one.verb or one.kind
    if one.kind == "read":
        saw = "before the log" if one.from_write is None else f"commit {one.from_write}"
        done = f"read ({saw})"
    return str(one.commit), one.step or NOT_RECORDED, done, key_text(one.path)


def tree_lines(report: TraceReport) -> Iterator[TreeLine]:
    """Yield a slice as a tree, the key's own step first; each step is followed once."""
    tree = _Forward(report) if report.question == "forward" else _Backward(report)
    if report.nodes:
        yield from tree.lines(report.nodes[0])


class _Backward:
    """What fed a step, under it."""

    def __init__(self, report: TraceReport) -> None:
        self._report = report
        self._nodes = {one.id: one for one in report.nodes or ()}
        self._edges = report.edges or ()
        self._shown: set[str] = set()

    def lines(self, root: TraceNode) -> Iterator[TreeLine]:
        """Yield depth first; a loop of many steps is deeper than Python's stack is for."""
        yield TreeLine(0, self._head(root, self._report.key))
        waiting = self._under(root, 1)
        while waiting:
            line, node = waiting.pop()
            again = node is not None and node.id in self._shown
            yield TreeLine(line.depth, f"{line.text} (see above)" if again else line.text)
            if node is not None and not again:
                waiting += self._under(node, line.depth + 1)

    def _head(self, root: TraceNode, key: str) -> str:
        return f"{key_text(key)} ← {_named(root)}"

    def _under(self, node: TraceNode, depth: int) -> list[tuple[TreeLine, TraceNode | None]]:
        """Return what stands under a node, the last first."""
        self._shown.add(node.id)
        passages = [one for one in self._report.passages or () if one.of == node.id]
        lines: list[tuple[TreeLine, TraceNode | None]] = [
            (TreeLine(depth, passage_text(one)), None) for one in passages
        ]
        for (source, basis), keys in self._parted(node).items():
            lines.append((TreeLine(depth, self._link(source, basis, keys)), self._nodes[source]))
        return lines[::-1]

    def _parted(self, node: TraceNode) -> dict[tuple[str, str], list[str]]:
        """Part the links of a node by where they lead, and what tells them."""
        parted: dict[tuple[str, str], list[str]] = {}
        for one in self._edges:
            if self._near(one) == node.id and self._far(one) in self._nodes:
                parted.setdefault((self._far(one), one.basis), []).append(one.key)
        return parted

    def _near(self, edge: TraceEdge) -> str:
        return edge.of

    def _far(self, edge: TraceEdge) -> str:
        return edge.source

    def _link(self, source: str, basis: str, keys: list[str]) -> str:
        why = f" [{_BASES[basis]}]" if _BASES[basis] else ""
        return f"← {', '.join(map(key_text, keys))} ← {_named(self._nodes[source])}{why}"


class _Forward(_Backward):
    """What a write fed, under it."""

    def _head(self, root: TraceNode, key: str) -> str:
        return f"{key_text(key)}: {_written(root)}"

    def _near(self, edge: TraceEdge) -> str:
        return edge.source

    def _far(self, edge: TraceEdge) -> str:
        return edge.of

    def _link(self, source: str, basis: str, keys: list[str]) -> str:  # noqa: ARG002 (of the base)
        node = self._nodes[source]
        why = " [read before that write]" if basis == "write" else " [read by the step]"
        return f"→ {', '.join(map(key_text, node.keys))}: {_written(node)}{why}"


def _named(node: TraceNode) -> str:
    commit = "" if node.commit is None else f" (commit {node.commit})"
    used = f", with {', '.join(node.untracked)}" if node.untracked else ""
    return f"{node.step or 'the input of the subflow'}{commit}{used}"


def _written(node: TraceNode) -> str:
    by = "there before the log" if node.commit is None else f"{node.verb or '-'} by {_named(node)}"
    return f"{by}; read by {', '.join(node.readers)}" if node.readers else by


def passage_text(one: TracePassage) -> str:
    """Say which chunk stood in the prompt, which step searched it, and what proves it."""
    place = f"rank {shown(one.rank)}, position {shown(one.position)}"
    searched = "" if one.retrieval is None else f" ← {one.retrieval}"
    return f"← its prompt ← {one.chunk} ({place}){searched} [{_PROOFS[one.proof]}]"
