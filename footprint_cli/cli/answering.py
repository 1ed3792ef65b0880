"""A question over the sources of a command line: read, added up, and drawn."""

from typing import Any, NamedTuple

from footprint_cli.archive.questions import Question
from footprint_cli.archive.sources import SEARCHED
from footprint_cli.cli.adding import Accepting, adding_of
from footprint_cli.cli.found import sources_of
from footprint_cli.cli.page import page_for
from footprint_cli.cli.scanning import Scanning
from footprint_cli.cli.streams import output
from footprint_cli.cli.workers import Workers
from footprint_cli.errors import UsageError
from footprint_cli.render import FindingFormat, Format


class Answering(NamedTuple):
    """How an answer is written, and what a gate accepts."""

    form: Format | FindingFormat
    out: str | None
    limit: int = 0
    accepting: Accepting = Accepting()
    full_parse: bool = False


def answered(question: Question[Any], paths: list[str], workers: Workers, how: Answering) -> int:
    """Write the answer, and return the exit status."""
    sources = sources_of(paths, [how.out, how.accepting.path])
    much = sum(one.size for one in sources) > SEARCHED
    question = question.quicker(quick=much and not how.full_parse)
    if workers.shard is not None:
        from footprint_cli.cli.sharding import write_part

        if how.accepting.path is not None:
            raise UsageError("--update-baseline needs all inputs, and --shard reads a part of them")
        return write_part(question, paths, sources, workers, how.accepting.known, how.out)
    page = page_for(how.form, how.out, how.limit)
    adding, scanning = adding_of(question, how.accepting), Scanning(question, paths)
    with output(how.out, page.encoding) as sink:
        scanning.read(sources, workers, adding.take)
        status = adding.answer(scanning.exit_status(), scanning.called)
        for piece in adding.pieces(how.form, page):
            sink.write(piece)
    return status
