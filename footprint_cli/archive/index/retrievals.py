"""A retrieval → its row, and the settings that it shares with others."""

from typing import Any

from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.unnamed import unnamed, unnamed_word
from footprint_cli.archive.index.lexicon import Lexicon
from footprint_cli.archive.index.once import Row
from footprint_cli.archive.index.values import holds, packed, stored_text
from footprint_cli.model.answer import Asked
from footprint_cli.model.audit import RetrievalAudit
from footprint_cli.model.evidence import Candidate, Evidence, Number, Retrieval
from footprint_cli.model.numbers import number_text

_OF_A_CHUNK, _OF_A_DOCUMENT = Asked(text=""), Asked(text="", how="doc")
NUMBERS = (
    "k",
    "threshold",
    "max_chars",
    "dimensions",
    "chars_used",
    "considered_count",
    "admitted_count",
    "rejected_count",
)


class Retrievals:
    """Makes rows of retrievals; the settings that they share are in the lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._texts, self._settings = lexicon.texts, lexicon.settings

    def row(
        self,
        one: RetrievalAudit,
        pool: Pool | None,
        place: tuple[int, int],
        unsaid: tuple[str, str],
    ) -> Row:
        """Return the row of one retrieval; `place` is its number in the file, and its recording's."""
        retrieval, texts = one.retrieval, self._texts
        evidence = retrieval.evidence or Evidence()
        withheld = retrieval.withheld
        listed = None if pool is None or evidence.candidates is None else pool
        return (
            place[0],  # the index has a number of its own in place of it
            *place,
            stored_text(retrieval.run),
            self._settings(_setting(retrieval.retriever, evidence)),
            texts(retrieval.step),
            retrieval.line,
            texts(retrieval.evidence_from),
            texts(one.outcome),
            None if evidence.candidates else stored_text(one.headline),
            _kept(evidence.chars_used),
            stored_text(evidence.query_hash),
            _kept(evidence.considered_count),
            _kept(evidence.admitted_count),
            _kept(evidence.rejected_count),
            evidence.candidates_complete,
            stored_text(evidence.candidates_omitted_reason),
            evidence.corpus_empty,
            None if listed is None else len(listed.candidates),
            None if listed is None else len(listed.admitted),
            None if listed is None else listed.read.count(True),
            None if listed is None else listed.best_place,
            *map(texts, unsaid),
            None if withheld is None else withheld.kind,
            None if withheld is None else stored_text(withheld.detail),
            stored_text(retrieval.failure),
            None if retrieval.injected is None else len(retrieval.injected),
            packed(_other(retrieval)),
            None if listed is None else listed.as_ruled,
        )


def _setting(retriever: str | None, evidence: Evidence) -> Row:
    return (
        stored_text(retriever),
        stored_text(evidence.strategy),
        _kept(evidence.k),
        _kept(evidence.threshold),
        _kept(evidence.max_chars),
        stored_text(evidence.embedder_id),
        _kept(evidence.dimensions),
        stored_text(evidence.selection_order),
        stored_text(evidence.namespace),
    )


def _kept(number: Number | None) -> Number | None:
    return number if holds(number) else None


def unsaid_of(one: RetrievalAudit, pool: Pool | None) -> tuple[str, str]:
    """Return what a retrieval answers of a chunk, and of a document, that it does not name."""
    if pool is not None and pool.candidates:
        return unnamed_word(pool, by_document=False), unnamed_word(pool, by_document=True)
    chunk, document = (
        next(unnamed(one, "", asked, _is_none)).answer for asked in (_OF_A_CHUNK, _OF_A_DOCUMENT)
    )
    return chunk, document


def _is_none(_candidate: Candidate) -> bool:
    return False


def _other(retrieval: Retrieval) -> dict[str, Any]:
    """Return what has no column of its own."""
    evidence = retrieval.evidence
    rulings = retrieval.at_retriever
    told: dict[str, Any] = {
        "attached": None if retrieval.attached is None else list(retrieval.attached),
        "attachedAll": retrieval.attached_all or None,
        "retrieverFrom": retrieval.retriever_from,
        "withheldFields": list(retrieval.withheld_fields) or None,
        "atRetriever": None
        if rulings is None
        else [[one.chunk, one.admitted, one.reason, one.rank, one.score] for one in rulings],
    }
    if evidence is None:
        told["noEvidence"] = True
    else:
        named = None if evidence.memory_id == retrieval.retriever else evidence.memory_id
        numbers = {name: getattr(evidence, name) for name in NUMBERS}
        told |= {
            "memoryId": named,
            "odd": evidence.odd or None,
            "extra": evidence.extra or None,
            "numbers": {name: number_text(one) for name, one in numbers.items() if not holds(one)}
            or None,
        }
    return {name: value for name, value in told.items() if value is not None}
