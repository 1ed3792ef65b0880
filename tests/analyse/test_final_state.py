from typing import Any

import pytest

from footprint_cli.analyse.final_state import check_state
from footprint_cli.model.recording import Recording
from tests.build import damage, recording


def commit(verb: str = "set", step: str = "seed#0", **written: Any) -> dict[str, Any]:
    tree = "updates" if verb == "merge" else "overwrite"
    trace = [{"path": key, "verb": verb} for key in written]
    return {"runtimeStageId": step, "trace": trace, tree: written}


def redacted(*paths: str, **written: Any) -> dict[str, Any]:
    return commit(**written) | {"redactedPaths": list(paths)}


def run(state: Any, *bundles: dict[str, Any], **fields: Any) -> Recording:
    """A recording of these commits that ended with this state."""
    whole = {"format": "envelope", "shared_state": state, "commits": len(bundles)}
    return recording(**whole | {"log": lambda: iter(bundles)} | fields)


def said(one: Recording) -> tuple[str, list[str]]:
    """How the comparison came out, and what it found."""
    checked, findings = check_state(one)
    assert (checked.check, checked.source) == ("state-against-log", "run.jsonl")
    assert {(each.code, each.level) for each in findings} <= {("state-against-log", "error")}
    return checked.state, [each.message for each in findings]


HELD: tuple[str, list[str]] = ("held", [])


def test_a_log_that_folds_to_the_final_state_holds() -> None:
    one = run({"topic": "pumps", "n": [1]}, commit(topic="pumps", n=[1]), base={})

    assert said(one) == HELD
    assert check_state(one).checked.detail == "the log against the final state: 2 keys"


def test_each_root_key_that_differs_is_named_with_its_first_place() -> None:
    state = {"a": {"x": 1, "y": [1, 2]}, "b": "short", "c": None}
    one = run(state, commit(a={"x": 1, "y": [1]}, b="long" * 20, d=True), base={})

    assert said(one) == (
        "broken",
        [
            "at a.y the log folds to a list of 1, and the recorded final state holds a list of 2",
            (
                "at b the log folds to a text of 80 characters, and the recorded final state holds "
                '"short"; they differ from character 1 on: "longlonglonglonglonglong" against "short"'
            ),
            "at d the log folds to true, and the recorded final state holds nothing",
            "at c the log folds to nothing, and the recorded final state holds null",
        ],
    )


@pytest.mark.parametrize(
    ("folded", "held", "said_of_them"),
    [
        (
            "a" * 90 + "flush with water, then wait",
            "a" * 90 + "flush at once",
            (
                "a text of 117 characters, and the recorded final state holds a text of 103 "
                'characters; they differ from character 97 on: "with water, then wait" against '
                '"at once"'
            ),
        ),
        (
            "a" * 90,
            "a" * 92,
            (
                "a text of 90 characters, and the recorded final state holds a text of 92 "
                'characters; they differ from character 91 on: nothing more against "aa"'
            ),
        ),
        ("x", "y", '"x", and the recorded final state holds "y"'),
    ],
)
def test_two_long_texts_are_shown_from_where_they_differ(
    folded: str, held: str, said_of_them: str
) -> None:
    one = run({"t": held}, commit(t=folded), base={})

    assert said(one) == ("broken", [f"at t the log folds to {said_of_them}"])


def test_the_keys_that_were_not_compared_are_named_with_the_reason() -> None:
    seeded = {f"seed{number}": number for number in range(6)}
    one = run(
        {"pin": "8841", "key": "REDACTED", "topic": "pumps", **seeded},
        redacted("pin", pin="REDACTED", topic="pumps", key="8842"),
    )

    assert check_state(one).checked.detail == (
        "the log against the final state: 1 of 9 keys; not key, pin: withheld; not seed0, seed1, "
        "seed2 and 3 more: not set as a whole by the log"
    )


@pytest.mark.parametrize(
    ("state", "bundles"),
    [
        ({"pin": "8841"}, [redacted("pin", pin="REDACTED")]),
        (
            {"who": {"pin": 1, "name": "Mara"}},
            [redacted("who\x1fpin", who={"pin": "REDACTED", "name": "Mara"})],
        ),
        (
            {"rows": [1, 2, 3]},
            [redacted("rows\x1f0", rows=["REDACTED"]), commit("append", rows=[2, 3])],
        ),
        ({"h": [1, 2]}, [redacted("h", h="REDACTED"), commit("append", h=[2])]),
        ({"pin": "8841"}, [commit(pin="[REDACTED]")]),
        ({"pin": "REDACTED"}, [commit(pin="8841")]),
    ],
)
def test_what_the_log_withholds_is_not_compared(state: Any, bundles: list[dict[str, Any]]) -> None:
    clear = commit(topic="pumps")

    assert said(run(state | {"topic": "pumps"}, *bundles, clear, base={})) == HELD


def test_beside_a_withheld_field_the_others_are_compared() -> None:
    bundle = redacted("who\x1fpin", who={"pin": "REDACTED", "name": "Mara"})
    one = run({"who": {"pin": 1, "name": "Ida"}}, bundle, base={})

    assert said(one) == (
        "broken",
        ['at who.name the log folds to "Mara", and the recorded final state holds "Ida"'],
    )


@pytest.mark.parametrize(
    "bundle", [commit("append", seeded=[2]), commit("merge", seeded={"b": 2}), commit()]
)
def test_a_key_that_goes_on_from_a_state_that_is_not_recorded_is_not_compared(
    bundle: dict[str, Any],
) -> None:
    one = run({"seeded": {"a": 1, "b": 2}, "topic": "pumps"}, bundle, commit(topic="pumps"))

    assert said(one) == HELD
    assert check_state(one).checked.detail == (
        "the log against the final state: 1 of 2 keys; not seeded: not set as a whole by the log"
    )


def test_a_key_is_compared_from_the_time_on_that_it_is_set() -> None:
    nested = {"runtimeStageId": "a#1", "trace": [{"path": "kb\x1fk", "verb": "set"}]}
    one = run(
        {"list": [1, 2], "kb": {"k": 4, "seeded": 1}},
        commit("append", list=[9]),
        commit(list=[1]),
        commit("append", list=[2]),
        nested | {"overwrite": {"kb": {"k": 3}}},
    )

    assert said(one) == (
        "broken",
        ["at kb.k the log folds to 3, and the recorded final state holds 4"],
    )


def test_a_list_in_which_json_makes_two_values_one_is_not_compared() -> None:
    one = run({"tags": [1, None, None], "n": 1}, commit("merge", tags=[1, None], n=1), base={})

    assert said(one) == HELD
    assert check_state(one).checked.detail == (
        "the log against the final state: 1 of 2 keys; not tags: JSON loses what merged lists hold"
    )


def test_one_object_merged_twice_is_two_in_json() -> None:
    one = run({"tags": [{"a": 1}]}, commit("merge", tags=[{"a": 1}, {"a": 1}]), base={})

    assert said(one) == ("not-checked", [])


def test_a_list_that_was_not_merged_is_compared_whatever_it_holds() -> None:
    one = run({"tags": [1, None, None]}, commit(tags=[1, None]), base={})

    assert said(one)[0] == "broken"


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (run({}, commit(topic="pumps")), "the recorded final state is empty"),
        (run(None, commit(topic="pumps")), "the input holds no final state"),
        (run({"topic": "pumps"}), "the commit log is empty"),
        (run({"topic": "pumps"}, commits=None), "the input holds no commit log"),
        (
            run({"seeded": 1}, commit()),
            "the log sets no key of the final state in clear",
        ),
        (
            run({"pin": 8841}, redacted("pin", pin="REDACTED"), base={}),
            "the log sets no key of the final state in clear",
        ),
        (
            run({"topic": "pumps"}, commit(step="tools#23", topic="alarms")),
            "the run went on from a state that is not recorded",
        ),
        (
            run({"topic": "pumps"}, commit(topic="alarms"), damage=(damage(),)),
            "the input is damaged: cut-line (line 3)",
        ),
    ],
)
def test_a_comparison_that_cannot_be_made_says_why(one: Recording, why: str) -> None:
    assert said(one) == ("not-checked", [])
    assert check_state(one).checked.detail == why


def test_a_run_that_went_on_from_a_recorded_state_is_compared() -> None:
    one = run({"n": [1, 2]}, commit("append", step="tools#23", n=[2]), base={"n": [1]})

    assert said(one) == HELD


def test_a_commit_that_the_fold_refuses_changes_nothing() -> None:
    bundle: Any = {"runtimeStageId": "a#0", "trace": [4]}

    assert said(run({"n": 1}, bundle, commit(n=1), base={})) == HELD
