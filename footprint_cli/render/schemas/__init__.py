"""The JSON Schemas of machine output, by name; tests hold every output against them."""

from collections.abc import Callable
from typing import Any

from footprint_cli.render.schemas.claim import claim_schema
from footprint_cli.render.schemas.coverage import coverage_schema
from footprint_cli.render.schemas.declarations import declarations_schema
from footprint_cli.render.schemas.drift import drift_schema
from footprint_cli.render.schemas.explain import explain_schema
from footprint_cli.render.schemas.gate import gate_schema
from footprint_cli.render.schemas.sql import sql_schema
from footprint_cli.render.schemas.stats import stats_schema
from footprint_cli.render.schemas.sweep import sweep_schema
from footprint_cli.render.schemas.trace import trace_schema
from footprint_cli.render.schemas.trace_prompt import trace_prompt_schema
from footprint_cli.render.schemas.trace_steps import trace_steps_schema
from footprint_cli.render.schemas.verify import verify_schema
from footprint_cli.render.schemas.what_if import what_if_schema
from footprint_cli.render.schemas.why_not import why_not_schema

SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "claim": claim_schema,
    "coverage": coverage_schema,
    "declarations": declarations_schema,
    "drift": drift_schema,
    "explain": explain_schema,
    "gate": gate_schema,
    "sql": sql_schema,
    "stats": stats_schema,
    "sweep": sweep_schema,
    "trace": trace_schema,
    "trace-prompt": trace_prompt_schema,
    "trace-steps": trace_steps_schema,
    "verify": verify_schema,
    "what-if": what_if_schema,
    "why-not": why_not_schema,
}


def schema_text(name: str) -> str:
    """Return a schema as JSON text, indented."""
    import orjson

    return orjson.dumps(SCHEMAS[name](), option=orjson.OPT_INDENT_2).decode() + "\n"
