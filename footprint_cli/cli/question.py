"""One question about a chunk, as a command line asks it, and its answer written as it comes."""

import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from footprint_cli.cli.config import written_to
from footprint_cli.cli.inputs import GLOB, inputs
from footprint_cli.cli.narrowing import Narrowing, zeroed
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import output
from footprint_cli.errors import UsageError
from footprint_cli.model.answer import CANNOT_SAY, Asked, Occurrence
from footprint_cli.model.audit import first_status
from footprint_cli.render import Format, Page, renderer

if TYPE_CHECKING:
    from footprint_cli.analyse.reckoning import Reckoning

INCONCLUSIVE = 3
_DRAWN = frozenset({Format.TABLE, Format.MARKDOWN})  # with the latest few among their neighbours
_HELD = 64  # retrievals of one file; an archive may be one file


class Question(NamedTuple):
    """What a command line asks, and how the answer is to be written."""

    asked: Asked
    paths: list[str]
    narrowing: Narrowing
    from_index: str | None
    form: Format | None
    out: str | None
    read_first: bool
    whole: bool
    fail: bool
    exit_zero: bool


def asked_for(
    words: list[str] | None, doc: str | None, *, prefix: bool, glob: bool
) -> tuple[Asked, list[str]]:
    """Part a command line into the chunk and the paths; with a document all words are paths."""
    ways = [
        name for name, on in (("prefix", prefix), ("glob", glob), ("doc", doc is not None)) if on
    ]
    if len(ways) > 1:
        raise UsageError(f"--{ways[0]} and --{ways[1]} are two questions; ask one")
    if doc is not None:
        return Asked(text=doc, how="doc"), words or []
    if not words:
        raise UsageError("no chunk was named: give its id, then recordings; or --doc URI")
    if os.path.isfile(words[0]) and not all(map(_may_be_read, words[1:] or [""])):  # noqa: PTH113
        raise UsageError(f"{words[0]} is a file: give the chunk's id first, then recordings")
    return Asked(text=words[0], how=ways[0] if ways else "exact"), words[1:]


def _may_be_read(path: str) -> bool:
    return path == "-" or os.path.exists(path) or bool(GLOB & set(path))  # noqa: PTH110


def answered(question: Question) -> int:
    """Write the answer and return the exit status."""
    if question.from_index is not None:
        return _from_index(question, question.from_index)
    from footprint_cli.analyse.answers import matcher
    from footprint_cli.analyse.audits import audit
    from footprint_cli.analyse.reckoning import Reckoning
    from footprint_cli.cli.audits import Audits, read_status

    named = inputs(question.paths)
    out, form, page = _written(question)
    audits = Audits(
        named,
        question.narrowing,
        status_of=read_status,
        audited=partial(audit, naming=matcher(question.asked)),
        most=_HELD,
        written=out,
    )
    reckoning = Reckoning(question.asked)

    def occurrences() -> Iterator[Occurrence]:
        for one in audits:
            yield from reckoning.add(one)

    def status() -> int:
        return _status(question, reckoning, audits.exit_status())

    with output(out, page.encoding) as sink:
        for piece in renderer("answer", form)(occurrences(), reckoning.reply, page, status):
            sink.write(piece)
    return status()


def _from_index(question: Question, path: str) -> int:
    """Write the answer of an index; where a person is shown the latest only, no more is looked up."""
    from footprint_cli.analyse.reckoning import Reckoning
    from footprint_cli.archive.index_file import statuses
    from footprint_cli.cli.indexed import lent
    from footprint_cli.render.answer.choice import BESIDE, LATEST

    if question.paths:
        raise UsageError(f"--index {path} is asked in place of recordings: {question.paths[0]}")
    out, form, page = _written(question)
    narrowing = question.narrowing
    with lent(path, out) as index:
        drawn = form in _DRAWN
        told = index.answers(
            question.asked, narrowing.retriever, narrowing.step, beside=BESIDE if drawn else 0
        )
        reckoning = Reckoning(question.asked)
        reckoning.take(told.counted)
        few = drawn and not question.whole
        shown = told.latest(LATEST, read=question.read_first) if few else told.all()
        status = _status(question, reckoning, first_status(statuses(index.connection)))
        with output(out, page.encoding) as sink:
            for piece in renderer("answer", form)(shown, reckoning.reply, page, lambda: status):
                sink.write(piece)
        index.tell_age(told.sources.values())
    return status


def _written(question: Question) -> tuple[str | None, Format, Page]:
    """Return where the answer goes, in which format, and what that place is like."""
    out = written_to(question.out)
    form = chosen_format(question.form, out)
    page = page_for(form, out, 0 if question.whole else 1)
    return out, form, replace(page, read_first=question.read_first)


def _status(question: Question, reckoning: "Reckoning", read: int) -> int:
    """Answer with what was read, then with what could be said; --fail turns a firm "no" into 1."""
    answer = reckoning.answer()
    status = first_status([read, INCONCLUSIVE if answer in CANNOT_SAY else 0])
    status = 1 if question.fail and status == 0 and answer != "read" else status
    return zeroed(status, exit_zero=question.exit_zero)
