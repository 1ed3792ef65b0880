"""Which runs of two sides are about the same: pairs, what made them one, and those left over."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple

from footprint_cli.model.compared_runs import SideRun
from footprint_cli.model.diff_report import ONLY

_Key = Callable[[SideRun], Hashable | None]


class Pair(NamedTuple):
    """Two runs, what made them a pair, and what must be known of that."""

    before: SideRun
    after: SideRun
    by: str
    note: str | None


class Pairing(NamedTuple):
    """All pairs, and the runs of each side that are in none, each with the reason."""

    pairs: list[Pair]
    left: tuple[list[tuple[SideRun, str]], list[tuple[SideRun, str]]]


def _with_session(one: SideRun) -> Hashable | None:
    return (one.hashes, one.session, one.early) if one.hashes else None


def _by_hash(one: SideRun) -> Hashable | None:
    return (one.hashes, one.early) if one.hashes else None


def _by_hash_alone(one: SideRun) -> Hashable | None:
    return one.hashes or None


def _by_turn(one: SideRun) -> Hashable | None:
    return None if one.session is None else (one.session, one.turn, one.early)


def _by_name(one: SideRun) -> Hashable | None:
    return None if one.hashes else one.name


def _named(key: _Key) -> _Key:
    def both(one: SideRun) -> Hashable | None:
        value = key(one)
        return None if value is None or one.name is None else (value, one.name)

    return both


# Each is tried on what those before it left; the second word is for runs that record no session.
_LEVELS: tuple[tuple[_Key, str, str], ...] = (
    (_named(_with_session), "queryHash, session and file", "queryHash and file"),
    (_with_session, "queryHash and session", "queryHash"),
    (_named(_by_hash), "queryHash and file", "queryHash and file"),
    (_by_hash, "queryHash", "queryHash"),
    (_by_hash_alone, "queryHash", "queryHash"),
    (_by_turn, "session and turn", "session and turn"),
    (_by_name, "file", "file"),
)


def paired(before: Sequence[SideRun], after: Sequence[SideRun]) -> Pairing:
    """Pair the runs of two sides by queryHash, session and turn; the only ones of both in any case.

    Of several with equal keys those in files of one name belong together; the others are paired in
    their order, and that is said. A run without a queryHash and a session has its file alone. Sides
    changed about give the same pairs.
    """
    sides = [*before], [*after]
    pairs: list[Pair] = []
    for key, by, without in _LEVELS:
        found = [*_of_level(sides, key, (by, without))]
        pairs += found
        gone = {one.before.number for one in found}, {one.after.number for one in found}
        for side, numbers in zip(sides, gone, strict=True):
            side[:] = [one for one in side if one.number not in numbers]
    if len(before) == 1 and len(after) == 1 and not pairs:
        pairs.append(Pair(before[0], after[0], ONLY, None))
        sides = [], []
    mine, theirs = (_left(own, [*other]) for own, other in ((sides[0], after), (sides[1], before)))
    return Pairing(sorted(pairs, key=lambda one: one.before.number), (mine, theirs))


def _of_level(
    sides: tuple[list[SideRun], list[SideRun]], key: _Key, by: tuple[str, str]
) -> Iterator[Pair]:
    """Pair what has one key."""
    groups = [_grouped(side, key) for side in sides]
    for value in [one for one in groups[0] if one in groups[1]]:
        mine, theirs = groups[0][value], groups[1][value]
        note = _note(len(mine), len(theirs))
        for one, other in zip(mine, theirs, strict=False):
            known = one.session is not None and other.session is not None
            yield Pair(one, other, by[0] if known else by[1], _sessions(one, other, note))


def _grouped(side: Sequence[SideRun], key: _Key) -> dict[Hashable, list[SideRun]]:
    groups: dict[Hashable, list[SideRun]] = defaultdict(list)
    for one in side:
        value = key(one)
        if value is not None:
            groups[value].append(one)
    for of_one in groups.values():
        of_one.sort(key=lambda one: (one.turn or 0, one.number))
    return groups


def _note(mine: int, theirs: int) -> str | None:
    if mine == theirs == 1:
        return None
    if mine == theirs:
        return f"one of {mine} with this key on each side: paired in their order"
    return (
        f"one of {mine} with this key before and {theirs} after: paired in their order, and which of "
        "them belong together is not recorded"
    )


def _sessions(one: SideRun, other: SideRun, note: str | None) -> str | None:
    told = [] if note is None else [note]
    if one.session is not None and other.session is not None and one.session != other.session:
        told.append("the sessions differ")
    return "; ".join(told) or None


def _left(own: list[SideRun], others: list[SideRun]) -> list[tuple[SideRun, str]]:
    known = {one.hashes for one in others if one.hashes}
    return [(one, _why(one, known)) for one in own]


def _why(one: SideRun, known: set[tuple[str, ...]]) -> str:
    if one.hashes in known:
        return "the other side has fewer runs with its queryHash"
    if one.hashes:
        return "no run of the other side has its queryHash"
    if one.retrievals:
        return "it records no queryHash, and no run of the other side has its session and turn, or file"
    return "it has no retrieval, and no run of the other side has its session and turn, or file"
