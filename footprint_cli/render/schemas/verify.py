from typing import Any

from footprint_cli.render.schemas.gate import searched
from footprint_cli.render.schemas.parts import DRAFT, TEXT, finding, list_of, record


def verify_schema() -> dict[str, Any]:
    """Describe `footprint.verify/1`."""
    states = ["held", "broken", "not-checked"]
    return {
        "$schema": DRAFT,
        "title": "footprint.verify/1",
        **record(
            {
                "schema": {"const": "footprint.verify/1"},
                "checks": list_of(
                    record(
                        {
                            "source": TEXT,
                            "check": TEXT,
                            "state": {"enum": states},
                            "detail": {**TEXT, "description": "what was compared, or why not"},
                        }
                    )
                ),
                "searched": searched(),
                "findings": list_of(finding()),
                "exitStatus": {"enum": [0, 1, 3, 4]},
            }
        ),
    }
