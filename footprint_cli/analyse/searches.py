"""What the searches of one archive should have in common: an embedder, and repeatable results."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from footprint_cli.model.evidence import Evidence, Number, Retrieval
from footprint_cli.model.finding import Finding
from footprint_cli.model.json_text import json_text
from footprint_cli.model.numbers import number_text, usable

_NOT_TOLD = frozenset({"candidates", "candidates.id", "candidates.score", "candidatesComplete"})


class _Place(NamedTuple):
    source: str
    step: str | None
    line: int | None

    def __str__(self) -> str:
        where = self.step or (None if self.line is None else f"line {self.line}")
        return self.source if where is None else f"{self.source} at {where}"


class Searches:
    """Remembers of each search what the next ones are compared with: digests, never candidates."""

    def __init__(self) -> None:
        self._embedders: dict[tuple[str, str], dict[str, _Place]] = {}
        self._results: dict[bytes, dict[bytes, _Place]] = {}

    def findings(
        self, retrieval: Retrieval, source: str, *, trusted: bool = True
    ) -> Iterator[Finding]:
        """Yield how a search differs from earlier ones, and remember it.

        The results of an input that is not `trusted` may lack what we could not read.
        """
        evidence = retrieval.evidence
        if evidence is None or retrieval.withheld is not None:
            return
        place = _Place(source, retrieval.step, retrieval.line)
        mixed = self._mixed(evidence, place)
        if mixed is not None:
            yield _finding("embedders-mixed", "warning", mixed, retrieval, source)
        differs = self._repeated(retrieval, evidence, place) if trusted else None
        if differs is not None:
            yield _finding("results-differ", "note", differs, retrieval, source)

    def _mixed(self, evidence: Evidence, place: _Place) -> str | None:
        here, there = [], []
        where: _Place | None = None
        size = evidence.dimensions
        dimensions = int(size) if usable(size) and size == int(size) else size
        told = {
            "embedder": evidence.embedder_id and f"embedder {evidence.embedder_id}",
            "dimensions": dimensions and f"{number_text(dimensions)} dimensions",
        }
        for what, value in told.items():
            if not value or evidence.namespace is None:
                continue
            known = self._embedders.setdefault((evidence.namespace, what), {})
            if known and value not in known:
                other, first = next(iter(known.items()))
                here.append(value)
                there.append(other)
                where = where or first
            known.setdefault(value, place)
        if where is None:
            return None
        return (
            f"namespace {evidence.namespace} is searched with {' and '.join(here)}, and with "
            f"{' and '.join(there)} in {where}"
        )

    def _repeated(self, retrieval: Retrieval, evidence: Evidence, place: _Place) -> str | None:
        if evidence.query_hash is None:
            return None
        asked = _asked(retrieval, evidence)
        where: _Place | None = None
        for part, results in _results(retrieval, evidence):
            known = self._results.setdefault(_digest([*asked, part]), {})
            got = _digest(results)
            if known and got not in known:
                where = where or next(iter(known.values()))
            known.setdefault(got, place)
        if where is None:
            return None
        return (
            f"the same query (hash {evidence.query_hash}) gave other results in {where}: the corpus "
            "changed in between, or the search is not repeatable"
        )


def _finding(code: str, level: str, message: str, retrieval: Retrieval, source: str) -> Finding:
    return Finding(
        code=code,
        level=level,
        message=message,
        source=source,
        line=retrieval.line,
        step=retrieval.step,
        retriever=retrieval.retriever,
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
