"""Settings of all tests."""

import os

import pytest
from hypothesis import settings

# How long an example takes says nothing on a busy machine; what a command costs is `make bench`.
settings.register_profile("footprint", deadline=None)
settings.load_profile("footprint")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return how many processes `-n auto` takes: one more than cores, for some tests wait for servers."""
    return (os.cpu_count() or 1) + 1
