"""What the searches of one archive should have in common: an embedder, and repeatable results."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.evidence import Evidence, Number, Retrieval
from footprint_cli.model.examined import SearchSeen
from footprint_cli.model.finding import Finding
from footprint_cli.model.json_text import json_text
from footprint_cli.model.numbers import number_text, usable

_NOT_TOLD = frozenset({"candidates", "candidates.id", "candidates.score", "candidatesComplete"})


class Searches:
    """Remembers of each search what the next ones are compared with."""

    def __init__(self) -> None:
        self._embedders: dict[tuple[str, str], dict[str, str]] = {}
        self._results: dict[bytes, dict[bytes, str]] = {}

    def findings(
        self, retrieval: Retrieval, source: str, *, trusted: bool = True
    ) -> Iterator[Finding]:
        """Yield how a search differs from earlier ones, and remember it, as `seen` and `compared` do."""
        one = seen(retrieval, source, trusted=trusted)
        if one is not None:
            yield from self.compared(one)

    def compared(self, one: SearchSeen) -> Iterator[Finding]:
        """Yield how a search differs from earlier ones, and remember it."""
        mixed = self._mixed(one)
        if mixed is not None:
            yield _finding("embedders-mixed", "warning", mixed, one)
        differs = self._repeated(one)
        if differs is not None:
            yield _finding("results-differ", "note", differs, one)

    def _mixed(self, one: SearchSeen) -> str | None:
        here, there = [], []
        where: str | None = None
        for what, value in one.told:
            known = self._embedders.setdefault((one.namespace or "", what), {})
            if known and value not in known:
                other, first = next(iter(known.items()))
                here.append(value)
                there.append(other)
                where = where or first
            known.setdefault(value, _place(one))
        if where is None:
            return None
        return (
            f"namespace {one.namespace} is searched with {' and '.join(here)}, and with "
            f"{' and '.join(there)} in {where}"
        )

    def _repeated(self, one: SearchSeen) -> str | None:
        where: str | None = None
        for asked, got in one.results:
            known = self._results.setdefault(asked, {})
            if known and got not in known:
                where = where or next(iter(known.values()))
            known.setdefault(got, _place(one))
        if where is None:
            return None
        return (
            f"the same query (hash {one.query_hash}) gave other results in {where}: the corpus "
            "changed in between, or the search is not repeatable"
        )


def seen(retrieval: Retrieval, source: str, *, trusted: bool = True) -> SearchSeen | None:
    """Return what of a search can be compared with others; None: nothing.

    The results of an input that is not `trusted` may lack what we could not read.
    """
    evidence = retrieval.evidence
    if evidence is None or retrieval.withheld is not None:
        return None
    told = tuple(_told(evidence))
    asked = trusted and evidence.query_hash is not None
    results = tuple(_digests(retrieval, evidence)) if asked else ()
    if not (told or results):
        return None
    return SearchSeen(
        source=source,
        step=retrieval.step,
        line=retrieval.line,
        retriever=retrieval.retriever,
        namespace=evidence.namespace,
        query_hash=evidence.query_hash,
        told=told,
        results=results,
    )


def _place(one: SearchSeen) -> str:
    where = one.step or (None if one.line is None else f"line {one.line}")
    return one.source if where is None else f"{one.source} at {where}"


def _told(evidence: Evidence) -> Iterator[tuple[str, str]]:
    if evidence.namespace is None:
        return
    if evidence.embedder_id:
        yield "embedder", f"embedder {evidence.embedder_id}"
    size = evidence.dimensions
    dimensions = int(size) if usable(size) and size == int(size) else size
    if dimensions:
        yield "dimensions", f"{number_text(dimensions)} dimensions"


def _digests(retrieval: Retrieval, evidence: Evidence) -> Iterator[tuple[bytes, bytes]]:
    asked = _asked(retrieval, evidence)
    for part, results in _results(retrieval, evidence):
        yield _digest([*asked, part]), _digest(results)


def _finding(code: str, level: str, message: str, one: SearchSeen) -> Finding:
    return Finding(
        code=code,
        level=level,
        message=message,
        source=one.source,
        line=one.line,
        step=one.step,
        retriever=one.retriever,
    )


def _asked(retrieval: Retrieval, evidence: Evidence) -> list[object]:
    return [
        evidence.query_hash,
        retrieval.retriever,
        evidence.namespace,
        _as_double(evidence.k),
        _as_double(evidence.threshold),
        evidence.strategy,
        evidence.embedder_id,
    ]


def _results(retrieval: Retrieval, evidence: Evidence) -> Iterator[tuple[str, list[str]]]:
    """Yield what can be compared of the ids and scores that a search gave, in whatever order.

    How many more than `k` a search takes is not recorded: a list that is not complete is compared
    with one of the same length only, and with any as far as `k`.
    """
    candidates = evidence.candidates
    if candidates is None or _NOT_TOLD & {*retrieval.withheld_fields}:
        return
    if any(one.id is None for one in candidates):
        return
    rows = [json_text([one.id, _as_double(one.score)]) for one in candidates]
    size = "all" if evidence.candidates_complete is True else str(len(rows))
    yield size, sorted(rows)
    if usable(evidence.k) and evidence.k > 0:
        yield "best", sorted(rows[: int(evidence.k)])


def _as_double(value: Number | None) -> Number | None:
    """Return a number as JavaScript has it, for which 1 and 1.0 are the same."""
    return float(value) if usable(value) else value


def _digest(parts: list[Any]) -> bytes:
    from hashlib import blake2b  # not at every start of the program

    return blake2b(json_text(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()
