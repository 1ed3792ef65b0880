from msgspec import DecodeError
from msgspec.json import decode


def looks_like_list(text: str) -> bool:
    """Tell whether a text is a JSON list: what a tool made of such an argument is not known."""
    if not text.lstrip().startswith("["):
        return False
    try:
        return isinstance(decode(text), list)
    except (DecodeError, UnicodeEncodeError, RecursionError):
        return False
