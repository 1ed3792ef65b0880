from collections.abc import Iterable
from enum import Enum
from typing import Final

from footprint_cli.model.js_numbers import array_length

# The producer builds a sparse array for any index below 2^32; this bounds what one line may cost.
MAX_LENGTH: Final = 1_000_000

_LARGEST_INDEX: Final = 2**32 - 2
_DIGITS_OF_AN_INDEX: Final = len(str(_LARGEST_INDEX))


class Absent(Enum):
    """JavaScript's `undefined`, which is not null: JSON drops it, and in an array prints null."""

    ABSENT = "absent"


ABSENT: Final = Absent.ABSENT


class ArrayRangeError(Exception):
    """An array cannot take this write: JavaScript throws, or it would grow past `MAX_LENGTH`."""


class Array(list[object]):
    """An array that is more than its elements; most arrays of a state are plain lists.

    `named` are the properties that JSON does not show, and that come back when an object is merged
    onto the array. `members` are the identities of the elements while only unions have written it.
    """

    __slots__ = ("members", "named")

    def __init__(self, elements: Iterable[object] = ()) -> None:
        super().__init__(elements)
        self.named: dict[str, object] = {}
        self.members: set[object] | None = None


def array_index(key: str) -> int | None:
    """Read a key as the array index that it is; None for every other key, such as `01`."""
    if not (key.isdigit() and key.isascii()) or len(key) > _DIGITS_OF_AN_INDEX:
        return None
    if key[0] == "0" and key != "0":
        return None
    index = int(key)
    return index if index <= _LARGEST_INDEX else None


def names_an_element(key: str) -> bool:
    """Whether a key means something to every array, so that no named property is made of it."""
    return key == "length" or array_index(key) is not None


def may_overrun(key: str) -> bool:
    """Whether writing this key of an array may raise `ArrayRangeError`."""
    return key == "length" or (array_index(key) or 0) >= MAX_LENGTH


def own(value: object, key: str) -> object:
    """Give the own property `key` of a value, ABSENT when it has none."""
    if isinstance(value, dict):
        return value.get(key, ABSENT)
    if isinstance(value, list):
        return _own_of_array(value, key)
    return _own_of_string(value, key) if isinstance(value, str) else ABSENT


def _own_of_array(array: list[object], key: str) -> object:
    index = array_index(key)
    if index is not None:
        return array[index] if index < len(array) else ABSENT
    if key == "length":
        return len(array)
    return array.named.get(key, ABSENT) if isinstance(array, Array) else ABSENT


def _own_of_string(text: str, key: str) -> object:
    index = array_index(key)
    if index is None and key != "length":
        return ABSENT
    if text.isascii():
        return len(text) if index is None else text[index : index + 1] or ABSENT
    # Strings are counted in UTF-16 code units, so an index may cut an emoji in half.
    units = text.encode("utf-16-le", "surrogatepass")
    if index is None:
        return len(units) // 2
    unit = units[2 * index : 2 * index + 2]
    return unit.decode("utf-16-le", "surrogatepass") if unit else ABSENT


def put(container: dict[str, object] | list[object], key: str, value: object) -> None:
    """Assign a property; a named one only to an `Array`, which has a place for it."""
    if isinstance(container, dict):
        container[key] = value  # an existing key keeps its position, as in JavaScript
        return
    index = array_index(key)
    if index is not None:
        _put_element(container, index, value)
    elif key == "length":
        _resize(container, value)
    elif isinstance(container, Array):
        container.named[key] = value
    _forget_members(container)


def delete(container: dict[str, object] | list[object], key: str) -> None:
    """Delete an own property; an element leaves a hole, and the array stays as long as it was."""
    if isinstance(container, dict):
        container.pop(key, None)
        return
    index = array_index(key)
    if index is not None and index < len(container):
        container[index] = ABSENT
    elif key == "length":
        raise ArrayRangeError("the length of an array cannot be deleted")
    elif isinstance(container, Array):
        container.named.pop(key, None)
    _forget_members(container)


def _put_element(array: list[object], index: int, value: object) -> None:
    if index < len(array):
        array[index] = value
        return
    if index >= MAX_LENGTH:
        raise ArrayRangeError(f"index {index} is past the {MAX_LENGTH} elements an array may have")
    array.extend([ABSENT] * (index - len(array)))
    array.append(value)


def _resize(array: list[object], value: object) -> None:
    length = array_length(value)
    if length is None:
        raise ArrayRangeError("what is assigned to the length of an array is no length")
    if length > max(len(array), MAX_LENGTH):
        raise ArrayRangeError(f"length {length} is over the {MAX_LENGTH} that an array may have")
    del array[length:]
    array.extend([ABSENT] * (length - len(array)))


def _forget_members(array: list[object]) -> None:
    if isinstance(array, Array):
        array.members = None
