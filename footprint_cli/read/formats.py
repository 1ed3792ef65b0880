"""One input → its recordings: how it is laid out, and which values it holds."""

from collections.abc import Iterator
from os import PathLike, fspath

from footprint_cli.model.recording import Recording
from footprint_cli.read.documents import decide, read_documents
from footprint_cli.read.intake import Intake
from footprint_cli.read.lines import Lines, open_source
from footprint_cli.read.source import Advance, opened_at
from footprint_cli.read.values import read_line


def load(path: str | PathLike[str]) -> list[Recording]:
    """Read the recordings of one input: one, or one a line for a file of envelope lines.

    Raises `InputError` where nothing can be read. Damage is in `Recording.damage`.
    """
    return list(read_recordings(fspath(path)))


def read_recordings(
    path: str, advance: Advance | None = None, *, most: int | None = None
) -> Iterator[Recording]:
    """Read one input; a file of envelope lines gives one recording a line, any other file one.

    `path` may be `-`. Damage in the content is told in the recordings. Raises `InputError` where
    nothing can be read: a missing file, a format of an unknown name, no recording in it. `advance`
    is called with the bytes of each read. With `most` a file of evidence lines is handed out in parts
    of so many retrievals, so that what has passed is not held; the last one has the rest.
    """
    with open_source(path, advance) as source:
        lines = Lines(source)
        spread = decide(lines.peek(2)) == "documents"
        intake = Intake(path, spread=spread)
        if spread:
            for number, values, damage in read_documents(lines):
                intake.note(number, damage, read=True)  # a part of a broken one may be kept
                for value in values:
                    yield from intake.take(value, number)
        else:
            for number, raw in lines:
                values, damage = read_line(raw, number)
                intake.note(number, damage, read=bool(values))
                for value in values:
                    yield from intake.take(value, number, raw if len(values) == 1 else b"")
                if most is not None:
                    yield from intake.passed(most)
        yield from intake.finish(lines)


def read_rest(path: str, start: int, passed: int) -> Iterator[Recording]:
    """Read a file of one record a line from a byte on, after so many lines; they are numbered on.

    What the lines before mean for those after it is not looked at, and neither do the numbers of lines
    in a recording count them. Raises `InputError` where nothing can be read.
    """
    with opened_at(path, start) as source:
        lines = Lines(source)
        intake = Intake(path, spread=False)
        for number, raw in lines:
            values, damage = read_line(raw, passed + number)
            intake.note(passed + number, damage, read=bool(values))
            for value in values:
                yield from intake.take(value, passed + number, raw if len(values) == 1 else b"")
        yield from intake.finish(lines)
