"""Which chunks of two pools differ, and the words in which causes tell of them."""

from collections.abc import Iterable, Iterator

from footprint_cli.analyse.said import times
from footprint_cli.analyse.two_pools import Both, TwoPools
from footprint_cli.model.differences import are_same
from footprint_cli.model.json_text import value_text

_WORDS = ("none", "this one", "these two", "these three", "these four", "these five", "these six")
_NAMED = 3  # ids in a sentence


def verdict_differs(two: TwoPools, one: Both) -> bool:
    """Tell whether a chunk is admitted on one side only, or refused for another reason."""
    before, after = two.candidates(one)
    return (before.admitted, before.reason) != (after.admitted, after.reason)


def same_score(two: TwoPools, one: Both) -> bool:
    """Tell whether both sides record the same score of a chunk."""
    before, after = two.candidates(one)
    return are_same(before.score, after.score)


def ruled_otherwise_on(two: TwoPools) -> Iterator[str | None]:
    """Yield the chunks that one side has alone, or rules otherwise."""
    both = {(one.before, one.after): one for one in two.both}
    for name, before, after in two.rows:
        if before is None or after is None or verdict_differs(two, both[before, after]):
            yield name


def differing(two: TwoPools) -> tuple[str | None, ...]:
    """Return the chunks that one side has alone, rules otherwise or scores otherwise."""
    scores = {one.id for one in two.both if not same_score(two, one)}
    ruled = {*ruled_otherwise_on(two)}
    return tuple(dict.fromkeys(one.id for one in two.rows if one.id in scores | ruled))


def listed_once(two: TwoPools) -> tuple[str | None, ...]:
    """Return the chunks that one side has alone."""
    return tuple(one.id for one in two.rows if one.before is None or one.after is None)


def ids_at(two: TwoPools, places: Iterable[int]) -> tuple[str | None, ...]:
    """Return the ids at places after, by rank."""
    wanted = {*places}
    return tuple(two.after.candidates[at].id for at in two.after.ranked if at in wanted)


def changed(two: TwoPools, name: str) -> str:
    """Write a setting of both sides."""
    before, after = ("none" if one is None else value_text(one) for one in two.values(name))
    return f"{before} -> {after}"


def ids_of(chunks: Iterable[Both]) -> tuple[str | None, ...]:
    """Return the ids of chunks."""
    return tuple(one.id for one in chunks)


def these(chunks: Iterable[object]) -> str:
    """Point at chunks that stand beside the sentence."""
    count = len([*chunks])
    return _WORDS[count] if count < len(_WORDS) else f"these {count}"


def differ(chunks: tuple[str | None, ...]) -> str:
    """Say that chunks differ."""
    return "differs" if len(chunks) == 1 else "differ"


def named(chunks: tuple[str | None, ...]) -> str:
    """Name the first of some chunks, and count the others."""
    told = [one or "a chunk without an id" for one in chunks[:_NAMED]]
    more = len(chunks) - _NAMED
    return ", ".join(told) + (f" and {times(more, 'other')}" if more > 0 else "")
