from typing import NamedTuple


class Workers(NamedTuple):
    """Who reads: so many processes of this machine (None: as many as it has cores), or an engine.

    `shard`, as I/N, says that only a part is read here.
    """

    jobs: int | None = None
    engine: str | None = None
    shard: str | None = None
