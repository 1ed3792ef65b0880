"""A folder of batches that take some seconds to read, damage in it too."""

from pathlib import Path

from tests.cli.recordings import evidence_line


def write_batches(folder: Path, count: int, heading: str) -> Path:
    """Write so many files of 18 MB, every third of them cut off; returns the folder."""
    for number in range(count):
        chunks = [(f"kb/{number}-{part}.md#0", heading) for part in range(100)]
        line = f"{evidence_line(chunks)}\n"
        text = line * (18_000_000 // len(line)) + "{" * (number % 3 == 0)
        (folder / f"{number}.jsonl").write_text(text, "utf-8")
    return folder
