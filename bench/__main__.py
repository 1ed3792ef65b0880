"""`make bench`: what a command costs, held against peers in alternating rounds of one run."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench import indexing, sections
from bench.answers import differences
from bench.archive_data import Archive
from bench.peaks import peaks
from bench.processes import Failed
from bench.rounds import Result
from bench.setting import Setting, timed

_DATA = Path(__file__).resolve().parent / "data"
_QUICK, _WHOLE = 100, 1_000  # megabytes of the large log


class Line(NamedTuple):
    """A line of the table that is printed."""

    word: str
    what: str
    value: str
    limit: str
    spread: str
    peer: str

    def __str__(self) -> str:
        """Return the columns, one under the other."""
        word, what, value, limit, spread, peer = self
        return f"{word:4} {what:44} {value:>9} {limit:>8} {spread:>15}  {peer}".rstrip()


_HEAD = Line("", "what", "result", "at most", "rounds from-to", "against")
Rows = Callable[[Setting], Iterator[Result]]


def main(words: Sequence[str]) -> int:
    """Measure, print one line a figure, and return 1 when one of them is over its limit."""
    options = _options(words)
    unknown = set(options.only) - set(ROWS)
    if options.list or unknown:
        print(*ROWS, sep="\n")
        return 2 if unknown else 0
    setting = Setting(
        Archive(Path(os.environ.get("BENCH_DATA", _DATA)), options.megabytes),
        options.rounds,
        int(os.environ.get("BENCH_SLOWDOWN", "1")),
        float(os.environ.get("BENCH_WAIT", "3")),
    )
    over = 0
    print(_HEAD)
    for name in options.only or ROWS:
        for one in ROWS[name](setting):
            print(_said(one), flush=True)
            over += one.over
    return 1 if over else 0


def _options(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--only", action="append", default=[], metavar="ROW", help="--list has all")
    parser.add_argument("--list", action="store_true", help="say which rows there are")
    parser.add_argument("--rounds", type=int, default=os.environ.get("BENCH_ROUNDS"))
    parser.add_argument("--megabytes", type=int, default=int(os.environ.get("BENCH_MB", _WHOLE)))
    parser.add_argument(
        "--quick",
        action="store_const",
        dest="megabytes",
        const=_QUICK,
        help=f"a log of {_QUICK} MB and a tenth of the files",
    )
    return parser.parse_args(words)


ROWS: dict[str, Rows] = {
    "start-up": partial(timed, sections.start_up),
    "explain": partial(timed, sections.explain),
    "log": partial(timed, sections.log),
    "log-cold": partial(timed, sections.log_cold),
    "files": partial(timed, sections.files),
    "files-cold": partial(timed, sections.files_cold),
    "gz": partial(timed, partial(sections.packed, kind="gz", unpacking="gzip")),
    "zst": partial(timed, partial(sections.packed, kind="zst", unpacking="zstd")),
    "lines": partial(timed, sections.lines),
    "memory": lambda setting: peaks(setting.archive, setting.slowdown),
    "index": partial(timed, indexing.build),
    "index-size": lambda setting: indexing.size(setting.archive, setting.slowdown),
    "index-question": partial(timed, indexing.question),
    "answers": lambda setting: differences(setting.archive),
}


def _said(one: Result) -> Line:
    if one.value is None:
        return Line("skip", one.what, "-", _limit(one), "", f"{one.peer}: {one.skipped}")
    word = "" if one.limit is None else "OVER" if one.over else "ok"
    spread = "" if one.least is None else f"{one.least:.2f}-{one.most:.2f}"
    return Line(word, one.what, f"{one.value:.2f} {one.unit}", _limit(one), spread, one.peer)


def _limit(one: Result) -> str:
    return "" if one.limit is None else f"{one.limit:.4g}"


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failed as error:
        sys.exit(f"bench: {error}")
