"""One question, answered by reading recordings and by an index."""

from functools import partial
from pathlib import Path
from typing import Any

from footprint_cli.analyse.answers import matcher
from footprint_cli.analyse.audits import audit
from footprint_cli.analyse.narrowed import narrowed
from footprint_cli.analyse.reckoned import reckoned
from footprint_cli.analyse.reckoning import Reckoning
from footprint_cli.archive.index.answers import IndexAnswers
from footprint_cli.archive.index.arrow import columns_of
from footprint_cli.archive.index.asked import Part
from footprint_cli.archive.index.build import Build, Built, Wanted
from footprint_cli.archive.index.file import opened
from footprint_cli.archive.index.schema import TABLES
from footprint_cli.errors import InputError
from footprint_cli.model.answer import Asked, Occurrence, Reply
from footprint_cli.model.finding import Damage
from footprint_cli.model.recording import Recording
from footprint_cli.read.formats import read_recordings
from footprint_cli.render import Page, renderer

VERSION = "test"
ALL = Part()


def built(index: Path, paths: list[Path], *, jobs: int = 1, version: str = VERSION) -> Built:
    """Bring an index up to date with files."""
    wanted = [Wanted(str(one), named=False) for one in paths]
    return Build(str(index), version=version, jobs=jobs).run(wanted, lambda _: None)


def recordings_in(paths: list[Path]) -> list[Recording]:
    """Read recordings; one that cannot be read is one that says so, as for a command."""
    found: list[Recording] = []
    for path in paths:
        try:
            found += read_recordings(str(path))
        except InputError as error:
            if not error.no_recording:
                fault = Damage(line=None, kind="unreadable", detail=error.why, recovered=False)
                found.append(Recording(source=str(path), format=None, damage=(fault,)))
    return found


def by_reading(
    recordings: list[Recording], asked: Asked, part: Part = ALL
) -> tuple[list[Occurrence], Reply]:
    """Answer as a command does that reads the recordings."""
    reckoning = Reckoning(asked)
    audited = partial(audit, naming=matcher(asked))
    occurrences = [
        one
        for recording in recordings
        for one in reckoning.add(
            reckoned(narrowed(audited(recording), part.retriever, part.step, None), asked)
        )
    ]
    return occurrences, reckoning.reply()


def by_index(index: Path, asked: Asked, part: Part = ALL) -> tuple[list[Occurrence], Reply]:
    """Answer from an index; it stays open, for rows are read as they are looked at."""
    told = IndexAnswers(opened(str(index)), asked, part)
    reckoning = Reckoning(asked)
    reckoning.take(told.counted)
    return [*told.all()], reckoning.reply()


def latest_by_index(index: Path, asked: Asked, number: int, *, read: bool) -> list[Occurrence]:
    """Ask an index for the latest retrievals."""
    return [*IndexAnswers(opened(str(index)), asked, Part()).latest(number, read=read)]


def as_text(answered: tuple[list[Occurrence], Reply], form: str, **page: Any) -> str:
    """Write an answer as a command does."""
    occurrences, reply = answered
    render = renderer("answer", form)
    return "".join(render(iter(occurrences), lambda: reply, Page(**page), lambda: 0))


def rows_of(index: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Return every table as text has it, without the time of reading; in the order of its own numbers."""
    connection = opened(str(index))
    found = {}
    for table in TABLES:
        columns = [one for one in columns_of(connection, table) if one != "indexed_at"]
        rows = connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()  # noqa: S608
        found[table] = sorted(rows, key=repr)
    connection.close()
    return found
