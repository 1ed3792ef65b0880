"""What a search saw of a file, parted so that several can parse the lines it found."""

from footprint_cli.archive.search.retrievals import Retrievals
from footprint_cli.archive.search.stretch import Hit, Piece, Stretch


def parted(piece: Piece, retrievals: Retrievals, count: int) -> list[Piece]:
    """Part a piece, in the order of its logs, into up to `count` pieces of about as many bytes to parse.

    A log is never cut. Each part knows of the whole what its retrievals are read by.
    """
    share = sum(map(_bytes, piece.stretches)) / count
    parts: list[Piece] = []
    logs, held = 0, 0
    for one in piece.stretches:
        if not parts or held > share:
            part = Piece(
                before=logs,
                several=retrievals.several,
                fragments=retrievals.show_fragments(),
                packed=piece.packed,
                texts=piece.texts,
            )
            parts.append(part)
            held = 0
        parts[-1].stretches.append(one)
        held += _bytes(one)
        logs += one.logs
    return parts


def _bytes(one: Stretch) -> int:
    """Count the bytes that are parsed of a log."""
    if one.folds:
        return one.end - one.offset
    return sum(item.size for item in one.items if isinstance(item, Hit))
