"""What follows the last newline of a file: nothing, a cut line, or more than a search can tell."""

from footprint_cli.archive.search.stretch import Piece
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.model.finding import Damage
from footprint_cli.read.values import read_line


def tail_damage(piece: Piece) -> tuple[Damage, ...]:
    """Name what is wrong with a last line that was cut off."""
    if not piece.tail:
        return ()
    values, damage = read_line(piece.tail, piece.lines + 1)
    if values or not damage:  # a commit after all, or a blank
        raise Untrusted("a last line is not ended")
    return tuple(damage)
