"""One question about a chunk, as a command line asks it, and its answer written as it comes."""

import os
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from footprint_cli.archive.chunk_asked import ChunkAsked
from footprint_cli.cli.config import written_to
from footprint_cli.cli.inputs import GLOB, inputs, is_address
from footprint_cli.cli.narrowing import zeroed
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import output
from footprint_cli.cli.workers import Workers
from footprint_cli.errors import UsageError
from footprint_cli.model.answer import CANNOT_SAY, Asked
from footprint_cli.model.audit import first_status
from footprint_cli.render import Format, Page, renderer

if TYPE_CHECKING:
    from footprint_cli.cli.reckoned import Replying

INCONCLUSIVE = 3
_DRAWN = frozenset({Format.TABLE, Format.MARKDOWN})  # with the latest few among their neighbours


class Question(NamedTuple):
    """What a command line asks, and how the answer is to be written."""

    asked: ChunkAsked
    paths: list[str]
    from_index: str | None
    workers: Workers
    form: Format | None
    out: str | None


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
    there = path == "-" or os.path.exists(path)  # noqa: PTH110
    return there or is_address(path) or bool(GLOB & set(path))


def answered(question: Question) -> int:
    """Write the answer and return the exit status."""
    if question.from_index is not None:
        return _from_index(question, question.from_index)
    asked, workers, out = question.asked, question.workers, written_to(question.out)
    if workers.shard is not None:
        from footprint_cli.cli.chunk_parts import write_chunk_part

        return write_chunk_part(asked, inputs(question.paths), workers, out)
    from footprint_cli.cli.reckoned import ReckonedSources

    form = chosen_format(question.form, out)
    paths = inputs(question.paths)
    sources = ReckonedSources(asked, paths, workers, written=out, beside=_beside(form))
    return drawn(asked, sources, form, out)


def drawn(asked: ChunkAsked, replying: "Replying", form: Format, out: str | None) -> int:
    """Draw an answer as it comes, and return the exit status."""
    page = _page(asked, form, out)

    def status() -> int:
        return _status(asked, replying.answer(), replying.exit_status())

    with output(out, page.encoding) as sink:
        for piece in renderer("answer", form)(replying.occurrences(), replying.reply, page, status):
            sink.write(piece)
    return status()


def _from_index(question: Question, path: str) -> int:
    """Write the answer of an index; where a person is shown the latest only, no more is looked up."""
    from footprint_cli.analyse.reckoning import Reckoning
    from footprint_cli.archive.index.file import statuses
    from footprint_cli.cli.indexed import lent
    from footprint_cli.cli.instead import check_alone
    from footprint_cli.render.answer.choice import LATEST

    asked, out = question.asked, written_to(question.out)
    check_alone(
        path, question.paths, question.workers, full_parse=asked.full, paranoid=asked.paranoid
    )
    form = chosen_format(question.form, out)
    page = _page(asked, form, out)
    with lent(path, out) as index:
        told = index.answers(asked.asked, asked.retriever, asked.step)
        reckoning = Reckoning(asked.asked)
        reckoning.take(told.counted)
        few = form in _DRAWN and not asked.whole
        shown = told.latest(LATEST, read=asked.read_first) if few else told.all()
        read = first_status(statuses(index.connection))
        status = _status(asked, reckoning.answer(), read)
        with output(out, page.encoding) as sink:
            for piece in renderer("answer", form)(shown, reckoning.reply, page, lambda: status):
                sink.write(piece)
        index.tell_age(told.sources.values())
    return status


def _beside(form: Format) -> int:
    """Return how many rows of a list are shown beside those that are asked for."""
    if form not in _DRAWN:
        return 0
    from footprint_cli.render.answer.choice import BESIDE

    return BESIDE


def _page(asked: ChunkAsked, form: Format, out: str | None) -> Page:
    """Describe the place where the answer goes."""
    return replace(page_for(form, out, asked.limit), read_first=asked.read_first)


def _status(asked: ChunkAsked, answer: str, read: int) -> int:
    """Answer with what was read, then with what could be said; --fail turns a firm "no" into 1."""
    status = first_status([read, INCONCLUSIVE if answer in CANNOT_SAY else 0])
    status = 1 if asked.fail and status == 0 and answer != "read" else status
    return zeroed(status, exit_zero=asked.exit_zero)
