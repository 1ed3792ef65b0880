from collections.abc import Callable, Iterable
from typing import Any

from footprint_cli.model.js_values import ABSENT, Array, array_index

Container = dict[str, Any] | list[Any]

# No function here recurses: a log may nest deeper than Python's stack.


def copied(value: object, array: Callable[[list[Any]], list[Any]] = list) -> object:
    """Copy a decoded JSON value so that the two share nothing; `array` makes its arrays."""
    return _rebuilt(value, lambda node: dict(node) if isinstance(node, dict) else array(node))


def plain(value: object) -> Any:  # noqa: ANN401 - a JSON value
    """Copy a value of the state as JSON shows it.

    Absent properties and named properties of arrays are gone, holes are None, and integer-like keys
    come first and ascend, as JavaScript lists them.
    """
    return _rebuilt(None if value is ABSENT else value, _plain_level)


def _rebuilt(value: object, level: Callable[[Container], Container]) -> object:
    if not isinstance(value, (dict, list)):
        return value
    top = level(value)
    pending: list[Any] = [top]
    while pending:
        node = pending.pop()
        for key, child in node.items() if isinstance(node, dict) else enumerate(node):
            if isinstance(child, (dict, list)):
                node[key] = fresh = level(child)
                pending.append(fresh)
    return top


def _plain_level(node: Container) -> Container:
    if isinstance(node, dict):
        return {key: node[key] for key in _property_order(node) if node[key] is not ABSENT}
    return [None if element is ABSENT else element for element in node]


_ORDERLY: set[tuple[str, ...]] = set()  # keys of objects seen before that stand as they are
_MOST_ORDERLY, _FEW_KEYS = 4096, 32


def _property_order(node: dict[str, Any]) -> Iterable[str]:
    # The rows of a list have the same keys again and again.
    if len(node) > _FEW_KEYS:
        return _reordered(node)
    keys = tuple(node)
    if keys in _ORDERLY:
        return node
    order = _reordered(node)
    if order is node and len(_ORDERLY) < _MOST_ORDERLY:
        _ORDERLY.add(keys)
    return order


def _reordered(node: dict[str, Any]) -> Iterable[str]:
    # A caller may hand in keys that JSON cannot have; they keep their place.
    indexes = {key for key in node if isinstance(key, str) and array_index(key) is not None}
    if not indexes:
        return node
    return [*sorted(indexes, key=int), *(key for key in node if key not in indexes)]


def cloned(value: object) -> object:
    """Copy a value of the state with all that JSON does not show (JavaScript's structuredClone).

    What hangs in two places of the value hangs in the same two places of the copy.
    """
    copies: dict[int, object] = {}
    pending: list[tuple[object, object]] = []

    def copy(node: object) -> object:
        if not isinstance(node, (dict, list)):
            return node
        if id(node) not in copies:
            copies[id(node)] = fresh = type(node)()
            pending.append((node, fresh))
        return copies[id(node)]

    top = copy(value)
    while pending:
        node, fresh = pending.pop()
        _fill(fresh, node, copy)
    return top


def _fill(fresh: object, node: object, copy: Callable[[object], object]) -> None:
    if isinstance(node, dict) and isinstance(fresh, dict):
        fresh.update((key, copy(child)) for key, child in node.items())
    elif isinstance(node, list) and isinstance(fresh, list):
        fresh.extend(copy(child) for child in node)
    if isinstance(node, Array) and isinstance(fresh, Array):
        fresh.named.update((key, copy(child)) for key, child in node.named.items())
