"""How a command line and the configuration decide what the rules of coverage leave open."""

from msgspec import convert, to_builtins

from footprint_cli.cli.config import configuration
from footprint_cli.cli.streams import complain
from footprint_cli.cli.tables import nearest
from footprint_cli.errors import UsageError
from footprint_cli.model.coverage import CHOICES, DEFAULT_CHOICES, Choices

_TABLE, _OPTION = "coverage", "--choose"


def choices_of(given: list[str] | None) -> Choices:
    """Return what `--choose NAME=VALUE` chooses, then the table `coverage` of the configuration.

    Of two values for one name on a command line, the last one wins. Says on standard error when
    something is chosen by the configuration.
    """
    chosen = {**_configured(), **dict(_asked(one) for one in given or ())}
    fields = {name.replace("-", "_"): value for name, value in chosen.items()}
    return convert({**to_builtins(DEFAULT_CHOICES), **fields}, Choices)


def _asked(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    values = CHOICES.get(name)
    if values is None:
        raise UsageError(f"{_OPTION}: there is no choice {name}; {nearest(name, CHOICES)}")
    if not equals or not value:
        both = " or ".join(f"{name}={one}" for one in values)
        raise UsageError(f"{_OPTION}: {name} needs a value: {both}")
    if value not in values:
        raise UsageError(f"{_OPTION}: {name} cannot be {value}; {nearest(value, values)}")
    return name, value


def _configured() -> dict[str, str]:
    root = configuration()
    if root is None or not root.has(_TABLE):
        return {}
    table = root.table(_TABLE)
    table.only(*CHOICES)
    found = {name: table.choice(name, CHOICES[name]) for name in table.names()}
    if found:
        complain(f"choices from {root.path}")
    return {name: value for name, value in found.items() if value is not None}
