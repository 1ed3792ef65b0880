"""A gate between its settings, its inputs and its baseline."""

import os
from collections.abc import Callable, Iterable
from datetime import date

from msgspec.structs import replace

from footprint_cli.analyse.gate import Gate
from footprint_cli.cli.baselines import read_baseline, write_baseline
from footprint_cli.cli.files import same_file
from footprint_cli.cli.gate_config import Given, gate_settings
from footprint_cli.cli.streams import complain
from footprint_cli.errors import UsageError
from footprint_cli.model.audit import Audit
from footprint_cli.model.gate import Baseline
from footprint_cli.model.report import Report

__all__ = ["Gating", "Given"]


class Gating:
    """Judges inputs; a baseline is read before anything is judged, or written when all is.

    Whatever is wrong with the settings is said before an input is opened.
    """

    def __init__(self, given: Given, written: str | None) -> None:
        self._settings, configured, settings = gate_settings(given)
        self._path = configured if given.baseline is None else given.baseline
        self._update = given.update_baseline
        if self._path in {"", "-"}:
            raise UsageError("--baseline needs the name of a file")
        if self._path is None and self._update:
            raise UsageError("--update-baseline needs a file: --baseline FILE, or one configured")
        if self._path is not None and written is not None and _is_one_file(self._path, written):
            raise UsageError(f"{written} is the baseline and would be written over")
        for one in (written, self._path if self._update else None):
            if one is not None and settings is not None and _is_one_file(one, settings):
                raise UsageError(f"{one} holds the settings and would be written over")
        known = None if self._path is None or self._update else read_baseline(self._path)
        self._baseline = known

    @property
    def rules(self) -> set[str]:
        """The names of the rules that are asked for."""
        asked = (self._settings.rules, *self._settings.of_retriever.values())
        return {one.name for rules in asked for one in rules}

    @property
    def written(self) -> str | None:
        """The baseline, where it is written anew."""
        return self._path if self._update else None

    def report(self, audits: Iterable[Audit], status: Callable[[int], int]) -> Report:
        """Judge every input; says on standard error which settings had no effect.

        `status` turns what the gate answers with into what the process does.
        """
        gate = Gate(self._settings, date.today())  # noqa: DTZ011 (the day of whoever runs it)
        for one in audits:
            self._keep_from_input(one.recording.source)
            gate.judge(one)
        baseline = self._written(gate) if self._update else self._baseline
        for note in gate.notes(baseline):
            complain(note)
        report = gate.report(baseline)
        return replace(report, exit_status=status(report.exit_status))

    def _keep_from_input(self, source: str) -> None:
        if self._update and self._path is not None and same_file(source, self._path):
            raise UsageError(f"{self._path} is an input and would be written over")

    def _written(self, gate: Gate) -> Baseline | None:
        if self._path is None or not gate.read_all:
            complain("the baseline was not written, for an input could not be read")
            return None
        baseline = gate.baseline()
        write_baseline(baseline, self._path)
        complain(f"baseline written to {self._path}")
        return baseline


def _is_one_file(one: str, other: str) -> bool:
    return same_file(one, other) or os.path.realpath(one) == os.path.realpath(other)
