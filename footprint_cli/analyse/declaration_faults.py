"""Where the rules of declarations put what they find, and how they name things."""

from typing import Any

from footprint_cli.model.json_text import json_text
from footprint_cli.model.search import Problem
from footprint_cli.model.search_rules import SEARCH_RULES

_SHOWN = 60  # characters of a value that a sentence quotes


class Faults:
    """Collects what is wrong with the declaration of one tool; keeps each sentence once."""

    def __init__(self, tool: str) -> None:
        self._tool = tool
        self._found: dict[tuple[str, str, str], Problem] = {}
        self._unjudged: list[tuple[str, str]] = []

    def add(self, code: str, field: str, message: str, *, level: str | None = None) -> None:
        """Keep a fault, of the level that its rule has unless another is given."""
        usual = SEARCH_RULES[code].level.partition(" ")[0]
        found = Problem(
            code=code, level=level or usual, message=message, tool=self._tool, field=field
        )
        self._found.setdefault((code, field, message), found)

    def leave(self, code: str, why: str) -> None:
        """Keep that a rule was not judged, and why."""
        self._unjudged.append((code, why))

    def problems(self) -> tuple[Problem, ...]:
        """Return the faults in the order of the rules, and one note on what was not judged."""
        found = sorted(self._found.values(), key=lambda one: one.code)
        return (*found, self._note()) if self._unjudged else tuple(found)

    def _note(self) -> Problem:
        by_why: dict[str, list[str]] = {}
        for code, why in self._unjudged:
            by_why.setdefault(why, []).append(code)
        told = "; ".join(f"{', '.join(codes)}: {why}" for why, codes in by_why.items())
        return Problem(
            code=self._unjudged[0][0],
            level="note",
            message=f"not judged: {told}",
            tool=self._tool,
            field="",
        )


def quoted(value: Any) -> str:  # noqa: ANN401 (any JSON value)
    """Write a value as JSON, cut where it is long."""
    text = json_text(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def named(name: str) -> str:
    """Write a name bare where it is one plain word, else in quotes."""
    plain = name.replace("_", "").replace("-", "").replace(".", "")
    return name if plain.isascii() and plain.isalnum() and len(name) <= _SHOWN else quoted(name)


def is_blank(value: object) -> bool:
    """Tell whether a value is no text, or one that says nothing: blanks, or a bare question mark."""
    return not isinstance(value, str) or not value.strip().strip("?").strip()


def list_at(record: dict[str, Any], key: str) -> list[Any]:
    """Return a list; empty where there is none."""
    value = record.get(key)
    return [*value] if isinstance(value, list | tuple) else []


def entries(record: dict[str, Any], key: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the objects of a list that have a name of text, with it."""
    return [
        (one["name"], one)
        for one in list_at(record, key)
        if isinstance(one, dict) and isinstance(one.get("name"), str)
    ]
