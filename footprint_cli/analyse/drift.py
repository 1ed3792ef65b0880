"""Two sides → what changed between them, retriever by retriever."""

from json import loads

from footprint_cli.analyse.score_drift import score_drift
from footprint_cli.model.drift_report import (
    OF_SETTING,
    QuestionDrift,
    RetrieverDrift,
    SettingDrift,
)
from footprint_cli.model.sides import Question, Questions, Side
from footprint_cli.model.stats import SETTINGS, RetrieverStats, Stats
from footprint_cli.model.stats_report import SHARES

STATES = ("same", "changed", "varies", "not-known")


def retrievers_of(before: Side, after: Side, alpha: float, top: int) -> tuple[RetrieverDrift, ...]:
    """Compare every retriever of either side, by name; `top` questions are kept of each, 0 for all."""
    keys = sorted({*before.stats.retrievers, *after.stats.retrievers})
    return tuple(_Pair(key, before, after).compared(alpha, top) for key in keys)


class _Pair:
    """One retriever on both sides; where a side lacks it, it has counts of zero there."""

    def __init__(self, key: str, before: Side, after: Side) -> None:
        known = before.stats.retrievers.get(key) or after.stats.retrievers[key]
        self._name = known.retriever
        self._before = _stats(before.stats, key, self._name)
        self._after = _stats(after.stats, key, self._name)
        none = Questions(retriever=self._name)
        self._asked = (before.questions.get(key, none), after.questions.get(key, none))

    def compared(self, alpha: float, top: int) -> RetrieverDrift:
        one, other = self._before, self._after
        counts = (one.retrievals, other.retrievals)
        if not all(counts):
            return RetrieverDrift(retriever=self._name, retrievals=counts)
        settings = tuple(_setting(name, one, other) for name in SETTINGS)
        questions = self._questions()
        told = [each for each in questions if each.state != "same" or each.considers_otherwise]
        told.sort(key=lambda each: (STATES.index(each.state), each.query_hash, each.early))
        mine, theirs = self._asked
        return RetrieverDrift(
            retriever=self._name,
            retrievals=counts,
            settings=settings,
            scores=score_drift(one.scores, other.scores),
            best_scores=score_drift(one.best_scores, other.best_scores, settings, alpha),
            considered=(one.considered.quantiles(SHARES), other.considered.quantiles(SHARES)),
            states={state: sum(each.state == state for each in questions) for state in STATES},
            considered_known=sum(each.counts_known for each in questions),
            considered_otherwise=sum(each.considers_otherwise for each in questions),
            only=(
                len(mine.by_key.keys() - theirs.by_key.keys()),
                len(theirs.by_key.keys() - mine.by_key.keys()),
            ),
            unhashed=(mine.unhashed, theirs.unhashed),
            questions=tuple(told[: top or None]),
        )

    def _questions(self) -> list[QuestionDrift]:
        mine, theirs = (one.by_key for one in self._asked)
        return [_question(mine[key], theirs[key]) for key in mine if key in theirs]


def _stats(stats: Stats, key: str, name: str | None) -> RetrieverStats:
    return stats.retrievers.get(key) or RetrieverStats(retriever=name)


def _setting(name: str, before: RetrieverStats, after: RetrieverStats) -> SettingDrift:
    one, other = before.settings.get(name, {}), after.settings.get(name, {})
    state = "not-known" if not one or not other else "changed" if set(one) != set(other) else "same"
    return SettingDrift(
        name=OF_SETTING[name],
        state=state,
        before=tuple(sorted(one.items())),
        after=tuple(sorted(other.items())),
        missing=(before.recorded - sum(one.values()), after.recorded - sum(other.values())),
    )


def _question(before: Question, after: Question) -> QuestionDrift:
    one, other = set(before.admitted), set(after.admitted)
    if not one or not other:
        state = "not-known"
    elif one == other:
        state = "same"
    else:
        state = "varies" if one & other else "changed"
    mine, theirs = _ids(one), _ids(other)
    known = state in ("changed", "varies")
    return QuestionDrift(
        query_hash=before.query_hash,
        early=before.early,
        state=state,
        asked=(before.asked, after.asked),
        entered=tuple(sorted(theirs - mine)) if known else (),
        left=tuple(sorted(mine - theirs)) if known else (),
        considered=(tuple(sorted(before.considered)), tuple(sorted(after.considered))),
    )


def _ids(sets: set[str]) -> set[str]:
    return {chunk for one in sets for chunk in loads(one)}
