import itertools
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli.archive.engines import Pool, local_engine, worthwhile
from footprint_cli.archive.forks import Forks, WorkerDied, can_fork
from footprint_cli.archive.run import Engine, results
from footprint_cli.archive.sources import Batch, Source, batches
from tests.archive.works import Large, Process, Reading

needs_fork = pytest.mark.skipif(not can_fork(), reason="this process cannot be copied safely")


def sources(*names: str, size: int = 10) -> list[Source]:
    return [Source(path=one, size=size, place=place) for place, one in enumerate(names)]


@pytest.fixture
def forks() -> Iterator[Engine]:
    executor = Forks(2)
    yield Engine(executor, 2, (WorkerDied,))
    executor.close()


@given(st.lists(st.integers(0, 50), max_size=30), st.integers(1, 60))
def test_batches_hold_every_source_once_in_order_and_no_more_bytes_than_they_may(
    sizes: list[int], most: int
) -> None:
    given_ = [Source(path=str(place), size=size) for place, size in enumerate(sizes)]
    made = [*batches(given_, most)]

    assert [one for batch in made for one in batch] == given_
    assert all(len(batch) == 1 or sum(one.size for one in batch) <= most for batch in made)
    for batch, after in itertools.pairwise(made):
        assert sum(one.size for one in batch) + after[0].size > most


def test_a_batch_counts_the_part_of_a_file_that_it_holds() -> None:
    whole = Source(path="a", size=100)
    parts = [
        Source(path="a", size=100, start=0, end=60),
        Source(path="a", size=100, start=60, end=100),
    ]

    assert [len(one) for one in batches([*parts, whole], 100)] == [2, 1]


@needs_fork
@pytest.mark.parametrize("count", [0, 1, 2, 7, 40])
def test_forks_answer_as_this_process_does_in_the_order_of_the_batches(
    forks: Engine, count: int
) -> None:
    made = [*batches(sources(*map(str, range(count))), 20)]

    assert [*results(Reading(), made, forks)] == [*results(Reading(), made)]


def test_any_executor_of_the_standard_library_will_do() -> None:
    made = [*batches(sources(*"abcdefg"), 20)]
    with ThreadPoolExecutor(3) as threads:
        told = [*results(Reading(), made, Engine(threads, 3, ()))]

    assert told == [("a", "b"), ("c", "d"), ("e", "f"), ("g",)]


@needs_fork
def test_work_and_answers_may_be_larger_than_a_pipe(forks: Engine) -> None:
    weight = bytes(3_000_000)

    told = [*results(Large(weight), batches(sources(*"abcdef"), 10), forks)]

    assert told == [weight] * 6


@needs_fork
def test_a_source_that_kills_its_worker_is_named_and_costs_only_itself(forks: Engine) -> None:
    told = [*results(Reading(), batches(sources("a", "lethal", "b", "c", "d"), 30), forks)]

    assert [*told[:1], *told[2:]] == [("a",), ("b",), ("c", "d")]
    assert told[1][0].startswith("lethal lost: ")
    assert "killed by signal 9" in told[1][0]


@needs_fork
def test_a_worker_that_dies_once_loses_nothing(forks: Engine, tmp_path: Path) -> None:
    made = [*batches(sources("a", "lethal-once", "b", "c"), 20)]

    told = [*results(Reading(str(tmp_path)), made, forks)]

    assert [name for each in told for name in each] == ["a", "lethal-once", "b", "c"]


@needs_fork
def test_a_fault_of_our_own_is_raised_and_never_taken_for_a_dead_worker(forks: Engine) -> None:
    with pytest.raises(ValueError, match="a fault of ours") as raised:
        [*results(Reading(), batches(sources("faulty"), 10), forks)]

    assert "in a worker" in str(raised.value.__notes__)


@needs_fork
def test_no_more_is_under_way_than_twice_the_workers(forks: Engine) -> None:
    taken: list[Batch] = []

    def counted() -> Iterator[Batch]:
        for batch in batches(sources(*map(str, range(50))), 10):
            taken.append(batch)
            yield batch

    for number, _ in enumerate(results(Reading(), counted(), forks), 1):
        assert len(taken) <= number + 3


@needs_fork
def test_the_work_is_done_by_so_many_processes_and_none_is_left() -> None:
    with local_engine(2) as engine:
        told = {*results(Process(), batches(sources(*map(str, range(30))), 10), engine)}

    assert os.getpid() not in told
    assert 1 <= len(told) <= 2
    for process in told:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_one_job_is_done_here() -> None:
    with local_engine(1) as engine:
        assert engine is None
        assert {*results(Process(), batches(sources("a", "b"), 10), engine)} == {os.getpid()}


def test_workers_are_not_started_for_little_for_one_file_or_for_a_pipe() -> None:
    large = sources("a", "b", size=40_000_000)

    assert worthwhile(large)
    assert not worthwhile(large[:1])
    assert not worthwhile(sources("a", "b"))
    assert not worthwhile([*large, Source(path="-", plain=False)])


def test_a_pool_of_fresh_processes_starts_anew_when_one_of_them_died(tmp_path: Path) -> None:
    from concurrent.futures import BrokenExecutor

    pool = Pool(1)
    try:
        engine = Engine(pool, 1, (BrokenExecutor,))
        made = [*batches(sources("a", "lethal-once", "b", "lethal"), 20)]
        told = [name for each in results(Reading(str(tmp_path)), made, engine) for name in each]
    finally:
        pool.close()

    assert told[:3] == ["a", "lethal-once", "b"]
    assert told[3].startswith("lethal lost: ")
