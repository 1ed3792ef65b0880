"""The commands in one visible table, and what ends them."""

import os
import sys
from importlib import import_module
from typing import Annotated, Any, NamedTuple

import typer

from footprint_cli import __version__
from footprint_cli.cli.streams import ClosedPipe, close_quietly, complain, say
from footprint_cli.errors import FootprintError, UsageError


class _Command(NamedTuple):
    function: str  # of the module of that name; an app of its own, where it is a group
    summary: str  # for the list of commands
    help: str | None = None  # names the text; the docstring, where there is none


COMMANDS = {
    "explain": _Command("explain", "What an agent read, what it did not, and why."),
    "why-not": _Command("why_not", "Why a chunk was not read."),
    "why": _Command("why_not", "Why a chunk was read, and what it displaced.", help="WHY"),
    "what-if": _Command("what_if", "What other settings would have read."),
    "coverage": _Command("coverage", "What each tool call searched, and what it left out."),
    "claim": _Command("claim", "Whether what was searched supports a sentence."),
    "stats": _Command("stats", "What many recordings say together, counted."),
    "drift": _Command("drift", "What changed between two sets of recordings."),
    "diff": _Command("diff", "Where two recordings or archives differ, and why."),
    "trace": _Command("trace", "The state of a run: who wrote what, and what the model got."),
    "gate": _Command("gate", "Exit 1 when a rule finds something: for CI."),
    "verify": _Command("verify", "Check that a recording agrees with itself."),
    "merge": _Command("merge", "Add up the parts of an answer that --shard wrote."),
    "index": _Command("index", "Keep what an archive says in one file, for questions asked often."),
    "export": _Command("export", "Write recordings, or an index of them, as a Parquet dataset."),
    "sql": _Command("sql", "Ask an index anything, in SQL."),
    "declarations": _Command("declarations", "Check or draft what tools say they search."),
    "schema": _Command("schema", "The JSON Schema of a command's output."),
    "completion": _Command("completion", "The completion script of a shell."),
}
_COMPLETE = "_FOOTPRINT_COMPLETE"  # the shells' completion scripts set it
_DIGITS = 9  # more is the width of no terminal
INTERRUPTED, PIPE_CLOSED = 130, 141
_CommandLineFault: Any = typer.BadParameter.__base__  # click's UsageError; Typer does not export it


def _app(names: list[str]) -> typer.Typer:
    """Build the app of these commands; a module that no command line asks for is not imported."""
    app = typer.Typer(
        name="footprint",
        add_completion=False,  # a command of its own instead
        rich_markup_mode=None,  # the default eats [id] out of help, and doubles its start-up
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        callback=_root,
        invoke_without_command=True,
    )
    for name in names:
        command = COMMANDS[name]
        module = import_module(f"footprint_cli.cli.{command.function}")
        text = None if command.help is None else getattr(module, command.help)
        run = getattr(module, command.function)
        if isinstance(run, typer.Typer):
            app.add_typer(run, name=name, short_help=command.summary)
        else:
            app.command(name, help=text, short_help=command.summary)(run)
    return app


def _root(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Say what an AI agent read, what it did not read, and why, from a recording alone."""
    if version:
        say(f"footprint {__version__}\n")
        raise typer.Exit
    if context.invoked_subcommand is None:
        complain("no command was named")
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


def run(arguments: list[str]) -> int:
    """Run one command line and return the exit status."""
    _forget_odd_sizes()
    try:
        status = _ended(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()  # help goes there by Typer's own hand
    except FootprintError as error:
        complain(str(error))
        status = error.exit_status
    except (ClosedPipe, BrokenPipeError):
        status = PIPE_CLOSED
    except KeyboardInterrupt:
        status = INTERRUPTED
    except MemoryError:
        complain("out of memory")
        status = 4
    except OSError as error:
        complain(f"{error.filename or 'cannot write the answer'}: {error.strerror}")
        status = 2
    if status == INTERRUPTED:
        complain(_interrupted())
    if status != 0:
        close_quietly()
    return status


def _interrupted() -> str:
    progress = sys.modules.get("footprint_cli.cli.progress")  # not imported where nothing was read
    how_far = None if progress is None else progress.so_far()
    return "interrupted" if how_far is None else f"interrupted after {how_far}"


def _forget_odd_sizes() -> None:
    # Rich converts whatever looks like digits, and Python refuses some of that.
    for name in ("COLUMNS", "LINES"):
        text = os.environ.get(name, "")
        if not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
            os.environ.pop(name, None)


def _ended(arguments: list[str]) -> int:
    """Run the app; what Typer and click raise to end a command becomes a status."""
    if os.environ.get(_COMPLETE):
        return _completed()
    named = arguments[:1] if arguments and arguments[0] in COMMANDS else [*COMMANDS]
    try:
        status = _app(named)(arguments, prog_name="footprint", standalone_mode=False)
    except _CommandLineFault as error:
        complain(" ".join(error.format_message().split()))
        if arguments and arguments[0] not in COMMANDS and os.path.exists(arguments[0]):  # noqa: PTH110
            complain(f"to explain that file: footprint explain {arguments[0]}")
        if error.ctx is not None:
            complain(f"see '{error.ctx.command_path} --help'")
        return int(error.exit_code)
    except typer.Abort:
        return INTERRUPTED
    except typer.Exit as stop:
        return stop.exit_code
    except SystemExit as stop:  # click's answer to a pipe that nobody reads
        return PIPE_CLOSED if stop.code == 1 else int(stop.code or 0)
    return status if isinstance(status, int) else 0


def _completed() -> int:
    """Answer a completion script; what it should have set and did not is a fault of its caller."""
    from typer._completion_classes import completion_init

    completion_init()  # Typer does it only for its own two options
    try:
        _app([*COMMANDS])([], prog_name="footprint", standalone_mode=False)
    except (KeyError, ValueError):
        raise UsageError(f"{_COMPLETE} is set, but no command line to complete") from None
    except SystemExit as stop:
        return 2 if stop.code else 0
    return 0
