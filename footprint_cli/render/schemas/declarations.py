from typing import Any

from footprint_cli.render.schemas.parts import DRAFT, TEXT, finding, list_of, record


def declarations_schema() -> dict[str, Any]:
    """Describe `footprint.declarations/1`."""
    return {
        "$schema": DRAFT,
        "title": "footprint.declarations/1",
        **record(
            {
                "schema": {"const": "footprint.declarations/1"},
                "declarations": list_of(_declaration()),
                "why": {**list_of(TEXT), "description": "sentences: where nothing was checked"},
                "findings": list_of(finding()),
                "exitStatus": {"enum": [0, 1, 3, 4]},
            }
        ),
    }


def _declaration() -> dict[str, Any]:
    problem = {
        "code": {**TEXT, "description": "V01 to V26"},
        "level": {"enum": ["error", "warning", "note"]},
        "message": TEXT,
        "field": {**TEXT, "description": "an argument or a qualifier by its name, or a part"},
    }
    accepted = {"type": "boolean", "description": "no problem of it is an error"}
    problems = list_of(record(problem))
    return record({"tool": TEXT, "source": TEXT, "accepted": accepted, "problems": problems})
