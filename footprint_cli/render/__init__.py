"""Answers → text. Renderers are loaded when asked for, and never touch standard output.

Each answer has a folder here, and in it a module for each format.
"""

from enum import StrEnum
from importlib import import_module
from typing import Any

from msgspec import Struct


class Format(StrEnum):
    """How an answer is written."""

    TABLE = "table"
    PLAIN = "plain"
    JSON = "json"
    JSONL = "jsonl"
    MARKDOWN = "markdown"
    CSV = "csv"


class FindingFormat(StrEnum):
    """How findings are written: as any answer, or as what CI services read."""

    TABLE = "table"
    PLAIN = "plain"
    JSON = "json"
    JSONL = "jsonl"
    MARKDOWN = "markdown"
    CSV = "csv"
    GITHUB = "github"
    SARIF = "sarif"
    JUNIT = "junit"


class Page(Struct, frozen=True, kw_only=True):
    """What a renderer must know of the place its text goes to.

    `width` is in terminal cells; `limit` is the number of candidates shown of one retrieval in a
    `table` and in `markdown`, 0 for all; of the answers of `why-not` it is 0 for all of them, and
    with `read_first` those that read the chunk are shown before others.
    """

    width: int = 80
    color: bool = False
    encoding: str = "utf-8"
    limit: int = 20
    read_first: bool = False


_MODULES = {"json": "machine", "csv": "csv_rows"}  # the others are named after their format


def renderer(answer: str, form: str) -> Any:  # noqa: ANN401 (each answer has its own signature)
    """Return the `render` of an answer (explain, …) in a format; its library is imported only now.

    It takes what is answered and a `Page`, and yields text piece by piece, as it comes.
    """
    return import_module(f"footprint_cli.render.{answer}.{_MODULES.get(form, form)}").render
