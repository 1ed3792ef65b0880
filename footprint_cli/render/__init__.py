"""Audits → text. Renderers are loaded when asked for, and never touch standard output."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from importlib import import_module
from typing import Protocol, cast

from msgspec import Struct

from footprint_cli.model.audit import Audit


class Format(StrEnum):
    """How an answer is written."""

    TABLE = "table"
    PLAIN = "plain"
    JSON = "json"
    JSONL = "jsonl"
    MARKDOWN = "markdown"
    CSV = "csv"


class Page(Struct, frozen=True, kw_only=True):
    """What a renderer must know of the place its text goes to.

    `width` is in terminal cells; `limit` is the number of candidates shown of one retrieval in a
    `table` and in `markdown`, 0 for all.
    """

    width: int = 80
    color: bool = False
    encoding: str = "utf-8"
    limit: int = 20


class Renderer(Protocol):
    """Writes the answer of `explain` in one format."""

    def __call__(
        self, audits: Iterable[Audit], page: Page, exit_status: Callable[[], int]
    ) -> Iterator[str]:
        """Yield the text piece by piece, one at least for each recording, as they come.

        `exit_status` may be asked once the audits are used up.
        """


_MODULES = {
    Format.TABLE: "table",
    Format.PLAIN: "plain",
    Format.JSON: "machine",
    Format.JSONL: "jsonl",
    Format.MARKDOWN: "markdown",
    Format.CSV: "csv_rows",
}


def renderer(form: Format) -> Renderer:
    """Return the renderer of a format; its library is imported only now."""
    module = import_module(f"footprint_cli.render.{_MODULES[form]}")
    return cast("Renderer", module.render)
