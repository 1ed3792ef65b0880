import pytest

from footprint_cli.analyse.audits import audit
from footprint_cli.model.finding import Finding
from footprint_cli.render.words import counts_line, summary_line
from tests.build import audited, call, read, recording, refused


@pytest.mark.parametrize("considered", [7, 1, 0])
def test_a_list_of_another_length_than_was_considered_is_not_called_complete(
    considered: int,
) -> None:
    one = audited(read("a"), refused("b"), considered_count=considered, candidates_complete=True)

    assert counts_line(one).endswith("; the list is recorded as complete, but holds 2")


def test_a_sample_that_lacks_admitted_ones_is_not_said_to_have_them_all() -> None:
    fields = {"considered_count": 9, "candidates_complete": False}

    whole = counts_line(audited(read("a"), refused("b"), admitted_count=1, **fields))
    lacking = counts_line(audited(read("a"), refused("b"), admitted_count=3, **fields))

    assert whole.endswith(
        "; the list is a sample, as far as the pool reached; no admitted one is missing"
    )
    assert lacking.endswith("; the list is a sample, as far as the pool reached")


@pytest.mark.parametrize("considered", [2, None])
def test_a_list_as_long_as_was_considered_is_complete_where_the_record_says_so(
    considered: int | None,
) -> None:
    one = audited(read("a"), refused("b"), considered_count=considered, candidates_complete=True)

    assert counts_line(one).endswith("; the list is complete")


def test_tool_calls_that_are_withheld_are_not_called_none() -> None:
    told = Finding(code="calls-withheld", level="warning", message="withheld", source="run.jsonl")

    assert summary_line(audit(recording())).endswith("0 tool calls")
    assert summary_line(audit(recording(noticed=(told,)))).endswith(", tool calls withheld")
    assert summary_line(audit(recording(noticed=(told,), calls=(call(),)))).endswith(
        ", 1 tool call, others withheld"
    )
