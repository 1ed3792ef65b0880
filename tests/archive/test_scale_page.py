"""What docs/scale.md says of limits and options is so."""

import re
import shlex

from footprint_cli.analyse.nearest import COMPARED
from footprint_cli.archive.cluster import SCHEME
from footprint_cli.archive.engines import SMALL
from footprint_cli.archive.sources import BATCH, LARGE
from tests.program import FIXTURES, footprint

PAGE = (FIXTURES.parent / "docs" / "scale.md").read_text("utf-8")


def test_the_limits_of_the_page_are_those_of_the_program() -> None:
    assert f"More than {SMALL // 1_000_000} MB" in PAGE
    assert f"A batch is at most {BATCH // 1_000_000} MB" in PAGE
    assert f"{SCHEME}HOST:8786" in PAGE
    assert f"a plain file of over {LARGE // 1_000_000} MB" in PAGE
    assert f"({COMPARED:,} at most" in PAGE


def test_every_option_of_a_command_on_the_page_is_there() -> None:
    commands = re.findall(r"^footprint (\S+) (.+)$", PAGE, re.MULTILINE)
    helps = {name: footprint(name, "--help").text for name, _ in commands}

    assert {name for name, _ in commands} == {"export", "gate", "merge", "verify", "why-not"}
    for name, rest in commands:
        for word in shlex.split(rest):
            if word.startswith("--"):
                assert word in helps[name]


def test_the_arithmetic_of_the_page_holds() -> None:
    """Each reckoned figure follows from the measured ones, to the digits that are shown."""
    runs, bytes_, workers = 10_000_000, 10e12, 200
    for per_run, opens, told in (
        (7e-3, 1, ("70,000 s = 19 core hours", "6 minutes", "28 GB/s", "57,000")),
        (10e-3, 2, ("100,000 s = 28 core hours", "8 minutes", "40 GB/s", "80,000")),
    ):
        seconds = runs * per_run
        minutes = seconds / workers
        assert told == (
            f"{seconds:,.0f} s = {seconds / 3600:.0f} core hours",
            f"{minutes / 60:.0f} minutes",
            f"{int(opens * bytes_ / minutes / 1e9)} GB/s",
            f"{int(2 * opens * runs / minutes / 1000) * 1000:,}",
        )
        assert all(one in PAGE for one in told)
