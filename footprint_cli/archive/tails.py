"""What follows the last newline of a file: nothing, a cut line, or more than a search can tell."""

from footprint_cli.archive.stretch import Piece
from footprint_cli.archive.trust import Untrusted
from footprint_cli.model.finding import Damage
from footprint_cli.read.values import read_line


def tail_damage(piece: Piece) -> tuple[Damage, ...]:
    """Name what is wrong with a last line that was cut off."""
    if not piece.tail.strip():
        if piece.tail:
            raise Untrusted("a last line is blank")
        return ()
    values, damage = read_line(piece.tail, piece.lines + 1)
    if values:
        raise Untrusted("a last line is not ended")
    if not damage:  # a byte-order mark alone
        raise Untrusted("a last line is blank")
    return tuple(damage)
