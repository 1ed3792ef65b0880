"""`what-if --sweep`: what is swept, from the command line, and the report of what was found."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from footprint_cli.archive.sweep_asked import SweepAsked
from footprint_cli.cli.files import same_file
from footprint_cli.cli.streams import complain
from footprint_cli.errors import UsageError
from footprint_cli.model.sweep import Axis, SweepReport, Swept, Target, swept_together
from footprint_cli.model.what_if import Setting

MOST_POINTS = 10_000
_NAMES = {"threshold": "threshold", "k": "k", "max-chars": "maxChars"}
_NUMBER = r"-?\d{1,15}(?:\.\d{1,15})?"
_RANGE = re.compile(rf"({_NUMBER}):({_NUMBER})(?::({_NUMBER}))?")
_LIST = re.compile(rf"{_NUMBER}(?:,{_NUMBER})*")
_STEPS = {"threshold": Decimal("0.01"), "k": Decimal(1), "maxChars": Decimal(500)}


def axes_of(sweeps: Sequence[str], setting: Setting) -> tuple[Axis, ...]:
    """Read what is swept: one setting or two, each once, and none that has a value of its own."""
    axes = tuple(map(_axis, sweeps))
    names = [one.name for one in axes]
    if len({*names}) < len(names) or len(names) > 2:  # noqa: PLR2004 (a grid has two sides)
        raise UsageError("--sweep: one setting, or two different ones")
    for one in names:
        if one in setting.values:
            raise UsageError(f"--sweep {one}: it is also given a value of its own")
    points = 1
    for each in axes:
        points *= len(each.values)
    if points > MOST_POINTS:
        raise UsageError(f"--sweep: {points} points, and {MOST_POINTS} are the most")
    return axes


def _axis(text: str) -> Axis:
    word, _, values = text.partition("=")
    name = _NAMES.get(word)
    if name is None:
        raise UsageError(f"--sweep {text}: not threshold=, k= or max-chars=")
    listed = sorted({*_values(text, name, values)})
    whole = name != "threshold"
    if whole and any(one != int(one) or one < 0 for one in listed):
        raise UsageError(f"--sweep {text}: {word} is a whole number from 0 on")
    # Steps are decimal: three times 0.1 is 0.3, as whoever asks means it.
    return Axis(
        name=name, values=tuple(int(one) if one == int(one) else float(one) for one in listed)
    )


def _values(text: str, name: str, values: str) -> Iterator[Decimal]:
    found = _RANGE.fullmatch(values)
    if found is None:
        if not _LIST.fullmatch(values):
            raise UsageError(f"--sweep {text}: not FROM:TO, FROM:TO:STEP, or values with commas")
        yield from map(Decimal, values.split(","))
        return
    begin, end = Decimal(found[1]), Decimal(found[2])
    step = _STEPS[name] if found[3] is None else Decimal(found[3])
    if step <= 0 or end < begin:
        raise UsageError(f"--sweep {text}: it goes up, by a step over 0")
    if (end - begin) / step > MOST_POINTS:
        raise UsageError(f"--sweep {text}: more than {MOST_POINTS} points")
    while begin <= end:
        yield begin
        begin += step


def targets_of(texts: Sequence[str]) -> tuple[Target, ...]:
    """Read targets."""
    from footprint_cli.analyse.targets import target_of

    return tuple(map(target_of, texts))


def expected_of(path: str | None, written: str | None) -> dict[str, tuple[str, ...]]:
    """Read what is expected; nothing where no file is named."""
    if path is None:
        return {}
    if written is not None and same_file(path, written):
        raise UsageError(f"{written} holds what is expected and would be written over")
    from footprint_cli.read.expected import read_expected

    return read_expected(path)


def sweep_report(question: SweepAsked, parts: list[Swept]) -> SweepReport:
    """Lay out what was found, and say on standard error what is expected and not there."""
    from footprint_cli.analyse.sweep_reports import report_of
    from footprint_cli.analyse.swept import Sweeping

    none = Sweeping(question.setting, question.axes).part()
    swept = swept_together([none, *parts])
    report = report_of(
        swept, question.setting, question.axes, question.targets, [*question.expected]
    )
    if report.unmatched:
        complain(f"no retrieval of {len(report.unmatched)} of {report.expected} that are expected")
    return report
