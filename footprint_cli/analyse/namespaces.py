"""Namespaces that are nearly the one in which a search met an empty corpus."""

from collections.abc import Iterator
from itertools import accumulate

from footprint_cli.model.finding import Finding
from footprint_cli.model.recording import Recording

_NEAR_NAMED = 3


def near_namespaces(recording: Recording) -> Iterator[Finding]:
    """Name each search that met an empty corpus beside a namespace that differs in one slot only."""
    answered = list(
        dict.fromkeys(
            one.evidence.namespace
            for one in recording.retrievals
            if one.evidence is not None and one.evidence.namespace and one.evidence.considered_count
        )
    )
    places: dict[object, list[int]] = {}
    for number, namespace in enumerate(answered):
        for key in _near_keys(namespace):
            same = places.setdefault(key, [])
            if len(same) <= _NEAR_NAMED:  # one more tells that there are more
                same.append(number)
    for one in recording.retrievals:
        evidence = one.evidence
        if evidence is None or evidence.corpus_empty is not True or not evidence.namespace:
            continue
        near = {number for key in _near_keys(evidence.namespace) for number in places.get(key, ())}
        others = [
            other
            for other in (answered[number] for number in sorted(near))
            if _nearness(evidence.namespace, other) is not None
        ]
        if others:
            yield Finding(
                code="namespace-near-miss",
                level="warning",
                message=_near_miss(evidence.namespace, others),
                source=recording.source,
                line=one.line,
                step=one.step,
                retriever=one.retriever,
            )


def _near_miss(namespace: str, others: list[str]) -> str:
    first, *rest = others
    named = ", ".join(rest[: _NEAR_NAMED - 1])
    more = " and more" if len(others) > _NEAR_NAMED else ""
    return (
        f"namespace {namespace} held nothing, while {first}, which differs from it "
        f"{_nearness(namespace, first)}, answered another retrieval of this input"
        + (f"; so did {named}{more}" if named else "")
    )


def _near_keys(namespace: str) -> Iterator[object]:
    """Give keys of which two namespaces share one where they differ little; far ones may, rarely."""
    yield namespace.casefold().strip()
    slots = namespace.split("/")
    before = [*accumulate(slots, _chained, initial=0)]
    after = [*accumulate(reversed(slots), _chained, initial=0)][::-1]
    for place in range(len(slots)):
        yield len(slots), place, before[place], after[place + 1]


def _chained(known: object, slot: object) -> int:
    return hash((known, slot))


def _nearness(one: str, other: str) -> str | None:
    """Say how two namespaces differ, where they differ little; None for equal or far ones."""
    if one == other:
        return None
    if one.casefold().strip() == other.casefold().strip():
        return "in case or blanks only"
    first, second = one.split("/"), other.split("/")
    if len(first) != len(second):
        return None
    return "in one slot" if sum(a != b for a, b in zip(first, second, strict=True)) == 1 else None
