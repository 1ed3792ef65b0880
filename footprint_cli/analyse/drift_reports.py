"""What changed, said in sentences, and the exit status that it adds up to."""

from collections.abc import Iterator

from footprint_cli.analyse.drift import retrievers_of
from footprint_cli.analyse.said import times
from footprint_cli.model.drift_report import (
    CHANGES,
    Compared,
    Drifted,
    RetrieverDrift,
    ScoreDrift,
    SettingDrift,
)
from footprint_cli.model.sides import Side

FAILED, INCONCLUSIVE = 1, 3
ANY = "any"


class Comparing:
    """How sides are compared: what fails, from which p on scores differ, how much is listed."""

    def __init__(self, fail_on: frozenset[str], alpha: float, top: int) -> None:
        self.fail_on = fail_on
        self.alpha = alpha
        self.top = top

    def compared(self, before: tuple[str, Side], after: tuple[str, Side]) -> Compared:
        """Compare two sides, each with its name."""
        (first, one), (second, other) = before, after
        retrievers = retrievers_of(one, other, self.alpha, self.top)
        comparable = one.stats.retrievals and other.stats.retrievals
        drifted = tuple(
            Drifted(what=what, retriever=each.retriever, message=message, fails=self._fails(what))
            for each in (retrievers if comparable else ())
            for what, message in _drifted(each, self.alpha)
        )
        return Compared(
            before=first,
            after=second,
            recordings=(one.stats.recordings, other.stats.recordings),
            retrievals=(one.stats.retrievals, other.stats.retrievals),
            retrievers=retrievers,
            drifted=drifted,
            not_known=tuple(self._not_known(retrievers)),
            damaged=(one.stats.damaged, other.stats.damaged),
            unreadable=(one.stats.unreadable, other.stats.unreadable),
        )

    def status(self, found: tuple[Compared, ...]) -> int:
        """Answer with 1 for a change that fails, and 3 where one that would cannot be told.

        Where a side holds no retrieval, or there is nothing to compare, there is no answer.
        """
        if any(each.fails for one in found for each in one.drifted):
            return FAILED
        untold = any(one.not_known or not all(one.retrievals) for one in found)
        return INCONCLUSIVE if untold or not found else 0

    def _fails(self, what: str) -> bool:
        return what in self.fail_on or ANY in self.fail_on

    def _not_known(self, retrievers: tuple[RetrieverDrift, ...]) -> Iterator[str]:
        """Say which of the changes that were asked for by name cannot be told."""
        shared = [one for one in retrievers if one.on_both]
        for what in CHANGES:
            if what in self.fail_on and what != "retriever":
                if not shared:
                    yield f"{what}: no retriever is on both sides"
                for one in shared:
                    if not any(said == what for said, _ in _drifted(one, self.alpha)):
                        yield from (f"{what}: {_name(one)}: {why}" for why in _untold(what, one))


def _drifted(one: RetrieverDrift, alpha: float) -> Iterator[tuple[str, str]]:
    if not one.on_both:
        side = "after" if one.retrievals[1] else "before"
        yield "retriever", f"only {side}: {times(max(one.retrievals), 'retrieval')}"
        return
    moved = one.states["changed"] + one.states["varies"]
    if moved:
        shared = sum(one.states.values())
        varies = one.states["varies"]
        told = f", only at times for {varies} of them" if varies else ""
        asked = f"{moved} of {times(shared, 'shared question')}"
        yield "admitted", f"other chunks are admitted for {asked}{told}"
    if one.considered_otherwise:
        asked = times(one.considered_otherwise, "shared question")
        yield "considered", f"{asked} considered another number of chunks"
    for each in one.settings:
        if each.state == "changed":
            yield each.name, f"{_values(each, 0)} before, {_values(each, 1)} after"
    best = one.best_scores
    if best is not None and best.p is not None and best.p < alpha:
        first, second = best.counts
        sizes = f"{first} and {second} retrievals"
        yield "scores", f"best scores differ: {apart_text(best)}, of {sizes}"


def apart_text(one: ScoreDrift) -> str:
    """Quote a distance and its p-value."""
    about = "" if one.exact else "about "
    return f"distance {one.distance:.3f}, p = {about}{one.p:.2g}"


def _untold(what: str, one: RetrieverDrift) -> Iterator[str]:
    if what == "admitted":
        if not sum(one.states[state] for state in ("same", "changed", "varies")):
            yield "no question of both sides has its admitted chunks recorded"
        elif one.states["not-known"]:
            yield f"not recorded in full for {times(one.states['not-known'], 'shared question')}"
    elif what == "considered":
        if not one.considered_known:
            yield "no question of both sides has a recorded count"
    elif what == "scores":
        if one.best_scores is not None and one.best_scores.untested is not None:
            yield one.best_scores.untested
    else:
        (setting,) = (each for each in one.settings if each.name == what)
        if setting.state == "not-known":
            yield f"not recorded {_where(setting)}"


def _where(one: SettingDrift) -> str:
    if not one.before and not one.after:
        return "on either side"
    return "after" if one.before else "before"


def _values(one: SettingDrift, side: int) -> str:
    values = one.after if side else one.before
    told = [name if len(values) == 1 else f"{name} ({count})" for name, count in values]
    missing = one.missing[side]
    return ", ".join([*told, *([f"not recorded ({missing})"] if missing else [])])


def _name(one: RetrieverDrift) -> str:
    return one.retriever or "a retriever that is not named"
