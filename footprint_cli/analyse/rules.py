"""Contradictions and oddities of one retrieval's record, each with a stable code.

The invariants are those of the search-coverage notes, sections 6 and 9.5, and of the seed's types.
What we failed to read is never held against the producer.
"""

from collections.abc import Callable, Iterator

from msgspec import Struct

from footprint_cli.analyse import (
    rules_counts,
    rules_prompt,
    rules_ranks,
    rules_reasons,
    rules_words,
)
from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.said import Said
from footprint_cli.model.evidence import KNOWN_REASONS, Retrieval
from footprint_cli.model.finding import Finding


class Rule(Struct, frozen=True):
    """A rule, with the level of what it finds unless the finding states its own."""

    check: Callable[[Pool], Iterator[Said]]
    level: str


# Codes are public words: never renamed, never reused. docs/findings.md has a section for each.
RULES: dict[str, Rule] = {
    "count-against-list": Rule(rules_counts.count_against_list, "error"),
    "counts-disagree": Rule(rules_counts.counts_disagree, "error"),
    "corpus-empty-with-candidates": Rule(rules_counts.corpus_empty_with_candidates, "error"),
    "reason-for-a-listed-pool": Rule(rules_counts.omitted_reason_beside_list, "warning"),
    "over-k": Rule(rules_counts.over_k, "error"),
    "chars-used-over-max": Rule(rules_counts.chars_used_over_max, "error"),
    "chars-used-without-max": Rule(rules_counts.chars_used_without_max, "error"),
    "max-chars-without-used": Rule(rules_counts.max_chars_without_used, "warning"),
    "list-appended": Rule(rules_counts.list_appended, "note"),
    "duplicate-id": Rule(rules_ranks.duplicate_id, "warning"),
    "rank-against-score": Rule(rules_ranks.rank_against_score, "error"),
    "rank-repeated": Rule(rules_ranks.rank_repeated, "error"),
    "rank-missing": Rule(rules_ranks.rank_missing, "warning"),
    "score-not-a-number": Rule(rules_ranks.score_not_a_number, "error"),
    "score-not-recorded": Rule(rules_ranks.score_not_recorded, "warning"),
    "score-out-of-range": Rule(rules_ranks.score_out_of_range, "note"),
    "best-not-read": Rule(rules_ranks.best_not_read, "note"),
    "best-in-the-middle": Rule(rules_ranks.best_in_the_middle, "note"),
    "scores-all-zero": Rule(rules_ranks.scores_all_zero, "note"),
    "question-in-corpus": Rule(rules_ranks.question_in_corpus, "note"),
    "reason-against-score": Rule(rules_reasons.reason_against_score, "error"),
    "admitted-below-threshold": Rule(rules_reasons.admitted_below_threshold, "error"),
    "reason-without-rule": Rule(rules_reasons.reason_without_rule, "error"),
    "reason-on-admitted": Rule(rules_reasons.reason_on_admitted, "error"),
    "refused-without-reason": Rule(rules_reasons.refused_without_reason, "error"),
    "admitted-after-budget-ended": Rule(rules_reasons.admitted_after_budget_ended, "error"),
    "admitted-without-fragment": Rule(rules_prompt.admitted_without_fragment, "warning"),
    "empty-fragment": Rule(rules_prompt.empty_fragment, "error"),
    "hollow-fragment": Rule(rules_prompt.hollow_fragment, "error"),
    "fragment-on-refused": Rule(rules_prompt.fragment_on_refused, "error"),
    "position-gap": Rule(rules_prompt.position_gap, "error"),
    "position-repeated": Rule(rules_prompt.position_repeated, "error"),
    "fragments-against-injection": Rule(rules_prompt.fragments_against_injection, "error"),
    "attached-against-record": Rule(rules_prompt.attached_against_record, "error"),
    "attached-against-count": Rule(rules_prompt.attached_against_count, "error"),
    "event-against-commit": Rule(rules_prompt.event_against_commit, "error"),
    "unknown-reason": Rule(rules_words.unknown_reason, "warning"),
    "unknown-strategy": Rule(rules_words.unknown_strategy, "note"),
    "unknown-selection-order": Rule(rules_words.unknown_selection_order, "note"),
    "strategy-not-recorded": Rule(rules_words.strategy_not_recorded, "note"),
    "id-not-text": Rule(rules_words.id_not_text, "warning"),
    "id-not-recorded": Rule(rules_words.id_not_recorded, "warning"),
    "wrong-type": Rule(rules_words.wrong_type, "error"),
    "namespace-shape": Rule(rules_words.namespace_shape, "note"),
    "field-withheld": Rule(rules_words.field_withheld, "warning"),
}

BESIDE_FRAGMENTS = "admitted-without-fragment"  # found where the recording shows others

# What these look for is in no list that `_is_plain`, as nearly every one is.
_OF_BLEMISHES = frozenset(
    {
        "duplicate-id",
        "rank-against-score",
        "rank-repeated",
        "rank-missing",
        "score-not-a-number",
        "score-not-recorded",
        "score-out-of-range",
        "scores-all-zero",
        "question-in-corpus",
        "unknown-reason",
        "id-not-text",
        "id-not-recorded",
        "wrong-type",
    }
)
_OTHERS = {code: rule for code, rule in RULES.items() if code not in _OF_BLEMISHES}
_WORDS = KNOWN_REASONS | {None}


def findings_of(retrieval: Retrieval, pool: Pool | None, source: str) -> tuple[Finding, ...]:
    """Apply every rule to one retrieval, in the order of the table."""
    found = []
    if retrieval.in_clear:
        places = " and ".join(retrieval.in_clear)
        verb = "carries" if len(retrieval.in_clear) == 1 else "carry"
        message = f"the commit log withholds this evidence, and {places} still {verb} it in clear"
        found.append(_finding("withheld-in-clear", "error", Said(message), retrieval, source))
    if pool is not None:
        for code, rule in (_OTHERS if _is_plain(pool) else RULES).items():
            for said in rule.check(pool):
                level = said.level or rule.level
                found.append(_finding(code, level, said, retrieval, source))
    return tuple(found)


def _is_plain(pool: Pool) -> bool:
    """Tell whether each row has an id of its own and a known word, and scores fall with ranks 1, 2, 3….

    They stay between -1 and 1, are not all 0, and nothing is of another type than promised.
    """
    listed, scores = pool.candidates, pool.scores
    if not listed or pool.evidence.odd or None in scores:
        return False
    ids = [one.id for one in listed]
    return (
        all(ids)
        and len({*ids}) == len(ids)
        and not any([one.odd for one in listed])  # noqa: C419 (a list is faster)
        and [one.rank for one in listed] == [*range(1, len(ids) + 1)]
        and {one.reason for one in listed} <= _WORDS
        and scores == sorted(scores, reverse=True)  # type: ignore[type-var]
        and -1 < (scores[-1] or 0) <= (scores[0] or 0) < 1
        and bool(scores[0] or scores[-1])
    )


def _finding(code: str, level: str, said: Said, retrieval: Retrieval, source: str) -> Finding:
    return Finding(
        code=code,
        level=level,
        message=said.message,
        source=source,
        line=retrieval.line,
        step=retrieval.step,
        retriever=retrieval.retriever,
        chunk=said.chunk,
    )
