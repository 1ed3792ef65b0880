"""Where the default differs from the engine's own rules, and nowhere else."""

from collections.abc import Mapping
from typing import Any

from footprint_cli.analyse.log_lines import log_lines
from footprint_cli.analyse.slices import slice_of_key
from footprint_cli.analyse.timelines import timeline_of
from footprint_cli.analyse.traced import Traced
from footprint_cli.model.commit import SEPARATOR
from footprint_cli.model.trace import Reads
from tests.log import GONE, at, bundle, numbered


def traced(
    *bundles: dict[str, Any],
    reads: Mapping[str, tuple[str, ...]] | None = None,
    parity: bool = False,
) -> Traced:
    return Traced(log_lines(numbered(*bundles)), Reads(by_step=reads), parity=parity)


def test_a_write_above_or_below_a_key_writes_it() -> None:
    log = (bundle("a#0", {"order": {"total": 1}}), bundle("b#1", {at("order", "lines"): []}))

    assert traced(*log).written_before(at("order", "total"), 2) == 0
    assert traced(*log).written_before("order", 2) == 1
    assert traced(*log, parity=True).written_before(at("order", "total"), 2) is None
    assert traced(*log, parity=True).written_before("order", 2) == 0


def test_a_nested_read_is_looked_for_by_its_segments() -> None:
    log = (bundle("a#0", {at("receipt", "notes"): []}), bundle("b#1", {"sum": 1}))
    reads = {"b#1": ("receipt.notes",)}

    edges = slice_of_key(traced(*log, reads=reads), "sum").nodes[0].edges
    assert [(one.writer, one.key) for one in edges] == [("a#0", "receipt.notes")]
    assert slice_of_key(traced(*log, reads=reads, parity=True), "sum").nodes[0].edges == []


def test_a_key_with_a_dot_that_was_written_is_not_parted() -> None:
    log = (bundle("a#0", {"a.b": 1}), bundle("c#1", {at("a", "b"): 2}), bundle("d#2", {"sum": 1}))
    found = slice_of_key(traced(*log, reads={"d#2": ("a.b",)}), "sum")

    assert [one.writer for one in found.nodes[0].edges] == ["a#0"]


def test_a_step_in_a_fork_reads_its_own_keys_first() -> None:
    own, shared = at("runs", "fast", "mine"), at("runs", "fast", "sum")
    log = (
        bundle("split#0", {"mine": 1}),
        bundle("fast#1", {own: 2}),
        bundle("fast/add#2", {shared: 3}),
    )
    reads = {"fast/add#2": ("mine",)}

    def writer(*, parity: bool) -> list[str]:
        told = slice_of_key(traced(*log, reads=reads, parity=parity), shared)
        return [one.writer for one in told.nodes[0].edges]

    assert writer(parity=False) == ["fast#1"]
    assert writer(parity=True) == ["split#0"]


def test_a_step_with_two_lines_is_all_of_them() -> None:
    log = (bundle("fast#0", {"mine": 1}), bundle("fast#0"))

    assert slice_of_key(traced(*log), "mine").nodes[0].keys == ("mine",)
    assert slice_of_key(traced(*log, parity=True), "mine").nodes[0].keys == ()


def test_reads_that_are_not_recorded_are_a_note_of_a_timeline() -> None:
    assert timeline_of(traced(bundle("a#0", {"k": 1})), "k").notes == ("reads-not-recorded",)


def test_a_refused_line_keeps_its_number() -> None:
    log = traced({"trace": 1}, bundle("a#1", {"k": GONE}))

    assert log.written_before("k", 2) == 1
    assert log.steps == ["a#1"]


def test_an_append_writes_no_element_that_was_there_before_it() -> None:
    bundles = [
        commit("seed#0", {"log": ["a"]}, "set"),
        commit("one#1", {"log": ["b", "c"]}, "append"),
        commit("two#2", {"log": ["d"]}, "append"),
        commit("cut#3", {"log": ["x"]}, "set"),
    ]
    traced_ = Traced(log_lines(bundles), Reads())

    def writer(element: int, before: int) -> int | None:
        return traced_.written_before(f"log{SEPARATOR}{element}", before)

    assert [writer(at, 3) for at in range(5)] == [0, 1, 1, 2, None]
    assert [writer(at, 4) for at in range(5)] == [3, 3, 3, 3, None]  # what it cut off, it wrote
    assert traced_.written_before("log", 3) == 2
    assert traced_.writes(f"log{SEPARATOR}1") == [1, 3]


def test_what_is_appended_to_a_list_of_unknown_length_may_be_any_element() -> None:
    traced_ = Traced(log_lines([commit("one#9", {"log": ["b"]}, "append")]), Reads())

    assert traced_.written_before(f"log{SEPARATOR}7", 1) == 0


def commit(step: str, written: dict[str, list[str]], verb: str) -> dict[str, object]:
    (path,) = written
    row = {"path": path, "verb": verb}
    return {"runtimeStageId": step, "overwrite": written, "updates": {}, "trace": [row]}
