import sys
from typing import Annotated

import typer

from footprint_cli.errors import UsageError
from footprint_cli.render.schemas import SCHEMAS, schema_text


def schema(
    name: Annotated[str, typer.Argument(help=f"Which output: {', '.join(SCHEMAS)}.")],
) -> None:
    """Print the JSON Schema of a command's machine output."""
    if name not in SCHEMAS:
        raise UsageError(f"no schema is named {name}; there is {', '.join(SCHEMAS)}")
    sys.stdout.write(schema_text(name))
