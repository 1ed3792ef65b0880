"""Dates, times and intervals of a statement, as DuckDB writes them.

Python has no infinity among its dates, no nanoseconds, and no month that is not thirty days: they are
text before Python sees them.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb

_MOMENTS = ("date", "time", "timestamp", "interval")  # is how the names of their types begin


def with_moments_as_text(
    connection: "duckdb.DuckDBPyConnection", statement: str
) -> tuple[str, tuple[str, ...]]:
    """Return a SELECT that has its moments as text, and the names of its columns.

    Raises what DuckDB does where it cannot take the statement.
    """
    asked = connection.sql(statement)
    casts = [_cast(one) for one in asked.types]
    if not any(casts):
        return statement, tuple(asked.columns)
    columns = (
        f"#{at}" if cast is None else f"CAST(#{at} AS {cast})"
        for at, cast in enumerate(casts, start=1)
    )
    # On a line of its own, for a comment may end the statement.
    inner = f"({_without_end(connection, statement)}\n)"
    return f"SELECT {', '.join(columns)} FROM {inner}", tuple(asked.columns)


def _cast(of: Any) -> str | None:  # noqa: ANN401 (a type of DuckDB)
    """Return the type that has text for the moments in a type; None where there are none."""
    if of.id.startswith(_MOMENTS):
        return "VARCHAR"
    if of.id not in ("list", "array", "struct", "map"):
        return None
    parts = {name: one for name, one in of.children if name != "size"}
    casts = {name: _cast(one) for name, one in parts.items()}
    if not any(casts.values()):
        return None
    types = {name: cast or str(parts[name]) for name, cast in casts.items()}
    if of.id == "map":
        return f"MAP({types['key']}, {types['value']})"
    if of.id == "struct":
        return f"STRUCT({', '.join(f'{_quoted(name)} {one}' for name, one in types.items())})"
    [child] = types.values()
    return f"{child}[{dict(of.children).get('size', '')}]"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _without_end(connection: "duckdb.DuckDBPyConnection", statement: str) -> str:
    """Return one statement without the semicolon that ends it; others are in texts and comments."""
    for at, sign in enumerate(statement):
        if sign != ";" or _count(connection, statement[:at]) != 1:
            continue
        if _count(connection, statement[at:]) == 0:
            return statement[:at]
    return statement


def _count(connection: "duckdb.DuckDBPyConnection", text: str) -> int | None:
    import duckdb

    try:
        return len(connection.extract_statements(text))
    except duckdb.Error:
        return None
