"""Footprint: what an AI agent read, what it did not read, and why, from a recording alone.

The public names are loaded when they are first asked for; importing this package imports nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from footprint_cli.analyse.answers import answers
    from footprint_cli.analyse.audits import audit
    from footprint_cli.analyse.claim_kinds import claim_of
    from footprint_cli.analyse.claims import judge
    from footprint_cli.analyse.compose import compose
    from footprint_cli.analyse.covered import Covering
    from footprint_cli.analyse.declarations import declared
    from footprint_cli.analyse.trace_reports import trace_report
    from footprint_cli.errors import FootprintError, InputError, UsageError
    from footprint_cli.model.answer import Asked
    from footprint_cli.model.audit import Audit
    from footprint_cli.model.coverage import Call, Choices, Coverage, CoveredCall
    from footprint_cli.model.evidence import Candidate, Evidence, Retrieval
    from footprint_cli.model.fold import fold
    from footprint_cli.model.recording import Recording
    from footprint_cli.model.search import Declaration, Search, ToolSchema
    from footprint_cli.model.trace_report import TraceAsked, TraceReport
    from footprint_cli.read.declarations import read_declarations
    from footprint_cli.read.formats import load

__all__ = [
    "Asked",
    "Audit",
    "Call",
    "Candidate",
    "Choices",
    "Coverage",
    "CoveredCall",
    "Covering",
    "Declaration",
    "Evidence",
    "FootprintError",
    "InputError",
    "Recording",
    "Retrieval",
    "Search",
    "ToolSchema",
    "TraceAsked",
    "TraceReport",
    "UsageError",
    "answers",
    "audit",
    "claim_of",
    "compose",
    "declared",
    "fold",
    "judge",
    "load",
    "read_declarations",
    "trace_report",
]

_HOMES = {
    "Asked": "model.answer",
    "Audit": "model.audit",
    "Call": "model.coverage",
    "Candidate": "model.evidence",
    "Choices": "model.coverage",
    "Coverage": "model.coverage",
    "CoveredCall": "model.coverage",
    "Covering": "analyse.covered",
    "Declaration": "model.search",
    "Evidence": "model.evidence",
    "FootprintError": "errors",
    "InputError": "errors",
    "Recording": "model.recording",
    "Retrieval": "model.evidence",
    "Search": "model.search",
    "ToolSchema": "model.search",
    "TraceAsked": "model.trace_report",
    "TraceReport": "model.trace_report",
    "UsageError": "errors",
    "answers": "analyse.answers",
    "audit": "analyse.audits",
    "claim_of": "analyse.claim_kinds",
    "compose": "analyse.compose",
    "declared": "analyse.declarations",
    "fold": "model.fold",
    "judge": "analyse.claims",
    "load": "read.formats",
    "read_declarations": "read.declarations",
    "trace_report": "analyse.trace_reports",
}


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
