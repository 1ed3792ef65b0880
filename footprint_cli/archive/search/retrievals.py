"""The lines that a search found → retrievals, as the full reader has them."""

from collections.abc import Iterator
from io import FileIO
from typing import Any

from msgspec.structs import replace

from footprint_cli.archive.search.blocks import blocks
from footprint_cli.archive.search.evidence_lines import injection
from footprint_cli.archive.search.stretch import Hit, Piece, Stretch
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.model.commit import SEPARATOR, refusal
from footprint_cli.model.evidence import Evidence, Retrieval
from footprint_cli.model.finding import Finding
from footprint_cli.read.evidence import (
    EVIDENCE_KEY,
    INJECTION_KEY,
    candidates_in,
    evidence_of,
    injected_text,
    is_flat,
)
from footprint_cli.read.log import Log
from footprint_cli.read.values import read_line

_TRACE = b'"trace":['
_LIST, _LIST_ENDS = b'"candidates":[', b"}]"
NEEDLES = (b'"retrievalEvidence_', b'"memoryInjection_')


class Retrievals:
    """The retrievals of a file, in order; numbers stand for those that the search only counted.

    Raises `Untrusted` where only the full reader can tell.
    """

    def __init__(
        self, path: str, piece: Piece, *, before: int = 0, many: bool | None = None
    ) -> None:
        """Take up what was seen: `before` logs come ahead of it, and `many` says that it is not all."""
        self._path = path
        self._piece = piece
        self._before = before
        for one in piece.stretches:
            one.folds = self._folds(one)
        self.noticed: list[Finding] = []  # what folding said beside them
        self._many = sum(one.logs for one in piece.stretches) > 1 if many is None else many

    def show_fragments(self) -> bool:
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

    def __iter__(self) -> Iterator[int | list[Retrieval]]:
        """Give them as they are asked for."""
        number = self._before
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

    def _folds(self, stretch: Stretch) -> bool:
        """Tell whether only the fold can tell; a text that was injected before a record may be its own."""
        last = {
            one.bare: one for one in stretch.items if isinstance(one, Hit) and one.bare is not None
        }
        return stretch.folds or any(
            block.finder.find(injection(key), 0, block.end) >= 0
            for key, hit in last.items()
            for block in blocks(self._path, stretch.offset, hit.offset)
        )

    def _named(self, retrievals: list[Retrieval], log: Log) -> list[Retrieval]:
        run = log.name if self._many else None
        return [replace(one, run=run) for one in retrievals]

    def _parsed(self, file: FileIO, hit: Hit, number: int) -> Retrieval:
        """Read a record that owes nothing to earlier ones."""
        raw = self._piece.texts.get(hit.offset)
        if raw is None:
            file.seek(hit.offset)
            raw = file.read(hit.size)
        found = _plain(raw, hit.line)
        if found is None:
            bundle = bundle_of(raw, hit.line)
            found = _direct(bundle, hit.line) or self._only(bundle, hit.line, number)
        evidence = found.evidence
        if not hit.first and (evidence is None or _may_go_on(evidence)):
            raise Untrusted("a list may go on from an earlier one")
        return found

    def _only(self, bundle: dict[str, Any], line: int, number: int) -> Retrieval:
        """Fold one commit by itself."""
        log = Log(self._path, number, own=True)
        log.apply(bundle, line)
        if len(log.retrievals.retrievals) != 1:
            raise Untrusted("a line holds no retrieval, or several")
        return log.retrievals.retrievals[0]

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
                if any(block.finder.find(one, begin, end) >= 0 for one in NEEDLES):
                    log.apply(bundle_of(bytes(block.buffer[begin:end]), line), line)
                begin, line = end + 1, line + 1
        self.noticed += log.retrievals.noticed
        return log.retrievals.retrievals


def _may_go_on(evidence: Evidence) -> bool:
    """Tell whether a list counts more rows than were considered: earlier ones may be among them."""
    considered = evidence.considered_count
    return isinstance(considered, int) and 0 <= considered < len(evidence.candidates or ())


def bundle_of(raw: bytes, line: int) -> dict[str, Any]:
    """Read a line that holds one commit; raises `Untrusted` for any other."""
    values, damage = read_line(raw, line)
    bundle = values[0] if len(values) == 1 else None
    if damage or not isinstance(bundle, dict) or refusal(bundle) is not None:
        raise Untrusted("a line is damaged")
    return bundle


def _plain(raw: bytes, line: int) -> Retrieval | None:
    """Read a line whose one list of candidates is typed where it stands; None: it is another.

    The rest of the line is read as every line is, with an empty list in that place.
    """
    begin = raw.find(_LIST)
    end = raw.rfind(_LIST_ENDS, begin, raw.rfind(_TRACE))
    if begin < 0 or end < 0 or raw.find(_LIST, end) >= 0:
        return None
    begin, end = begin + len(_LIST) - 1, end + len(_LIST_ENDS)
    rows = candidates_in(raw[begin:end])
    if rows is None:
        return None
    found = _direct(bundle_of(raw[:begin] + b"[]" + raw[end:], line), line)
    if found is None or found.evidence is None or found.evidence.candidates != ():
        return None
    return replace(found, evidence=replace(found.evidence, candidates=rows))


def _direct(bundle: dict[str, Any], line: int) -> Retrieval | None:
    """Take a record as it stands where folding it would change nothing; None: it might.

    The rows of the trace set just the fields of the record, in its order, and nothing in it has
    keys that JavaScript would put in another order.
    """
    keys = [key for key in bundle["overwrite"] if key.startswith(EVIDENCE_KEY)]
    record = bundle["overwrite"].get(keys[0]) if len(keys) == 1 else None
    if not isinstance(record, dict):
        return None
    own = f"{keys[0]}{SEPARATOR}"
    paths = [row["path"] for row in bundle["trace"]]
    if [f"{own}{name}" for name in record] != [one for one in paths if one.startswith(own)]:
        return None
    rows = record.get("candidates")
    for name, value in record.items():
        if isinstance(value, dict | list) and name != "candidates":
            return None
    if not isinstance(rows, list) or not is_flat(rows):
        return None
    retriever = keys[0].removeprefix(EVIDENCE_KEY)
    injection = f"{INJECTION_KEY}{retriever}"
    injected = injected_text(bundle["overwrite"].get(injection)) if injection in paths else None
    return Retrieval(
        retriever=retriever,
        evidence_from="commit",
        step=bundle["runtimeStageId"],
        line=line,
        evidence=evidence_of(record),
        injected=injected,
        injected_recorded=injected is not None,
    )
