"""The bar takes one row, whatever the terminal, and says what it counts."""

from io import StringIO

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.progress import Progress as Bar

from footprint_cli.archive.sources import Source
from footprint_cli.cli.progress import Progress
from footprint_cli.cli.streams import bar_drawn, complain

MANY = [Source(path=f"run-{at}.jsonl", size=4_000_000) for at in range(2000)]


def progress_of(sources: list[Source], finds: str) -> Progress:
    progress = Progress(sources, finds)
    for one in sources[:155]:
        progress.advance(one.size)
        progress.done(one, found=16)
    return progress


def rows(progress: Progress, width: int) -> list[str]:
    console = Console(file=StringIO(), width=width, force_terminal=False)
    columns, told = progress.bar(width)
    bar = Bar(*columns, console=console, auto_refresh=False)
    bar.add_task(told, total=progress.size, completed=progress.bytes)
    with console.capture() as drawn:
        console.print(bar.get_renderable())
    return drawn.get().splitlines()


@pytest.mark.parametrize("finds", ["findings", "near misses", ""])
@pytest.mark.parametrize("sources", [MANY, MANY[:1]], ids=["many", "one"])
@pytest.mark.parametrize("width", [16, 20, 30, 40, 55, 56, 60, 79, 80, 100, 200])
def test_a_bar_is_one_row(width: int, sources: list[Source], finds: str) -> None:
    (row,) = rows(progress_of(sources, finds), width)

    assert cell_len(row) <= width


@pytest.mark.parametrize("width", [22, 40, 56, 80, 200])
def test_how_many_files_were_read_is_told_in_full(width: int) -> None:
    (row,) = rows(progress_of(MANY, "findings"), width)

    assert "155 of 2000 files" in row


@pytest.mark.parametrize(("finds", "told"), [("gaps", "files, 2480 gaps"), ("", "files")])
def test_what_was_found_is_named_or_left_out(finds: str, told: str) -> None:
    (row,) = rows(progress_of(MANY, finds), 100)

    assert row.rstrip().endswith(f"155 of 2000 {told}")


def test_a_narrow_terminal_of_one_file_sees_the_bytes() -> None:
    (row,) = rows(progress_of(MANY[:1], "findings"), 40)

    assert "4.0/4.0 MB" in row


def test_a_complaint_takes_the_line_of_a_bar(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with bar_drawn():
        complain("one")
    complain("two")

    assert capfdbinary.readouterr().err == b"\r\x1b[2Kfootprint: one\nfootprint: two\n"
