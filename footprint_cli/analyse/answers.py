"""Why a chunk was read or not: one answer of the closed list for each retrieval of a recording."""

from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase

from footprint_cli.analyse.lazy_rows import LazyRows
from footprint_cli.analyse.limits import limit_of
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.said import name_of
from footprint_cli.analyse.unnamed import unnamed
from footprint_cli.analyse.verdicts import standing
from footprint_cli.model.answer import ANSWERS, Asked, Occurrence
from footprint_cli.model.audit import Audit, Explained, RetrievalAudit
from footprint_cli.model.evidence import Candidate, Evidence
from footprint_cli.model.finding import Finding
from footprint_cli.model.numbers import number_text

_REFUSED_BY = {
    "threshold": "below threshold",
    "max-entries": "over the picker's cap",
    "token-budget": "over the token budget",
    "char-budget": "over the character budget",
}
_QUOTED = 3  # further rows of one id
_WORDS = {True: "read", False: "not read"}


def answers(audit: Audit, asked: Asked) -> list[Occurrence]:
    """Answer for every retrieval of a recording, in its order.

    A pattern has an answer for each chunk that a retrieval names, in the order of its list.
    """
    source = audit.recording.source
    return [each for one in audit.retrievals for each in _answered(one, source, asked)]


def best(found: list[str]) -> str:
    """Return the answer that wins over all retrievals; without any, nothing could be read."""
    return min(found, key=ANSWERS.index, default="id-not-found")


def matcher(asked: Asked) -> Callable[[Candidate], bool]:
    """Tell which candidates are asked for. Ids are compared by code points, a glob's `*` too."""
    text = asked.text
    if asked.how == "doc":
        return lambda one: one.doc_uri == text
    if asked.how == "prefix":
        return lambda one: one.id is not None and one.id.startswith(text)
    if asked.how == "glob":
        return lambda one: one.id is not None and fnmatchcase(one.id, text)
    return lambda one: one.id == text


def _answered(retrieval: RetrievalAudit, source: str, asked: Asked) -> Iterator[Occurrence]:
    evidence = retrieval.retrieval.evidence
    listed = () if evidence is None or retrieval.candidates is None else evidence.candidates or ()
    places = _places(listed, asked)
    if places:
        yield from named(retrieval, source, places)
    else:
        yield from unnamed(retrieval, source, asked, matcher(asked))


def _places(listed: Sequence[Candidate], asked: Asked) -> list[int]:
    """Return the places of the candidates that are asked for."""
    if asked.how == "exact":  # nearly always, and then no call is made for each
        return [at for at, one in enumerate(listed) if one.id == asked.text]
    matches = matcher(asked)
    return [at for at, one in enumerate(listed) if matches(one)]


def named(retrieval: RetrievalAudit, source: str, places: Sequence[int]) -> Iterator[Occurrence]:
    """Yield an answer for each chunk that a retrieval has at these places of its list."""
    told = _Named(retrieval, source)
    chunks: dict[str | None, list[int]] = {}
    for place in places:
        chunks.setdefault(told.pool.candidates[place].id, []).append(place)
    for chunk, own in chunks.items():
        yield told.answer(chunk, own)


class _Named:
    """Answers for the chunks that one retrieval names; what they share is worked out once."""

    def __init__(self, retrieval: RetrievalAudit, source: str) -> None:
        self._retrieval = retrieval
        self._source = source
        self._rows = retrieval.candidates or ()
        shared = self._rows if isinstance(self._rows, LazyRows) else _again(retrieval)
        self.pool, self._flipping = shared.pool, shared.flipping
        self._findings: dict[str | None, list[Finding]] = {}
        for one in retrieval.findings:
            if one.chunk is not None or one.level == "error":
                self._findings.setdefault(one.chunk, []).append(one)

    def answer(self, chunk: str | None, places: list[int]) -> Occurrence:
        """Answer for one chunk, by its rows at these places, the best answer first.

        Errors that are about the whole retrieval go with the first chunk only.
        """
        places = sorted(places, key=lambda at: _best_first(self._rows[at]))
        rows = tuple(self._rows[at] for at in places)
        answer = _row_answer(rows[0])
        replaced = self._displaced(places[0]) if answer == "read" else None
        about_all = self._findings.pop(None, []) if chunk is not None else []
        return Occurrence(
            source=self._source,
            retrieval=self._retrieval,
            answer=answer,
            sentence=self._sentence(rows, replaced),
            chunk=chunk,
            rows=rows,
            places=tuple(places),
            refused_by=refused_by(places[0], self.pool) if answer == "refused" else None,
            displaced=replaced,
            findings=(*self._findings.get(chunk, ()), *about_all),
        )

    def _displaced(self, place: int) -> Candidate | None:
        other = self._flipping.displaced(place)
        return None if other is None else self.pool.candidates[other]

    def _sentence(self, rows: tuple[Explained, ...], replaced: Candidate | None) -> str:
        first, evidence = rows[0], self.pool.evidence
        told = "; ".join([_said(first), *_text_size(first), *_displaced(replaced, evidence)])
        if len(rows) == 1:
            return told
        again = "once more" if len(rows) == 2 else f"{len(rows) - 1} times more"  # noqa: PLR2004
        others = "; ".join(_said(one) for one in rows[1 : 1 + _QUOTED])
        others += "; …" if len(rows) > 1 + _QUOTED else ""
        return f"{told}. The same id stands in the list {again}: {others}"


def _again(retrieval: RetrievalAudit) -> LazyRows:
    one = retrieval.retrieval
    return LazyRows(Pool(one, one.evidence or Evidence()))


def _best_first(one: Explained) -> tuple[int, bool]:
    """Order the rows of one id: by their answer, and a read that is proven before one that is not."""
    return ANSWERS.index(_row_answer(one)), one.read is not True


def _row_answer(one: Explained) -> str:
    return answer_of(one.candidate, read=one.read)


def answer_of(candidate: Candidate, *, read: bool | None) -> str:
    """Answer by one row of a list: it was read, it was refused, or the row does not say."""
    if candidate.admitted is True:
        return "dropped-later" if read is False else "read"
    if candidate.admitted is None:
        return "candidates-not-recorded"
    return "refused-reason-not-recorded" if candidate.reason is None else "refused"


def _said(one: Explained) -> str:
    """Say what happened to a chunk, in a word first."""
    if one.read is None:
        return one.explanation
    word = _WORDS[one.read]
    return one.explanation if one.explanation.startswith(word) else f"{word}: {one.explanation}"


def _text_size(one: Explained) -> list[str]:
    fragment = one.candidate.prompt_fragment
    if not one.read or fragment is None:
        return []
    size = len(fragment.encode("utf-8", "surrogatepass"))
    sizes = f"{len(fragment)} characters, {size} bytes"
    return [f"in the prompt it takes {sizes}, with what the formatter put around it"]


def _displaced(other: Candidate | None, evidence: Evidence) -> list[str]:
    if other is None or evidence.k is None:
        return []
    numbers = standing(other)
    quoted = f" ({numbers})" if numbers else ""
    k = number_text(evidence.k)
    return [f"without it, k = {k} would have admitted {name_of(other)}{quoted}"]


def refused_by(place: int, pool: Pool) -> str:
    """Say in few words which limit refused the candidate at a place, one that was refused."""
    limit = limit_of(place, pool)
    if limit == "k":
        return "over k" if pool.cap_author(place) == "k" else "over a cap"
    reason = pool.candidates[place].reason
    return _REFUSED_BY.get(limit or "") or f'refused as "{reason}"'
