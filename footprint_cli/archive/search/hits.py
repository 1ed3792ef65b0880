"""What a search saw of a file → audits, as the full reader would give them, and plain numbers."""

from collections.abc import Iterator
from typing import NamedTuple

from footprint_cli.analyse.answers import matcher
from footprint_cli.analyse.audits import audit, counted
from footprint_cli.archive.search.parted import parted
from footprint_cli.archive.search.retrievals import Retrievals
from footprint_cli.archive.search.stretch import Piece
from footprint_cli.archive.search.tails import tail_damage
from footprint_cli.model.answer import Asked
from footprint_cli.model.audit import Audit
from footprint_cli.model.recording import Recording


class Skipped(NamedTuple):
    """Retrievals that need no words: those that `never` had the chunk as a candidate.

    `passed` are retrievals of other retrievers than the one asked for; `retrievers` are all seen.
    """

    never: int = 0
    passed: int = 0
    retrievers: tuple[str, ...] = ()


class Found:
    """The answers of one file, in the order of its lines, made as they are asked for.

    What only the full reader can tell may be met on the way: then `Untrusted` is raised, and
    what was given before it is what the full reader gives first.
    """

    def __init__(self, path: str, piece: Piece, asked: Asked) -> None:
        self._path = path
        self._piece = piece
        self._naming = matcher(asked)
        self._damage = tail_damage(piece)
        self._retrievals = Retrievals(path, piece)

    def parts(self, count: int) -> list[Piece]:
        """Part the hits in their order, for up to so many to explain them; then comes the end."""
        return parted(self._piece, self._retrievals, count)

    def hits(self) -> Iterator[Skipped | Audit]:
        """Give the answers of its lines."""
        fragments = self._retrievals.show_fragments()
        for part in self._retrievals:
            if isinstance(part, int):
                yield Skipped(never=part)
            else:
                recording = self._recording(retrievals=tuple(part), part=True)
                yield audit(recording, naming=self._naming, fragments=fragments)

    def end(self) -> Iterator[Skipped | Audit]:
        """Give what there is to say of the file beside them; last an audit without any retrieval."""
        passed = sum(one.passed for one in self._piece.stretches if not one.folds)
        yield Skipped(passed=passed, retrievers=tuple(self._piece.retrievers))
        yield counted(self._recording(damage=self._damage))

    def _recording(self, **told: object) -> Recording:
        return Recording(source=self._path, format="commit-log", **told)  # type: ignore[arg-type]
