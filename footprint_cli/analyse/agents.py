"""Which calls of the model a search was for: those of the same agent, until it searches again."""

from bisect import bisect_right
from collections.abc import Iterable

from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.prompts import Prompt
from footprint_cli.model.steps import MEMORY_STEP, execution_of, subflow_of

_GROUPED = "sf-llm-call"  # the subflow in which an agent calls the model where turns are grouped


class Searches:
    """When each agent searched each of its memories."""

    def __init__(self, retrievals: Iterable[Retrieval]) -> None:
        self._times: dict[tuple[str | None, ...], list[int]] = {}
        for one in retrievals:
            at = execution_of(one.step)
            if at is not None:
                self._times.setdefault(_memory(one), []).append(at)
        for times_ in self._times.values():
            times_.sort()

    def after(self, retrieval: Retrieval) -> int | None:
        """Return when the same agent searches the same memory again; None: never."""
        at = execution_of(retrieval.step)
        known = self._times.get(_memory(retrieval), [])
        place = len(known) if at is None else bisect_right(known, at)
        return known[place] if place < len(known) else None


def _memory(retrieval: Retrieval) -> tuple[str | None, ...]:
    return retrieval.run, retrieval.retriever, agent_of(retrieval)


def agent_of(retrieval: Retrieval) -> str:
    """Return the subflow of the agent that searched; the id of a memory may hold slashes itself."""
    stage = (retrieval.step or "").rpartition("#")[0]
    own = f"{MEMORY_STEP}{retrieval.retriever}"
    return stage.removesuffix(own).removesuffix("/") if stage.endswith(own) else subflow_of(stage)


def is_for(retrieval: Retrieval, end: int | None, prompt: Prompt) -> bool:
    """Tell whether a prompt is of a call of the agent that searched, before it searches again.

    `end` is when it does, as `Searches.after` tells.
    """
    at, begin = execution_of(prompt.step), execution_of(retrieval.step)
    if prompt.told_by != "commit" or prompt.run != retrieval.run:
        return False
    if at is None or begin is None or at <= begin:
        return False
    agent = agent_of(retrieval)
    grouped = f"{agent}/{_GROUPED}".removeprefix("/")
    own = subflow_of(prompt.step) in {agent, grouped}
    return own and (end is None or at < end)
