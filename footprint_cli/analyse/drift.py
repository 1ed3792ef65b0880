"""Two sides → what changed between them, retriever by retriever."""

from collections.abc import Iterator
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
_GRAVEST = ("changed", "varies", "not-known", "same")

_ByHash = dict[str, list[QuestionDrift]]


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
        mine, theirs = (_hashes(each) for each in self._asked)
        return RetrieverDrift(
            retriever=self._name,
            retrievals=counts,
            settings=settings,
            scores=score_drift(one.scores, other.scores),
            best_scores=score_drift(one.best_scores, other.best_scores, settings, alpha),
            considered=(one.considered.quantiles(SHARES), other.considered.quantiles(SHARES)),
            states={
                state: sum(_state(each) == state for each in questions.values()) for state in STATES
            },
            considered_known=_count(questions, "counts_known"),
            considered_otherwise=_count(questions, "considers_otherwise"),
            only=(len(mine - questions.keys()), len(theirs - questions.keys())),
            unhashed=(self._asked[0].unhashed, self._asked[1].unhashed),
            questions=tuple(_told(questions, top)),
        )

    def _questions(self) -> _ByHash:
        """Return the questions of both sides; one may be told twice, of it before the picker ruled too."""
        mine, theirs = (one.by_key for one in self._asked)
        found: _ByHash = {}
        for key in mine.keys() & theirs.keys():
            one = _question(mine[key], theirs[key])
            found.setdefault(one.query_hash, []).append(one)
        return found


def _told(questions: _ByHash, top: int) -> Iterator[QuestionDrift]:
    """Yield what is not the same of the first questions; `top` counts questions, 0 is all."""
    told = {
        query_hash: [one for one in about if one.state != "same" or one.considers_otherwise]
        for query_hash, about in questions.items()
    }
    named = sorted((one for one in told if told[one]), key=lambda one: _place(one, questions[one]))
    for query_hash in named[: top or None]:
        yield from sorted(told[query_hash], key=lambda one: one.early)


def _place(query_hash: str, about: list[QuestionDrift]) -> tuple[int, str]:
    return STATES.index(_state(about)), query_hash


def _state(about: list[QuestionDrift]) -> str:
    """Return the state of a question: the gravest of what is told of it."""
    states = {one.state for one in about}
    return next(one for one in _GRAVEST if one in states)


def _count(questions: _ByHash, name: str) -> int:
    return sum(any(getattr(one, name) for one in about) for about in questions.values())


def _hashes(one: Questions) -> set[str]:
    return {each.query_hash for each in one.by_key.values()}


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
