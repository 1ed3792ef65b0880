"""Rules about the numbers of a record against its own list and against each other."""

from collections.abc import Iterator

from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.said import Said
from footprint_cli.model.evidence import Number
from footprint_cli.model.numbers import difference, number_text, usable


def count_against_list(pool: Pool) -> Iterator[Said]:
    """A recorded count differs from what the list of candidates shows; both numbers are quoted."""
    if pool.evidence.candidates is None:
        return
    evidence, listed = pool.evidence, pool.candidates
    refused = [one.admitted for one in listed].count(False)
    for name, recorded, counted, what in (
        ("consideredCount", evidence.considered_count, len(listed), "listed"),
        ("admittedCount", evidence.admitted_count, len(pool.admitted), "listed as admitted"),
        ("rejectedCount", evidence.rejected_count, refused, "listed as refused"),
    ):
        if recorded is not None and recorded != counted:
            number = "1 candidate is" if counted == 1 else f"{counted} candidates are"
            yield Said(f"{name} is {number_text(recorded)}, but {number} {what}")


def counts_disagree(pool: Pool) -> Iterator[Said]:
    """The three recorded counts do not add up."""
    evidence = pool.evidence
    considered, admitted, rejected = (
        evidence.considered_count,
        evidence.admitted_count,
        evidence.rejected_count,
    )
    if not usable(considered) or not usable(admitted) or not usable(rejected):
        return
    left = difference(considered, admitted)
    if left != rejected:
        is_ = f" is {number_text(left)}," if usable(left) else ": too large a number,"
        yield Said(
            f"{number_text(considered)} considered minus {number_text(admitted)} admitted{is_} "
            f"but rejectedCount is {number_text(rejected)}"
        )


def corpus_empty_with_candidates(pool: Pool) -> Iterator[Said]:
    """The record calls the corpus empty, and shows that something came back."""
    if pool.evidence.corpus_empty is not True:
        return
    if pool.candidates:
        number = len(pool.candidates)
        yield Said(
            f"corpusEmpty is true, but {number} candidate{'s are' if number > 1 else ' is'} listed, "
            f"{len(pool.admitted)} of them admitted"
        )
    elif pool.evidence.considered_count not in (None, 0):
        yield Said(
            f"corpusEmpty is true, but consideredCount is {_text(pool.evidence.considered_count)}"
        )


def omitted_reason_beside_list(pool: Pool) -> Iterator[Said]:
    """A list of candidates and a reason for leaving it out exclude each other."""
    evidence = pool.evidence
    if evidence.candidates and evidence.candidates_omitted_reason is not None:
        yield Said("candidatesOmittedReason is given, but candidates are listed")


def over_k(pool: Pool) -> Iterator[Said]:
    """More were admitted than k; only the shipped rule promises to keep to it."""
    admitted, k, most = len(pool.admitted), pool.evidence.k, pool.most_admitted
    if usable(k) and most is not None and admitted > most:
        name = pool.evidence.strategy or "the strategy"
        if pool.ruled_by_top_k:
            yield Said(f"{admitted} are admitted, but k is {number_text(k)}")
        else:
            yield Said(
                f"{admitted} are admitted, but k is {number_text(k)}; {name} is not held to its k",
                level="warning",
            )


def chars_used_over_max(pool: Pool) -> Iterator[Said]:
    """More characters of passage were spent than the budget allows."""
    used, limit = pool.evidence.chars_used, pool.evidence.max_chars
    if usable(used) and usable(limit) and used > limit:
        yield Said(f"charsUsed {number_text(used)} is over maxChars {number_text(limit)}")


def chars_used_without_max(pool: Pool) -> Iterator[Said]:
    """`charsUsed` is recorded exactly when `maxChars` is (8.19.0)."""
    if pool.evidence.chars_used is not None and pool.not_recorded("maxChars"):
        yield Said(f"charsUsed is {_text(pool.evidence.chars_used)}, but no maxChars is recorded")


def max_chars_without_used(pool: Pool) -> Iterator[Said]:
    """`charsUsed` is recorded exactly when `maxChars` is (8.19.0)."""
    if pool.evidence.max_chars is not None and pool.not_recorded("charsUsed"):
        yield Said(f"maxChars is {_text(pool.evidence.max_chars)}, but no charsUsed is recorded")


def list_appended(pool: Pool) -> Iterator[Said]:
    """The state holds an earlier retrieval's list in front of this one's; only the rest is shown."""
    earlier = pool.retrieval.earlier_candidates
    if earlier:
        own = len(pool.candidates)
        yield Said(
            f"the recorded list goes on from an earlier retrieval's: {earlier + own} rows, of which the "
            f"last {own} are this retrieval's"
        )


def _text(value: Number | None) -> str:
    return "not recorded" if value is None else number_text(value)
