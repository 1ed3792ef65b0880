"""The settings that `what-if` tries, from the command line."""

from math import isfinite
from typing import NamedTuple

from footprint_cli.archive.rules import Rule, making_of
from footprint_cli.cli.files import same_file
from footprint_cli.errors import UsageError
from footprint_cli.model.evidence import Number
from footprint_cli.model.what_if import Setting


class Trying(NamedTuple):
    """The options as they were given; None: as it is recorded."""

    threshold: str | None
    k: str | None
    max_chars: str | None
    max_entries: str | None


_DIGITS = 15  # that a double holds exactly
_NAMES = {
    "threshold": "threshold",
    "k": "k",
    "max_chars": "maxChars",
    "max_entries": "maxEntries",
}


def setting_of(trying: Trying, rule: Rule | None) -> Setting:
    """Return what is asked; a value that no retriever could have is a usage error."""
    values = {
        _NAMES[name]: _value(name, text)
        for name, text in trying._asdict().items()
        if text is not None
    }
    if rule is None:
        return Setting(values=values)
    return Setting(values=values, strategy=rule.name, balance=rule.balance)


def _value(name: str, text: str) -> Number | None:
    option = f"--{name.replace('_', '-')} {text}"
    if text == "none":
        return None
    if name == "threshold":
        score = score_of(text)
        if score is None:
            raise UsageError(f"{option}: not a number, nor 'none'")
        return score
    if not (text.isascii() and text.isdecimal()):
        raise UsageError(f"{option}: not a whole number from 0 on, nor 'none'")
    if len(text) > _DIGITS:
        raise UsageError(f"{option}: too large; 'none' takes the limit away")
    return int(text)


def score_of(text: str) -> Number | None:
    """Read a score; None where it is no finite number."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) and "_" not in text else None


def rule_of(  # noqa: PLR0913 (all that rules)
    strategy: str | None,
    balance: float | None,
    vectors: str | None,
    similarity: str | None,
    scores: str | None,
    *,
    written: str | None = None,
) -> Rule | None:
    """Return the strategy that is asked for, its files read; an option of another is a usage error."""
    of_mmr: dict[str, object] = {
        "--lambda": balance,
        "--vectors": vectors,
        "--similarity": similarity,
    }
    given = {
        name: value for name, value in {**of_mmr, "--scores": scores}.items() if value is not None
    }
    allowed = {"mmr": {*of_mmr}, "rerank": {"--scores"}}.get(strategy or "", set())
    for name in given:
        if name not in allowed:
            owner = "rerank" if name == "--scores" else "mmr"
            raise UsageError(f"{name} is an option of --strategy {owner}")
    for path in (vectors, similarity, scores):
        if path is not None and written is not None and same_file(path, written):
            raise UsageError(f"{written} holds what a strategy rules by and would be written over")
    if strategy is None:
        return None
    rule = Rule(
        name=strategy, balance=balance, vectors=vectors, similarity=similarity, scores=scores
    )
    making_of(rule)  # a fault of its files is said before anything is read
    return rule
