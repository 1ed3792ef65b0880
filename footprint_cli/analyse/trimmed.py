"""A part of the answer on a chunk → the same without what nobody is shown of it: a worker sends that."""

from msgspec.structs import replace

from footprint_cli.analyse.reckoned import in_a_word
from footprint_cli.model.answer import Occurrence
from footprint_cli.model.audit import Explained, RetrievalAudit
from footprint_cli.model.evidence import Candidate, Retrieval
from footprint_cli.model.reckoned import Reckoned

Told = str | tuple[Occurrence, ...]
_UNSHOWN = Explained(candidate=Candidate(), read=None, ruling="", explanation="")


def trimmed(part: Reckoned, beside: int = 0) -> Reckoned:
    """Leave out texts and rows of lists, but for those asked for and so many on both sides of them."""
    told = tuple(_trimmed(one, beside) for one in part.told)
    return replace(part, told=told, lists_left_out=True)


def _trimmed(told: Told, beside: int) -> Told:
    said = told if isinstance(told, str) else in_a_word(told)
    if isinstance(said, str):
        return said
    whole = said[0].retrieval
    rows = _rows(whole, {at for one in said for at in one.places}, beside) if beside else None
    retrieval = replace(
        whole, retrieval=_without_texts(whole.retrieval), candidates=rows, findings=()
    )
    return tuple(replace(one, retrieval=retrieval) for one in said)


def _rows(one: RetrievalAudit, own: set[int], beside: int) -> tuple[Explained, ...] | None:
    """Keep these rows and those around them; where they lie side by side, still so many others."""
    rows = one.candidates
    if rows is None:
        return None
    by = range(-beside - len(own), beside + len(own) + 1)
    shown = {at + each for at in own for each in by}
    return tuple(rows[at] if at in shown else _UNSHOWN for at in range(len(rows)))


def _without_texts(one: Retrieval) -> Retrieval:
    evidence = None if one.evidence is None else replace(one.evidence, candidates=None)
    return replace(one, evidence=evidence, injected=None, at_retriever=None, attached=None)
