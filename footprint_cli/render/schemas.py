"""The JSON Schemas of machine output, one a name."""

import json
from typing import Any

SCHEMAS: tuple[str, ...] = ("explain",)


def schema_text(name: str) -> str:
    return json.dumps({"name": name})
