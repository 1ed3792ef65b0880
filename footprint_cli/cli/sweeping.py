"""What `what-if --sweep` was given → the question, and the report of its answer."""

from msgspec.structs import replace

from footprint_cli.archive.rules import Rule
from footprint_cli.archive.sweep_asked import SweepAsked
from footprint_cli.cli.axes import axes_of, targets_of
from footprint_cli.cli.files import same_file
from footprint_cli.errors import UsageError
from footprint_cli.model.sweep_report import Sweep
from footprint_cli.model.what_if import Setting

_OPTIONS = {"maxChars": "max-chars"}


def sweep_of(
    setting: Setting,
    sweeps: list[str] | None,
    targets: list[str] | None,
    expect: str | None,
    *,
    written: str | None,
) -> Sweep | None:
    """Return the sweep that is asked for; None: nothing is swept."""
    if not sweeps:
        if targets or expect is not None:
            option = "--target" if targets else "--expect"
            raise UsageError(f"{option} chooses between settings: say which with --sweep")
        return None
    axes = axes_of(sweeps)
    for one in axes:
        if one.name in setting.values:
            option = _OPTIONS.get(one.name, one.name)
            raise UsageError(f"--{option} and --sweep {option}=…: one of them")
    wanted = targets_of(targets or [])
    if expect is None:
        return Sweep(setting=setting, axes=axes, targets=wanted)
    if written is not None and same_file(expect, written):
        raise UsageError(f"{written} says what is expected and would be written over")
    from footprint_cli.read.expectations import read_expectations

    return Sweep(setting=setting, axes=axes, targets=wanted, expected=read_expectations(expect))


def asked_of(  # noqa: PLR0913 (all that is asked)
    sweep: Sweep,
    rule: Rule | None,
    retriever: str | None,
    step: str | None,
    *,
    limit: int,
    exit_zero: bool,
) -> SweepAsked:
    """Return the question; `limit` is how many points a person is shown, 0 for all."""
    asked = SweepAsked(sweep=sweep, rule=rule, retriever=retriever, step=step)
    return replace(asked, limit=limit, exit_zero=exit_zero)
