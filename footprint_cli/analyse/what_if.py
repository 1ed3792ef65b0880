"""One recorded retrieval under other settings: which chunks would come in, go out and stay.

The recorded pool goes the whole way again: strategy, character budget, picker. What no recording
holds (sizes and ages of passages that were refused, the picker's own limits where they refused
nothing, chunks that the store did not return) is not guessed: each number says which way it is
bounded, and why.
"""

from collections.abc import Callable, Iterator
from functools import cached_property

from msgspec.structs import replace

from footprint_cli.analyse.hidden import hidden_by
from footprint_cli.analyse.picking import Picked, picked
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.reruled import (
    OTHERWISE,
    as_handed,
    as_spent,
    picker_of,
    ruled_otherwise,
    scored,
    spent_together,
    unruled,
)
from footprint_cli.analyse.stages import newest_first, spend
from footprint_cli.analyse.strategies import Rerank, TopK, held
from footprint_cli.errors import UnruledError
from footprint_cli.model.evidence import Candidate, Number, Retrieval
from footprint_cli.model.numbers import usable
from footprint_cli.model.seam import Scored, Strategy, Verdict, refused
from footprint_cli.model.what_if import (
    AT_LEAST,
    AT_MOST,
    ESTIMATE,
    EXACT,
    Bounded,
    Changed,
    Moved,
    Setting,
    WhatIf,
    joined_bound,
)

Making = Callable[[Number | None, Number | None, str | None], Strategy]  # k, threshold, query hash
_WHICH = "which of them the picker takes cannot be told: when they were written is not recorded"
_SIZES = "the size of {} is not recorded"


def what_if(
    retrieval: Retrieval,
    setting: Setting,
    source: str,
    strategy: Making | None = None,
) -> WhatIf:
    """Rule one retrieval again; `strategy` makes the rule, None: the shipped one.

    Raises `StrategyError` where the strategy breaks the seam.
    """
    evidence = retrieval.evidence
    named = WhatIf(
        source=source,
        retriever=retrieval.retriever,
        step=retrieval.step,
        line=retrieval.line,
        run=retrieval.run,
        query_hash=None if evidence is None else evidence.query_hash,
    )
    if evidence is None:
        why = "withheld" if retrieval.withheld is not None else "no evidence is recorded"
        return _with(named, unruled=why)
    pool = Pool(retrieval, evidence)
    why_not = unruled(pool, otherwise=strategy is not None)
    if why_not is not None:
        places = ruled_otherwise(pool) if why_not == OTHERWISE else ()
        ids = tuple(pool.candidates[place].id for place in places)
        return _with(named, unruled=why_not, otherwise=ids)
    try:
        return _Ruling(pool, setting, strategy).answer(named)
    except UnruledError as error:
        return _with(named, unruled=str(error))


def _with(one: WhatIf, **fields: object) -> WhatIf:
    return replace(one, **fields)


class _Ruling:
    """One pool on its way through the stages."""

    def __init__(self, pool: Pool, setting: Setting, strategy: Making | None) -> None:
        self._pool = pool
        self._values = setting.values
        self._own = strategy is None
        k, threshold = self._value("k"), self._value("threshold")
        self._strategy = (
            TopK(k=k, threshold=threshold)
            if strategy is None
            else strategy(k, threshold, pool.evidence.query_hash)
        )
        self._scored = scored(pool)
        ruled, most = held(self._strategy, self._scored), self._value("maxChars")
        self._spent = (
            [*as_spent(pool, ruled)]
            if most == pool.evidence.max_chars and as_handed(pool, ruled)
            else self._spend(ruled, most)
        )

    def _spend(self, ruled: list[Verdict], most: Number | None) -> list[Verdict]:
        """Spend a budget; where only the total of what was read is recorded, it still fits as a whole."""
        pool, used = self._pool, self._pool.evidence.chars_used
        together = spent_together(pool, ruled)
        if together is None or not usable(used) or (most is not None and used > most):
            return spend(self._scored, ruled, most)
        rest = spend(self._scored[together:], ruled[together:], most, used)
        return [*ruled[:together], *rest]

    def _value(self, name: str) -> Number | None:
        recorded = {
            "k": self._pool.evidence.k,
            "threshold": self._pool.evidence.threshold,
            "maxChars": self._pool.evidence.max_chars,
        }
        value = self._values[name] if name in self._values else recorded.get(name)
        return value if usable(value) else None

    @cached_property
    def _picked(self) -> Picked:
        return picked(self._pool, self._scored, self._spent, self._values)

    @property
    def _moves(self) -> bool:
        verdicts = zip(self._pool.ranked, self._picked.verdicts, strict=True)
        return any(self._pool.candidates[at].admitted is not one.admitted for at, one in verdicts)

    def answer(self, named: WhatIf) -> WhatIf:
        """Say what moves, and how many and how much that would be."""
        pool = self._pool
        prompt, prompt_note = self._prompt()
        return _with(
            named,
            settings=tuple(self._settings()),
            considered=len(pool.candidates),
            moved=tuple(self._moved()),
            read=len(pool.admitted),
            early=pool.retrieval.evidence_from == "event" and bool(pool.admitted),
            admitted=self._admitted(),
            would_read=self._would_read(),
            chars=self._chars_recorded(),
            would_chars=self._would_chars(),
            prompt=prompt,
            prompt_note=prompt_note,
        )

    def _settings(self) -> Iterator[Changed]:
        evidence = self._pool.evidence
        if not self._own:
            yield Changed("strategy", evidence.strategy, self._strategy.name)
        recorded = {
            "threshold": evidence.threshold,
            "k": evidence.k,
            "maxChars": evidence.max_chars,
            "maxEntries": len(self._pool.admitted) if picker_of(self._pool).capped else None,
        }
        for name, value in self._values.items():
            yield Changed(name, recorded[name], value)

    def _moved(self) -> Iterator[Moved]:
        verdicts = zip(self._pool.ranked, self._scored, self._picked.verdicts, strict=True)
        for place, one, verdict in verdicts:
            candidate = self._pool.candidates[place]
            kept_out = candidate.admitted is False and verdict == refused(candidate.reason or "")
            if not kept_out:
                yield _moved(candidate, verdict, one.chars, self._rescored(one))

    def _rescored(self, one: Scored) -> Number | None:
        return (
            self._strategy.scores.get(one.id or "") if isinstance(self._strategy, Rerank) else None
        )

    def _hidden(self) -> tuple[str, ...]:
        why = hidden_by(self._pool, self._strategy, self._spent, own=self._own)
        return () if why is None else (why,)

    def _admitted(self) -> Bounded:
        admitted = sum(one.admitted is True for one in self._spent)
        open_ = sum(one.admitted is None for one in self._spent)
        why = [*self._hidden()]
        if open_:
            why.append("whether passages of unknown size fit the character budget cannot be told")
        return Bounded(value=admitted, bound=AT_LEAST if why else EXACT, why=tuple(why))

    def _would_read(self) -> Bounded:
        admitted, one = self._admitted(), self._picked
        if admitted.bound == EXACT:
            return one.read
        # Some may come in that are not known, and the picker may take them in place of others.
        why = dict.fromkeys((*admitted.why, *one.read.why, one.doubt))
        return Bounded(value=one.read.value, bound=ESTIMATE, why=tuple(why))

    def _chars_recorded(self) -> Bounded:
        used, taken = self._pool.evidence.chars_used, self._pool.admitted
        if usable(used) and used == int(used):
            return Bounded(value=int(used))
        chars = [
            one.chars
            for place, one in zip(self._pool.ranked, self._scored, strict=True)
            if self._pool.candidates[place].admitted is True
        ]
        return _sum_of(chars, len(taken))

    def _would_chars(self) -> Bounded:
        verdicts = self._picked.verdicts
        both = zip(self._scored, verdicts, strict=True)
        chars = [one.chars for one, verdict in both if verdict.admitted is not False]
        # Where nothing moves, what is recorded of all together holds, also without single sizes.
        known = _sum_of(chars, len(chars)) if self._moves else self._chars_recorded()
        read = self._would_read()
        bounds, why = [known.bound, read.bound], known.why + read.why
        if any(one.admitted is None for one in verdicts):
            bounds.append(AT_MOST)
            why = (*why, _WHICH) if read.bound == EXACT else why
        left = zip(self._spent, verdicts, strict=True)
        if read.bound != EXACT and any(one.admitted and new.admitted is False for one, new in left):
            bounds.append(AT_LEAST)  # one that the cap refused may take the place of another
        return replace(known, bound=joined_bound(bounds), why=why)

    def _prompt(self) -> tuple[tuple[str | None, ...] | None, str | None]:
        verdicts = self._picked.verdicts
        if any(one.admitted is None for one in verdicts):
            return None, "what would be read cannot be told in full"
        chosen = [at for at, one in enumerate(verdicts) if one.admitted is True]
        candidates = [self._pool.candidates[self._pool.ranked[at]] for at in chosen]
        positions = [one.prompt_position for one in candidates]
        if None not in positions:
            order = sorted(range(len(chosen)), key=lambda at: positions[at] or 0)
            return tuple(candidates[at].id for at in order), None
        newest = newest_first(self._scored, chosen)
        if newest is None or self._pool.evidence.selection_order not in {"recency", None}:
            return (
                None,
                "the prompt has the newest last, and when these were written is not recorded",
            )
        return tuple(self._scored[at].id for at in reversed(newest)), None


def _moved(
    candidate: Candidate, verdict: Verdict, chars: int | None, rescored: Number | None
) -> Moved:
    return Moved(
        id=candidate.id,
        rank=candidate.rank,
        score=candidate.score,
        read=candidate.admitted,
        would=verdict.admitted,
        reason=candidate.reason,
        would_reason=verdict.reason,
        rescored=rescored,
        chars=chars,
    )


def _sum_of(chars: list[int | None], count: int) -> Bounded:
    missing = chars.count(None)
    if not missing:
        return Bounded(value=sum(one or 0 for one in chars))
    what = "a passage" if missing == 1 else f"{missing} of {count} passages"
    return Bounded(
        value=sum(one or 0 for one in chars),
        bound=AT_LEAST,
        missing=missing,
        why=(_SIZES.format(what),),
    )
