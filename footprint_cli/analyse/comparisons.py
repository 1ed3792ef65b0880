"""Comparisons of `verify`: how one came out, or why it could not be made."""

from typing import NamedTuple

from footprint_cli.model.finding import Finding
from footprint_cli.model.recording import Recording
from footprint_cli.model.report import Checked

# Damage around a record, which is read as it was written. Any other may have changed a value, or
# is that of a torn document, of which only a part was recovered.
_HARMLESS = frozenset(
    {
        "array-line",
        "control-character-in-string",
        "glued-line",
        "stray-bom",
        "text-after-record",
        "text-before-record",
    }
)
_UNSURE = {
    "idx-gap": "commits are missing or out of order",
    "interleaved-logs": "several logs are mixed line by line",
}


class Comparison(NamedTuple):
    """One comparison on one recording, and what it found."""

    checked: Checked
    findings: tuple[Finding, ...] = ()


def made(
    recording: Recording, check: str, detail: str, findings: tuple[Finding, ...] = ()
) -> Comparison:
    """Say of a comparison that was made what was compared; with findings it is broken."""
    state = "broken" if findings else "held"
    checked = Checked(source=recording.source, check=check, state=state, detail=detail)
    return Comparison(checked, findings)


def not_made(recording: Recording, check: str, why: str) -> Comparison:
    """Say why a comparison could not be made."""
    checked = Checked(source=recording.source, check=check, state="not-checked", detail=why)
    return Comparison(checked)


def distrust(recording: Recording) -> str | None:
    """Say why what was read of a log is not all that was recorded; None: it is.

    What we failed to read is never held against the producer.
    """
    for damage in recording.damage:
        if not damage.recovered or damage.kind not in _HARMLESS:
            where = "" if damage.line is None else f" (line {damage.line})"
            return f"the input is damaged: {damage.kind}{where}"
    codes = {one.code for one in recording.noticed}
    return next((why for code, why in _UNSURE.items() if code in codes), None)
