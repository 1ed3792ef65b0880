"""What became of the rows of one chunk, in one whole number: adding numbers adds the counts.

There are as many of them as chunks, and most hold two counts that are not 0.
"""

from collections.abc import Iterable

_BITS = 48  # of each count: more rows than anybody keeps
_ORDER = (  # what is met most comes first, so that most numbers are short
    "threshold",
    "k",
    "read",
    "char_budget",
    "max_entries",
    "token_budget",
    "strategy",
    "dropped",
    "not_known",
    "near",  # is counted elsewhere too
)
ONE = {
    name: 1 << place * _BITS for place, name in enumerate(_ORDER)
}  # one row, by what became of it
NEAR = ONE["near"]
_MOST = (1 << _BITS) - 1
_READ, _NOT_KNOWN = ONE["read"] * _MOST, ONE["not_known"] * _MOST
_MAYBE_READ = _READ | _NOT_KNOWN
_ALL = NEAR - 1
_REFUSED = _ALL & ~(_MAYBE_READ | ONE["dropped"] * _MOST)


def counts_in(packed: int) -> dict[str, int]:
    """Return each count by its name."""
    return {name: packed >> place * _BITS & _MOST for place, name in enumerate(_ORDER)}


def considered(packed: int) -> int:
    """Count all rows."""
    # As 9 leaves the sum of the digits of a decimal number, so does this number that of the counts.
    return (packed & _ALL) % _MOST


def refused(rows: Iterable[int]) -> list[int]:
    """Count, for each packed number, the rows that were refused, by whatever limit."""
    return [(one & _REFUSED) % _MOST for one in rows]


def read(rows: Iterable[int]) -> list[int]:
    """Count, for each, the rows whose text reached the prompt."""
    return [(one & _READ) % _MOST for one in rows]


def unread(rows: Iterable[int]) -> list[int]:
    """Count, for each, all rows, where it is known that the text of none reached a prompt; else 0."""
    return [0 if one & _MAYBE_READ else (one & _ALL) % _MOST for one in rows]


def not_known(rows: Iterable[int]) -> int:
    """Count the numbers of which nobody knows whether the text of any of their rows was read."""
    return sum(not one & _READ and one & _NOT_KNOWN > 0 for one in rows)
