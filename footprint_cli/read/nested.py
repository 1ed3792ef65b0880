"""The nested log of a retriever's subflow: its search before and after the picker.

Its stages write `retrieved` three times over (format notes, section 3): `load-relevant` has the
strategy's verdicts, `pick…` the picker's, and the formatter adds fragments and positions.
"""

from typing import Any

from footprint_cli.model.commit import path_segments, refusal
from footprint_cli.model.evidence import Retrieval, Ruling
from footprint_cli.model.fold import Fold
from footprint_cli.model.js_copies import plain
from footprint_cli.model.steps import MEMORY_STEP, execution_of, subflow_of
from footprint_cli.read.evidence import evidence_of, injected_text, loaded_of, rulings_of
from footprint_cli.read.redaction import shows_evidence

_RETRIEVED, _LOADED = "retrieved", "loaded"


class NestedSearches:
    """Every nested log of a memory's read subflow, by the step id of its mount."""

    def __init__(self) -> None:
        self._found: dict[str, Retrieval] = {}
        self._clear: set[str] = set()
        self._begun: dict[str, str] = {}

    def add(self, mount: str, history: list[Any]) -> None:
        """Read one nested log, if it is that of a memory's read subflow."""
        path = mount.rpartition("#")[0]
        if MEMORY_STEP not in path:
            return
        retriever = path.partition(MEMORY_STEP)[2]
        self._begun[retriever] = mount
        fold = Fold(keep=lambda key: key in (_RETRIEVED, _LOADED, "formatted"))
        first: tuple[Ruling, ...] | None = None
        for bundle in history:
            if refusal(bundle) is not None:
                continue
            fold.apply(bundle)
            if first is None and bundle["runtimeStageId"] and _writes(bundle):
                value = plain(fold.value(_RETRIEVED))
                first = rulings_of(evidence_of(value)) if isinstance(value, dict) else None
        value = plain(fold.value(_RETRIEVED))
        if shows_evidence(value):
            self._clear.add(mount)
        if isinstance(value, dict):
            injected = injected_text(plain(fold.value("formatted")))
            self._found[mount] = Retrieval(
                retriever=retriever,
                evidence_from="nested-log",
                step=mount,
                evidence=evidence_of(value),
                injected=injected,
                injected_recorded=injected is not None,
                at_retriever=first,
                retriever_from="nested-log" if first is not None else None,
                loaded=loaded_of(plain(fold.value(_LOADED))),
            )

    def retrievals(self) -> dict[str, Retrieval]:
        """Return the searches by the step id of their mount."""
        return self._found

    def holds(self, step: str | None) -> bool:
        """Tell whether the search of a mount is there with its evidence in clear."""
        return step in self._clear

    def begun(self) -> dict[str, str]:
        """Return each retriever whose subflow ran, with the step id of its mount."""
        return self._begun


def mount_of(step: str | None, mounts: list[str]) -> str | None:
    """Find the mount that a stage of a subflow belongs to: same path, latest number before its own."""
    path, number = subflow_of(step), _number(step)
    before = [
        mount for mount in mounts if mount.rpartition("#")[0] == path and _number(mount) <= number
    ]
    return max(before, key=_number, default=None)


def _number(step: str | None) -> int:
    number = execution_of(step)
    return -1 if number is None else number  # ahead of every stage that is counted


def _writes(bundle: dict[str, Any]) -> bool:
    return any(path_segments(row["path"])[0] == _RETRIEVED for row in bundle["trace"])
