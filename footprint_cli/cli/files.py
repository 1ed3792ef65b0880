import os


def same_file(path: str, other: str) -> bool:
    """Tell whether an input (- is standard input) is the file that another path names."""
    try:
        one = os.fstat(0) if path == "-" else os.stat(path)  # noqa: PTH116
        return os.path.isfile(other) and os.path.samestat(one, os.stat(other))  # noqa: PTH113, PTH116
    except (OSError, ValueError):
        return False
