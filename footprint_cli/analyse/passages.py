"""Which chunks stood in the prompt of a call of the model: only what the record proves.

A piece of a system prompt names its chunk by a `sourceId` of `memory:<memory>#<chunk>`, both of
which may hold `#` (format notes, 6.1); any other text holds a chunk where its recorded fragment
stands in it, character for character.
"""

from collections.abc import Iterable, Iterator

from footprint_cli.analyse.agents import Searches, is_for
from footprint_cli.analyse.fragments import is_hollow
from footprint_cli.model.evidence import PLACEHOLDERS, Candidate, Retrieval
from footprint_cli.model.passage import Passage, Passages
from footprint_cli.model.prompts import Message, Piece, Prompt
from footprint_cli.model.recording import Recording

_MEMORY = "memory:"


def prompted(recording: Recording) -> Iterator[tuple[Prompt, Passages]]:
    """Yield the prompt of each call of the model that a commit log tells, and its chunks.

    In log order, and none is kept. Raises `InputError` where the input cannot be read again.
    """
    finder = PassageFinder(recording.retrievals)
    for prompt in recording.prompts(whole=True):
        if prompt.told_by == "commit":
            yield prompt, finder.passages(prompt)


class PassageFinder:
    """Finds the chunks of prompts, by the searches of their recording."""

    def __init__(self, retrievals: Iterable[Retrieval]) -> None:
        self._retrievals = tuple(retrievals)
        searches = Searches(self._retrievals)
        self._ends = [searches.after(one) for one in self._retrievals]
        self._retrievers = {one.retriever for one in self._retrievals if one.retriever is not None}

    def passages(self, prompt: Prompt) -> Passages:
        """Find the chunks of a prompt that was read whole."""
        own = [
            one
            for one, end in zip(self._retrievals, self._ends, strict=True)
            if one.evidence_from in {"commit", "nested-log"} and is_for(one, end, prompt)
        ]
        search = _Search(own, self._retrievers | prompt.memories)
        for number, piece in enumerate(prompt.pieces or ()):
            search.take_piece(number, piece)
        search.take_fragments(prompt)
        return Passages(
            found=tuple(sorted(search.found, key=_place)),
            unproved=tuple(search.left),
            absent=tuple(search.absent),
        )


class _Search:
    """The search of one prompt."""

    def __init__(self, own: list[Retrieval], retrievers: Iterable[str]) -> None:
        self._retrievers = sorted(retrievers)
        self._open = [
            (one, candidate)
            for one in own
            for candidate in (one.evidence.candidates if one.evidence else None) or ()
            if candidate.admitted is True
        ]
        self.found: list[Passage] = []
        self.absent: list[str] = []
        self.left = [_untold(one) for one in own if _is_untold(one)]

    def take_piece(self, number: int, piece: Piece) -> None:
        """Take up a piece whose record names a chunk."""
        named = self._named(piece.source_id)
        known = [one for one in named if self._candidate(one, piece) is not None]
        sure = known or named
        if len(sure) > 1:
            both = " or ".join(f"{chunk} of {retriever}" for retriever, chunk in sure)
            self.left.append(
                f"piece {number} is of {both}: {piece.source_id} can be read either way"
            )
        elif sure:
            self._add_named(number, piece, sure[0])

    def _named(self, source: str | None) -> list[tuple[str, str]]:
        heads = [(one, f"{_MEMORY}{one}#") for one in self._retrievers]
        return [
            (one, source.removeprefix(head))
            for one, head in heads
            if source is not None and source.startswith(head)
        ]

    def _candidate(self, name: tuple[str, str], piece: Piece) -> tuple[Retrieval, Candidate] | None:
        same = [one for one in self._open if (one[0].retriever, one[1].id) == name]
        told = [one for one in same if one[1].prompt_fragment == piece.text]
        return next(iter(told or same), None)  # an id may be there twice

    def _add_named(self, number: int, piece: Piece, name: tuple[str, str]) -> None:
        known = self._candidate(name, piece)
        if known is None:
            self.found.append(
                Passage(
                    chunk=name[1],
                    retriever=name[0],
                    place="system",
                    part=number,
                    proof="record",
                    rank=piece.rank,
                )
            )
            return
        self._open.remove(known)
        shows = piece.text is not None and piece.text == known[1].prompt_fragment
        self._add(known, "system", number, "both" if shows else "record")

    def _add(self, known: tuple[Retrieval, Candidate], place: str, part: int, proof: str) -> None:
        retrieval, candidate = known
        self.found.append(
            Passage(
                chunk=candidate.id or "",
                retriever=retrieval.retriever or "",
                place=place,
                part=part,
                proof=proof,
                rank=candidate.rank,
                position=candidate.prompt_position,
                doc_uri=candidate.doc_uri,
                step=retrieval.step,
                line=retrieval.line,
            )
        )

    def take_fragments(self, prompt: Prompt) -> None:
        """Look for the text of the admitted chunks that no record names."""
        for known in [*self._open]:
            retrieval, candidate = known
            name = f"{candidate.id} of {retrieval.retriever}"
            fragment = candidate.prompt_fragment
            if candidate.id is None or retrieval.retriever is None:
                continue
            if not fragment or fragment in PLACEHOLDERS or is_hollow(fragment):
                self.left.append(f"{name} is admitted, and its text is not recorded")
                continue
            place = _standing(fragment, prompt.pieces or (), prompt.messages or ())
            if place is not None:
                self._add(known, *place, "fragment")
            elif prompt.text is None or prompt.messages is None:
                why = prompt.unknown or prompt.messages_unknown
                self.left.append(f"{name} is admitted, and {why}")
            else:
                self.absent.append(f"{name} is admitted, and its text is not in this prompt")


def _is_untold(one: Retrieval) -> bool:
    """Tell whether a search admitted chunks, or may have, and the record does not say which."""
    evidence = one.evidence
    return evidence is None or (evidence.candidates is None and evidence.admitted_count != 0)


def _untold(one: Retrieval) -> str:
    return f"which chunks {one.retriever} admitted is not recorded ({one.step})"


def _standing(
    fragment: str, pieces: tuple[Piece, ...], messages: tuple[Message, ...]
) -> tuple[str, int] | None:
    """Find the first part that holds a text: a piece of the system prompt, or a message."""
    texts: tuple[tuple[str, list[str | None]], ...] = (
        ("system", [one.text for one in pieces]),
        ("message", [one.text for one in messages]),
    )
    for place, parts in texts:
        for number, text in enumerate(parts):
            if text is not None and fragment in text:
                return place, number
    return None


def _place(one: Passage) -> tuple[bool, int, int]:
    return one.place == "message", one.part, -1 if one.position is None else one.position
