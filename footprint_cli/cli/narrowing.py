"""What of the answer's status is asked for; nothing that reads is loaded."""


def zeroed(status: int, *, exit_zero: bool) -> int:
    """Turn 1 and 3 into 0 where that is asked for, never 2 or 4."""
    return 0 if exit_zero and status in (1, 3) else status
