"""The command line: `main` answers `--version` by itself and leaves the rest to the app."""

import sys

from footprint_cli import __version__


def main() -> None:
    """Run the program; the only place that turns an error into a sentence and an exit status."""
    if sys.argv[1:] == ["--version"]:  # before Typer: half of its start-up would be the answer
        sys.stdout.write(f"footprint {__version__}\n")
        return
    import gc

    gc.set_threshold(100_000, 50, 100)  # the default collects 30 times while modules load: 6 %

    from footprint_cli.cli.app import run

    sys.exit(run(sys.argv[1:]))
