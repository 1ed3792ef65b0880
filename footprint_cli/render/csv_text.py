"""Rows → comma-separated text, every field in quotes and every character visible."""

import csv
from collections.abc import Iterable
from io import StringIO

from footprint_cli.render.visible import visible


def csv_text(rows: Iterable[Iterable[str]], encoding: str) -> str:
    """Write rows; control characters are shown escaped, as everywhere but in JSON."""
    out = StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows([visible(cell, encoding) for cell in row] for row in rows)
    return out.getvalue()
