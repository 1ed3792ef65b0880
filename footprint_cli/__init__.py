"""Footprint: what an AI agent read, what it did not read, and why, from a recording alone.

The public names are loaded when they are first asked for; importing this package imports nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from footprint_cli.analyse.answers import answers
    from footprint_cli.analyse.audits import audit
    from footprint_cli.errors import FootprintError, InputError, UsageError
    from footprint_cli.model.answer import Asked
    from footprint_cli.model.audit import Audit
    from footprint_cli.model.evidence import Candidate, Evidence, Retrieval
    from footprint_cli.model.fold import fold
    from footprint_cli.model.recording import Recording
    from footprint_cli.read.formats import load

__all__ = [
    "Asked",
    "Audit",
    "Candidate",
    "Evidence",
    "FootprintError",
    "InputError",
    "Recording",
    "Retrieval",
    "UsageError",
    "answers",
    "audit",
    "fold",
    "load",
]

_HOMES = {
    "Asked": "model.answer",
    "Audit": "model.audit",
    "Candidate": "model.evidence",
    "Evidence": "model.evidence",
    "FootprintError": "errors",
    "InputError": "errors",
    "Recording": "model.recording",
    "Retrieval": "model.evidence",
    "UsageError": "errors",
    "answers": "analyse.answers",
    "audit": "analyse.audits",
    "fold": "model.fold",
    "load": "read.formats",
}


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
