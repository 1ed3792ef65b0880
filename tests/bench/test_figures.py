"""What is made of times: each figure is in its limit as it was seen, and over it at twice the time."""

from collections.abc import Callable, Mapping
from functools import partial

import pytest

from bench import indexing, sections
from bench.archive_data import Archive
from bench.commands import Command, Measured, Missing
from bench.rounds import Figure, Result, Round, alternating, result
from bench.sections import Section
from bench.setting import Setting, timed

# Seconds as the measurements that set the limits saw them, by the name of the command.
START = 0.08
SEEN: dict[str, tuple[Callable[[Archive], Section], Mapping[str, float]]] = {
    "start-up": (
        sections.start_up,
        {"python -c pass": 0.011, "version": 0.011, "plain": 0.07, "json": 0.07, "table": 0.1},
    ),
    "explain": (
        sections.explain,
        {"explain": 0.08 + 0.055, "small": START, "orjson loop": 0.08, "import": 0.04},
    ),
    "log": (
        sections.log,
        {
            "rg -c": 0.154,
            "fast": 0.146 + START,
            "core": 0.191 + START,
            "portable": 0.317 + START,
            "small": START,
            "orjson loop": 2.12,
            "DuckDB": 1.73,
        },
    ),
    "log-cold": (
        sections.log_cold,
        {"rg -c": 0.52, "fast": 0.55 + START, "core": 0.58 + START, "small": START},
    ),
    "files": (
        sections.files,
        {"rg -c": 0.126, "fast": 0.181 + START, "core": 0.262 + START, "small": START},
    ),
    "files-cold": (
        sections.files_cold,
        {"rg -c": 0.833, "fast": 0.734 + START, "small": START},
    ),
    "gz": (
        partial(sections.packed, kind="gz", unpacking="gzip"),
        {"rg -z -c": 4.37, "fast": 0.851 + START, "small": START},
    ),
    "zst": (
        partial(sections.packed, kind="zst", unpacking="zstd"),
        {"rg -z -c": 2.37, "fast": 0.53 + START, "small": START},
    ),
    "lines": (sections.lines, {"stats": 0.77, "orjson loop": 1.98}),
    "index": (indexing.build, {"index": 1.97, "again": 0.1, "orjson loop": 2.12}),
    "index-question": (indexing.question, {"why-not --index": 0.08, "explain": 0.08}),
}
OURS = {
    "fast",
    "fast, called",
    "stats",
    "index",
    "again",
    "why-not --index",
}  # where they cannot be run


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    return Archive(tmp_path_factory.mktemp("data"), 1)


def measured(name: str, archive: Archive, slowdown: int) -> list[Result]:
    """Run a section on a clock of our own; commands that are not installed are run there too."""
    make, seen = SEEN[name]
    section = make(archive)
    names = {name: Command((name,), ours=_is_ours(name, one)) for name, one in section[0].items()}
    faked = section._replace(commands=names)

    def clock(command: Command, times: int) -> float:
        return seen[command.argv[0].removesuffix(", called")] * times

    return [*timed(lambda _: faked, Setting(archive, 3, slowdown, clock=clock))]


def _is_ours(name: str, command: Measured) -> bool:
    return name in OURS if isinstance(command, Missing) else command.ours


@pytest.mark.parametrize("name", SEEN)
def test_every_figure_is_in_its_limit_as_it_was_seen(name: str, archive: Archive) -> None:
    held = [one for one in measured(name, archive, 1) if one.limit is not None]

    assert held
    assert [one.what for one in held if one.over] == []


@pytest.mark.parametrize("name", SEEN)
def test_every_figure_is_over_its_limit_at_half_the_speed(name: str, archive: Archive) -> None:
    held = [one for one in measured(name, archive, 2) if one.limit is not None]

    assert [one.what for one in held if not one.over] == []


@pytest.mark.parametrize("name", SEEN)
def test_every_figure_names_commands_of_its_section(name: str, archive: Archive) -> None:
    section = SEEN[name][0](archive)

    assert {name for figure in section.figures for name in figure.names} <= {*section.commands}


ROUNDS: list[Round] = [
    {"ours": 2.0, "peer": 1.0, "start": 0.5},
    {"ours": 30.0, "peer": 10.0, "start": 0.5},  # a slow moment hits both
    {"ours": 2.5, "peer": 1.0, "start": 9.0},
]
COMMANDS: dict[str, Measured] = dict.fromkeys(("ours", "peer", "start"), Command(("true",)))


def test_a_figure_is_the_median_of_the_ratios_inside_each_round() -> None:
    made = result(Figure("one", "ours", "peer", 2.4), COMMANDS, ROUNDS)

    assert (made.value, made.least, made.most, made.over) == (2.5, 2.0, 3.0, True)


def test_a_start_is_taken_off_as_a_median_for_one_late_start_must_not_count() -> None:
    figure = Figure("one", "ours", "peer", less=(("start",), ()))

    assert result(figure, COMMANDS, ROUNDS).value == 2.0


def test_a_figure_of_a_missing_command_is_skipped_by_name_and_not_over() -> None:
    commands: dict[str, Measured] = {**COMMANDS, "peer": Missing("rg not installed")}
    made = result(Figure("one", "ours", "peer", 1.0), commands, [])

    assert (made.value, made.skipped, made.over) == (None, "rg not installed", False)


def test_commands_take_turns_and_the_first_round_does_not_count() -> None:
    taken: list[str] = []

    def take(command: Command) -> float:
        taken.append(command.argv[0])
        return float(len(taken))

    commands: dict[str, Measured] = {
        "a": Command(("a",)),
        "gone": Missing("no"),
        "b": Command(("b",)),
    }
    rounds = alternating(commands, 2, take)

    assert taken == ["a", "b"] * 3
    assert rounds == [{"a": 3.0, "b": 4.0}, {"a": 5.0, "b": 6.0}]
