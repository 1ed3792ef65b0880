"""A record as it stands in its line: whether its list is whole, told without parsing the list."""

import orjson

from footprint_cli.archive.search.blocks import Block

_BEGINS = b'"candidates":[{"id":"'
_ENDS = b'}],"'
_NEXT = b'},{"id":"'
_ANY_NEXT = b"},{"
_NESTED = b':[{"id":"'
_LONGEST_HEAD = 4096  # bytes of a record before its list
_LIST = b'"candidates":0'


def whole_list(
    block: Block, begin: int, end: int, fields: frozenset[str], *, paranoid: bool = False
) -> int | None:
    """Count the candidates of a record whose list is called complete, and lacks neither rows nor ids.

    The record stands in [begin, end) of the block, braces left out; `fields` are what its trace sets.
    None: it is not laid out so plainly that this could be told. Everything but the list is parsed;
    as many rows as were considered begin with an id that is a text, and the last is of that rank. With
    `paranoid` there is no other row among them: short needles are slow to count.
    """
    buffer, finder = block.buffer, block.finder
    first = buffer.find(_BEGINS, begin, begin + _LONGEST_HEAD)
    last = buffer.rfind(_ENDS, begin, end)
    if first < 0 or last < first:
        return None
    text = b"{%b%b%b}" % (bytes(buffer[begin:first]), _LIST, bytes(buffer[last + 2 : end]))
    considered = _considered(text, fields)
    row = buffer.rfind(b'{"id":"', first, last)
    rank = buffer.find(b'"rank":', row, last)
    if considered is None or not buffer.startswith(b'"rank":%d,' % considered, rank):
        return None
    if buffer.find(b"{", row + 1, last) >= 0:  # what is nested in the last row, or a row behind it
        return None
    if finder.find(_NESTED, first + len(_BEGINS), last) >= 0:
        return None
    needles = (_NEXT, _ANY_NEXT) if paranoid else (_NEXT,)
    told = all(finder.counted(one, first, last) == considered - 1 for one in needles)
    return considered if told else None


def _considered(text: bytes, fields: frozenset[str]) -> int | None:
    """Return how many rows a record counts that is called complete, read without its list."""
    try:
        record = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    if orjson.dumps(record) != text or record.keys() != fields:  # a key may stand twice
        return None
    considered = record.get("consideredCount")
    is_whole = record.get("candidatesComplete") is True
    return considered if is_whole and type(considered) is int and considered > 0 else None
