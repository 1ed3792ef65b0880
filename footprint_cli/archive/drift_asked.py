"""The question of `drift`, as parts of its answer hold it."""

from msgspec import Struct


class DriftAsked(Struct, frozen=True, kw_only=True, tag="drift", omit_defaults=True):
    """What `drift` asks of two sides, whose sources are `named` 0 and 1; `quick` is how each is read."""

    quick: tuple[bool, bool]
    fail_on: tuple[str, ...]
    alpha: float
    top: int
    exit_zero: bool = False
