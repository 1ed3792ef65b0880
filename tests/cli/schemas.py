"""Hold machine output against the schema that the program prints."""

from functools import cache
from typing import Any

import orjson
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from jsonschema.exceptions import best_match  # type: ignore[import-untyped]

from tests.program import footprint


@cache
def schema(name: str) -> dict[str, Any]:
    """Return the schema that `footprint schema NAME` prints, once it is known to be one."""
    loaded: dict[str, Any] = orjson.loads(footprint("schema", name).out)
    Draft202012Validator.check_schema(loaded)
    return loaded


@cache
def _validator(name: str) -> Any:
    return Draft202012Validator(schema(name))


def violation(document: Any, name: str = "explain") -> str | None:
    """Say where a document breaks its schema; None where it does not."""
    worst = best_match(_validator(name).iter_errors(document))
    return None if worst is None else f"{worst.json_path}: {worst.message}"
