import json
import math
from copy import deepcopy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from footprint_cli.model.commit import SEPARATOR, path_segments
from footprint_cli.model.fold import ABSENT, REFUSED, Fold, fold
from footprint_cli.model.js_copies import plain
from tests.model.lines import containers, exact

unhurried = settings(deadline=None)  # a busy machine is no finding

KEYS = ["a", "b", "0", "1", "note", "__proto__"]
scalars = st.sampled_from([None, True, False, 0, 1, 1.5, "", "a", "REDACTED", 2**53 + 1])
values = st.recursive(
    scalars,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)
    ),
    max_leaves=8,
)
trees = st.dictionaries(st.sampled_from(KEYS), values, max_size=4)
paths = st.lists(st.sampled_from(KEYS), min_size=1, max_size=4).map(SEPARATOR.join)
verbs = st.sampled_from(["set", "append", "merge", "merge", "delete", "odd"])


def lines_with(paths: st.SearchStrategy[str]) -> st.SearchStrategy[dict[str, Any]]:
    rows = st.fixed_dictionaries({"path": paths, "verb": verbs})
    return st.fixed_dictionaries(
        {
            "runtimeStageId": st.just("stage#0"),
            "trace": st.lists(rows, max_size=5),
            "overwrite": trees,
            "updates": trees,
        }
    )


# Lengths and indexes that refuse a line; nothing of an array that could be one is in KEYS.
overruns = paths.map(lambda path: f"{path}{SEPARATOR}length")
sane_logs = st.lists(lines_with(paths), max_size=6)
logs = st.lists(lines_with(paths | overruns), max_size=6)

anything = st.recursive(
    scalars
    | st.floats()
    | st.integers()
    | st.text(max_size=3)
    | st.sampled_from(["set", "merge", "append", "delete", "a", "a\x1flength", "a\x1f9999999"])
    | st.sampled_from([10**400, -(10**400), "9" * 5000, "a\x1f" + "9" * 5000, b"bytes", (1,)]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*KEYS, "trace", "overwrite", 5, None]), inner)
    ),
    max_leaves=8,
)
garbage_rows = st.fixed_dictionaries({}, optional={"path": anything, "verb": anything}) | anything
garbage_lines = st.fixed_dictionaries(
    {"runtimeStageId": st.just("stage#0")},
    optional={
        "trace": st.lists(garbage_rows, max_size=4) | anything,
        "overwrite": st.dictionaries(st.sampled_from(["a", "b", 5]), anything) | anything,
        "updates": st.dictionaries(st.sampled_from(["a", "b", 5]), anything) | anything,
        "redactedPaths": anything,
    },
)


@unhurried
@given(logs, trees)
def test_every_state_is_the_fold_of_the_lines_before_it(
    log: list[dict[str, Any]], base: dict[str, Any]
) -> None:
    states = fold(log, base, every=True)

    assert [*map(exact, states)] == [
        exact(fold(log[:count], base)) for count in range(len(log) + 1)
    ]


@unhurried
@given(logs, trees)
def test_folding_the_lines_as_written_and_read_again_gives_the_same(
    log: list[dict[str, Any]], base: dict[str, Any]
) -> None:
    again, base_again = json.loads(json.dumps([log, base]))

    assert exact(fold(again, base_again)) == exact(fold(log, base))
    assert exact(json.loads(exact(fold(log, base)))) == exact(fold(log, base))


@unhurried
@given(logs, trees)
def test_the_states_share_nothing_with_the_lines_or_with_each_other(
    log: list[dict[str, Any]], base: dict[str, Any]
) -> None:
    states = fold(log, base, every=True)

    found = [container for state in states for container in containers(state)]
    assert len({*map(id, found)}) == len(found)
    assert not {*map(id, found)} & {*map(id, containers([log, base]))}


@unhurried
@given(logs, trees)
def test_the_lines_are_not_changed(log: list[dict[str, Any]], base: dict[str, Any]) -> None:
    before = exact([log, base])

    fold(log, base)

    assert exact([log, base]) == before


@unhurried
@given(logs, trees)
def test_what_becomes_of_a_state_does_not_change_the_next_one(
    log: list[dict[str, Any]], base: dict[str, Any]
) -> None:
    state = Fold(base)
    for bundle in log:
        for container in containers(state.state()):
            container.clear()
        state.apply(bundle)

    assert exact(state.state()) == exact(fold(log, base))


@unhurried
@given(logs, trees)
def test_lines_that_are_taken_fold_as_lines_that_are_copied(
    log: list[dict[str, Any]], base: dict[str, Any]
) -> None:
    taken, copied = Fold(base, own=True), Fold(base)
    for mine, yours in zip(json.loads(json.dumps(log)), log, strict=True):
        assert taken.apply(mine) == copied.apply(yours)

        assert exact(taken.state()) == exact(copied.state())


@unhurried
@given(sane_logs, trees, st.sets(st.sampled_from(KEYS)))
def test_a_fold_of_some_keys_is_the_whole_fold_without_the_others(
    log: list[dict[str, Any]], base: dict[str, Any], kept: set[str]
) -> None:
    some = Fold(base, keep=kept.__contains__)
    for bundle in log:
        some.apply(bundle)

    whole = fold(log, base)
    assert exact(some.state()) == exact({key: whole[key] for key in whole if key in kept})


@unhurried
@given(logs, trees)
def test_a_refused_line_changes_nothing_and_an_accepted_one_is_not_called_refused(
    log: list[dict[str, Any]], base: dict[str, Any]
) -> None:
    state = Fold(base)
    accepted = []
    for bundle in log:
        before = exact(state.state())
        if any(problem.startswith(REFUSED) for problem in state.apply(bundle)):
            assert exact(state.state()) == before
        else:
            accepted.append(bundle)

    assert exact(state.state()) == exact(fold(accepted, base))


@unhurried
@given(logs, trees, paths, values)
def test_after_a_set_its_payload_stands_at_its_path(
    log: list[dict[str, Any]], base: dict[str, Any], path: str, value: Any
) -> None:
    segments = path_segments(path)
    payload = value
    for segment in reversed(segments):
        payload = {segment: payload}
    state = Fold(base)
    for bundle in log:
        state.apply(bundle)
    state.apply(
        {
            "runtimeStageId": "stage#1",
            "trace": [{"path": path, "verb": "set"}],
            "overwrite": payload,
        }
    )

    found = state.value(*segments)

    if "__proto__" in segments:
        assert found is ABSENT
    else:
        assert exact(plain(found)) == exact(plain(value))


@unhurried
@given(st.lists(garbage_lines | anything, max_size=4), anything)
def test_nothing_that_lines_hold_makes_the_fold_raise(log: list[Any], base: Any) -> None:
    for own in (False, True):
        state = Fold(base, own=own)
        for bundle in deepcopy(log):
            assert all(isinstance(problem, str) for problem in state.apply(bundle))

        assert isinstance(state.state(), dict)


@unhurried
@given(st.lists(st.floats() | st.integers() | st.booleans(), min_size=1))
def test_a_union_of_numbers_keeps_the_first_of_each_double(numbers: list[float]) -> None:
    merge = {
        "runtimeStageId": "stage#0",
        "trace": [{"path": "a", "verb": "merge"}],
        "updates": {"a": numbers},
    }
    union = fold([merge], {"a": []})["a"]

    def name(number: float) -> str:
        return repr(number) if isinstance(number, bool) else str(as_double(number) + 0.0)

    names = [name(number) for number in numbers]
    assert [name(number) for number in union] == [*dict.fromkeys(names)]
    assert all(any(kept is number for number in numbers) for kept in union)


def as_double(number: float) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf
