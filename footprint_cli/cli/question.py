"""One question about a chunk, as a command line asks it, and its answer written as it comes."""

import os
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from footprint_cli.cli.audits import Audits, Narrowing, read_status, zeroed
from footprint_cli.cli.config import written_to
from footprint_cli.cli.inputs import GLOB, inputs, is_address
from footprint_cli.cli.page import chosen_format, page_for
from footprint_cli.cli.streams import output
from footprint_cli.errors import UsageError
from footprint_cli.model.answer import CANNOT_SAY, Asked, Occurrence
from footprint_cli.model.audit import first_status
from footprint_cli.render import Format, renderer

if TYPE_CHECKING:
    from footprint_cli.analyse.reckoning import Reckoning

INCONCLUSIVE = 3
_HELD = 64  # retrievals of one file; an archive may be one file


class Question(NamedTuple):
    """What a command line asks, and how the answer is to be written."""

    asked: Asked
    paths: list[str]
    narrowing: Narrowing
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
    there = path == "-" or os.path.exists(path)  # noqa: PTH110
    return there or is_address(path) or bool(GLOB & set(path))


def answered(question: Question) -> int:
    """Write the answer and return the exit status."""
    from footprint_cli.analyse.answers import matcher
    from footprint_cli.analyse.audits import audit
    from footprint_cli.analyse.reckoning import Reckoning

    named = inputs(question.paths)
    out = written_to(question.out)
    form = chosen_format(question.form, out)
    page = page_for(form, out, 0 if question.whole else 1)
    page = replace(page, read_first=question.read_first)
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
        return zeroed(_status(question, reckoning, audits), exit_zero=question.exit_zero)

    with output(out, page.encoding) as sink:
        for piece in renderer("answer", form)(occurrences(), reckoning.reply, page, status):
            sink.write(piece)
    return status()


def _status(question: Question, reckoning: "Reckoning", audits: Audits) -> int:
    """Answer with what was read, then with what could be said; --fail turns a firm "no" into 1."""
    answer = reckoning.answer()
    status = first_status([audits.exit_status(), INCONCLUSIVE if answer in CANNOT_SAY else 0])
    return 1 if question.fail and status == 0 and answer != "read" else status
