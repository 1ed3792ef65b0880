"""The execution tree of a snapshot → which steps failed; the commit log does not say (format notes, 8)."""

from typing import Any


def failures_of(tree: object) -> dict[str, str]:
    """Return the errors of each step that has any, joined; it nests a level a stage: no recursion."""
    found: dict[str, str] = {}
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, dict):
            continue
        step, errors = node.get("runtimeStageId"), node.get("errors")
        told = errors.values() if isinstance(errors, dict) else ()
        said = "; ".join(one for one in told if isinstance(one, str))
        if isinstance(step, str) and said:
            found[step] = said
        children = node.get("children")
        waiting += [node.get("next"), *(children if isinstance(children, list) else ())]
    return found
