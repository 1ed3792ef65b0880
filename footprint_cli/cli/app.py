"""The commands in one visible table, and what ends them."""

import sys
from collections.abc import Callable
from typing import Annotated, Any, cast

import typer

from footprint_cli import __version__
from footprint_cli.cli.completion import completion
from footprint_cli.cli.explain import explain
from footprint_cli.cli.schema import schema
from footprint_cli.cli.streams import ClosedPipe, close_quietly, complain
from footprint_cli.errors import FootprintError

COMMANDS = {"explain": explain, "schema": schema, "completion": completion}
INTERRUPTED, PIPE_CLOSED = 130, 141
_CommandLineFault: Any = (
    typer.BadParameter.__base__
)  # click's UsageError, which Typer does not export

app = typer.Typer(
    name="footprint",
    add_completion=False,  # a command of its own instead
    rich_markup_mode=None,  # the default eats [id] out of help, and doubles its start-up
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _name, _command in COMMANDS.items():
    app.command(_name)(cast("Callable[..., object]", _command))


@app.callback(invoke_without_command=True)
def _root(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Say what an AI agent read, what it did not read, and why, from a recording alone."""
    if version:
        sys.stdout.write(f"footprint {__version__}\n")
        raise typer.Exit


def run(arguments: list[str]) -> int:
    """Run one command line and return the exit status."""
    try:
        status = app(arguments, prog_name="footprint", standalone_mode=False)
    except FootprintError as error:
        complain(str(error))
        return error.exit_status
    except ClosedPipe:
        close_quietly()
        return PIPE_CLOSED
    except (KeyboardInterrupt, typer.Abort):
        complain("interrupted")
        return INTERRUPTED
    except typer.Exit as stop:
        return stop.exit_code
    except _CommandLineFault as error:
        complain(error.format_message())
        if error.ctx is not None:
            complain(f"see '{error.ctx.command_path} --help'")
        return int(error.exit_code)
    return status if isinstance(status, int) else 0
