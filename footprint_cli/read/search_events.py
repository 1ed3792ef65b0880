"""Events of memories → retrievals, each with the chunks that were seen attached.

`memory.retrieved` is written before the picker rules: it tells the strategy's verdicts, not the
prompt (format notes, section 5).
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.model.evidence import PLACEHOLDERS, Retrieval, Withheld
from footprint_cli.model.steps import MEMORY_STEP, subflow_of
from footprint_cli.read.calls import text
from footprint_cli.read.evidence import evidence_of, rulings_of


class _Search(Struct):
    """A `memory.retrieved` event, and the attached chunks seen after it."""

    retrieval: Retrieval
    attached: list[str]
    prompt_made: bool = False  # something after it shows that the prompt was put together
    hidden: bool = False  # an attached chunk is withheld


class SearchEvents:
    """Collects the searches of one run."""

    def __init__(self, run: str | None) -> None:
        self._run = run
        self._searches: list[_Search] = []
        self._latest: dict[str, _Search] = {}  # by subflow
        self._in_prompt = 0  # the searches before this one were followed by a prompt

    @property
    def retrievals(self) -> list[Retrieval]:
        """The retrievals in event order, each with the chunks seen attached."""
        return [
            replace(
                one.retrieval,
                attached=tuple(one.attached) if one.attached or one.prompt_made else None,
                attached_all=one.prompt_made and not one.hidden,
            )
            for one in self._searches
        ]

    def retrieved(
        self, payload: object, retriever: str | None, step: str | None, line: int | None
    ) -> None:
        """Take up a search."""
        evidence = evidence_of(payload) if isinstance(payload, dict) else None
        withheld = None
        if evidence is None:
            hidden = text(payload) in PLACEHOLDERS
            detail = (
                "the payload of memory.retrieved is withheld by redaction"
                if hidden
                else "the payload of memory.retrieved is not a record"
            )
            withheld = Withheld(kind="redacted" if hidden else "unreadable", detail=detail)
        retrieval = Retrieval(
            retriever=retriever,
            evidence_from="event",
            step=step,
            line=line,
            run=self._run,
            evidence=evidence,
            withheld=withheld,
            at_retriever=rulings_of(evidence) if evidence else None,
            retriever_from="event",
        )
        search = _Search(retrieval=retrieval, attached=[])
        self._searches.append(search)
        self._latest[subflow_of(step)] = search

    def attached(self, payload: object, step: str | None) -> None:
        """Take up a chunk that reached the prompt, of the last search of its subflow."""
        chunk = text(payload.get("memoryId")) if isinstance(payload, dict) else None
        search = self._latest.get(subflow_of(step))
        if search is None:
            return
        if chunk is not None:  # the field is named memoryId and holds the chunk's id
            search.attached.append(chunk)
        search.hidden = search.hidden or chunk is None

    def prompt_made(self) -> None:
        """Note that the prompt was put together: what was not attached by now was dropped."""
        for search in self._searches[self._in_prompt :]:
            search.prompt_made = True
        self._in_prompt = len(self._searches)


def retriever_of(step: str | None, memories: list[dict[str, Any]] | None) -> str | None:
    """Find the retriever of an event: only its step names it, and ids may hold `/` and `#`.

    A configured memory whose id ends the subflow path wins; else what follows `sf-memory-read-`.
    """
    path = subflow_of(step)
    for memory in memories or ():
        known = memory.get("id")
        if isinstance(known, str) and path.endswith(MEMORY_STEP + known):
            return known
    return path.partition(MEMORY_STEP)[2] or None if MEMORY_STEP in path else None
