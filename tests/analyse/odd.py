"""Retrievals for laws: with any values at all, and as the producer rules them."""

from hypothesis import strategies as st
from msgspec.structs import replace

from footprint_cli.model.evidence import Candidate, Retrieval, Ruling
from tests.build import read, refused, retrieval, ruling

ODD = st.one_of(
    st.none(), st.booleans(), st.text(max_size=3), st.integers(), st.lists(st.integers())
)
NUMBERS = st.one_of(
    st.none(),
    st.sampled_from([0, 1, 0.6, -1, float("nan"), float("inf"), -float("inf"), 1e308, -1e308]),
    st.integers(min_value=-(10**400), max_value=10**400),
    st.floats(),
)
WORDS = st.one_of(
    st.none(),
    st.text(max_size=4),
    st.sampled_from(["below-threshold", "over-max-entries", "over-budget", "over-char-budget"]),
)
WHOLE = st.one_of(st.none(), st.integers(-2, 8), st.just(10**30))
VERDICTS = st.sampled_from([True, False, None])
FRAGMENTS = st.sampled_from([None, "", "text", "<source>", "<source a='>'></source>"])
IDS = st.one_of(st.none(), st.sampled_from(["", "a", "b", "msg-1"]))


@st.composite
def odd_candidates(draw: st.DrawFn) -> Candidate:
    return Candidate(
        id=draw(IDS),
        score=draw(NUMBERS),
        rank=draw(WHOLE),
        admitted=draw(VERDICTS),
        reason=draw(WORDS),
        prompt_fragment=draw(FRAGMENTS),
        prompt_position=draw(WHOLE),
        odd=draw(st.dictionaries(st.sampled_from(["row", "id", "score", "admitted"]), ODD)),
    )


@st.composite
def odd_retrievals(draw: st.DrawFn) -> Retrieval:
    listed = draw(st.none() | st.lists(odd_candidates(), max_size=6).map(tuple))
    rulings = st.builds(Ruling, chunk=IDS, admitted=VERDICTS, rank=WHOLE, score=NUMBERS)
    return retrieval(
        candidates=listed,
        strategy=draw(WORDS | st.just("topK")),
        k=draw(NUMBERS),
        threshold=draw(NUMBERS),
        max_chars=draw(NUMBERS),
        chars_used=draw(NUMBERS),
        considered_count=draw(NUMBERS),
        admitted_count=draw(NUMBERS),
        rejected_count=draw(NUMBERS),
        corpus_empty=draw(VERDICTS),
        namespace=draw(st.none() | st.text(alphabet="a/ ", max_size=4)),
        odd=draw(st.dictionaries(st.sampled_from(["threshold", "candidates"]), ODD)),
        evidence_from=draw(st.sampled_from(["commit", "nested-log", "event", "line"])),
        attached=draw(st.none() | st.lists(st.sampled_from(["a", "b"]), max_size=3).map(tuple)),
        at_retriever=draw(st.none() | st.lists(rulings, max_size=4).map(tuple)),
        injected=draw(st.none() | st.just("text")),
        injected_recorded=draw(st.booleans()),
        earlier_candidates=draw(st.integers(0, 2)),
    )


_SCORES = st.sampled_from([0.9, 0.8, 0.7, 0.7, 0.6, 0.5, 1, 0, -0.2, None, float("nan"), 1e308])
_REASONS = ("below-threshold", "over-max-entries", "over-char-budget", "over-budget", "other", None)
_ODD_ROWS = st.builds(
    lambda score, word, admitted: refused(word, score=score, admitted=admitted),
    _SCORES,
    st.sampled_from(_REASONS),
    st.sampled_from([True, False, None]),
)


@st.composite
def nearly_orderly(draw: st.DrawFn) -> Retrieval:
    """A list as the shipped rule rules it, with a row or two that may be otherwise."""
    k, threshold = (
        draw(st.sampled_from([None, 0, 1, 2, 2.5, 9])),
        draw(st.sampled_from([None, 0.6, 1])),
    )
    scores = sorted(draw(st.lists(_SCORES, max_size=7)), key=lambda one: -(one or 0))
    rows, admitted = [], 0
    for score in scores:
        later = draw(st.sampled_from([None, None, None, *_REASONS[1:4]]))
        if score is not None and threshold is not None and score < threshold:
            rows.append(refused(_REASONS[0], score=score))
        elif k is not None and admitted >= k:
            rows.append(refused(_REASONS[1], score=score))
        else:
            admitted += 1
            rows.append(read(score=score) if later is None else refused(later, score=score))
    for at in draw(st.lists(st.integers(0, 6), max_size=1)):
        if at < len(rows):
            rows[at] = draw(_ODD_ROWS)
    named = [replace(one, id=f"{at}.md") for at, one in enumerate(rows)]
    return retrieval(
        *named,
        k=k,
        threshold=threshold,
        candidates_complete=draw(st.booleans()),
        max_chars=draw(st.sampled_from([None, 100])),
        evidence_from=draw(st.sampled_from(["commit", "event"])),
        at_retriever=draw(st.sampled_from([None, (), (ruling("0.md", admitted=True, rank=1),)])),
        attached=draw(st.sampled_from([None, ("0.md",)])),
    )


@st.composite
def ruled_pools(draw: st.DrawFn) -> Retrieval:
    """Rule random scores as the producer does: threshold, k, characters, then the token picker."""
    scores = draw(st.lists(st.sampled_from([0, 1, 0.2, 0.41, 0.6, 0.61, 0.8, -0.3]), max_size=9))
    threshold = draw(st.sampled_from([None, 0, 0.6, 0.61, 0.95]))
    k = draw(st.integers(1, 5))
    budget = draw(st.none() | st.integers(0, 60))
    sizes = [draw(st.integers(1, 30)) for _ in scores]
    cap = draw(st.none() | st.integers(0, 5))
    scores.sort(reverse=True)
    ruled, admitted, used, ended = [], 0, 0, False
    for place, score in enumerate(scores):
        if threshold is not None and score < threshold:
            reason = "below-threshold"
        elif admitted >= k:
            reason = "over-max-entries"
        else:
            admitted += 1
            ended = ended or (budget is not None and used + sizes[place] > budget)
            used += 0 if ended else sizes[place]
            reason = "over-char-budget" if ended else ""
        ruled.append(reason)
    rows = _picked(scores, sizes, ruled, cap)
    fragments = [one for one in rows if one.admitted]
    before = tuple(
        Ruling(
            chunk=f"{place}.md", admitted=not reason, reason=reason or None, rank=place + 1, score=s
        )
        for place, (s, reason) in enumerate(zip(scores, ruled, strict=True))
    )
    return retrieval(
        *rows,
        threshold=threshold,
        k=k,
        max_chars=budget,
        chars_used=None if budget is None else used,
        injected="\n\n".join(one.prompt_fragment or "" for one in reversed(fragments)),
        injected_recorded=True,
        attached=draw(st.sampled_from([None, tuple(one.id or "" for one in fragments)])),
        at_retriever=draw(st.sampled_from([None, before])),
        candidates_complete=draw(st.booleans()),
    )


def _picked(
    scores: list[float], sizes: list[int], ruled: list[str], cap: int | None
) -> list[Candidate]:
    """Let the picker take the newest first: those that came last of the admitted."""
    admitted = [place for place, reason in enumerate(ruled) if not reason]
    kept = admitted if cap is None else admitted[len(admitted) - min(cap, len(admitted)) :]
    rows = []
    for place, score in enumerate(scores):
        name = f"{place}.md"
        if place in kept:
            position = len(kept) - 1 - kept.index(place)
            text = "t" * sizes[place]
            rows.append(read(name, score=score, prompt_fragment=text, prompt_position=position))
        else:
            reason = ruled[place] or ("over-max-entries" if place % 2 else "over-budget")
            rows.append(refused(reason, name, score=score))
    return rows
