"""What is written of a part of the answer on a chunk says what the part itself says."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import convert, to_builtins

from footprint_cli.analyse import nearest as nearest_module
from footprint_cli.analyse.kept import again, kept
from footprint_cli.analyse.nearest import Nearest
from footprint_cli.analyse.reckoning import Reckoning
from footprint_cli.archive.answering import Answering
from footprint_cli.archive.search.asking import Asking
from footprint_cli.archive.sources import Source
from footprint_cli.model.answer import Asked, Occurrence
from footprint_cli.model.reckoned import Kept, Reckoned
from tests.archive.asking import as_text
from tests.archive.search.logs import IDS, files
from tests.cli.recordings import evidence_line
from tests.program import FORMATS

ASKED = st.one_of(
    st.sampled_from([*IDS, "none.md#9"]).map(lambda one: Asked(text=one)),
    st.sampled_from(["pump", "a/b", ""]).map(lambda one: Asked(text=one, how="prefix")),
    st.sampled_from(["*.md#1", "*"]).map(lambda one: Asked(text=one, how="glob")),
    st.sampled_from(["pump.md", "none"]).map(lambda one: Asked(text=one, how="doc")),
)
VALUE: st.SearchStrategy[Any] = st.sampled_from(
    [1, 2.0, -0.0, 1e400, float("nan"), 2**70, None, "\ud83d", "1", {"a": [[]]}]
)
LINES = st.lists(
    st.builds(
        lambda chunks, k, threshold, extra: evidence_line(
            [(one, "") for one in chunks], k=k, threshold=threshold, odd=extra, dimensions=extra
        ),
        st.lists(st.sampled_from([*IDS, "\ud83d", "z\x1b"]), max_size=4),
        VALUE,
        VALUE,
        VALUE,
    ),
    min_size=1,
    max_size=3,
).map(lambda lines: "\n".join(lines).encode())


def through_a_file(part: Reckoned, asked: Asked, *, whole: bool) -> Reckoned:
    written = json.dumps(to_builtins(kept(part, whole=whole)))
    return again(convert(json.loads(written), Kept), asked)


def told(parts: list[Reckoned], asked: Asked) -> tuple[list[Occurrence], dict[str, str]]:
    reckoning = Reckoning(asked)
    occurrences = [one for part in parts for one in reckoning.add(part)]
    reply = reckoning.reply()
    return occurrences, {form: as_text((occurrences, reply), form) for form in FORMATS}


@given(text=st.one_of(files(), LINES), asked=ASKED, whole=st.booleans())
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_a_part_from_a_file_says_what_it_said(
    tmp_path: Path, text: bytes, asked: Asked, *, whole: bool
) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(text)
    work = Answering(asking=Asking(asked=asked, full=True), whole=whole)
    parts = list(work.parts(Source(path=str(path))))

    here = told(parts, asked)
    there = told([through_a_file(one, asked, whole=whole) for one in parts], asked)

    assert there[1] == here[1]
    assert [one.chunk for one in there[0]] == [one.chunk for one in here[0]]


@given(
    st.lists(st.lists(st.sampled_from(["a#1", "A#1", "a/1", "a1", *IDS]), max_size=9), max_size=6)
)
def test_ids_kept_of_every_shard_offer_what_all_ids_offer(shards: list[list[str]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nearest_module, "COMPARED", 4)
        whole, merged = Nearest("a#1"), Nearest("a#1")
        for ids in shards:
            whole.add(ids)
            own = Nearest("a#1")
            own.add(ids)
            merged.add(own.ids)

        assert merged.offered() == whole.offered()
