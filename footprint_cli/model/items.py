"""Recorded lists of what was checked and what was not → items; their keys differ by carrier only."""

from collections.abc import Iterable
from typing import Any

from footprint_cli.model.coverage import Declared, Item
from footprint_cli.model.evidence import is_placeholder
from footprint_cli.model.json_text import json_text

# Rows and events are written in one case, the envelopes that a tool returns in another.
RECORD_KEYS = ("lookedFor", "checked", "notChecked", "cannotCover", "inProgress")
WIRE_KEYS = ("looked_for", "checked", "not_checked", "cannot_cover", "in_progress")


# What a declaration leaves out that cannot be read, or of which it is not known whose it is.
UNREADABLE = Item(what="what cannot be read")
NOT_JOINED = Item(what="what a record leaves out that may be of another call")


def declared_of(
    kind: str, record: dict[str, Any], keys: tuple[str, str, str, str, str], door: str
) -> Declared:
    """Read the lists of one declaration; what is not there is not recorded."""
    looked_for, checked, not_checked, cannot_cover, in_progress = map(record.get, keys)
    return Declared(
        kind=kind,
        looked_for=looked_for if isinstance(looked_for, str) else None,
        checked=items_of(checked),
        not_checked=items_of(not_checked),
        cannot_cover=items_of(cannot_cover),
        in_progress=_counted(in_progress),
        door=door,
    )


def items_of(value: object) -> tuple[Item, ...] | None:
    """Read a list of items; what is no list, or no object in one, is an item as it was recorded.

    What redaction took of a list may have left something out: it never reads as an empty list.
    """
    if value is None:
        return None
    return tuple(map(_item, value if isinstance(value, list) else [value]))


def hole(kind: str, door: str, item: Item = UNREADABLE) -> Declared:
    """Return a declaration of which only that it may leave something out is known."""
    return Declared(kind=kind, not_checked=(item,), door=door)


def with_news(known: tuple[Declared, ...], more: Iterable[Declared]) -> tuple[Declared, ...]:
    """Add to declarations of a call those of another source that leave out what they do not."""
    for one in more:
        named = {item.what for each in known for item in each.left_out}
        if any(item.what not in named for item in one.left_out):
            known = (*known, one)
    return known


def _item(value: object) -> Item:
    if isinstance(value, str):
        return Item(what=value)
    what = value.get("what") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(what, str):
        return Item(what=json_text(value))
    why, count = value.get("why"), value.get("count")
    return Item(
        what=what,
        why=why if isinstance(why, str) else None,
        count=count if _is_count(count) else None,
    )


def _counted(value: object) -> tuple[Item, ...] | None:
    """Read what is in progress; the whole list goes where a count is no whole number from 1 on."""
    items = items_of(value)
    if not isinstance(value, list):
        return items
    counts = [one.get("count") for one in value if isinstance(one, dict)]
    return (
        items
        if all(one is None or _is_count(one) or is_placeholder(one) for one in counts)
        else None
    )


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
