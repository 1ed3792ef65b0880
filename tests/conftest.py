"""Settings of all tests."""

from hypothesis import settings

# How long an example takes says nothing on a busy machine; what a command costs is `make bench`.
settings.register_profile("footprint", deadline=None)
settings.load_profile("footprint")
