"""The command line: `main` answers `--version` by itself and leaves the rest to the app."""

import sys

from footprint_cli import __version__


def main() -> None:
    """Run the program; the only place that turns an error into a sentence and an exit status."""
    if sys.argv[1:] == ["--version"] and sys.stdout is not None:  # Typer would cost six times this
        import os

        try:
            os.write(sys.stdout.fileno(), f"footprint {__version__}\n".encode())
        except OSError:
            pass  # the way through Typer says what is wrong
        else:
            return
    import gc

    gc.set_threshold(100_000, 50, 100)  # the default collects 30 times while modules load: 6 %

    from footprint_cli.cli.app import run

    sys.exit(run(sys.argv[1:]))
