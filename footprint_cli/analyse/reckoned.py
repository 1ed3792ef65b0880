"""One recording → its part of the answer on a chunk."""

from collections.abc import Iterable
from itertools import chain, groupby

from footprint_cli.analyse.answers import answers
from footprint_cli.model.answer import CANNOT_SAY, Asked, Occurrence
from footprint_cli.model.audit import Audit
from footprint_cli.model.reckoned import Reckoned

_A_WORD = frozenset({"never-a-candidate", "corpus-empty", "never-asked"})  # is all there is to say


def reckoned(audit: Audit, asked: Asked, *, whole: bool = True) -> Reckoned:
    """Answer for every retrieval of a recording; unless `whole`, with the word alone where it is enough."""
    recording = audit.recording
    found = answers(audit, asked) if audit.retrievals else []
    told = [tuple(group) for _, group in groupby(found, key=lambda one: id(one.retrieval))]
    return Reckoned(
        recordings=int(recording.format is not None and not recording.part),
        damaged=bool(recording.damage),
        passed=0 if audit.whole is None else audit.whole[0] - len(audit.retrievals),
        told=tuple(told if whole else map(in_a_word, told)),
    )


def together(parts: Iterable[Reckoned]) -> Reckoned:
    """Put the parts of one source together; its retrievals stay in their order."""
    all_ = [*parts]
    return Reckoned(
        recordings=sum(one.recordings for one in all_),
        damaged=any(one.damaged for one in all_),
        passed=sum(one.passed for one in all_),
        never=sum(one.never for one in all_),
        told=tuple(chain.from_iterable(one.told for one in all_)),
    )


def in_a_word(told: tuple[Occurrence, ...]) -> str | tuple[Occurrence, ...]:
    """Return the word of a retrieval where that is all there is to say."""
    return told[0].answer if told[0].answer in _A_WORD else told


def is_listed(one: Occurrence) -> bool:
    """Tell whether an answer is shown: it names the chunk, or could not say."""
    return one.chunk is not None or one.answer in CANNOT_SAY
