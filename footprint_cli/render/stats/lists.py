"""The lists of chunks and documents that table and markdown show."""

from collections.abc import Callable

from footprint_cli.model.stats_report import Listed, RetrieverReport

LISTS: tuple[tuple[str, str, Callable[[RetrieverReport], Listed]], ...] = (
    ("considered, and never read", "chunk", lambda one: one.never_read),
    ("refused most", "chunk", lambda one: one.most_refused),
    ("read most", "chunk", lambda one: one.read_most),
    ("considered, and never read", "document", lambda one: one.documents_never_read),
)


def more_text(listed: Listed) -> str:
    """Say how many are not shown; nothing where all are."""
    left = listed.count - len(listed.first)
    return f"{left} more; --top 0 shows all" if left else ""
