"""Rules about what reached the prompt: fragments, positions, the injected text, events."""

from collections import Counter
from collections.abc import Iterator

from footprint_cli.analyse.fragments import fragment_fault, joined_fragments
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.said import Said, name_of
from footprint_cli.model.evidence import Candidate, Number
from footprint_cli.model.numbers import number_text, usable

_PROMPT_SOURCES = ("commit", "nested-log")  # the others are written before the prompt is made
_HOLES_NAMED = 8


def admitted_without_fragment(pool: Pool) -> Iterator[Said]:
    """An admitted chunk has no fragment, in a record that is written after the prompt is made.

    A recording that shows no fragment anywhere does not keep them: the sentences say so.
    """
    if pool.retrieval.evidence_from not in _PROMPT_SOURCES or not pool.fragments_elsewhere:
        return
    if pool.hides("promptFragment"):
        return
    for one in pool.admitted:
        if one.prompt_fragment is None and not one.odd.keys() & {"promptFragment", "row"}:
            where = " and no promptPosition" if one.prompt_position is None else ""
            yield Said(
                f"{name_of(one)} is admitted, but the record carries no promptFragment{where}: none of "
                "its text is shown in the prompt",
                chunk=one.id,
            )


def empty_fragment(pool: Pool) -> Iterator[Said]:
    """An admitted chunk's fragment is the empty string."""
    for one in pool.admitted:
        if fragment_fault(one) == "empty":
            yield Said(f"the fragment of {name_of(one)} is the empty string", chunk=one.id)


def hollow_fragment(pool: Pool) -> Iterator[Said]:
    """A citation reached the prompt and the passage did not, or nothing but blanks did."""
    for one in pool.admitted:
        if fragment_fault(one) == "hollow":
            what = (
                "has a source tag around an empty body: the citation reached the prompt and the "
                "passage did not"
                if "<source" in (one.prompt_fragment or "")
                else "holds nothing but blanks"
            )
            yield Said(f"the fragment of {name_of(one)} {what}", chunk=one.id)


def fragment_on_refused(pool: Pool) -> Iterator[Said]:
    """A refused candidate carries text or a position in the prompt."""
    for one in pool.candidates:
        if one.admitted is False:
            if one.prompt_position is not None:
                yield Said(
                    f"{name_of(one)} is refused, but has prompt position {one.prompt_position}",
                    one.id,
                )
            if one.prompt_fragment is not None:
                yield Said(f"{name_of(one)} is refused, but carries a promptFragment", one.id)


def position_gap(pool: Pool) -> Iterator[Said]:
    """Prompt positions count from 0 without holes."""
    found = {one.prompt_position for one in pool.admitted if one.prompt_position is not None}
    if not found:
        return
    count, first = _holes(found)
    recorded = ", ".join(map(number_text, sorted(found)))
    if count:
        places = ", ".join(map(number_text, first))
        more = f" and {number_text(count - len(first))} more" if count > len(first) else ""
        are = "position {} is" if count == 1 else "positions {} are"
        yield Said(f"prompt {are.format(places + more)} missing (recorded: {recorded})")
    elif min(found) < 0:
        yield Said(f"prompt positions begin under 0 (recorded: {recorded})")


def _holes(found: set[int]) -> tuple[int, list[int]]:
    """Count the positions from 0 up to the highest that are not there, and name the first of them."""
    count = max(max(found) + 1 - sum(place >= 0 for place in found), 0)
    first: list[int] = []
    place = 0
    while len(first) < min(count, _HOLES_NAMED):  # a position may be too large to count up to
        if place not in found:
            first.append(place)
        place += 1
    return count, first


def position_repeated(pool: Pool) -> Iterator[Said]:
    """Two admitted candidates stand at one prompt position."""
    places: dict[int, list[Candidate]] = {}
    for one in pool.admitted:
        if one.prompt_position is not None:
            places.setdefault(one.prompt_position, []).append(one)
    for place, chunks in places.items():
        if len(chunks) > 1:
            names = " and ".join(map(name_of, chunks))
            yield Said(f"{len(chunks)} candidates stand at prompt position {place}: {names}")


def fragments_against_injection(pool: Pool) -> Iterator[Said]:
    """The admitted fragments, joined in prompt order, are not the injected text."""
    retrieval = pool.retrieval
    if not retrieval.injected_recorded or retrieval.injected is None:
        return
    if pool.evidence.candidates is not None and not pool.admitted and retrieval.injected:
        yield Said(
            f"{len(retrieval.injected)} characters of text were injected, but no candidate is admitted"
        )
    joined = joined_fragments(pool.candidates)
    if joined is not None and joined != retrieval.injected:
        yield Said(
            f"the admitted fragments joined in prompt order are {len(joined)} characters and are not "
            f"the injected text of {len(retrieval.injected)} characters"
        )


def attached_against_record(pool: Pool) -> Iterator[Said]:
    """Events saw other chunks attached than the record admits."""
    attached = pool.retrieval.attached
    if pool.retrieval.evidence_from == "event" or pool.evidence.candidates is None:
        return
    if attached is None or not pool.retrieval.attached_all:
        return
    admitted = Counter(one.id for one in pool.admitted if one.id is not None)
    seen = Counter(attached)
    for chunk in admitted - seen:
        yield Said(f"{chunk} is admitted, but no event saw it attached", chunk=chunk)
    for chunk in seen - admitted:
        yield Said(
            f"{chunk} was attached by an event, but is not admitted in the record", chunk=chunk
        )


def attached_against_count(pool: Pool) -> Iterator[Said]:
    """Where candidates are omitted the picker cannot revise the count: it may be too high."""
    attached, count = pool.retrieval.attached, pool.evidence.admitted_count
    if attached is None or count is None or pool.evidence.candidates is not None:
        return
    if not pool.retrieval.attached_all:
        return
    if len(attached) != count:
        yield Said(
            f"admittedCount is {number_text(count)}, but events saw {len(attached)} attached "
            "(a picker cannot revise the count where candidates are omitted)"
        )


def event_against_commit(pool: Pool) -> Iterator[Said]:
    """The strategy's list and the committed one are not the same pool in the same order."""
    retrieval = pool.retrieval
    before = retrieval.at_retriever
    if before is None or retrieval.evidence_from == "event" or pool.evidence.candidates is None:
        return
    first = [(one.chunk, one.rank, _comparable(one.score)) for one in before]
    last = [(one.id, one.rank, _comparable(one.score)) for one in pool.candidates]
    if first != last:
        at = next(
            (n for n, (a, b) in enumerate(zip(first, last, strict=False), start=1) if a != b),
            min(len(first), len(last)) + 1,
        )
        where = "the nested log" if retrieval.retriever_from == "nested-log" else "the event"
        yield Said(
            f"{where} lists {len(first)} candidates and the record {len(last)}; they differ from "
            f"candidate {at} on"
        )
    for earlier, one in zip(before, pool.candidates, strict=False):
        if earlier.chunk == one.id and earlier.admitted is False and one.admitted is True:
            yield Said(
                f"{name_of(one)} was refused by the strategy and is admitted in the record",
                chunk=one.id,
            )


def _comparable(score: Number | None) -> Number | str | None:
    """Return what equals itself: a NaN does not."""
    return score if score is None or usable(score) else number_text(score)
