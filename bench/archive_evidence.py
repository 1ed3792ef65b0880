"""A retrieval of a made archive: the injected passages, and the evidence beside them."""

from typing import Any, NamedTuple

from bench.archive_text import Chunk, Dice, chunks, passage

_MIX, _PRIME = 2_654_435_761, 4_294_967_291
_HEADER = "Relevant passages retrieved from the document corpus. Cite the source id.\n\n"
_OMITTED = "the store ranked this query server-side and returned no comparable scores"


class Retriever(NamedTuple):
    """How one retriever of the archive rules; `names` is false where it names no candidates."""

    id: str
    k: int
    threshold: float
    max_chars: int | None = None
    names: bool = True


RETRIEVERS = (
    Retriever("plant-manual", 3, 0.6),
    Retriever("incident-notes", 8, 0.35),
    Retriever("wiki-übersicht", 5, 0.5, max_chars=2_500),
    Retriever("managed-kb", 3, 0.0, names=False),
)


class _Ruled(NamedTuple):
    chunk: Chunk
    score: float
    text: str
    reason: str | None  # None: admitted


def retrieval(dice: Dice, most: int) -> tuple[str, dict[str, Any]]:
    """Return a retriever's id and what its stage wrote, payload first as producers do.

    `most` is the number of candidates at most; they are skewed towards a few.
    """
    one = _retriever(dice)
    evidence: dict[str, Any] = _settings(dice, one)
    if not one.names:
        messages = [{"role": "system", "content": _HEADER + passage(dice, 600)}]
        evidence |= {"consideredCount": 7, "admittedCount": 3, "rejectedCount": 4}
        evidence |= {"candidatesOmittedReason": _OMITTED, "candidatesComplete": False}
        evidence |= {"corpusEmpty": False}
    else:
        ruled = [] if dice.once_in(100) else _ruled(dice, one, most)
        shown = _shown(ruled)
        messages = [{"role": "system", "content": "\n\n".join(shown)}] if shown else []
        evidence |= _told(one, ruled, shown, complete=not dice.once_in(100))
    return one.id, {
        f"memoryInjection_{one.id}": messages,
        f"retrievalEvidence_{one.id}": evidence,
    }


def _retriever(dice: Dice) -> Retriever:
    if dice.once_in(100):
        return RETRIEVERS[3]
    return RETRIEVERS[(0, 0, 0, 1, 1, 2)[dice.below(6)]]


def _settings(dice: Dice, one: Retriever) -> dict[str, Any]:
    settings: dict[str, Any] = {
        "strategy": "topK",
        "queryHash": f"{dice.below(200_000) * 21_467:08x}",
        "k": one.k,
    }
    if one.names:
        settings |= {"threshold": one.threshold, "embedderId": "hand-4d"}
    return settings | {"selectionOrder": "recency", "namespace": "_/_/_global", "dimensions": 4}


def _ruled(dice: Dice, one: Retriever, most: int) -> list[_Ruled]:
    skew = dice.unit()
    count = max(1, int(min(10 * 100 ** (skew * skew * skew * skew), most)))
    corpus = chunks()
    found: set[int] = set()
    while len(found) < count:
        place = dice.unit()
        found.add(int(len(corpus) * place * place * place))
    scores = sorted((round(0.97 - 1.1 * dice.unit(), 4) for _ in range(count)), reverse=True)
    ruled: list[_Ruled] = []
    free, left = one.k, one.max_chars
    turn = dice.below(len(corpus))  # a common chunk is the best one now and then, not always
    ranked = sorted(found, key=lambda index: (index + turn) * _MIX % _PRIME)
    for index, score in zip(ranked, scores, strict=True):
        chunk = corpus[index]
        if score < one.threshold:
            ruled.append(_Ruled(chunk, score, "", "below-threshold"))
        elif not free:
            ruled.append(_Ruled(chunk, score, "", "over-max-entries"))
        else:
            text = passage(dice, 300 + dice.below(900))
            if left is not None and len(text) > left:
                left = 0  # what follows is refused too
                ruled.append(_Ruled(chunk, score, "", "over-char-budget"))
                continue
            left = left if left is None else left - len(text)
            free -= 1
            ruled.append(_Ruled(chunk, score, text, None))
    return ruled


def _shown(ruled: list[_Ruled]) -> list[str]:
    """Return the passages as the prompt has them, the best one last."""
    shown = [
        f'<source id="{one.chunk.id}" doc="{one.chunk.document}" score="{one.score}">\n'
        f"{one.text}\n</source>"
        for one in reversed(ruled)
        if one.reason is None
    ]
    return [_HEADER + shown[0], *shown[1:]] if shown else []


def _told(one: Retriever, ruled: list[_Ruled], shown: list[str], complete: bool) -> dict[str, Any]:
    told: dict[str, Any] = {}
    if one.max_chars is not None:
        told = {"maxChars": one.max_chars, "charsUsed": sum(len(each.text) for each in ruled)}
    admitted = len(shown)
    candidates: list[dict[str, Any]] = []
    positions = iter(range(admitted - 1, -1, -1))  # the best one stands last
    for rank, each in enumerate(ruled, 1):
        told_of: dict[str, Any] = {
            "id": each.chunk.id,
            "score": each.score,
            "rank": rank,
            "admitted": each.reason is None,
        }
        if each.reason is not None:
            told_of["reason"] = each.reason
        told_of |= {"docUri": each.chunk.document, "heading": each.chunk.heading}
        if each.reason is None:
            position = next(positions)
            told_of |= {"promptFragment": shown[position], "promptPosition": position}
        candidates.append(told_of)
    return told | {
        "consideredCount": len(ruled),
        "admittedCount": admitted,
        "rejectedCount": len(ruled) - admitted,
        "candidates": candidates,
        "candidatesComplete": complete,
        "corpusEmpty": not ruled,
    }
