"""An index gives the Stats and the sides that reading its recordings gives."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from footprint_cli.analyse.covered import Covering
from footprint_cli.analyse.sides import no_side, side_of
from footprint_cli.analyse.stats import stats_of
from footprint_cli.archive.index.asking import Period
from footprint_cli.archive.index.file import finish, opened, opened_to_write
from footprint_cli.archive.index.rows import Rows
from footprint_cli.archive.index.sides import BY, periods_in, side_in
from footprint_cli.archive.index.stats import stats_in
from footprint_cli.archive.index.write import Stamp, Writer
from footprint_cli.model.evidence import Retrieval, Withheld
from footprint_cli.model.recording import Recording, Run
from footprint_cli.model.sides import Side
from footprint_cli.model.stats import Stats
from tests.analyse.odd import odd_retrievals, ruled_pools
from tests.archive.asking import built, recordings_in
from tests.build import call, candidate, read, recording, refused, retrieval
from tests.program import FIXTURES
from tests.shared import SHARED

MARGIN = 0.05
WITHHELD = Withheld(kind="redacted", detail="it is withheld")
NAMES = st.sampled_from(["handbook", "", None, "\ud800"])
HASHES = st.sampled_from([None, "q", "r"])


@st.composite
def retrievals(draw: st.DrawFn) -> Retrieval:
    one = draw(odd_retrievals() | ruled_pools())
    assert one.evidence is not None
    told = replace(one.evidence, query_hash=draw(HASHES))
    hidden = draw(st.sampled_from([None, None, WITHHELD]))
    return replace(one, retriever=draw(NAMES), evidence=None if hidden else told, withheld=hidden)


@st.composite
def recordings(draw: st.DrawFn) -> Recording:
    calls = [call(tool=draw(NAMES), outcome=draw(st.sampled_from(["ran", "failed"])))]
    return recording(
        *draw(st.lists(retrievals(), max_size=4)),
        calls=tuple(calls),
        run=Run(started=draw(st.sampled_from([None, 0, 86_400_000, 1_772_442_000_005]))),
    )


def index_of(path: Path, of: Iterable[Recording]) -> Path:
    """Write recordings into an index as its build does, each as a source of its own."""
    path.unlink(missing_ok=True)
    connection = opened_to_write(str(path))
    writer = Writer(connection, version="test", now=0)
    for one in of:
        rows = Rows()
        rows.add(one)
        writer.put(one.source, Stamp(), rows.whole(), "present")
    finish(connection)
    connection.close()
    return path


def asked(path: Path, period: Period | None = None) -> tuple[Stats, Side]:
    connection = opened(str(path))
    found = stats_in(connection, MARGIN, period), side_in(connection, period)
    connection.close()
    return found


def as_an_index_holds_it(stats: Stats) -> Stats:
    """Leave out what no index holds: combinations, and what results leave out."""
    for tool in stats.tools.values():
        tool.ground = tool.gapless = None
        tool.gaps.pop("result", None)
    return stats


def read_in(of: Iterable[Recording]) -> tuple[Stats, Side]:
    stats, side = Stats(margin=MARGIN), no_side()
    for one in of:
        stats.take(stats_of(one, Covering().calls(one), margin=MARGIN))
        side.take(side_of(one))
    return as_an_index_holds_it(stats), side


def same(found: tuple[Stats, Side], expected: tuple[Stats, Side]) -> None:
    assert found[0] == expected[0]
    assert found[1].questions == expected[1].questions
    assert found[1].stats.retrievers == expected[1].stats.retrievers


ALIKE = {"score": 0.9}
SITUATIONS = {
    "the best is refused, and two others with its score are read": [
        retrieval(
            refused("over-max-entries", "a", **ALIKE),
            read("b", **ALIKE),
            read("c", **ALIKE),
            read(),
        )
    ],
    "the best is refused, and another with its score may be read": [
        retrieval(refused("over-max-entries", "a", **ALIKE), candidate("b", **ALIKE))
    ],
    "a verdict is missing": [
        retrieval(read("a"), candidate("b", admitted=None), query_hash="q"),
        retrieval(candidate(None, admitted=None), query_hash="r"),
    ],
    "an id is missing": [retrieval(read("a"), read(None), query_hash="q")],
    "more is admitted than is listed": [retrieval(read("a"), admitted_count=2, query_hash="q")],
    "a chunk is listed twice": [retrieval(read("a"), read("a"), refused(id="a"), query_hash="q")],
    "nothing came back": [retrieval(corpus_empty=True, query_hash="q")],
    "the list is not recorded": [retrieval(candidates=None, considered_count=3, query_hash="q")],
    "before the picker and after it": [
        retrieval(candidate("a"), query_hash="q", evidence_from="event"),
        retrieval(read("a"), query_hash="q"),
    ],
    "a miss by the margin exactly": [
        retrieval(refused(id="a", score=0.55), refused(id="b", score=0.5499), threshold=0.6)
    ],
    "no threshold": [retrieval(refused(id="a", score=0.55), threshold=None)],
    "a character budget": [
        retrieval(read("a"), refused("over-char-budget", "b"), max_chars=200, chars_used=150),
        retrieval(read("a"), max_chars=200),
        retrieval(refused("over-char-budget", "b")),
    ],
    "no text is shown": [retrieval(candidate("a", doc_uri="a.md"), refused(id="b"))],
    "dropped later": [retrieval(candidate("a"), read("b"), evidence_from="event", attached=("b",))],
    "numbers of two kinds": [
        retrieval(read("a", score=1), k=3),
        retrieval(read("a", score=1.0), k=3.0),
    ],
    "numbers beyond 64 bits": [retrieval(read("a", score=2**70), threshold=2**69, k=2**80)],
    "no number at all": [retrieval(read("a", score=float("nan")), read("b", score=None))],
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_an_index_counts_each_situation(name: str, tmp_path: Path) -> None:
    held = [recording(*SITUATIONS[name])]

    same(asked(index_of(tmp_path / "one.footprint", held)), read_in(held))


@settings(max_examples=60, deadline=None)
@given(held=st.lists(recordings(), max_size=4))
def test_an_index_counts_what_reading_counts(
    held: list[Recording], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "counted.footprint"
    sources = [replace(one, source=f"{at}.jsonl") for at, one in enumerate(held)]

    same(asked(index_of(path, sources)), read_in(sources))


@settings(max_examples=40, deadline=None)
@given(held=st.lists(recordings(), min_size=1, max_size=4))
def test_periods_part_what_has_a_day(
    held: list[Recording], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.getbasetemp() / "parted.footprint"
    sources = [replace(one, source=f"{at}.jsonl") for at, one in enumerate(held)]
    index_of(path, sources)
    connection = opened(str(path))

    for by in BY:
        periods, undated = periods_in(connection, by)
        parts = [stats_in(connection, MARGIN, one.period) for one in periods]
        dated = [one for one in sources if one.run.started is not None]

        assert undated == sum(len(one.retrievals) for one in sources if one not in dated)
        whole = Stats(margin=MARGIN)
        for one in parts:
            assert one.retrievals > 0
            whole.take(one)
        assert whole.retrievers == read_in(dated)[0].retrievers
    connection.close()


def files() -> list[Path]:
    folders = [FIXTURES, SHARED / "recordings", SHARED / "cases"]
    names = (path for folder in folders for path in sorted(folder.rglob("*")))
    return [path for path in names if path.is_file() and "expected" not in path.parts]


def test_an_index_of_every_recording_counts_what_reading_counts(tmp_path: Path) -> None:
    paths = files()
    built(tmp_path / "all.footprint", paths)

    same(asked(tmp_path / "all.footprint"), read_in(recordings_in(paths)))


DAYS: dict[str, Any] = {  # ms since 1970
    "2026-03-01": 1_772_323_200_000,  # a Sunday
    "2026-03-02": 1_772_409_600_000,
    "2026-03-31": 1_774_915_200_000,
}


def test_periods_are_those_of_the_calendar(tmp_path: Path) -> None:
    one = retrieval(read("a"), refused(id="b"))
    held = [recording(one, source=f"{day}.jsonl", run=Run(started=at)) for day, at in DAYS.items()]
    path = index_of(tmp_path / "days.footprint", [*held, recording(one, one, source="none")])
    connection = opened(str(path))

    named = {by: [each.name for each in periods_in(connection, by)[0]] for by in BY}

    assert named == {
        "day": [*DAYS],
        "week": ["2026-W09", "2026-W10", "2026-W14"],
        "month": ["2026-03"],
    }
    assert periods_in(connection, "week")[1] == 2
    week = periods_in(connection, "week")[0][1]
    assert week.period == Period("2026-03-02", "2026-03-08")
    connection.close()
