"""What a worker wrote of a batch of sources, for an export."""

from msgspec import Struct

from footprint_cli.model.told import Told


class Exported(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Files of one batch. `folder` is where they are, by a name for the time being.

    `files` are their places in it, which are those in the dataset too. `rows` are counts of tables,
    `told` is what came of each source, in their order. `lost` says why nobody could read a source:
    then nothing is written of it yet.
    """

    folder: str = ""
    files: tuple[str, ...] = ()
    rows: dict[str, int] = {}
    told: tuple[Told, ...]
    lost: str | None = None
