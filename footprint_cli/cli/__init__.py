"""The command line: `main` answers `--version` by itself and leaves the rest to the app."""

import os
import sys

from footprint_cli import __version__


def main() -> None:
    """Run the program; the only place that turns an error into a sentence and an exit status."""
    try:
        status = _status(sys.argv[1:])
    except KeyboardInterrupt:  # while modules load; `run` answers what comes later
        try:  # noqa: SIM105 (contextlib would cost --version a tenth)
            os.write(2, b"footprint: interrupted\n")
        except OSError:
            pass  # nobody reads standard error
        status = 130
    sys.exit(status)


def _status(arguments: list[str]) -> int:
    if arguments == ["--version"] and sys.stdout is not None:  # Typer would cost six times this
        try:
            os.write(sys.stdout.fileno(), f"footprint {__version__}\n".encode())
        except OSError:
            pass  # the way through Typer says what is wrong
        else:
            return 0
    import gc

    gc.set_threshold(100_000, 50, 100)  # the default collects 30 times while modules load: 6 %

    from footprint_cli.cli.app import run

    return run(arguments)
