"""A part of the answer on a chunk → the same without what nobody is shown of it: a worker sends that."""

from collections.abc import Sequence

from msgspec.structs import replace

from footprint_cli.analyse.answers import matcher
from footprint_cli.analyse.reckoned import in_a_word
from footprint_cli.model.answer import Asked, Occurrence
from footprint_cli.model.audit import Explained, RetrievalAudit
from footprint_cli.model.evidence import Candidate, Retrieval
from footprint_cli.model.reckoned import Reckoned

_UNSHOWN = Explained(candidate=Candidate(), read=None, ruling="", explanation="")


def trimmed(part: Reckoned, asked: Asked, beside: int = 0) -> Reckoned:
    """Leave out texts and rows of lists, but for those asked for and so many on both sides of them."""
    told = tuple(_trimmed(one, asked, beside) for one in part.told)
    return replace(part, told=told, lists_left_out=True)


def around(own: Sequence[int], beside: int) -> set[int]:
    """Return these places and those around them; where they lie side by side, still so many others."""
    by = range(-beside - len(own), beside + len(own) + 1) if beside else (0,)
    return {at + one for at in own for one in by}


def _trimmed(
    told: str | tuple[Occurrence, ...], asked: Asked, beside: int
) -> str | tuple[Occurrence, ...]:
    said = told if isinstance(told, str) else in_a_word(told)
    if isinstance(said, str):
        return said
    retrieval = _retrieval(said[0].retrieval, asked, beside)
    return tuple(replace(one, retrieval=retrieval) for one in said)


def _retrieval(one: RetrievalAudit, asked: Asked, beside: int) -> RetrievalAudit:
    rows = _rows(one, asked, beside) if beside else None
    return replace(one, retrieval=_without_texts(one.retrieval), candidates=rows, findings=())


def _rows(one: RetrievalAudit, asked: Asked, beside: int) -> tuple[Explained, ...] | None:
    evidence, rows, matches = one.retrieval.evidence, one.candidates, matcher(asked)
    if rows is None or evidence is None:
        return None
    own = [at for at, each in enumerate(evidence.candidates or ()) if matches(each)]
    shown = around(own, beside)
    return tuple(rows[at] if at in shown else _UNSHOWN for at in range(len(rows)))


def _without_texts(one: Retrieval) -> Retrieval:
    evidence = None if one.evidence is None else replace(one.evidence, candidates=None)
    return replace(one, evidence=evidence, injected=None, at_retriever=None, attached=None)
