"""What the program says of the declarations of fixtures/search/declarations.json."""

from typing import Any

from footprint_cli.analyse.declarations import declared
from footprint_cli.model.search import Declaration, ToolSchema


def declaration_of(case: dict[str, Any]) -> Declaration:
    """Read and check the tool of a case."""
    tool = case["tool"]
    return declared(
        ToolSchema(
            tool=tool["name"],
            search=tool.get("search"),
            input_schema=tool.get("inputSchema"),
            period=tool.get("period"),
            assumed=tool.get("arguments", tool.get("askOrAssume")),
            door=case.get("door", ""),
        )
    )


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """Say what the program finds in a case, in the form of its `expected`; notes are no faults."""
    read = declaration_of(case)
    faults = [[one.code, one.field] for one in read.problems if one.level != "note"]
    said: dict[str, Any] = {} if read.faulty else {"accepted": True}
    if faults:
        said["faults"] = faults
    if case.get("door"):
        said["found"] = read.found
    return said
