from typing import Any

from footprint_cli.analyse.audits import audit
from footprint_cli.model.evidence import Candidate, Retrieval
from tests.build import audited, candidate, read, recording, retrieval


def found(code: str, *candidates: Candidate, **fields: Any) -> list[str]:
    """What the rule of a code says of one retrieval, each with its level."""
    return found_in(code, retrieval(*candidates, **fields))


def found_in(code: str, *retrievals: Retrieval) -> list[str]:
    """What the rule of a code says of a recording that holds these retrievals."""
    findings = audit(recording(*retrievals)).findings
    return [f"{one.level}: {one.message}" for one in findings if one.code == code]


def codes(*retrievals: Retrieval, levels: tuple[str, ...] = ("error", "warning")) -> list[str]:
    """The codes of all that is found at these levels."""
    findings = audit(recording(*retrievals)).findings
    return [one.code for one in findings if one.level in levels]


def ruling_on(one: Candidate, *others: Candidate, **fields: Any) -> str:
    """The sentence on the first of these candidates, without its numbers."""
    explained = audited(one, *others, **fields).candidates
    assert explained is not None
    return explained[0].ruling


def explanation(one: Candidate, *others: Candidate, **fields: Any) -> str:
    """The sentence on the first of these candidates."""
    explained = audited(one, *others, **fields).candidates
    assert explained is not None
    return explained[0].explanation


def ids(*names: str) -> tuple[Candidate, ...]:
    """Admitted chunks, each with its text in the prompt, scored 0.99 and down."""
    return tuple(read(name, score=round(0.99 - at / 100, 2)) for at, name in enumerate(names))


def unread(*names: str) -> tuple[Candidate, ...]:
    """Admitted chunks of which no text is shown."""
    return tuple(candidate(name, score=round(0.99 - at / 100, 2)) for at, name in enumerate(names))
