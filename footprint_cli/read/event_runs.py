"""Event lines → the runs that they tell of.

An event stream may hold several runs, line by line; `meta.runId` tells them apart (a stage id or a
call id alone does not).
"""

from collections import deque
from collections.abc import Iterator
from typing import Any

from footprint_cli.model.json_text import recorded
from footprint_cli.read.calls import text
from footprint_cli.read.events import PREFIX, RunEvents

OUTSIDE_RUN = "consumer-scope"  # pause.request and pause.resume carry this for a run id


class EventLog:
    """The events of one input, told apart by run."""

    def __init__(self) -> None:
        self.runs: dict[str | None, RunEvents] = {}
        self._current: RunEvents | None = None
        self._paused_in: dict[str | None, deque[RunEvents]] = {}  # by call id

    def add(self, event: dict[str, Any], line: int | None) -> None:
        """Take up one decoded event line."""
        meta = event.get("meta")
        meta = meta if isinstance(meta, dict) else {}
        run_id = text(meta.get("runId"))
        if run_id == OUTSIDE_RUN and self._current is not None:
            run = self._current
        else:
            run = self.runs.setdefault(run_id, RunEvents(run_id))
            self._current = run
        kind = event.get("type")
        name = kind.removeprefix(PREFIX) if isinstance(kind, str) else ""
        if name == "stream.tool_end":
            self._resume(run, event.get("payload"))
        run.add(name, event.get("payload"), meta, line)
        for call_id in run.just_paused:
            self._paused_in.setdefault(call_id, deque()).append(run)
        run.just_paused = []

    def __iter__(self) -> Iterator[RunEvents]:
        """Give the runs in order; what stands outside of them is one where it holds anything."""
        return (run for run_id, run in self.runs.items() if run_id != OUTSIDE_RUN or run.tells)

    def _resume(self, run: RunEvents, payload: object) -> None:
        """Hand a call that waits in a paused run to the run that ends it: they are one call."""
        if not isinstance(payload, dict):
            return
        call_id = recorded(payload.get("toolCallId"))
        if run.waits(call_id):
            return
        paused_in = self._paused_in.get(call_id)
        while paused_in and not run.take_paused(call_id, paused_in.popleft()):
            pass  # that one waits no more: its own run answered it
