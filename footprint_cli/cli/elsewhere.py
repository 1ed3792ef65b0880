"""The workers of a cluster, lent for sources that they could find."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from footprint_cli.archive.run import Engine
from footprint_cli.archive.sources import Source
from footprint_cli.cli.inputs import is_address
from footprint_cli.errors import UsageError


@contextmanager
def elsewhere(url: str, sources: Sequence[Source]) -> Iterator[Engine]:
    """Lend the workers of a cluster, where they could find all sources."""
    from footprint_cli.archive.cluster import SCHEME, dask_engine, is_address_of_dask

    if not is_address_of_dask(url):
        raise UsageError(
            f"--engine {url}: give the scheduler of a Dask cluster, as {SCHEME}HOST:PORT"
        )
    for one in sources:
        found = is_address(one.path) or os.path.isabs(one.path)  # noqa: PTH117
        if one.fault is None and not (one.plain and found):
            raise UsageError(
                f"--engine: workers would not find {one.path}: give whole paths of files that they "
                "see too, or addresses such as s3://"
            )
    with dask_engine(url) as engine:
        yield engine
