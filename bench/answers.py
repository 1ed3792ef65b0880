"""Equal answers: every way to search must say what a plain count of the same bytes says."""

from collections.abc import Iterator

import orjson

from bench.archive_data import Archive
from bench.archive_text import asked_id
from bench.commands import Measured, Missing
from bench.ours import FINDERS, has_option, why_not
from bench.processes import output
from bench.rounds import Result
from bench.tally import Tally, tally_of, told

_PEER = "a plain count"


def differences(archive: Archive) -> Iterator[Result]:
    """Yield for each archive and each way to search how many of its answers differ from the count."""
    right = tally_of(archive.log(), asked_id())
    for finder in FINDERS:
        yield _compared(f"{archive.size}, {finder}", why_not(archive.log(), finder), right)
    if has_option("why-not", "--full-parse"):
        whole = why_not(archive.log(), "core", "--full-parse")
        yield _compared(f"{archive.size}, --full-parse", whole, right)
    many = tally_of(archive.files(), asked_id())
    for kind in ("", "gz", "zst"):
        for finder in ("fast", "core"):
            what = f"{archive.count} {kind} files, {finder}".replace("  ", " ")
            yield _compared(what, why_not(archive.files(kind), finder), many)


def _compared(what: str, command: Measured, right: Tally) -> Result:
    if isinstance(command, Missing):
        return Result(f"wrong counts, {what}", _PEER, None, "", 0, skipped=command.why)
    said = told(orjson.loads(output(command)))
    wrong = sum(one != other for one, other in zip(said, right, strict=True))
    return Result(f"wrong counts, {what}", _PEER, wrong, "", 0)
