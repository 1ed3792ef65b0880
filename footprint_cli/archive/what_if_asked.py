"""The question of `what-if`: of each source totals, and answers for its retrievals."""

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from footprint_cli.analyse.what_if import what_if
from footprint_cli.analyse.what_if_totals import Kept
from footprint_cli.archive.questions import HELD, Quick, moved_on
from footprint_cli.archive.rules import Rule, making_of
from footprint_cli.model.audit import Audit
from footprint_cli.model.narrowing import Narrowing
from footprint_cli.model.what_if import Setting, WhatIfPart


class WhatIfAsked(Quick[WhatIfPart], frozen=True, kw_only=True, tag="what-if", omit_defaults=True):
    """What `what-if` asks; of many answers `limit` are kept, those that change first (0: all)."""

    setting: Setting
    rule: Rule | None = None
    retriever: str | None = None
    step: str | None = None
    limit: int = 0
    exit_zero: bool = False

    @property
    def narrowing(self) -> Narrowing:
        """One retriever, one step, where only that is asked for."""
        return Narrowing(self.retriever, self.step, None)

    @property
    def counts_only(self) -> int:
        """Recordings are not explained."""
        return HELD

    def parts(self, audits: Iterable[Audit]) -> tuple[WhatIfPart, ...]:
        """Rule the retrievals of one source again."""
        make = None if self.rule is None else making_of(self.rule)
        kept = Kept(self.limit)
        for one in audits:
            for each in one.recording.retrievals:
                kept.add(what_if(each, self.setting, one.recording.source, make))
        return (kept.part(),)

    def moved(self, part: WhatIfPart, lines: int, logs: int) -> WhatIfPart:
        """Name the places of retrievals anew."""
        answers = tuple(moved_on(one, lines, logs) for one in part.answers)
        return replace(part, answers=answers)

    finds: ClassVar[str] = "changed retrievals"

    def found(self, part: WhatIfPart) -> int:
        """Count retrievals that would read otherwise."""
        return part.totals.changed
