"""What the commits of one evidence key withhold: the whole record, fields, or fields of rows.

A value is a placeholder where its path is in that commit's `redactedPaths` and the payload there
is exactly `REDACTED` (commit-log notes, section 5); a genuine text of that kind is none.
"""

from collections.abc import Iterator
from typing import Any

from footprint_cli.model.commit import SEPARATOR, path_segments
from footprint_cli.model.evidence import PLACEHOLDER, is_placeholder


class Redaction:
    """What of one key is withheld, as of the commits noted so far."""

    def __init__(self) -> None:
        self.whole = False
        self.fields: set[str] = set()
        self.rows: dict[int, set[str]] = {}  # of the list as it was written last

    def note(self, bundle: dict[str, Any], key: str) -> None:
        """Take up one commit: what it writes in clear is no longer withheld."""
        payload = payload_of(bundle, key)
        for segments, _ in rows_under(bundle, key):
            self.whole = False
            if segments:
                self.fields.discard(segments[0])
            else:
                self.fields.clear()
            self._clear_rows(segments)
        for path in _redacted(bundle, key):
            self._note_path(path, payload)

    def _clear_rows(self, segments: list[str]) -> None:
        if segments[:1] not in ([], ["candidates"]):
            return
        place = _place(segments[1]) if len(segments) > 1 else None
        if place is None:
            self.rows = {}
        elif len(segments) > 2:  # noqa: PLR2004 (a field of a row)
            self.rows.get(place, set()).discard(segments[2])
        else:
            self.rows.pop(place, None)

    def _note_path(self, path: list[str], payload: object) -> None:
        value = payload
        for segment in path:
            value = _inside(value, segment)
        if not path:
            self.whole = self.whole or value == PLACEHOLDER
        elif len(path) == 1:
            if value == PLACEHOLDER or _all_placeholders(value):
                self.fields.add(path[0])
        elif path[0] == "candidates" and len(path) == 3 and value == PLACEHOLDER:  # noqa: PLR2004
            place = _place(path[1])
            if place is not None:
                self.rows.setdefault(place, set()).add(path[2])

    @property
    def names(self) -> tuple[str, ...]:
        """The withheld fields; those of rows behind `candidates.`."""
        in_rows = {f"candidates.{name}" for names in self.rows.values() for name in names}
        return tuple(sorted(self.fields | in_rows))

    def without_hidden(self, rows: list[Any], offset: int) -> list[Any]:
        """Leave the withheld fields out of rows, the first of which is number `offset` of the list."""
        return [
            {name: value for name, value in row.items() if name not in self.rows[place]}
            if place in self.rows and isinstance(row, dict)
            else row
            for place, row in enumerate(rows, start=offset)
        ]

    def hides_ids(self, offset: int, count: int) -> bool:
        """Tell whether no row of that part of the list names a chunk in clear."""
        return count > 0 and all(
            "id" in self.rows.get(place, ()) for place in range(offset, offset + count)
        )


def shows_evidence(record: object) -> bool:
    """Tell whether a copy of a withheld record, in another place, holds any of it in clear."""
    if not isinstance(record, dict):
        return False
    rows = record.get("candidates")
    values = [value for name, value in record.items() if name != "candidates"]
    if isinstance(rows, list):
        values += [value for row in rows if isinstance(row, dict) for value in row.values()]
    return any(not is_placeholder(value) for value in values)


def rows_under(bundle: dict[str, Any], key: str) -> Iterator[tuple[list[str], str]]:
    """Yield the trace rows of a commit at or under a root key: the path inside it, and the verb."""
    for row in bundle["trace"]:
        segments = path_segments(row["path"])
        if segments[0] == key:
            yield segments[1:], row.get("verb")


def payload_of(bundle: dict[str, Any], key: str) -> Any:  # noqa: ANN401 (a JSON value)
    """Return what a commit writes at a root key; None: nothing."""
    for tree in (bundle.get("overwrite"), bundle.get("updates")):
        if isinstance(tree, dict) and key in tree:
            return tree[key]
    return None


def _redacted(bundle: dict[str, Any], key: str) -> Iterator[list[str]]:
    listed = bundle.get("redactedPaths")
    for path in listed if isinstance(listed, list) else ():
        if isinstance(path, str) and path.split(SEPARATOR, 1)[0] == key:
            yield path_segments(path)[1:]


def _inside(value: object, segment: str) -> object:
    if isinstance(value, dict):
        return value.get(segment)
    place = _place(segment)
    if isinstance(value, list) and place is not None and place < len(value):
        return value[place]
    return None


def _place(segment: str) -> int | None:
    """Read the place of a row in a path; None: it is no such number."""
    return int(segment) if segment.isascii() and segment.isdigit() and len(segment) < 9 else None  # noqa: PLR2004


def _all_placeholders(value: object) -> bool:
    """Tell whether redaction went leaf by leaf: a list whose every row names no id in clear."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(row, dict) and row.get("id") == PLACEHOLDER for row in value)
    )
