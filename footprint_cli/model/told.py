"""What came of reading one source, beside the answer: statuses, and what is to be said of it."""

from typing import Generic, TypeVar

from msgspec import Struct

Part = TypeVar("Part")


class Told(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one source came to. `statuses` has one for each recording in it, `inconclusive` their names.

    `complaints` are sentences for standard error. `left_out`: it holds no recording, and nobody
    named it. `seen` are the retrievers or steps in it, whichever was asked for, and `matched` says
    that one was meant. `called` are tools of which a call was seen.
    """

    statuses: tuple[int, ...] = ()
    complaints: tuple[str, ...] = ()
    inconclusive: tuple[str, ...] = ()
    left_out: bool = False
    seen: tuple[str, ...] = ()
    matched: bool = False
    called: tuple[str, ...] = ()


class Read(Struct, Generic[Part], frozen=True, kw_only=True, omit_defaults=True):
    """One source, by its place among all, with a part of the answer for each recording in it."""

    place: int
    told: Told
    parts: tuple[Part, ...] = ()
