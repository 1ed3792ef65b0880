from footprint_cli.model.js_numbers import double
from footprint_cli.model.js_values import ABSENT, Array

PROTO = "__proto__"


def appended(array: list[object], tail: list[object], *, in_place: bool) -> list[object]:
    """Concatenate; as in JavaScript's `[...array, ...tail]`, the named properties are lost."""
    if not in_place:
        return Array([*array, *tail])
    array.extend(tail)
    if isinstance(array, Array):
        array.named.clear()
        array.members = None
    return array


def merged(target: object, source: object, *, in_place: bool, dropped: list[str]) -> object:
    """Merge `source` onto `target` by the producer's `deepSmartMerge`.

    The elements of `source` go into the result as they are, not copied: a union knows them by
    identity. With `in_place` the result may be `target`, changed. A `__proto__` that JavaScript
    would not store as data is left out, and its key added to `dropped`.
    """
    if not isinstance(source, dict):
        return _merged_leaf(target, source, in_place=in_place)
    top = _object_from(target, in_place=in_place)
    pending = [(top, source)]
    while pending:
        into, patch = pending.pop()
        for key, value in patch.items():
            current = into.get(key, ABSENT)
            if key == PROTO and key not in into:
                dropped.append(key)
            elif isinstance(value, dict):
                into[key] = child = _object_from(current, in_place=in_place)
                pending.append((child, value))
            else:
                into[key] = _merged_leaf(current, value, in_place=in_place)
    return top


def _object_from(target: object, *, in_place: bool) -> dict[str, object]:
    """Spread a value into an object, an array with its named properties, a scalar as nothing."""
    if isinstance(target, dict):
        return target if in_place else dict(target)
    if not isinstance(target, list):
        return {}
    elements = {str(index): element for index, element in enumerate(target)}
    return elements | target.named if isinstance(target, Array) else elements


def _merged_leaf(target: object, source: object, *, in_place: bool) -> object:
    if not isinstance(source, list):
        return source
    if not source:
        return [] if in_place else Array()
    if isinstance(target, list):
        return _union(target, source, in_place=in_place)
    return list(source) if in_place else Array(source)


def _union(target: list[object], source: list[object], *, in_place: bool) -> Array:
    union = target if in_place and isinstance(target, Array) else Array()
    members = union.members
    if members is None:
        union = Array()
        union.members = members = set()
        _admit(union, members, target)
    _admit(union, members, source)
    return union


def _admit(union: Array, members: set[object], elements: list[object]) -> None:
    for element in elements:
        identity = _identity(element)
        if identity not in members:
            members.add(identity)
            union.append(element)


def _identity(element: object) -> object:
    """Give what two elements share when a union takes them for one (SameValueZero).

    Numbers are one when their doubles are, NaN included; objects and arrays only when they are the
    same one. The pairs keep apart what Python calls equal, such as 1 and True.
    """
    if isinstance(element, str) or element is None or element is ABSENT:
        return element
    if isinstance(element, bool):
        return (bool, element)
    if isinstance(element, (int, float)):
        number = double(element)
        return number if number == number else (float, "nan")  # noqa: PLR0124 - only NaN differs from itself
    return (object, id(element))
