"""A terminal as renderers draw on it: rich, with everything from a recording made visible."""

from collections.abc import Iterable
from io import StringIO

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.style import Style
from rich.table import Table
from rich.text import Text

from footprint_cli.model.finding import Damage, Finding
from footprint_cli.render import Page
from footprint_cli.render.visible import escape, visible
from footprint_cli.render.words import shortened

NARROW, WIDE = (
    72,
    110,
)  # cells: under the first a row is one cell, from the second on nothing is spared
_LEVELS = {"error": "red", "warning": "yellow", "note": "dim"}


class Drawing:
    """Draws lines and tables into memory; `drawn` hands out what stands there so far."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.ascii = page.encoding != "utf-8"
        self._out = StringIO()
        self._console = Console(
            file=self._out,
            width=max(page.width, 16),
            force_terminal=page.color,
            color_system="standard" if page.color else None,
            no_color=not page.color,
            markup=False,
            emoji=False,
            highlight=False,
            legacy_windows=False,
        )

    @property
    def narrow(self) -> bool:
        """Tell whether there is no room for columns."""
        return self.page.width < NARROW

    @property
    def wide(self) -> bool:
        """Tell whether there is room for every column."""
        return self.page.width >= WIDE

    def drawn(self) -> str:
        """Hand out what was drawn since the last time, without blanks at the ends of lines."""
        text = self._out.getvalue()
        self._out.seek(0)
        self._out.truncate()
        return "".join(f"{self._inert(line.rstrip())}\n" for line in text.splitlines())

    def _inert(self, line: str) -> str:
        """Keep recorded text that folding put first from being a command in a log of GitHub Actions."""
        if not line.startswith("::"):
            return line
        colon = escape(":")
        fits = cell_len(line) + len(colon) - 1 <= self.page.width
        return f"{colon}{line[1:]}" if fits else f"{colon}\n{self._inert(line[1:])}"

    def blank(self) -> None:
        """Draw an empty line."""
        self._console.print()

    def line(self, text: str, style: str = "") -> None:
        """Draw a line of text, folded where it is too long; nothing for no text."""
        if text:
            self._console.print(Text(self.seen(text), style), overflow="fold")

    def text(self, text: Text) -> None:
        """Draw a line of text in its own styles; what is recorded in it must be `seen`."""
        self._console.print(text, overflow="fold")

    def indented(self, text: str, style: str = "", depth: int = 1) -> None:
        """Draw a line of text set in a little, with what is folded under it."""
        told = Text(self.seen(text), style, overflow="fold")
        self._console.print(Padding(told, (0, 0, 0, 2 * depth)))

    def table(self, *, show_lines: bool = False) -> Table:
        """Return an empty table in the style of all tables."""
        return Table(
            box=box.ASCII if self.ascii else box.ROUNDED,
            pad_edge=not self.narrow,
            padding=(0, 1),
            show_lines=show_lines,
            expand=True,
            border_style="dim",
            header_style=Style(bold=True),
        )

    def put(self, table: Table) -> None:
        """Draw a table."""
        self._console.print(table)

    def labelled(self, lines: Iterable[tuple[str, str]]) -> None:
        """Draw texts behind their labels: in two columns, or where it is narrow line by line."""
        if self.narrow:
            for label, text in lines:
                self.line(f"{label}: {text}", "dim")
            return
        grid = Table.grid(padding=(0, 2), expand=True)
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold", ratio=1)
        for label, text in lines:
            grid.add_row(Text(f"  {label}", "dim"), Text(self.seen(text)))
        self.put(grid)

    def findings(self, findings: Iterable[Finding]) -> None:
        """Draw findings, one below the other."""
        for one in findings:
            line = "" if one.line is None else f" (line {one.line})"
            text = Text(f"{one.level}: ", _LEVELS.get(one.level, ""))
            text.append(f"{self.seen(one.message)} [{one.code}]{line}", "")
            self._console.print(text, overflow="fold", soft_wrap=False)

    def damage(self, one: Damage) -> None:
        """Draw one place of damage."""
        line = "" if one.line is None else f"line {one.line}: "
        state = "recovered" if one.recovered else "not recovered"
        self.line(f"damage: {line}{one.detail} [{one.kind}, {state}]", "red")

    def short(self, text: str, length: int) -> str:
        """Return text made visible and cut to a length; for values that no one searches for."""
        return shortened(self.seen(text), length, "..." if self.ascii else "…")

    def seen(self, text: str) -> str:
        """Return text made visible in the encoding of the page."""
        return visible(text, self.page.encoding)
