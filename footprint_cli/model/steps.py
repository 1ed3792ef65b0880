"""Step ids such as `sf-memory-read-kb/load-relevant#2`: what of one can be told from its text."""

MEMORY_STEP = "sf-memory-read-"  # begins the subflow that reads a memory; its id follows
_DIGITS = 15  # a longer number was not counted by a producer


def subflow_of(step: str | None) -> str:
    """Return the subflow path of a step id: what stands before the last slash of its stage."""
    stage = (step or "").rpartition("#")[0] or (step or "")
    return stage.rpartition("/")[0]


def execution_of(step: object) -> int | None:
    """Return the execution number of a step id: the digits after its last `#`; None without."""
    number = step.rpartition("#")[2] if isinstance(step, str) and "#" in step else ""
    return int(number) if number.isascii() and number.isdigit() and len(number) <= _DIGITS else None
