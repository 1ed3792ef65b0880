"""Why two retrievals differ: one function a cause, each naming it only where the records prove it.

Those that rule pools again are in `ruled_causes.py`, those of later stages in `later_causes.py`.
Sides changed about name the same causes.
"""

from collections.abc import Callable, Iterable, Iterator

from footprint_cli.analyse.cause_words import (
    changed,
    differ,
    differing,
    ids_at,
    ids_of,
    listed_once,
    ruled_otherwise_on,
    same_score,
    these,
    verdict_differs,
)
from footprint_cli.analyse.later_causes import char_budget, picker_cap, token_budget
from footprint_cli.analyse.ruled_causes import k, k_and_threshold, ranks_above, score, threshold
from footprint_cli.analyse.two_pools import SETTINGS, TwoPools, ids
from footprint_cli.model.diff_report import Cause


def query(two: TwoPools) -> Iterator[Cause]:
    """Name another query: whatever else differs, the searches were not the same."""
    if two.differs("queryHash"):
        message = f"queryHash {changed(two, 'queryHash')}: another query was put to the store"
        yield Cause(code="query", message=message, chunks=differing(two))


def embedder(two: TwoPools) -> Iterator[Cause]:
    """Name another embedder, or other dimensions."""
    for name, told in (("embedderId", "embedder"), ("dimensions", "dimensions")):
        if two.differs(name):
            message = f"{told} {changed(two, name)}: scores are not comparable"
            yield Cause(code="embedder", message=message, chunks=differing(two))
            return


def namespace(two: TwoPools) -> Iterator[Cause]:
    """Name another namespace, for the chunks that only one side lists."""
    if two.differs("namespace"):
        message = f"namespace {changed(two, 'namespace')}: another corpus was searched"
        yield Cause(code="namespace", message=message, chunks=listed_once(two))


def corpus_empty(two: TwoPools) -> Iterator[Cause]:
    """Name the side that met an empty corpus, where the other did not."""
    for side, here, there in (
        ("after", two.after, two.before),
        ("before", two.before, two.after),
    ):
        if here.evidence.corpus_empty is True and not here.candidates and there.candidates:
            where = here.evidence.namespace
            held = "the corpus" if where is None else f"namespace {where}"
            message = f"{held} gave no row at all {side}"
            yield Cause(code="corpus-empty", message=message, chunks=tuple(ids(there)))


def strategy(two: TwoPools) -> Iterator[Cause]:
    """Name another strategy, where candidates, scores and all other settings are the same."""
    others = [name for name in SETTINGS if name != "strategy"]
    if not two.differs("strategy") or not all(map(two.agrees, others)):
        return
    if [*ids(two.before)] != [*ids(two.after)] or not all(same_score(two, one) for one in two.both):
        return
    chunks = [one for one in two.both if verdict_differs(two, one)]
    if chunks:
        message = (
            f"strategy {changed(two, 'strategy')}, among the same candidates with the same scores, "
            f"rules otherwise on {these(chunks)}"
        )
        yield Cause(code="strategy", message=message, chunks=ids_of(chunks))


def prompt_order(two: TwoPools) -> Iterator[Cause]:
    """Name another recorded order, where the chunks that both sides read stand otherwise."""
    if two.differs("selectionOrder") and two.read_order is not None:
        before, after = two.read_order
        moved = tuple(one for one, other in zip(before, after, strict=True) if one != other)
        if moved:
            message = f"prompt order {changed(two, 'selectionOrder')} puts {these(moved)} elsewhere"
            yield Cause(code="prompt-order", message=message, chunks=moved)


def corpus(two: TwoPools) -> Iterator[Cause]:
    """Name chunks that a whole pool of the same query and namespace does not hold."""
    same = all(
        two.agrees(name) and None not in two.values(name) for name in ("queryHash", "namespace")
    )
    if not same or not two.is_comparable:
        return
    for side, turned in (("before", two), ("after", two.swapped)):
        if turned.before.is_whole and turned.before.candidates and turned.only_after:
            chunks = ids_at(turned, turned.only_after)
            came = "came into" if side == "before" else "left"
            it = "it" if len(chunks) == 1 else "they"
            message = (
                f"the whole pool {side} does not hold {these(chunks)}: {it} {came} the corpus, or a "
                "filter changed"
            )
            yield Cause(code="corpus", message=message, chunks=chunks)


def pool(two: TwoPools) -> Iterator[Cause]:
    """Name the longer list that goes on where the other, which is a sample, ends."""
    if not two.is_comparable:
        return
    for turned in (two, two.swapped):
        short, long = [*ids(turned.before)], [*ids(turned.after)]
        sample = turned.before.evidence.candidates_complete is False
        if sample and short and len(short) < len(long) and long[: len(short)] == short:
            sizes = f"{len(two.before.candidates)} -> {len(two.after.candidates)}"
            grew = "grew" if turned is two else "shrank"
            ends = "before" if turned is two else "after"
            message = f"the pool {grew}, {sizes}: the list {ends} is a sample and ends above these"
            yield Cause(code="pool", message=message, chunks=tuple(long[len(short) :]))


OF_CHUNKS: tuple[Callable[[TwoPools], Iterable[Cause]], ...] = (
    query,
    embedder,
    namespace,
    corpus_empty,
    threshold,
    k,
    k_and_threshold,
    score,
    ranks_above,
    char_budget,
    picker_cap,
    token_budget,
    strategy,
    prompt_order,
    corpus,
    pool,
)


def causes_of_settings(two: TwoPools) -> Iterator[Cause]:
    """Yield what is proved where a side names no chunk: of no one can it be said what became of it."""
    for each in (query, embedder, namespace):
        yield from (Cause(code=one.code, message=one.message) for one in each(two))


def causes_of(two: TwoPools) -> Iterator[Cause]:
    """Yield what is proved, and last the chunks that differ for a reason that is not."""
    found = [cause for each in OF_CHUNKS for cause in each(two)]
    yield from found
    told = {chunk for one in found for chunk in one.chunks}
    left = tuple(one for one in ruled_otherwise_on(two) if one not in told)
    if left:
        message = f"not provable from the recordings why {these(left)} {differ(left)}"
        yield Cause(code="not-provable", message=message, chunks=left)
    moved = tuple(one.id for one in two.both if not same_score(two, one))
    if moved and two.is_comparable:
        same = two.agrees("embedderId") and None not in two.values("embedderId")
        embedder_ = (
            "with the same embedder" if same else "and whether the embedder did is not recorded"
        )
        message = f"the score of {these(moved)} changed, {embedder_}; why is not provable"
        yield Cause(code="not-provable", message=message, chunks=moved)
