"""What one decoded value of an input is, told by the keys that only such a value has."""

from typing import Any

from footprint_cli.model.finding import Damage
from footprint_cli.read.evidence import looks_like_evidence
from footprint_cli.read.footprintjs import ENVELOPE

# Events of agentfootprint 9.62.0, and those of later versions that the search notes name. Others
# are counted, never refused.
KNOWN_EVENTS = frozenset(
    f"agentfootprint.{name}"
    for name in (
        "agent.budget_exhausted",
        "agent.evidence_checked",
        "agent.iteration_end",
        "agent.iteration_start",
        "agent.route_decided",
        "agent.run_configured",
        "agent.turn_end",
        "agent.turn_start",
        "answer.assessed",
        "checkin.decision",
        "composition.enter",
        "composition.exit",
        "composition.fork_start",
        "composition.merge_end",
        "context.budget_pressure",
        "context.evaluated",
        "context.injected",
        "context.slot_composed",
        "embedding.generated",
        "error.fatal",
        "findings.period",
        "integrity.disposition",
        "memory.attached",
        "memory.retrieved",
        "middleware.decision",
        "pause.request",
        "pause.resume",
        "permission.check",
        "stream.llm_end",
        "stream.llm_start",
        "stream.token",
        "stream.tool_end",
        "stream.tool_start",
        "tools.absent",
        "tools.coverage_declared",
        "tools.repeated_call",
        "tools.semantics_declared",
        "validation.args_invalid",
    )
)
TOOL_SCHEMA = "tool-schema"  # a carrier of our own: a tool's declaration in an event stream
_OF_A_COMMIT = frozenset({"trace", "runtimeStageId", "overwrite"})
DOCUMENTS = frozenset({"envelope", "recording", "snapshot"})


def kind_of(value: object) -> str | None:
    """Return commit, event, evidence, envelope, recording, snapshot, tool-schema, or None."""
    if not isinstance(value, dict):
        return None
    if len(_OF_A_COMMIT & value.keys()) > 1:  # one may be missing: then the fold refuses it
        return "commit"
    if isinstance(value.get("type"), str) and ("payload" in value or "meta" in value):
        return "event"
    if value.get("format") == ENVELOPE:
        return "envelope"
    return _document_kind(value)


def _document_kind(value: dict[str, Any]) -> str | None:
    if "format" in value and "recording" in value:
        return None  # a format that we do not know
    if looks_like_evidence(value):
        return "evidence"
    if "format" not in value:  # with a name that we do not know, it is not taken for a bare one
        if isinstance(value.get("snapshot"), dict):
            return "recording"
        if isinstance(value.get("commitLog"), list):
            return "snapshot"
    return TOOL_SCHEMA if value.get("kind") == TOOL_SCHEMA else None


def carries_evidence(value: object) -> bool:
    """Tell whether a value in the wrong file holds what an audit would show."""
    kind = kind_of(value)
    if kind == "event" and isinstance(value, dict):
        return value["type"] in KNOWN_EVENTS
    return kind is not None


def unknown_format(value: object) -> str | None:
    """Return the name of a whole-document format that this version does not read."""
    if not isinstance(value, dict) or not isinstance(value.get("format"), str):
        return None
    name: str = value["format"]
    return name if name != ENVELOPE else None


def label_of(value: object) -> str:
    """Say in a few words what a line that is not understood is."""
    if not isinstance(value, dict):
        return f"a bare JSON {_type_name(value)}"
    for key in ("kind", "type", "format"):
        if isinstance(value.get(key), str):
            extra = unknown_format(value) if key != "format" else None
            return f'{key} "{value[key]}"' + (f', format "{extra}"' if extra else "")
    keys = ", ".join(list(map(str, value))[:4])
    return f"an object with the keys {keys}" if keys else "an empty object"


def misplaced(kind: str, number: int, form: str) -> Damage:
    """Name a line that belongs into a file of another format."""
    article = "an" if kind[0] in "aeiou" else "a"
    return Damage(
        line=number,
        kind="mixed-formats",
        detail=f"{article} {kind} line in a file of {form}; it was not read",
        recovered=False,
    )


def unread(name: str, number: int) -> Damage:
    """Name a line that is a recording of a format that is not read."""
    return Damage(
        line=number,
        kind="mixed-formats",
        detail=f'its format is "{name}", which this version does not read',
        recovered=False,
    )


def _type_name(value: object) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "number"
