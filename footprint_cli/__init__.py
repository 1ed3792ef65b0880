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
    from footprint_cli.analyse.stages import pick, prompt_order, spend
    from footprint_cli.analyse.strategies import Mmr, Rerank, TopK, held
    from footprint_cli.analyse.trace_reports import trace_report
    from footprint_cli.analyse.what_if import what_if
    from footprint_cli.errors import FootprintError, InputError, StrategyError, UsageError
    from footprint_cli.model.answer import Asked
    from footprint_cli.model.audit import Audit
    from footprint_cli.model.coverage import Call, Choices, Coverage, CoveredCall
    from footprint_cli.model.evidence import Candidate, Evidence, Retrieval
    from footprint_cli.model.fold import fold
    from footprint_cli.model.recording import Recording
    from footprint_cli.model.seam import ADMITTED, Scored, Strategy, Verdict, refused
    from footprint_cli.model.search import Declaration, Search, ToolSchema
    from footprint_cli.model.trace_report import TraceAsked, TraceReport
    from footprint_cli.model.what_if import Setting, WhatIf
    from footprint_cli.read.declarations import read_declarations
    from footprint_cli.read.formats import load

__all__ = [
    "ADMITTED",
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
    "Mmr",
    "Recording",
    "Rerank",
    "Retrieval",
    "Scored",
    "Search",
    "Setting",
    "Strategy",
    "StrategyError",
    "ToolSchema",
    "TopK",
    "TraceAsked",
    "TraceReport",
    "UsageError",
    "Verdict",
    "WhatIf",
    "answers",
    "audit",
    "claim_of",
    "compose",
    "declared",
    "fold",
    "held",
    "judge",
    "load",
    "pick",
    "prompt_order",
    "read_declarations",
    "refused",
    "spend",
    "trace_report",
    "what_if",
]

_HOMES = {
    "ADMITTED": "model.seam",
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
    "Mmr": "analyse.strategies",
    "Recording": "model.recording",
    "Rerank": "analyse.strategies",
    "Retrieval": "model.evidence",
    "Scored": "model.seam",
    "Search": "model.search",
    "Setting": "model.what_if",
    "Strategy": "model.seam",
    "StrategyError": "errors",
    "ToolSchema": "model.search",
    "TopK": "analyse.strategies",
    "TraceAsked": "model.trace_report",
    "TraceReport": "model.trace_report",
    "UsageError": "errors",
    "Verdict": "model.seam",
    "WhatIf": "model.what_if",
    "answers": "analyse.answers",
    "audit": "analyse.audits",
    "claim_of": "analyse.claim_kinds",
    "compose": "analyse.compose",
    "declared": "analyse.declarations",
    "fold": "model.fold",
    "held": "analyse.strategies",
    "judge": "analyse.claims",
    "load": "read.formats",
    "pick": "analyse.stages",
    "prompt_order": "analyse.stages",
    "read_declarations": "read.declarations",
    "refused": "model.seam",
    "spend": "analyse.stages",
    "trace_report": "analyse.trace_reports",
    "what_if": "analyse.what_if",
}


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
