"""The execution tree of a snapshot → which keys each step read (commit-log notes, 7 and 8.2)."""

from typing import Any

from footprint_cli.model.trace import Reads


def reads_of(tree: object) -> Reads:
    """Return what an execution tree tells of reads: the keys of `stageReads`, by step.

    It nests one level a stage, so no recursion here. A step that is met twice has read both. Where
    there is no tree nothing is told; where no node has `stageReads`, the keys are not recorded, or
    nothing was read: the tree does not say which.
    """
    if not isinstance(tree, dict):
        return Reads()
    found: dict[str, tuple[str, ...]] = {}
    mounts: set[str] = set()
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        step, read = node.get("runtimeStageId"), node.get("stageReads")
        if isinstance(step, str):
            keys = tuple(read) if isinstance(read, dict) else ()
            found[step] = tuple(dict.fromkeys((*found.get(step, ()), *keys)))
            if any(map(_mounts, (node, *_children(node)))):
                mounts.add(step)
        waiting += [node.get("next"), *_children(node)]
    return Reads(by_step=found, mounts=frozenset(mounts))


def _children(node: dict[str, Any]) -> list[Any]:
    children = node.get("children")
    return children if isinstance(children, list) else []


def _mounts(node: object) -> bool:
    return isinstance(node, dict) and isinstance(node.get("subflowId"), str)
