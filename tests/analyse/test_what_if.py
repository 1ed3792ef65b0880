"""What other settings would have read, held against a retriever that knows what no record holds."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footprint_cli import load
from footprint_cli.analyse.what_if import what_if
from footprint_cli.analyse.what_if_totals import add
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.what_if import AT_LEAST, AT_MOST, EXACT, Bounded, Setting, Totals, WhatIf
from tests.build import candidate, read, refused, retrieval
from tests.oracles import RECORDINGS, RUNS, file_of
from tests.producer import LIMIT, SCORES, Chunk, Settings, corpora, recorded, run, settings
from tests.shared import needs_shared

_LARGE = 30_000_000  # bytes
_TRIED = st.fixed_dictionaries(
    {},
    optional={
        "k": st.integers(0, 9),
        "threshold": st.none() | SCORES,
        "maxChars": st.none() | st.integers(0, 40),
        "maxEntries": LIMIT,
    },
)
_OURS = {"k": "k", "threshold": "threshold", "maxChars": "max_chars", "maxEntries": "max_entries"}


@given(corpora(), settings(), _TRIED, st.booleans())
def test_what_is_said_of_other_settings_is_what_the_retriever_would_have_done(
    corpus: list[Chunk], before: Settings, tried: dict[str, Any], whole: bool
) -> None:
    sizes = {one.id: len(one.text) for one in corpus}
    after = replace(before, **{_OURS[name]: value for name, value in tried.items()})
    done = run(corpus, after)

    said = what_if(recorded(run(corpus, before), before, whole=whole), Setting(values=tried), "r")

    assert said.unruled is None
    _holds(said.admitted, len(done.admitted))
    _holds(said.would_read, len(done.picked))
    _holds(said.would_chars, sum(sizes[one] for one in done.picked))
    if said.would_read.bound == EXACT and not said.open:
        assert {one.id for one in said.moved if one.would} == {*done.picked}
        assert said.prompt is None or [*said.prompt] == done.prompt
    if said.admitted.bound in (EXACT, AT_LEAST):
        # What is said to be refused for certain is refused, whatever else is not known.
        assert not {one.id for one in said.went if _by_strategy(one)} & {*done.picked}


def _by_strategy(one: Any) -> bool:
    return one.would_reason in ("below-threshold", "over-char-budget")


def _holds(said: Bounded, true: int) -> None:
    if said.bound == EXACT:
        assert said.value == true
    if said.bound == AT_LEAST:
        assert said.value <= true
    if said.bound == AT_MOST:
        assert said.value >= true
    assert (said.bound == EXACT) is (not said.why)


@given(corpora(), settings(), st.booleans())
def test_the_recorded_settings_give_the_recorded_verdicts_the_whole_way(
    corpus: list[Chunk], before: Settings, whole: bool
) -> None:
    ran = run(corpus, before)

    said = what_if(recorded(ran, before, whole=whole), Setting(), "r")

    assert not said.is_changed
    assert (said.would_read, said.would_chars) == (Bounded(value=said.read), said.chars)
    assert said.prompt == tuple(ran.prompt)


@needs_shared
@pytest.mark.parametrize(("folder", "run_"), RUNS)
def test_every_recorded_retrieval_is_as_recorded_or_says_why_it_cannot_be_ruled(
    folder: Any, run_: Any
) -> None:
    for said in _answers(folder, run_, Setting()):
        assert said.unruled is not None or not said.is_changed
        assert said.unruled is not None or said.would_read.value == said.read


def _answers(folder: Any, run_: Any, setting: Setting) -> list[WhatIf]:
    paths = [file_of(folder, run_, kind) for kind in ("commits", "envelope", "events")]
    return [
        what_if(one, setting, str(path))
        for path in paths
        if path is not None and path.stat().st_size < _LARGE
        for recording in load(path)
        for one in recording.retrievals
    ]


def test_a_rule_of_its_own_cannot_be_asked_again_but_another_can_be_asked_of_its_pool() -> None:
    own = retrieval(candidate("a"), refused("too-old", "b", score=0.9), strategy="freshness")

    assert what_if(own, Setting(), "r").unruled == "own strategy"


@needs_shared
def test_recorded_runs_tell_what_their_settings_would_have_done_to_others() -> None:
    """Runs of one question over one corpus, each by the settings of another."""
    held = 0
    for one, other in permutations(_recorded(), 2):
        if not _same_question(one, other):
            continue
        theirs = other.evidence
        assert theirs is not None
        asked = {"k": theirs.k, "threshold": theirs.threshold, "maxChars": theirs.max_chars}

        said = what_if(one, Setting(values=asked), "r")

        admitted = len(other.loaded or ())
        _holds(said.admitted, admitted)
        held += said.admitted.bound == EXACT
    assert held > 20


def _recorded() -> list[Retrieval]:
    """The retrievals that the shipped rule ruled, with what it handed to the picker."""
    found = []
    for path in sorted(RECORDINGS.glob("*/*.envelope.json")):
        if path.stat().st_size < _LARGE:
            found += [one for recording in load(path) for one in recording.retrievals]
    return [one for one in found if what_if(one, Setting(), "r").unruled is None and one.loaded]


def _same_question(one: Retrieval, other: Retrieval) -> bool:
    mine, theirs = one.evidence, other.evidence
    if mine is None or theirs is None or mine.query_hash != theirs.query_hash:
        return False
    pools = [
        [(each.id, each.score) for each in record.candidates or ()] for record in (mine, theirs)
    ]
    shorter, longer = sorted(pools, key=len)
    return longer[: len(shorter)] == shorter


def test_verdicts_that_are_not_those_of_their_own_rule_are_named_chunk_by_chunk() -> None:
    odd = retrieval(candidate("a", score=0.9), candidate("b", score=0.2), refused(id="c"), k=5)

    said = what_if(odd, Setting(), "r")

    assert said.unruled == "the recorded verdicts are not those of the recorded rule"
    assert said.otherwise == ("b",)


def test_an_id_that_stands_twice_and_was_read_is_not_gained() -> None:
    twice = retrieval(read("a", score=0.9), refused(id="a", score=0.5), k=5)
    totals = Totals()

    add(totals, what_if(twice, Setting(values={"threshold": 0.4}), "r"))

    assert (totals.changed, totals.gained, totals.lost) == (1, {}, {})
