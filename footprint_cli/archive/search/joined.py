"""Pieces of one file, scanned apart, put together as if they had been scanned at once."""

from collections.abc import Iterable

from footprint_cli.archive.search.stretch import Fields, Hit, Piece, Stretch
from footprint_cli.archive.search.trust import Untrusted


def joined(pieces: Iterable[Piece]) -> Piece | None:
    """Put the pieces of a file together, in their order; None where they do not fit."""
    first, *later = pieces
    try:
        for piece in later:
            _join(first, piece)
    except Untrusted:
        return None
    return first


def _join(one: Piece, later: Piece) -> None:
    if one.digests & later.digests:
        raise Untrusted("a log repeats another")
    stretches = [_moved(each, one.lines) for each in later.stretches]
    if stretches[0].idx:
        if stretches[0].idx != one.expected:
            raise Untrusted("lines are missing, repeated or mixed")
        _continue(one.stretches[-1], stretches.pop(0))
    one.stretches += stretches
    one.lines += later.lines
    one.expected, one.tail = later.expected, later.tail
    one.digests |= later.digests
    one.retrievers |= later.retrievers


def _moved(stretch: Stretch, lines: int) -> Stretch:
    """Count the lines of a stretch on from those before its piece."""
    stretch.line += lines
    stretch.items = [
        one._replace(line=one.line + lines) if isinstance(one, Hit) else one
        for one in stretch.items
    ]
    return stretch


def _continue(one: Stretch, later: Stretch) -> None:
    """Go on with a log that began in an earlier piece."""
    known = one.fields.keys() & later.fields.keys()
    leaks = any(not one.fields[key].any <= later.fields[key].all for key in known)
    one.folds = one.folds or later.folds or leaks or not one.places.isdisjoint(later.places)
    one.items += [
        each._replace(first=False) if isinstance(each, Hit) and known else each
        for each in later.items
    ]
    for key, fields in later.fields.items():
        before = one.fields.get(key, fields)
        one.fields[key] = Fields(before.any | fields.any, before.all & fields.all)
    one.places |= later.places
    one.passed += later.passed
    one.fragments = one.fragments or later.fragments
    one.end = later.end
