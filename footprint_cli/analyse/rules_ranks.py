"""Rules about scores, ranks and ids."""

from collections.abc import Iterator
from itertools import pairwise

from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.said import Said, name_of
from footprint_cli.model.evidence import Candidate, Number
from footprint_cli.model.numbers import number_text, usable

_QUESTION_ID = "msg-"  # before 8.8.0 the user's own question was stored in the corpus


def duplicate_id(pool: Pool) -> Iterator[Said]:
    """One id stands in the list more than once; every row is kept and shown."""
    ids = [one.id for one in pool.candidates]
    if len({*ids}) == len(ids):
        return
    rows: dict[str, list[int]] = {}
    for place, one in enumerate(pool.candidates):
        if one.id is not None:
            rows.setdefault(one.id, []).append(place)
    for chunk, places in rows.items():
        if len(places) > 1:
            listed = [pool.candidates[place] for place in places]
            times = "twice" if len(places) == 2 else f"{len(places)} times"  # noqa: PLR2004
            ranks = [f"rank {one.rank}" if one.rank is not None else "no rank" for one in listed]
            where = f" ({', '.join(ranks)})"
            same = "the same score and verdict"
            if len({one.admitted for one in listed}) > 1:
                same = "different verdicts"
            elif len({one.score for one in listed}) > 1:
                scores = " and ".join(
                    "none" if one.score is None else number_text(one.score) for one in listed
                )
                same = f"different scores {scores}"
            named = chunk or "the empty id"
            yield Said(f"{named} is listed {times}{where} with {same}", chunk=chunk)


def rank_against_score(pool: Pool) -> Iterator[Said]:
    """A rank carries a lower score than a later one: the order is not best score first.

    `rank` is the order the store returned, never computed from the scores (9.62.0), so an unsorted
    store writes exactly this. The recorded ranks are shown unchanged.
    """
    if pool.as_ruled is not None or _is_descending([pool.scores[place] for place in pool.ranked]):
        return
    scored = [pool.candidates[place] for place in pool.ranked]
    scored = [one for one in scored if usable(one.score) and one.rank is not None]
    lower = [
        (one, after) for one, after in pairwise(scored) if (one.score or 0) < (after.score or 0)
    ]
    if not lower:
        return
    first, after = lower[0]
    message = (
        f"rank {first.rank} ({name_of(first)}, {number_text(first.score or 0)}) scores less than rank "
        f"{after.rank} ({name_of(after)}, {number_text(after.score or 0)})"
    )
    if len(lower) == len(scored) - 1 and len(lower) > 1:
        message += (
            "; every rank scores less than the next, as distances do (lower is nearer): "
            "a possibility, not a fact of the record"
        )
    yield Said(message)
    harm = _harm(pool)
    if harm:
        yield Said(harm)


def _is_descending(scores: list[Number | None]) -> bool:
    """Tell whether all are there, and none is larger than the one before it."""
    return None not in scores and scores == sorted(scores, reverse=True)  # type: ignore[type-var]


def _harm(pool: Pool) -> str | None:
    best_refused = max(
        (one for one in pool.candidates if one.admitted is False and usable(one.score)),
        key=lambda one: one.score or 0,
        default=None,
    )
    lowest = pool.lowest_admitted
    if best_refused is None or lowest is None:
        return None
    if (best_refused.score or 0) <= (lowest.score or 0):
        return None
    return (
        f"{name_of(best_refused)} at {number_text(best_refused.score or 0)} was refused while "
        f"{name_of(lowest)} at {number_text(lowest.score or 0)} was admitted"
    )


def rank_repeated(pool: Pool) -> Iterator[Said]:
    """Two candidates carry one rank."""
    if len({one.rank for one in pool.candidates}) == len(pool.candidates):
        return
    ranks: dict[int, list[Candidate]] = {}
    for one in pool.candidates:
        if one.rank is not None:
            ranks.setdefault(one.rank, []).append(one)
    for rank, chunks in ranks.items():
        if len(chunks) > 1:
            names = " and ".join(map(name_of, chunks))
            yield Said(f"{len(chunks)} candidates carry rank {rank}: {names}")


def rank_missing(pool: Pool) -> Iterator[Said]:
    """Ranks count from 1 without holes; some are missing or stand outside the list."""
    total = len(pool.candidates)
    bare = [
        one for one in pool.candidates if one.rank is None and not one.odd.keys() & {"rank", "row"}
    ]
    if bare and not pool.hides("rank"):
        number = "1 candidate has" if len(bare) == 1 else f"{len(bare)} candidates have"
        yield Said(f"{number} no rank")
    outside = sorted(
        {one.rank for one in pool.candidates if one.rank is not None} - {*range(1, total + 1)}
    )
    if outside:
        ranks = ", ".join(map(number_text, outside[:5]))
        listed = "1 candidate is listed" if total == 1 else f"{total} candidates are listed"
        yield Said(f"{listed}, and a rank is {ranks}")


def score_not_a_number(pool: Pool) -> Iterator[Said]:
    """A score is NaN or infinite; it takes part in no comparison."""
    if None not in pool.scores:
        return
    for one, score in zip(pool.candidates, pool.scores, strict=True):
        if score is None and one.score is not None:
            yield Said(
                f"the score of {name_of(one)} is {number_text(one.score)}: not a usable number, so it "
                "is neither above nor below anything",
                chunk=one.id,
            )


def score_not_recorded(pool: Pool) -> Iterator[Said]:
    """Candidates are listed without a score."""
    if None not in pool.scores:
        return
    missing = [
        one
        for one in pool.candidates
        if one.score is None and not one.odd.keys() & {"score", "row"}
    ]
    if missing and not pool.hides("score"):
        number = len(missing)
        first = name_of(missing[0])
        yield Said(
            f"no score is recorded for {first}"
            if number == 1
            else f"no score is recorded for {number} candidates, {first} first"
        )


def score_out_of_range(pool: Pool) -> Iterator[Said]:
    """Every shipped store reports cosine similarities, from -1 to 1."""
    ends = () if pool.as_ruled is None else (pool.scores[:1], pool.scores[-1:])
    if ends and all(-1 <= (one or 0) <= 1 for each in ends for one in each):
        return  # all others lie between them
    beyond = [one for one in pool.scores if one is not None and not -1 <= one <= 1]
    if beyond:
        scores = ", ".join(map(number_text, beyond[:3]))
        more = f" and {len(beyond) - 3} more" if len(beyond) > 3 else ""  # noqa: PLR2004
        are = "is no cosine similarity" if len(beyond) == 1 else "are no cosine similarities"
        yield Said(f"{scores}{more} {are} (those go from -1 to 1)")


def best_not_read(pool: Pool) -> Iterator[Said]:
    """The best-scoring chunk was refused while weaker ones were admitted."""
    place = pool.best_place
    if place is None or pool.read[place] is not False:
        return
    best = pool.candidates[place]
    weaker = [
        one.score
        for one, read in zip(pool.candidates, pool.read, strict=True)
        if one.admitted is True and read is not False and usable(one.score)
        if one.score < (best.score or 0)
    ]
    if weaker:
        scores = " and ".join(map(number_text, weaker[:2]))
        more = f" and {len(weaker) - 2} more" if len(weaker) > 2 else ""  # noqa: PLR2004
        yield Said(
            f"the best-scoring chunk {name_of(best)} ({number_text(best.score or 0)}) was "
            f"{_turned_away(best)} while {scores}{more} {'was' if len(weaker) == 1 else 'were'} "
            "admitted",
            chunk=best.id,
        )


def _turned_away(one: Candidate) -> str:
    if one.admitted is True:
        return "dropped after the strategy admitted it"
    if one.reason is None:
        return "refused without a recorded reason"
    return f"refused as {one.reason}"


def scores_all_zero(pool: Pool) -> Iterator[Said]:
    """Every candidate scores exactly 0: the search told nothing apart."""
    if any(pool.scores):
        return
    scores = [one for one in pool.scores if one is not None]
    if len(scores) > 1:
        yield Said(
            f"all {len(scores)} scores are 0: a query vector of zeros, or an embedder that does not fit "
            "the stored one, is one cause"
        )


def best_in_the_middle(pool: Pool) -> Iterator[Said]:
    """The best-scoring chunk stands neither first nor last in the prompt."""
    best, total = pool.best, len(pool.admitted)
    if best is None or best.admitted is not True or best.prompt_position is None:
        return
    if 0 < best.prompt_position < total - 1:
        yield Said(
            f"the best chunk {name_of(best)} ({number_text(best.score or 0)}) stands at prompt position "
            f"{best.prompt_position} of {total}, neither first nor last",
            chunk=best.id,
        )


def question_in_corpus(pool: Pool) -> Iterator[Said]:
    """A message id that scores 1 reads like the question itself (fixed in 8.8.0)."""
    for one in pool.candidates if 1 in pool.scores else ():
        if one.id is not None and one.id.startswith(_QUESTION_ID) and one.score == 1:
            yield Said(
                f"{one.id} scores 1 and is named like a message: producers before 8.8.0 stored the "
                "question itself in the corpus",
                chunk=one.id,
            )
