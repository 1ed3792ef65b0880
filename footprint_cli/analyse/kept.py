"""A part of the answer on a chunk → what is written of it, and back."""

from msgspec.structs import replace

from footprint_cli.analyse.answers import answers, matcher
from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.reckoned import in_a_word
from footprint_cli.model.answer import Asked, Occurrence
from footprint_cli.model.reckoned import Kept, Reckoned, Recorded
from footprint_cli.model.recording import Recording


def kept(part: Reckoned, *, whole: bool = False) -> Kept:
    """Keep of a part its retrievals as they were recorded; unless `whole`, words where they are enough."""
    return Kept(
        recordings=part.recordings,
        damaged=part.damaged,
        passed=part.passed,
        never=part.never,
        told=tuple(_kept(one, whole=whole) for one in part.told),
    )


def again(part: Kept, asked: Asked) -> Reckoned:
    """Answer once more for what was kept of a part."""
    return Reckoned(
        recordings=part.recordings,
        damaged=part.damaged,
        passed=part.passed,
        never=part.never,
        told=tuple(one if isinstance(one, str) else told_again(one, asked) for one in part.told),
    )


def recorded(one: Occurrence) -> Recorded:
    """Keep the retrieval that an answer is about."""
    retrieval = one.retrieval
    return Recorded(source=one.source, retrieval=retrieval.retrieval, findings=retrieval.findings)


def told_again(one: Recorded, asked: Asked) -> tuple[Occurrence, ...]:
    """Answer once more for a retrieval; what was found in it may rest on more than is kept."""
    alone = Recording(source=one.source, format=None, retrievals=(one.retrieval,), part=True)
    explained = audit(alone, naming=matcher(asked))
    (retrieval,) = explained.retrievals
    found = replace(retrieval, findings=one.findings)
    return tuple(answers(replace(explained, retrievals=(found,)), asked))


def _kept(told: str | tuple[Occurrence, ...], *, whole: bool) -> str | Recorded:
    said = told if whole or isinstance(told, str) else in_a_word(told)
    return said if isinstance(said, str) else recorded(said[0])
