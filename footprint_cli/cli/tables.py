"""Tables of a configuration file; a complaint names the file, the table, the key and the nearest one."""

from collections.abc import Iterable
from datetime import date
from typing import Any

from footprint_cli.errors import UsageError


class Table:
    """One table, whose values are asked for by key and type; what is not there is None."""

    def __init__(self, values: object, name: str, path: str, number: int | None = None) -> None:
        self.path = path
        self._name = name  # empty for the whole of a file
        self._number = number  # in a list of tables, from 1
        if not isinstance(values, dict):
            raise UsageError(f"{path}: {self._said}must be a table")
        self._values: dict[str, Any] = values

    @property
    def _said(self) -> str:
        if self._number is not None:
            return f"[[{self._name}]] number {self._number}: "
        return f"[{self._name}] " if self._name else ""

    def where(self, key: str) -> str:
        """Name a key with its table and its file."""
        return f"{self.path}: {self._said}{key}"

    def fault(self, key: str, what: str) -> UsageError:
        """Return the error that says what is wrong with a key."""
        return UsageError(f"{self.where(key)} {what}")

    def only(self, *known: str) -> None:
        """Refuse every other key."""
        unknown = next((key for key in self._values if key not in known), None)
        if unknown is not None:
            what = f"{self._said}has no key" if self._name else "it has no key"
            raise UsageError(f"{self.path}: {what} {unknown}; {nearest(unknown, known)}")

    def names(self) -> list[str]:
        """List the keys."""
        return list(self._values)

    def has(self, key: str) -> bool:
        """Tell whether a key is there."""
        return key in self._values

    def text(self, key: str) -> str | None:
        """Return a text, which may not be empty."""
        value = self._values.get(key)
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip():
            raise self.fault(key, "must be a text")
        return value

    def path_of_file(self, key: str) -> str | None:
        """Return a path, which is relative to the configuration file."""
        value = self.text(key)
        return None if value is None else self._placed(key, value)

    def paths(self, key: str) -> list[str] | None:
        """Return a path, or a list of them, relative to the configuration file."""
        value = self._values.get(key)
        if value is None:
            return None
        listed = [value] if isinstance(value, str) else value
        if not isinstance(listed, list) or not listed or not _are_texts(listed):
            raise self.fault(key, "must be a path or a list of paths")
        return [self._placed(key, one) for one in listed]

    def texts(self, key: str, one: str) -> list[str] | None:
        """Return a list of texts with at least one of them; `one` says of what (a rule)."""
        value = self._values.get(key)
        if value == []:
            raise self.fault(key, f"must name {one}")
        if value is not None and (not isinstance(value, list) or not _are_texts(value)):
            raise self.fault(key, "must be a list of texts")
        return value

    def flag(self, key: str) -> bool:
        """Return true or false, the latter by default."""
        value = self._values.get(key, False)
        if not isinstance(value, bool):
            raise self.fault(key, "must be true or false")
        return value

    def choice(self, key: str, choices: Iterable[str]) -> str | None:
        """Return one of some words."""
        value = self._values.get(key)
        if value is not None and value not in [*choices]:
            raise self.fault(key, f"cannot be {value}; {nearest(str(value), choices)}")
        return value

    def day(self, key: str) -> date | None:
        """Return a date without a time."""
        value = self._values.get(key)
        if value is None or type(value) is date:
            return value
        raise self.fault(key, "must be a date without quotes and time, such as 2030-12-31")

    def table(self, key: str) -> "Table":
        """Return a table within this one; an empty one where it is not there."""
        name = f"{self._name}.{key}" if self._name else key
        return Table(self._values.get(key, {}), name, self.path)

    def tables(self, key: str) -> "list[Table]":
        """Return a list of tables."""
        value = self._values.get(key, [])
        name = f"{self._name}.{key}" if self._name else key
        if not isinstance(value, list):
            raise self.fault(key, "must be a list of tables")
        return [Table(one, name, self.path, at) for at, one in enumerate(value, 1)]

    def _placed(self, key: str, value: str) -> str:
        import os

        if "\0" in value:
            raise UsageError(f"{self.where(key)}: a path cannot hold a NUL")
        if "://" in value:  # an address stands for itself
            return value
        parent = os.path.dirname(self.path)  # noqa: PTH120
        return os.path.relpath(os.path.join(parent, value))  # noqa: PTH118


def nearest(word: str, known: Iterable[str]) -> str:
    """Name the known word that is most like this one, else all of them."""
    from difflib import get_close_matches

    choices = [*known]
    near = get_close_matches(word, choices, n=1, cutoff=0.5)
    return f"the nearest is {near[0]}" if near else f"it may be {', '.join(choices)}"


def _are_texts(values: list[Any]) -> bool:
    return all(isinstance(one, str) for one in values)
