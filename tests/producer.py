"""A retriever that records what it does, written from the format notes (section 5) and seed 000 alone.

It knows what no record holds: sizes and ages of all passages, the picker's limits, the chunks that
the store did not return. So it says what other settings would have done.
"""

from dataclasses import dataclass

from hypothesis import strategies as st

from footprint_cli.model.evidence import Candidate, Evidence, Loaded, Retrieval, Ruling

SCORES = st.sampled_from([0.1, 0.3, 0.5, 0.5000000000000001, 0.7, 0.9])
LIMIT = st.none() | st.integers(0, 6)


@dataclass(frozen=True)
class Chunk:
    id: str
    score: float
    text: str
    updated: int
    tokens: int


@dataclass(frozen=True)
class Settings:
    k: int
    threshold: float | None = None
    max_chars: int | None = None
    max_entries: int | None = None
    max_tokens: int | None = None
    window: int = 3


@dataclass(frozen=True)
class Ran:
    """What one retrieval did: the pool, the ids after each stage, reasons by id."""

    pool: list[Chunk]
    full: bool
    admitted: list[str]  # by strategy and character budget, by rank
    picked: list[str]  # newest first
    reasons: dict[str, str]
    early: dict[str, str]  # before the picker

    @property
    def prompt(self) -> list[str]:
        return self.picked[::-1]


def run(corpus: list[Chunk], settings: Settings) -> Ran:
    """Search a corpus, and let every stage refuse what it refuses."""
    best = sorted(corpus, key=lambda one: (-one.score, one.id))
    pool = best[: settings.k + settings.window]
    full = len(pool) == settings.k + settings.window
    reasons: dict[str, str] = {}
    kept: list[Chunk] = []
    for one in pool:
        if settings.threshold is not None and one.score < settings.threshold:
            reasons[one.id] = "below-threshold"
        elif len(kept) >= settings.k:
            reasons[one.id] = "over-max-entries"
        else:
            kept.append(one)
    if settings.max_chars is not None:
        used, fitting = 0, []
        for place, one in enumerate(kept):
            if used + len(one.text) > settings.max_chars:
                reasons |= {late.id: "over-char-budget" for late in kept[place:]}
                break
            used += len(one.text)
            fitting.append(one)
        kept = fitting
    early = dict(reasons)
    picked: list[Chunk] = []
    for one in sorted(kept, key=lambda each: (-each.updated, each.id)):
        spent = sum(each.tokens for each in picked)
        if settings.max_tokens is not None and spent + one.tokens > settings.max_tokens:
            reasons[one.id] = "over-budget"
        elif settings.max_entries is not None and len(picked) >= settings.max_entries:
            reasons[one.id] = "over-max-entries"
        else:
            picked.append(one)
    return Ran(pool, full, [one.id for one in kept], [one.id for one in picked], reasons, early)


def recorded(ran: Ran, settings: Settings, *, whole: bool) -> Retrieval:
    """Record a run; `whole` with what only the retriever's own log has: its verdicts and passages."""
    sizes = {one.id: len(one.text) for one in ran.pool}
    candidates = tuple(_candidate(rank, one, ran) for rank, one in enumerate(ran.pool, 1))
    evidence = Evidence(
        strategy="topK",
        query_hash="1",
        k=settings.k,
        threshold=settings.threshold,
        max_chars=settings.max_chars,
        chars_used=None if settings.max_chars is None else sum(sizes[one] for one in ran.picked),
        selection_order="recency",
        considered_count=len(candidates),
        admitted_count=len(ran.picked),
        rejected_count=len(candidates) - len(ran.picked),
        candidates=candidates,
        candidates_complete=not ran.full,
        corpus_empty=not ran.pool,
    )
    known = {one.id: one for one in ran.pool}
    loaded = tuple(
        Loaded(id=one, chars=sizes[one], updated=known[one].updated) for one in ran.admitted
    )
    rulings = tuple(
        Ruling(
            chunk=one.id,
            admitted=one.id not in ran.early,
            reason=ran.early.get(one.id),
            rank=rank,
            score=one.score,
        )
        for rank, one in enumerate(ran.pool, 1)
    )
    return Retrieval(
        retriever="handbook",
        evidence_from="commit",
        step="sf-memory-read-handbook#1",
        line=2,
        evidence=evidence,
        loaded=loaded if whole else None,
        at_retriever=rulings if whole else None,
        retriever_from="nested-log" if whole else None,
    )


def _candidate(rank: int, one: Chunk, ran: Ran) -> Candidate:
    read = one.id in ran.picked
    position = ran.prompt.index(one.id) if read else None
    fragment = (
        f'<source id="{one.id}" score="{one.score}">\n{one.text}\n</source>' if read else None
    )
    if position == 0:
        fragment = f"Passages, newest last.\n\n{fragment}"
    return Candidate(
        id=one.id,
        score=one.score,
        rank=rank,
        admitted=read,
        reason=ran.reasons.get(one.id),
        prompt_fragment=fragment,
        prompt_position=position,
    )


@st.composite
def corpora(draw: st.DrawFn) -> list[Chunk]:
    return [
        Chunk(
            id=f"c{number}",
            score=draw(SCORES),
            text="x" * draw(st.integers(1, 9)),
            updated=draw(st.integers(0, 3)),
            tokens=draw(st.integers(1, 4)),
        )
        for number in range(draw(st.integers(0, 12)))
    ]


@st.composite
def settings(draw: st.DrawFn) -> Settings:
    return Settings(
        k=draw(st.integers(0, 6)),
        threshold=draw(st.none() | SCORES),
        max_chars=draw(st.none() | st.integers(0, 30)),
        max_entries=draw(LIMIT),
        max_tokens=draw(st.none() | st.integers(0, 12)),
        window=draw(st.integers(0, 3)),
    )
