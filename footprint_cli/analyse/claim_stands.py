"""How a claim stands against one call, or several as one: the first check that fails decides."""

from collections.abc import Sequence
from typing import NamedTuple

from footprint_cli.analyse.claim_checks import (
    COMPLETENESS,
    GAPS,
    Checked,
    Checks,
    declared_gaps,
)
from footprint_cli.analyse.claim_guards import (
    OTHER_WORDS,
    Sentence,
    absence_guards,
    count_guards,
    count_in,
)
from footprint_cli.analyse.claim_kinds import negations
from footprint_cli.analyse.known_values import Known
from footprint_cli.model.claim import Claim, Support
from footprint_cli.model.coverage import Choices, CoveredCall
from footprint_cli.model.search import facet

_MASK = "\0"  # is no token, so a negation or a count names no value
_NO_SEARCH, _NOT_ASKED, _UNDECLARED = 0, 1, 2
_WORDS, _ROWS, _CONTRADICTED, _CONSISTENT = range(COMPLETENESS + 1, COMPLETENESS + 5)


class Stands(NamedTuple):
    """How a claim stands, and how far it got through the checks: further is better.

    `disagrees`: the claim names the ground of the call, though not all of its rows may have come
    back, and they are not those of the claim.
    """

    support: Support
    reached: float
    number: int | None = None
    disagrees: bool = False

    @property
    def is_consistent(self) -> bool:
        """Tell whether it passed all of them."""
        return self.support.verdict == "consistent"


def stands(
    claim: Claim, one: CoveredCall, known: Known, choices: Choices, calls: tuple[int, ...]
) -> Stands:
    """Hold a claim against one call; `calls` are its places, several where it stands for them."""
    if claim.kind in ("some", "other"):
        reached = _NO_SEARCH if one.call.outcome != "ran" else _NOT_ASKED
        return _plain("not-judged", [claim.why or claim.kind], calls, reached)
    if not one.coverage.is_composed:
        if one.call.outcome == "ran" and one.declaration.search is None:
            return _undeclared(claim, one, calls)
        return _plain("no-search", ["no-search"], calls, _NO_SEARCH)
    cue = negations(claim.tokens)[0] if claim.kind == "none" else None
    checked, sentence = _checked(claim, one, known, choices, cue)
    if not checked.subject:
        return _plain("other-subject", ["other-subject"], calls, _NOT_ASKED)
    wanted: int | None = 0
    if cue is None:
        stood = _counted(sentence, one, checked, calls)
        wanted = stood.number
    else:
        stood = _absent(sentence, one, checked, calls, cue)
    rows = rows_in(one)
    counted = None not in (rows, wanted) and _is_named(one, checked)
    return stood._replace(disagrees=counted and rows != wanted)


def _is_named(one: CoveredCall, checked: Checked) -> bool:
    """Tell whether a claim names the whole ground of a call, of which some rows may not have come back.

    Where it is not known what the call narrowed to, its rows may be others.
    """
    open_ground = any(facet(gap.bears) != "completeness" for gap in one.coverage.gaps)
    return not (open_ground or checked.narrower or any(at < GAPS for at in checked.against))


def _checked(
    claim: Claim, one: CoveredCall, known: Known, choices: Choices, masked: int | None
) -> tuple[Checked, Sentence]:
    """Check, with the token of the negation or of the count left out."""
    words = _without(claim.tokens, masked)
    checked = Checks(words, one, known, choices).told()
    sentence = Sentence(
        text=claim.text,
        words=claim.tokens,
        marks=checked.marks,
        subject=checked.subject,
        names=known.declared(one).names,
        timed=any(not each.any for each in one.coverage.period),
    )
    if masked is None and checked.subject:
        found = count_in(sentence)
        if found is not None:
            checked = Checks(_without(words, found[0]), one, known, choices).told()
    return checked, sentence


def _absent(
    sentence: Sentence, one: CoveredCall, checked: Checked, calls: tuple[int, ...], cue: int
) -> Stands:
    rows = rows_in(one)
    against = _in_order(one, checked)
    narrower = checked.narrower
    if not against:
        guards = absence_guards(sentence, cue)
        if guards.details:
            against = [(_WORDS, guards.details)]
        elif guards.narrowing:
            narrower = [*narrower, OTHER_WORDS]
        checked.others[_WORDS] = checked.others[_ROWS] = [*guards.words, *guards.narrowing]
    if not rows:
        return _first(against, checked, calls) or _of_rows(rows, checked, calls)
    if not against and narrower:
        against = [(_ROWS, narrower)]
    found = _first(against, checked, calls)
    if found is None:
        return _contradicted(numbered(rows), checked, calls)
    details = ("rows-returned", *found.support.details)
    support = Support(
        verdict="not-judged", details=details, also=found.support.also, calls=calls,
        words=found.support.words, choices=found.support.choices,
    )  # fmt: skip
    return found._replace(support=support)


def _counted(
    sentence: Sentence, one: CoveredCall, checked: Checked, calls: tuple[int, ...]
) -> Stands:
    """Hold a number against the rows; a claim of less than was searched may count others."""
    found = count_in(sentence)
    at, count = (None, None) if found is None else found
    against = _in_order(one, checked)
    if not against:
        told = count_guards(sentence, at)
        guards = [*told.details, *(checked.narrower if at is not None else ())]
        checked.others[_WORDS] = [*told.words]
        if guards:
            against = [(_WORDS, guards)]
    rows = rows_in(one)
    stood = _first(against, checked, calls)
    if stood is None and rows is not None and rows != count:
        stood = _contradicted(f"{numbered(rows)}, not {count}", checked, calls)
    if stood is None:
        stood = _of_rows(None if rows is None else 0, checked, calls)
    return stood._replace(number=count)


def _in_order(one: CoveredCall, checked: Checked) -> list[tuple[int, list[str]]]:
    """Return what stands against a claim, in the order of the checks.

    A declaration with faults is not trusted for its gaps either: that it is never complete is told
    first.
    """
    found = sorted(checked.against.items())
    if not one.declaration.faulty or COMPLETENESS not in checked.against:
        return found
    before = [each for each in found if each[0] < GAPS]
    last = [each for each in found if each[0] == COMPLETENESS]
    return [*before, *last, *(each for each in found if each[0] == GAPS)]


def _first(
    against: Sequence[tuple[int, list[str]]], checked: Checked, calls: tuple[int, ...]
) -> Stands | None:
    if not against:
        return None
    details = against[0][1]
    also = [reason for _, reasons in against[1:] for reason in reasons]
    support = Support(
        verdict=_verdict(details),
        details=tuple(details),
        also=tuple(also),
        calls=calls,
        words=tuple(checked.others.get(against[0][0], ())),
        choices=tuple(checked.choices),
    )
    return Stands(support, min(check for check, _ in against))


def _verdict(details: Sequence[str]) -> str:
    word = details[0].partition(":")[0]
    if word == "completeness":
        return "not-complete"
    return word if word in ("wider", "outside", "gap") else "not-judged"


def _of_rows(rows: int | None, checked: Checked, calls: tuple[int, ...]) -> Stands:
    """Judge by rows that nothing stands against: none, or as many as were counted."""
    verdict = "not-judged" if rows is None else "consistent"
    support = Support(
        verdict=verdict,
        details=("rows-unread",) if rows is None else (),
        calls=calls,
        choices=tuple(checked.choices),
    )
    return Stands(support, _ROWS if rows is None else _CONSISTENT)


def _contradicted(detail: str, checked: Checked, calls: tuple[int, ...]) -> Stands:
    support = Support(
        verdict="contradicted", details=(detail,), calls=calls, choices=tuple(checked.choices)
    )
    return Stands(support, _CONTRADICTED)


def _undeclared(claim: Claim, one: CoveredCall, calls: tuple[int, ...]) -> Stands:
    """Say what the result of a tool without a declared search tells; it supports nothing alone."""
    gaps = declared_gaps(one)
    if claim.kind == "none" and gaps:
        return _plain("gap", gaps, calls, _UNDECLARED + 0.2)
    reading = one.rows.reading
    if claim.kind == "none" and reading == "declared-absent":
        return _plain("not-judged", ["declared-absent"], calls, _UNDECLARED + 0.3)
    if claim.kind == "none" and reading in ("unknown", "clarify"):
        return _plain("not-judged", ["rows-unread"], calls, _UNDECLARED)
    return _plain("not-judged", ["undeclared"], calls, _UNDECLARED + 0.1)


def _plain(verdict: str, details: list[str], calls: tuple[int, ...], reached: float) -> Stands:
    return Stands(Support(verdict=verdict, details=tuple(details), calls=calls), reached)


def _without(words: tuple[str, ...], at: int | None) -> tuple[str, ...]:
    return words if at is None else (*words[:at], _MASK, *words[at + 1 :])


def rows_in(one: CoveredCall) -> int | None:
    """Return how many rows a call returned, where that is a count."""
    count = one.rows.count
    return count if type(count) is int and count >= 0 else None


def numbered(rows: int) -> str:
    """Write a number of rows."""
    return "1 row" if rows == 1 else f"{rows} rows"
