from typing import Any

from footprint_cli.render.schemas.parts import DRAFT, TEXT, list_of, record


def sql_schema() -> dict[str, Any]:
    """Describe `footprint.sql/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.sql/1",
        **record(
            {
                "schema": {"const": "footprint.sql/1"},
                "columns": {**list_of(TEXT), "description": "as the statement names them"},
                "rows": {
                    **list_of({"type": "array"}),
                    "description": "one value a column; null: not recorded",
                },
            }
        ),
    }
