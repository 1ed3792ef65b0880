"""What ends a command. Everything that merely went wrong in a recording is a value, not an error."""


class FootprintError(Exception):
    """The command cannot go on; `exit_status` is what the process answers with."""

    exit_status = 4


class UsageError(FootprintError):
    """The command line or the configuration asks for something that does not exist."""

    exit_status = 2


class InputError(FootprintError):
    """An input could not be read at all; the message names it and says why."""

    exit_status = 4

    def __init__(self, source: str, why: str, *, no_recording: bool = False) -> None:
        super().__init__(f"{source}: {why}")
        self.source = source
        self.why = why
        self.no_recording = no_recording  # it is whole, and simply something else


class IncompleteError(FootprintError):
    """Something that an answer needs is not there, so there is none."""

    exit_status = 3


class StrategyError(FootprintError):
    """A strategy cannot rule on a pool, or does not keep to the seam; the message says which."""

    exit_status = 2


class UnruledError(StrategyError):
    """A strategy lacks something that it needs to rule on one pool: a score, a vector."""
