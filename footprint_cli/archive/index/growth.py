"""Whether a file may be read on from where it ended, with the same rows as reading all of it."""

from typing import NamedTuple

from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.recording import Recording

_LINES = frozenset({"evidence", "envelope"})  # of which each is a record of its own
_FEWEST = 2  # lines; the first two tell how a file is laid out


class More(NamedTuple):
    """Where a file is read on: the byte, the lines before it, and what they were."""

    start: int
    passed: int
    format: str
    fragments: bool


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
        self.fragments = False

    def add(self, recording: Recording) -> None:
        """Look at a recording."""
        self._formats.add(recording.format)
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

    def passed(self, lines: int) -> int | None:
        """Return the number of lines in a file, where each of them is one record; None: not so."""
        return lines if self.may_go_on and lines == self._records else None

    def goes_on(self, more: More) -> bool:
        """Tell whether what was read is more of the same."""
        same = self._formats == {more.format} and self._alone
        return same and (more.format != "evidence" or self.fragments == more.fragments)


def _met_nothing(one: Retrieval) -> bool:
    return one.evidence is not None and one.evidence.corpus_empty is True


def _shows_fragments(one: Retrieval) -> bool:
    listed = () if one.evidence is None else one.evidence.candidates or ()
    return any(each.prompt_fragment is not None for each in listed)
