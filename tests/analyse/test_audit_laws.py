from typing import Any

from hypothesis import given
from msgspec import to_builtins
from msgspec.structs import replace

from footprint_cli.analyse.audits import audit
from footprint_cli.model.audit import OUTCOMES, RetrievalAudit
from footprint_cli.model.evidence import Candidate, Retrieval
from tests.analyse.found import codes
from tests.analyse.odd import odd_retrievals, ruled_pools
from tests.build import recording


def as_recorded(rows: tuple[Candidate, ...]) -> list[Any]:
    return [repr(to_builtins(row)) for row in rows]


def audited(one: Retrieval) -> RetrievalAudit:
    return audit(recording(one)).retrievals[0]


@given(odd_retrievals())
def test_whatever_was_recorded_every_candidate_is_explained_in_order(one: Retrieval) -> None:
    assert one.evidence is not None
    explained = audited(one).candidates

    if one.evidence.candidates is None:
        assert explained is None
        return
    assert explained is not None
    assert as_recorded(tuple(row.candidate for row in explained)) == as_recorded(
        one.evidence.candidates
    )
    assert all(row.explanation and row.ruling for row in explained)


@given(odd_retrievals())
def test_whatever_was_recorded_there_is_an_outcome_of_the_list_and_a_headline(
    one: Retrieval,
) -> None:
    answer = audited(one)

    assert answer.outcome in OUTCOMES
    assert answer.headline
    assert "None" not in answer.headline


@given(odd_retrievals())
def test_the_binding_limits_add_up_to_the_refused(one: Retrieval) -> None:
    answer = audited(one)

    if answer.binding_limits is None:
        assert answer.candidates is None
        return
    assert answer.candidates is not None
    refusals = [row for row in answer.candidates if row.candidate.admitted is False]
    assert sum(limit.refused for limit in answer.binding_limits) == len(refusals)
    assert all(limit.refused for limit in answer.binding_limits)


@given(odd_retrievals())
def test_a_refused_chunk_was_never_read_and_a_read_one_was_admitted(one: Retrieval) -> None:
    for row in audited(one).candidates or ():
        if row.candidate.admitted is False:
            assert row.read is False
        if row.read:
            assert row.candidate.admitted is True


@given(odd_retrievals())
def test_an_audit_is_the_same_every_time(one: Retrieval) -> None:
    assert repr(audit(recording(one))) == repr(audit(recording(one)))


@given(ruled_pools())
def test_a_pool_that_was_ruled_as_promised_has_no_error_and_no_warning(one: Retrieval) -> None:
    assert codes(one) == []


@given(ruled_pools())
def test_the_cap_of_a_ruled_pool_is_told_the_same_with_and_without_an_event(
    one: Retrieval,
) -> None:
    alone = audited(replace(one, at_retriever=None))

    assert audited(one).binding_limits == alone.binding_limits


@given(ruled_pools())
def test_in_a_ruled_pool_every_refusal_has_a_limit_that_the_record_names(one: Retrieval) -> None:
    limits = audited(one).binding_limits

    assert limits is not None
    assert "strategy" not in [limit.limit for limit in limits]
