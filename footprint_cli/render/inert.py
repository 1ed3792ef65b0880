"""Text from a recording in Markdown: nothing in it is a tag, a link or code."""

from footprint_cli.render import Page
from footprint_cli.render.visible import visible

_ACTIVE = frozenset("\\`*_[]|~:@#$")
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}


def inert(text: str, page: Page) -> str:
    """Return text that Markdown and HTML show as it stands: nothing in it is a tag, a link or code."""
    shown = visible(text, page.encoding)
    return "".join(_entity(shown, index) for index in range(len(shown)))


def _entity(text: str, index: int) -> str:
    character = text[index]
    if character in _ENTITIES:
        return _ENTITIES[character]
    if character == "." and text[max(0, index - 3) : index].lower() == "www":
        return "\\."  # a bare address becomes a link of its own
    return f"\\{character}" if character in _ACTIVE else character
