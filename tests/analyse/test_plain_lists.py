"""A list that is called plain is one in which the rules that are left out find nothing."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.rules import RULES, findings_of
from footprint_cli.model.evidence import Candidate
from tests.build import candidate, pool

SCORES = st.sampled_from([0.9, 0.5, 0.5, 0.0, -0.0, 0, 1, 1.0, -1, -0.5, 2, None, float("nan")])
REASONS = st.sampled_from([None, "below-threshold", "over-max-entries", "later-word"])


@st.composite
def lists(draw: st.DrawFn) -> list[Candidate]:
    """Draw candidates that are nearly plain: at most two values are drawn anew."""
    count = draw(st.integers(0, 4))
    rows: list[dict[str, Any]] = [
        {
            "id": f"a.md#{at}",
            "score": 0.9 - at / 10,
            "rank": at + 1,
            "admitted": at < 1,
            "reason": None if at < 1 else "below-threshold",
        }
        for at in range(count)
    ]
    values: dict[str, st.SearchStrategy[Any]] = {
        "id": st.sampled_from([None, "", "a.md#0", "msg-1"]),
        "score": SCORES,
        "rank": st.sampled_from([None, 0, 1, 2, 3, 9]),
        "admitted": st.sampled_from([True, False, None]),
        "reason": REASONS,
        "odd": st.sampled_from([{}, {"id": 7}, {"rank": "1"}, {"row": 3}]),
    }
    for _ in range(draw(st.integers(0, 2)) if count else 0):
        name = draw(st.sampled_from([*values]))
        rows[draw(st.integers(0, count - 1))][name] = draw(values[name])
    if draw(st.integers(0, 4)) == 0:
        score = draw(SCORES)
        rows = [{**row, "score": score} for row in rows]
    return [candidate(**row) for row in rows]


@given(
    listed=lists(),
    odd=st.sampled_from([{}, {}, {"k": "3"}]),
    shown=st.booleans(),
    threshold=st.sampled_from([None, 0.6]),
)
def test_every_rule_is_heard(
    listed: list[Candidate], odd: dict[str, Any], threshold: float | None, *, shown: bool
) -> None:
    made = pool(*listed, odd=odd, threshold=threshold, fragments_elsewhere=shown)

    found = findings_of(made.retrieval, made, "")

    assert [(one.code, one.message) for one in found] == [*_by_every_rule(made)]


def _by_every_rule(made: Pool) -> list[tuple[str, str]]:
    return [(code, said.message) for code, rule in RULES.items() for said in rule.check(made)]
