"""Scores on two sides → their quantiles and a test, or why there is none."""

from collections.abc import Iterator

from footprint_cli.analyse.two_samples import apart, least_p
from footprint_cli.model.drift_report import ScoreDrift, SettingDrift, Values
from footprint_cli.model.spread import Spread
from footprint_cli.model.stats_report import SHARES

_ROUNDED = "the scores are rounded on both sides, for they are many"
_SPACE = ("embedder", "dimensions")  # what must be the same for two scores to be comparable


def score_drift(
    before: Spread,
    after: Spread,
    settings: tuple[SettingDrift, ...] | None = None,
    alpha: float | None = None,
) -> ScoreDrift:
    """Compare scores; without settings and an alpha by their quantiles alone.

    They are rounded on both sides where they are on one, and a note says so.
    """
    rounded = before.rounded or after.rounded
    before, after = _alike(before, rounded=rounded), _alike(after, rounded=rounded)
    counts = (before.total, after.total)
    plain = ScoreDrift(
        counts=counts,
        before=before.quantiles(SHARES),
        after=after.quantiles(SHARES),
        notes=(_ROUNDED,) if rounded else (),
    )
    if settings is None or alpha is None:
        return plain
    least = least_p(*counts)
    why = next(_hindrances(settings, counts, least, alpha), None)
    found = None if why is not None else apart(before.ordered(), after.ordered())
    return ScoreDrift(
        counts=counts,
        before=plain.before,
        after=plain.after,
        distance=None if found is None else found.distance,
        p=None if found is None else found.p,
        exact=found is None or found.exact,
        least_p=least,
        untested=why,
        notes=plain.notes if found is None else (*_notes(settings), *plain.notes),
    )


def _alike(one: Spread, *, rounded: bool) -> Spread:
    like = Spread(rounded=rounded)
    like.take(one)
    return like


def _hindrances(
    settings: tuple[SettingDrift, ...], counts: tuple[int, int], least: float, alpha: float
) -> Iterator[str]:
    """Say what makes a test of these scores worthless."""
    for one in settings:
        if one.name in _SPACE and one.state == "changed":
            yield (
                f"{one.name} {_values(one.before)} before and {_values(one.after)} after: "
                "their scores cannot be compared"
            )
        elif one.name in _SPACE and max(len(one.before), len(one.after)) > 1:
            yield f"scores of several values of {one.name} are mixed: they cannot be compared"
    if not all(counts):
        yield "no score is recorded on one side"
    elif least > alpha:
        yield (
            f"too few to tell: {counts[0]} and {counts[1]} retrievals cannot come under "
            f"p = {least:.2g}, whatever their scores"
        )


def _values(values: Values) -> str:
    return ", ".join(name for name, _ in values)


def _notes(settings: tuple[SettingDrift, ...]) -> Iterator[str]:
    for one in settings:
        if one.name != "embedder":
            continue
        for side, missing in zip(("before", "after"), one.missing, strict=True):
            if missing:
                yield (
                    f"the embedder is not recorded in {missing} of the retrievals {side}: if it "
                    "changed, their scores cannot be compared"
                )
