"""What is asked for → its numbers in an index: chunks, texts, and which retrievals count."""

import sqlite3
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from footprint_cli.archive.index.values import stored_text, text_again
from footprint_cli.model.answer import Asked

_WILD = frozenset("*?[")


class Part(NamedTuple):
    """A part of the retrievals: one retriever, one step, or, with neither, all of them."""

    retriever: str | None = None
    step: str | None = None

    @property
    def is_all(self) -> bool:
        """Tell whether every retrieval belongs to it."""
        return self.retriever is None and self.step is None

    def where(self, table: str) -> tuple[str, list[Any]]:
        """Return a condition on rows of `t_retrieval` by their name in a statement, and its values."""
        parts, values = ["1"], []
        if self.retriever is not None:
            parts.append(f"{table}.setting IN (SELECT setting FROM d_setting WHERE retriever = ?)")
            values.append(stored_text(self.retriever))
        if self.step is not None:
            named = f"(SELECT value FROM d_text WHERE text = {table}.step)"
            parts.append(f"({named} = ? OR {named} || ' (' || {table}.run_id || ')' = ?)")
            values += [stored_text(self.step)] * 2
        return " AND ".join(parts), values


class Named(NamedTuple):
    """The chunks that are asked for: the name of each by its numbers, and of texts by theirs."""

    chunks: dict[int, str | None]
    attached: dict[int, str]


def named(connection: sqlite3.Connection, asked: Asked) -> Named:
    """Find the chunks that a question names.

    Raises `LookupError` where a chunk is gone: it would be taken for one that was never a candidate.
    """
    _check_chunks(connection)
    if asked.how == "doc":
        rows = connection.execute(
            "SELECT chunk, id FROM d_chunk WHERE document = (SELECT text FROM d_text WHERE value = ?)",
            (stored_text(asked.text),),
        )
        return Named({chunk: text_again(name) for chunk, name in rows}, {})
    if asked.how == "exact":
        stored = stored_text(asked.text)
        chunks = connection.execute("SELECT chunk FROM d_chunk WHERE id = ?", (stored,))
        texts = connection.execute(
            "SELECT text FROM d_text WHERE value = ? AND text IN (SELECT id FROM t_attached)",
            (stored,),
        )
        return Named(
            {chunk: asked.text for [chunk] in chunks}, {text: asked.text for [text] in texts}
        )
    matches, start = _pattern(asked)
    texts = connection.execute(
        "SELECT text, value FROM d_text WHERE text IN (SELECT id FROM t_attached)"
    )
    return Named(
        {chunk: name for chunk, name in _from(connection, start) if matches(name)},
        {text: name for text, name in _texts(texts) if matches(name)},
    )


def _check_chunks(connection: sqlite3.Connection) -> None:
    """See that chunks are numbered from 1 without a hole, and that candidates name no others."""
    [count, last, first_named, last_named] = connection.execute(
        "SELECT (SELECT count(*) FROM d_chunk), (SELECT ifnull(max(chunk), 0) FROM d_chunk),"
        " (SELECT ifnull(min(chunk), 1) FROM t_candidate),"
        " (SELECT ifnull(max(chunk), 0) FROM t_candidate)"
    ).fetchone()
    if count != last or first_named < 1 or last_named > last:
        raise LookupError(f"of {max(last, last_named)} chunks, {count} are told")


def _pattern(asked: Asked) -> tuple[Callable[[str], bool], str]:
    """Return what tells whether an id is meant, and what every such id begins with."""
    text = asked.text
    if asked.how == "prefix":
        return lambda name: name.startswith(text), text
    wild = next((at for at, one in enumerate(text) if one in _WILD), len(text))
    return lambda name: fnmatchcase(name, text), text[:wild]


def _from(connection: sqlite3.Connection, start: str) -> Iterator[tuple[int, str]]:
    """Yield the chunks whose ids begin with a text; ids are in the order of their code points."""
    rows = connection.execute(
        "SELECT chunk, id FROM d_chunk WHERE id >= ? AND typeof(id) = 'text' ORDER BY id",
        (stored_text(start) if isinstance(stored_text(start), str) else "",),
    )
    for chunk, name in rows:
        if isinstance(stored_text(start), str) and not name.startswith(start):
            break
        yield chunk, name
    odd = connection.execute("SELECT chunk, id FROM d_chunk WHERE id >= x''")  # no UTF-8
    yield from _texts(odd)


def _texts(rows: sqlite3.Cursor) -> Iterator[tuple[int, str]]:
    return ((number, text_again(value)) for number, value in rows)


def like(connection: sqlite3.Connection, text: str) -> list[str]:
    """Return the ids that may look like a text, in the order in which they first came."""
    from footprint_cli.archive.index.dictionary import looks

    rows = connection.execute(
        "SELECT id FROM d_chunk WHERE alike = ? GROUP BY id ORDER BY min(chunk)", (looks(text),)
    )
    return [text_again(name) for [name] in rows]
