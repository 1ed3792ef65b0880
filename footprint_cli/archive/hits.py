"""What a scan found → audits, as the full reader would give them, and counts for what needs none."""

from collections.abc import Iterator
from functools import partial
from io import FileIO

from msgspec.structs import replace

from footprint_cli.analyse.answers import matcher
from footprint_cli.analyse.audits import audit
from footprint_cli.archive.blocks import blocks
from footprint_cli.archive.stretch import Hit, Piece, Stretch
from footprint_cli.archive.trust import Untrusted
from footprint_cli.model.answer import Asked
from footprint_cli.model.audit import Audit
from footprint_cli.model.commit import refusal
from footprint_cli.model.evidence import Evidence, Retrieval
from footprint_cli.model.finding import Damage
from footprint_cli.model.recording import Recording
from footprint_cli.read.log import Log
from footprint_cli.read.values import read_line

_NEEDLES = (b'"retrievalEvidence_', b'"memoryInjection_')


class Found:
    """The answers of one file, in the order of its lines, made as they are asked for.

    What only the full reader can tell may be met on the way: then `Untrusted` is raised, and
    what was given before it is what the full reader gives first.
    """

    def __init__(self, path: str, piece: Piece, asked: Asked | None) -> None:
        self._path = path
        self._piece = piece
        self._naming = None if asked is None else matcher(asked)
        self._many = sum(one.logs for one in piece.stretches) > 1
        self._damage = _tail_damage(piece)

    def __iter__(self) -> Iterator[int | Audit]:
        """Give numbers of retrievals that are never candidates, and audits of the others."""
        explain = partial(audit, naming=self._naming, fragments=self._shows_fragments())
        for part in self._parts():
            if isinstance(part, int):
                yield part
            else:
                yield explain(self._recording(retrievals=tuple(part), part=True))
        yield explain(self._recording(damage=self._damage))

    def _shows_fragments(self) -> bool:
        """Tell whether any candidate of the file shows the text that went to the prompt."""
        if any(one.fragments for one in self._piece.stretches if not one.folds):
            return True
        return any(
            each.prompt_fragment is not None
            for one in self._piece.stretches
            if one.folds
            for retrieval in self._folded(one, Log(self._path, 1, own=True))
            if retrieval.evidence is not None
            for each in retrieval.evidence.candidates or ()
        )

    def _recording(self, **told: object) -> Recording:
        return Recording(source=self._path, format="commit-log", **told)  # type: ignore[arg-type]

    def _parts(self) -> Iterator[int | list[Retrieval]]:
        number = 0
        with FileIO(self._path) as file:
            for stretch in self._piece.stretches:
                number += stretch.logs
                log = Log(self._path, number, own=True)
                if stretch.folds:
                    yield self._named(self._folded(stretch, log), log)
                    continue
                for item in stretch.items:
                    if isinstance(item, int):
                        yield item
                    else:
                        yield self._named([self._parsed(file, item, number)], log)

    def _named(self, retrievals: list[Retrieval], log: Log) -> list[Retrieval]:
        run = log.name if self._many else None
        return [replace(one, run=run) for one in retrievals]

    def _parsed(self, file: FileIO, hit: Hit, number: int) -> Retrieval:
        """Read a record that owes nothing to earlier ones."""
        raw = self._piece.texts.get(hit.offset)
        if raw is None:
            file.seek(hit.offset)
            raw = file.read(hit.size)
        log = Log(self._path, number, own=True)
        _apply(log, raw, hit.line)
        if len(log.retrievals.retrievals) != 1:
            raise Untrusted("a line holds no retrieval, or several")
        found = log.retrievals.retrievals[0]
        evidence = found.evidence
        if not hit.first and (evidence is None or _may_go_on(evidence)):
            raise Untrusted("a list may go on from an earlier one")
        return found

    def _folded(self, stretch: Stretch, log: Log) -> list[Retrieval]:
        """Fold all lines of a log that say something of its retrievals."""
        if self._piece.packed:
            raise Untrusted("a packed log is folded by the reader")
        line = stretch.line
        for block in blocks(self._path, stretch.offset, stretch.end):
            begin = 0
            while begin < block.end:
                end = block.buffer.find(b"\n", begin, block.end)
                end = block.end if end < 0 else end
                if any(block.finder.find(one, begin, end) >= 0 for one in _NEEDLES):
                    _apply(log, bytes(block.buffer[begin:end]), line)
                begin, line = end + 1, line + 1
        return log.retrievals.retrievals


def _may_go_on(evidence: Evidence) -> bool:
    """Tell whether a list counts more rows than were considered: earlier ones may be among them."""
    considered = evidence.considered_count
    return isinstance(considered, int) and 0 <= considered < len(evidence.candidates or ())


def _apply(log: Log, raw: bytes, line: int) -> None:
    values, damage = read_line(raw, line)
    bundle = values[0] if len(values) == 1 else None
    if damage or not isinstance(bundle, dict) or refusal(bundle) is not None:
        raise Untrusted("a line is damaged")
    log.apply(bundle, line)


def _tail_damage(piece: Piece) -> tuple[Damage, ...]:
    """Name what is wrong with a last line that was cut off."""
    if not piece.tail.strip():
        if piece.tail:
            raise Untrusted("a last line is blank")
        return ()
    values, damage = read_line(piece.tail, piece.lines + 1)
    if values:
        raise Untrusted("a last line is not ended")
    return tuple(damage)
