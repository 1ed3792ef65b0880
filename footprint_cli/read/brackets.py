"""How brackets nest in a text, found without reading it."""

import re

_TOKEN = re.compile(r'"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"?|[\[{]|[\]}]')


def depth_of(text: str) -> int:
    """Count how deep the brackets of a text nest, whether it is whole or not."""
    depth = deepest = 0
    for token in _TOKEN.finditer(text):
        depth += _step(token[0])
        deepest = max(deepest, depth)
    return deepest


def closed_at(text: str, start: int, opened: int) -> int | None:
    """Find where the last of `opened` brackets is closed, and those that open after `start`."""
    for token in _TOKEN.finditer(text, start):
        opened += _step(token[0])
        if opened == 0:
            return token.end()
    return None


def _step(text: str) -> int:
    return (text in "[{") - (text in "]}")
