"""Recordings as `stats` and `drift` take them: with their calls, and without a sentence on anything."""

from collections.abc import Callable
from math import isfinite

from footprint_cli.analyse.audits import ANSWERED, INCONCLUSIVE, UNREADABLE
from footprint_cli.cli.covering import lazy_covering
from footprint_cli.errors import UsageError
from footprint_cli.model.audit import Audit
from footprint_cli.model.recording import Recording


def bare(declarations: list[str] | None, *, written: str | None) -> Callable[[Recording], Audit]:
    """Return what takes up a recording; its calls are composed, and nothing is explained."""
    covering = lazy_covering(declarations, written=written)

    def audited(recording: Recording) -> Audit:
        return Audit(
            recording=recording,
            retrievals=(),
            findings=(),
            exit_status=_status(recording),
            calls=covering(recording) if recording.calls else (),
        )

    return audited


def _status(recording: Recording) -> int:
    if any(one.kind == "unreadable" for one in recording.damage):
        return UNREADABLE
    return INCONCLUSIVE if recording.damage else ANSWERED


def known_margin(margin: float) -> float:
    """Return a margin that a distance can be held against."""
    if not (isfinite(margin) and margin >= 0):
        raise UsageError(f"--margin cannot be {margin}: it is a distance, 0 or more")
    return margin
