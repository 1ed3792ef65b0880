"""An index that is asked in place of recordings."""

from collections.abc import Sequence

from footprint_cli.cli.workers import Workers
from footprint_cli.errors import UsageError


def check_alone(  # noqa: PLR0913 (the options of a command)
    index: str,
    paths: Sequence[str] | None,
    workers: Workers,
    *,
    declarations: Sequence[str] | None = None,
    full_parse: bool = False,
    paranoid: bool = False,
) -> None:
    """Raise `UsageError` where recordings are named beside an index, or a way to read them."""
    if paths:
        raise UsageError(f"--index {index} is asked in place of recordings: {paths[0]}")
    if declarations:
        raise UsageError(
            f"--declarations {declarations[0]}: an index keeps no ground of calls to compose anew; "
            "give the recordings"
        )
    given = {
        **{name: value is not None for name, value in workers._asdict().items()},
        "full-parse": full_parse,
        "paranoid": paranoid,
    }
    for name, is_given in given.items():
        if is_given:
            raise UsageError(
                f"--{name}: --index {index} is asked in place of recordings, however read"
            )
