"""Whether a file may be read on from where it ended, with the same rows as reading all of it."""

from array import array
from typing import NamedTuple

from footprint_cli.archive.search.stretch import Last
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.recording import Recording

_LINES = frozenset({"evidence", "envelope"})  # of which each is a record of its own
_DIGEST = "I"  # 4 bytes
_FEWEST = 2  # lines; the first two tell how a file is laid out


class Stand(NamedTuple):
    """Up to where a file is not read again when it grew: the byte, and the lines before it; None: it is.

    `logs` tells the first lines of the logs of a commit log apart, the last one, which begins there, too.
    """

    start: int | None = None
    passed: int | None = None
    logs: bytes | None = None


NOWHERE = Stand()


class More(NamedTuple):
    """Where a file is read on: the byte, the lines before it, and what they were.

    `logs` tells the first lines of logs apart, of which the last is read again; empty: no commit log.
    """

    start: int
    passed: int
    format: str
    fragments: bool
    logs: frozenset[int] = frozenset()


class Growth:
    """Watches the recordings of a file, or of the end of one.

    A line may mean something for others: a damaged one, one of another kind, one that shows fragments
    where others show none, a search of an empty corpus, which is held against the other namespaces.
    Then the file cannot be read on.
    """

    def __init__(self) -> None:
        self._records = 0
        self._formats: set[str | None] = set()
        self._alone = True
        self._searches = False  # what tools are like bears on the calls of all logs
        self.fragments = False

    def add(self, recording: Recording) -> None:
        """Look at a recording."""
        self._formats.add(recording.format)
        self._searches = self._searches or any(one.search is not None for one in recording.schemas)
        lines = recording.lines
        if recording.format == "evidence":
            self._records += len(recording.retrievals)
            self._alone = self._alone and not any(map(_met_nothing, recording.retrievals))
            self.fragments = self.fragments or any(map(_shows_fragments, recording.retrievals))
        else:
            self._records += 1
        quiet = not (recording.damage or recording.noticed)
        self._alone = self._alone and quiet and (lines is None or lines.blank == 0)

    @property
    def may_go_on(self) -> bool:
        """Tell whether each record stands for itself, as far as their values tell."""
        one_form = self._formats <= _LINES and len(self._formats) == 1
        return self._alone and one_form and self._records >= _FEWEST

    def ended(self, size: int, lines: int) -> Stand:
        """Return where a file of so many lines is read on: at its end, if each of them is one record."""
        return Stand(size, lines) if self.may_go_on and lines == self._records else NOWHERE

    def stand(self, last: Last) -> Stand:
        """Return where a file of logs is read on."""
        return NOWHERE if self._searches else stand_of(last)

    def goes_on(self, more: More) -> bool:
        """Tell whether what was read is more of the same."""
        same = self._formats == {more.format} <= _LINES and self._alone
        return same and (more.format != "evidence" or self.fragments == more.fragments)


def stand_of(last: Last) -> Stand:
    """Return where a file of logs is read on: where its last one begins, unless that is all of it."""
    if last.start == 0:
        return NOWHERE
    return Stand(last.start, last.lines, array(_DIGEST, sorted(last.digests)).tobytes())


def logs_of(stored: bytes | None) -> frozenset[int]:
    """Return the digests that a `Stand` keeps."""
    return frozenset(array(_DIGEST, stored or b""))


def _met_nothing(one: Retrieval) -> bool:
    return one.evidence is not None and one.evidence.corpus_empty is True


def _shows_fragments(one: Retrieval) -> bool:
    listed = () if one.evidence is None else one.evidence.candidates or ()
    return any(each.prompt_fragment is not None for each in listed)
