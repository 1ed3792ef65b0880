"""What ends a shortcut: anything that only the full reader can tell."""


class Untrusted(Exception):  # noqa: N818 (no error: the full reader takes the file)
    """A file, or a part of one, that is not laid out as the recorder writes commit logs."""
