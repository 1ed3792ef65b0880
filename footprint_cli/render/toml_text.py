r"""Text → TOML that means exactly that text, with nothing in it that cannot be seen."""

import re

from footprint_cli.render.visible import escape, visible

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def toml_key(text: str) -> str:
    """Write a key, in quotes where it needs them."""
    return text if _BARE.fullmatch(text) else toml_string(text)


def toml_string(text: str) -> str:
    r"""Write a text in quotes; what cannot be seen is escaped.

    A lone surrogate, which TOML cannot hold, is written as the six characters of its escape.
    """
    written = "".join(map(_character, text)).replace("##[", f"#{escape('#')}[")
    return f'"{written}"'


def can_be_toml(text: str) -> bool:
    """Tell whether TOML can hold a text: whether it has no lone surrogate."""
    return not any("\ud800" <= one <= "\udfff" for one in text)


def comment(text: str, length: int) -> str:
    """Return text for a comment: on one line, visible, and cut where it is longer than a length."""
    cut = text if len(text) <= length else f"{text[:length]}..."
    return visible(cut)


def _character(one: str) -> str:
    if one in {'"', "\\"}:
        return f"\\{one}"
    if " " <= one <= "~":
        return one
    if not can_be_toml(one):
        return f"\\{escape(one)}"
    return one if visible(one) == one else escape(one)
