"""What became of the rows of one chunk, in one whole number: adding numbers adds the counts.

There are as many of them as chunks, and most hold two counts that are not 0.
"""

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
ONE = {name: 1 << place * _BITS for place, name in enumerate(_ORDER)}  # one row, by what became of it
NEAR = ONE["near"]
_MOST = (1 << _BITS) - 1
_READ, _NOT_KNOWN = ONE["read"] * _MOST, ONE["not_known"] * _MOST
_ALL = NEAR - 1
_REFUSED = _ALL & ~(_READ | _NOT_KNOWN | ONE["dropped"] * _MOST)


def counts_in(packed: int) -> dict[str, int]:
    """Return each count by its name."""
    return {name: packed >> place * _BITS & _MOST for place, name in enumerate(_ORDER)}


def considered(packed: int) -> int:
    """Count all rows."""
    # As 9 leaves the sum of the digits of a decimal number, so does this number that of the counts.
    return (packed & _ALL) % _MOST


def refused(packed: int) -> int:
    """Count the rows that were refused, by whatever limit."""
    return (packed & _REFUSED) % _MOST


def read(packed: int) -> int:
    """Count the rows whose text reached the prompt."""
    return (packed & _READ) % _MOST


def not_known(packed: int) -> bool:
    """Tell whether of any row it is not known whether its text reached the prompt."""
    return packed & _NOT_KNOWN > 0


def unread(packed: int) -> int:
    """Count all rows, where it is known that the text of none reached a prompt; else 0."""
    return 0 if packed & (_READ | _NOT_KNOWN) else (packed & _ALL) % _MOST
