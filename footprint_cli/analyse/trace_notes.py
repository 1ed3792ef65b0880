"""What must be known to read an answer of trace, in sentences by their codes."""

from collections.abc import Iterable, Iterator, Sequence

from footprint_cli.analyse.log_lines import log_lines
from footprint_cli.analyse.trace_asked import few, like
from footprint_cli.analyse.traced import Traced
from footprint_cli.model.key_paths import key_text
from footprint_cli.model.recording import Recording
from footprint_cli.model.rows import VERBS
from footprint_cli.model.trace import Cut, LogLine
from footprint_cli.model.trace_report import TraceNote

_SAID = {
    "reads-not-recorded": (
        "which keys the steps read is not recorded here: what fed this key, and who read it, cannot be "
        "told (a snapshot or an archived recording of the run has it)"
    ),
    "pre-run-origin": (
        "a part of it was there before the first commit: from the initial state or the run's input"
    ),
    "conservative-fed-edges": (
        "some of what it fed is told by what whole steps read: a step that read it may have written "
        "something else from other keys"
    ),
}
_OPEN = frozenset({"unknown-key", "reads-not-recorded"})


def coded(codes: Iterable[str], key: str, traced: Traced) -> Iterator[TraceNote]:
    """Yield the notes of codes that slices and timelines answer with."""
    for code in codes:
        message = unknown(key, traced) if code == "unknown-key" else _SAID[code]
        yield TraceNote(code, message, open=code in _OPEN)


def unknown(key: str, traced: Traced) -> str:
    """Say that nothing is told of a key, and which keys look like it."""
    told = f"no commit wrote {key_text(key)}, and no step is known to have read it"
    near = like(key, traced)
    return f"{told}; keys like it: {', '.join(near)}" if near else told


def odd_verbs(key: str, traced: Traced) -> Iterator[TraceNote]:
    """Name the commits that write a key by a verb that is none: what they did is not known."""
    odd = [
        line.index
        for line in traced.lines
        if any(row.verb not in VERBS and traced.is_of(row.path, key) for row in line.rows)
    ]
    if odd:
        commits = f"commit {odd[0]}" if len(odd) == 1 else f"{len(odd)} commits, from {odd[0]} on,"
        message = (
            f"{commits} write {key_text(key)} by a verb that is none, or not recorded: what that did "
            "is not known"
        )
        yield TraceNote("odd-verb", message, open=True)


def elsewhere(key: str, recording: Recording) -> Iterator[TraceNote]:
    """Name the nested logs that wrote a key; their states are their own."""
    mounts = [
        log.mount
        for log in recording.logs()
        if log.mount is not None
        and any(row.path == key for line in log_lines(log.bundles()) for row in line.rows)
    ]
    if mounts:
        message = (
            f"{key_text(key)} is written in the log of {few(mounts)}: --in {mounts[-1]} asks it"
        )
        yield TraceNote("in-nested-log", message)


def of_recording(recording: Recording) -> Iterator[TraceNote]:
    """Say that commits are missing: what they wrote is not in the answer."""
    if recording.damage:
        lines = sum(1 for one in recording.damage if not one.recovered)
        message = (
            f"the input is damaged in {len(recording.damage)} places, {lines} not recovered: commits "
            "may be missing, and numbers count those that were read"
        )
        yield TraceNote("damaged", message, open=True)


def mounted(steps: Sequence[str]) -> Iterator[TraceNote]:
    """Name the steps that a subflow wrote for: no read tells what it was given."""
    if steps:
        message = (
            f"subflows wrote for {few(steps)}, and what they were given is not recorded as reads: "
            "their own logs go on (--in)"
        )
        yield TraceNote("subflow-input", message)


def untracked(lines: Iterable[LogLine]) -> Iterator[TraceNote]:
    """Name the steps that also used what a log does not follow."""
    for one in lines:
        if one.untracked:
            sources = ", ".join(one.untracked)
            message = f"{one.step} also used what the log does not follow: {sources}"
            yield TraceNote("untracked-sources", message)


def cut_short(cut: Cut | None) -> Iterator[TraceNote]:
    """Say that a slice goes on."""
    if cut is not None:
        named = [
            name for name, held in (("--depth", cut.by_depth), ("--nodes", cut.by_nodes)) if held
        ]
        message = f"the slice goes on; raise {' and '.join(named)} to follow it"
        yield TraceNote("cut", message, open=True)


def otherwise(told: str) -> TraceNote:
    """Say that the engine's own rule answers otherwise, and what."""
    message = f"better than the engine's own rule (--parity), which answers: {told}"
    return TraceNote("beyond-the-engine", message)
