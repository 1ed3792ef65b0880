"""What a gate is asked, by its command line and its settings, and what it accepts."""

import os

from footprint_cli.cli.adding import Accepting
from footprint_cli.cli.baselines import read_baseline
from footprint_cli.cli.files import same_file
from footprint_cli.cli.gate_config import Given, gate_settings
from footprint_cli.errors import UsageError

__all__ = ["Gating", "Given"]


class Gating:
    """The settings of a gate, and its baseline, which is read before anything is judged.

    Whatever is wrong with the settings is said before an input is opened.
    """

    def __init__(self, given: Given, written: str | None) -> None:
        self.settings, configured, settings = gate_settings(given)
        path = configured if given.baseline is None else given.baseline
        update = given.update_baseline
        if path in {"", "-"}:
            raise UsageError("--baseline needs the name of a file")
        if path is None and update:
            raise UsageError("--update-baseline needs a file: --baseline FILE, or one configured")
        if path is not None and written is not None and _is_one_file(path, written):
            raise UsageError(f"{written} is the baseline and would be written over")
        for one in (written, path if update else None):
            if one is not None and settings is not None and _is_one_file(one, settings):
                raise UsageError(f"{one} holds the settings and would be written over")
        known = None if path is None or update else read_baseline(path)
        self.accepting = Accepting(known, path if update else None)

    @property
    def rules(self) -> set[str]:
        """The names of the rules that are asked for."""
        asked = (self.settings.rules, *self.settings.of_retriever.values())
        return {one.name for rules in asked for one in rules}


def _is_one_file(one: str, other: str) -> bool:
    return same_file(one, other) or os.path.realpath(one) == os.path.realpath(other)
