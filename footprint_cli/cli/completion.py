from enum import StrEnum
from typing import Annotated

import typer

from footprint_cli.cli.streams import say


class Shell(StrEnum):
    """A shell that can complete command lines."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def completion(
    shell: Annotated[Shell, typer.Argument(help="The shell to complete in.")],
) -> None:
    """Print the completion script of a shell; put its output into the shell's start-up file."""
    from typer._completion_shared import get_completion_script

    script = get_completion_script(
        prog_name="footprint", complete_var="_FOOTPRINT_COMPLETE", shell=shell.value
    )
    say(script + "\n")
