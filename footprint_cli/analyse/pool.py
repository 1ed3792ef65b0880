"""A retrieval's candidates, with what every sentence about one of them needs to know of the others."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from math import ceil

from footprint_cli.analyse.fragments import was_read
from footprint_cli.analyse.orderly import is_as_ruled
from footprint_cli.model.evidence import (
    KNOWN_STRATEGIES,
    OVER_CHAR_BUDGET,
    Candidate,
    Evidence,
    Number,
    Retrieval,
    Ruling,
    recorded_value,
)
from footprint_cli.model.numbers import is_all_finite, is_ascending, usable


class Pool:
    """The candidates of one retrieval, in recorded order; places in it count from 0."""

    def __init__(
        self, retrieval: Retrieval, evidence: Evidence, *, fragments_elsewhere: bool = False
    ) -> None:
        self.retrieval = retrieval
        self.evidence = evidence
        self.fragments_elsewhere = fragments_elsewhere  # the recording shows fragments somewhere
        self.candidates: Sequence[Candidate] = evidence.candidates or ()
        self.ruled_by_top_k = is_top_k(evidence) and "strategy" not in retrieval.withheld_fields

    def not_recorded(self, name: str) -> bool:
        """Tell whether the record has no value of this name: not one of another type, not withheld."""
        return (
            recorded_value(self.evidence, name) is None
            and name not in self.retrieval.withheld_fields
        )

    def hides(self, name: str) -> bool:
        """Tell whether redaction took this field of rows: one that lacks it may have had it."""
        return f"candidates.{name}" in self.retrieval.withheld_fields

    @cached_property
    def as_ruled(self) -> bool | None:
        """Whether a list that is best first was ruled by the shipped rule; None: all must be looked at."""
        retrieval, evidence = self.retrieval, self.evidence
        if not self.ruled_by_top_k or retrieval.at_retriever:
            return None
        picked = retrieval.evidence_from != "event"
        return is_as_ruled(self.candidates, evidence.threshold, self.most_admitted, picked=picked)

    @property
    def is_orderly(self) -> bool:
        """Tell whether the list is best first and ruled by the shipped rule: its head tells it all."""
        return self.as_ruled is True

    @cached_property
    def head(self) -> Sequence[int]:
        """The places, by rank, outside of which the strategy refused all, and no later stage did any."""
        most = self.most_admitted
        if not self.is_orderly:
            return self.ranked
        return range(len(self.candidates) if most is None else min(most, len(self.candidates)))

    @property
    def doubtful(self) -> Sequence[Candidate]:
        """The candidates, in recorded order, that may have another verdict than the rule's refusal."""
        return self.candidates[: len(self.head)] if self.is_orderly else self.candidates

    @cached_property
    def odd(self) -> list[Candidate]:
        """The candidates that hold a value of another type than the record promises."""
        return [one for one in self.candidates if one.odd]

    @cached_property
    def ranked(self) -> list[int]:
        """Places by recorded rank; a candidate without a rank keeps its place in the list."""
        ranks = [one.rank for one in self.candidates]
        if is_ascending(ranks):
            return [*range(len(ranks))]
        return sorted(range(len(self.candidates)), key=self._rank_of)

    @cached_property
    def admitted(self) -> list[Candidate]:
        """The candidates the record admits."""
        return [one for one in self.candidates if one.admitted is True]

    @cached_property
    def read(self) -> list[bool | None]:
        """For each candidate, whether its text reached the prompt."""
        retrieval = self.retrieval
        return [
            was_read(one, retrieval) if one.admitted is True else one.admitted
            for one in self.candidates
        ]

    def was_read(self, place: int) -> bool | None:
        """Say whether the text of one candidate reached the prompt."""
        return was_read(self.candidates[place], self.retrieval)

    @cached_property
    def scores(self) -> list[Number | None]:
        """The score of each candidate; None where it is not usable."""
        scores = [one.score for one in self.candidates]
        if is_all_finite(scores):
            return scores
        return [one if usable(one) else None for one in scores]

    @cached_property
    def cleared(self) -> dict[int, int]:
        """For each candidate that is not under the threshold, which one it is by rank, from 1."""
        return {place: number for number, place in enumerate(self.clearing(), start=1)}

    def clearing(self) -> Iterable[int]:
        """Give the places that are not under the threshold, by rank."""
        threshold, scores = self.evidence.threshold, self.scores
        if not usable(threshold):
            return self.ranked
        return (
            place for place in self.ranked if (score := scores[place]) is None or score >= threshold
        )

    def position(self, place: int) -> int | None:
        """Which one a candidate is in `cleared`; None: it is under the threshold."""
        if self.as_ruled is not None:
            return None if is_below(self.candidates[place], self.evidence) else place + 1
        return self.cleared.get(place)

    @cached_property
    def is_whole(self) -> bool:
        """Tell whether the list is recorded as complete, and its own count does not deny that.

        `candidatesComplete` is False where the pool came back full, though nothing may be missing.
        """
        considered = self.evidence.considered_count
        if self.evidence.candidates_complete is not True or self.evidence.candidates is None:
            return False
        return not usable(considered) or considered <= len(self.candidates)

    @cached_property
    def best_place(self) -> int | None:
        """The place of the candidate with the highest usable score; the first of equals by rank."""
        scores = self.scores
        known = [one for one in scores if one is not None] if None in scores else scores
        most = max(known, default=None)  # type: ignore[type-var]
        return None if most is None else next(one for one in self.ranked if scores[one] == most)

    @cached_property
    def best(self) -> Candidate | None:
        """The candidate with the highest usable score."""
        return None if self.best_place is None else self.candidates[self.best_place]

    def ties_with_read(self, place: int) -> bool:
        """Tell whether a candidate with the same score was read, or may have been."""
        score = self.candidates[place].score
        return any(
            read is not False and one.score == score
            for one, read in zip(self.candidates, self.read, strict=True)
        )

    @cached_property
    def spend_ended_at(self) -> int | None:
        """The place of the first refusal, by rank, that names the character budget."""
        return next(
            (
                place
                for place in self.ranked
                if self.candidates[place].admitted is False
                and self.candidates[place].reason == OVER_CHAR_BUDGET
            ),
            None,
        )

    @cached_property
    def lowest_admitted(self) -> Candidate | None:
        """The admitted candidate with the lowest usable score."""
        scored = [one for one in self.admitted if usable(one.score)]
        return min(scored, key=lambda one: one.score or 0) if scored else None

    @cached_property
    def admitted_scores(self) -> Counter[Number]:
        """How many admitted candidates have each usable score."""
        return Counter(
            one.score for one in self.admitted if usable(one.score) and one.score is not None
        )

    @cached_property
    def most_admitted(self) -> int | None:
        """How many `k` lets through: the shipped rule admits while fewer than k are; None: no k."""
        k = self.evidence.k
        return max(ceil(k), 0) if usable(k) else None

    @cached_property
    def _before_picker(self) -> dict[tuple[str | None, int | None], Ruling]:
        return {(one.chunk, one.rank): one for one in reversed(self.retrieval.at_retriever or ())}

    def before_picker(self, candidate: Candidate) -> Ruling | None:
        """Return the strategy's own verdict, where a source other than the record itself kept it."""
        if not self.retrieval.at_retriever or self.retrieval.evidence_from == "event":
            return None
        return self._before_picker.get((candidate.id, candidate.rank))

    def cap_author(self, place: int) -> str | None:
        """Say whose cap refused a candidate as over-max-entries: `k`, `picker`, or None: unknown.

        The word has two authors (format notes, section 5, fact 3). A verdict kept from before the
        picker tells. Without one the shipped rule proves it: topK admits the first k that clear
        the threshold, so a refused one among those was refused by the picker.
        """
        ruling = self.before_picker(self.candidates[place])
        if ruling is not None and ruling.admitted is not None:
            return "picker" if ruling.admitted else "k"
        if self.retrieval.evidence_from == "event":
            return "k"  # the event is written before the picker rules
        most = self.most_admitted
        if not self.ruled_by_top_k or most is None:
            return None
        position = self.position(place)
        return None if position is None else "picker" if position <= most else "k"

    def _rank_of(self, place: int) -> tuple[Number, int]:
        rank = self.candidates[place].rank
        return (place + 1 if rank is None else rank, place)

    def cap_authors(self) -> list[str | None]:
        """Say of each candidate what `cap_author` says of one."""
        one, most = self.retrieval, self.most_admitted
        ruled = self.ruled_by_top_k and most is not None
        if one.at_retriever or one.evidence_from == "event" or not ruled:
            return [*map(self.cap_author, range(len(self.candidates)))]
        if self.as_ruled is not None:  # best first: those that clear the threshold come first
            clear = bisect_left(self.candidates, 1, key=lambda row: is_below(row, self.evidence))
            capped = min(most or 0, clear)
            under: list[str | None] = [None] * (len(self.candidates) - clear)
            return ["picker"] * capped + ["k"] * (clear - capped) + under
        position = self.cleared.get
        return [
            None if at is None else "picker" if at <= (most or 0) else "k"
            for at in map(position, range(len(self.candidates)))
        ]


def is_top_k(evidence: Evidence) -> bool:
    """Tell whether the shipped rule ruled; records before 9.39.0 do not name their strategy."""
    if evidence.strategy is None:
        return "strategy" not in evidence.odd
    return evidence.strategy in KNOWN_STRATEGIES


def is_below(candidate: Candidate, evidence: Evidence) -> bool:
    """Tell whether both numbers are usable and the score is under the threshold.

    A score equal to the threshold is admitted by the producer, so it is not below it.
    """
    score, threshold = candidate.score, evidence.threshold
    return usable(score) and usable(threshold) and score < threshold
