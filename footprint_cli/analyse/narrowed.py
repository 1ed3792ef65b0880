"""An audit → what of it is asked for: one retriever, one step, or only what was read or not."""

from msgspec.structs import replace

from footprint_cli.analyse.audits import exit_status_of
from footprint_cli.model.audit import Audit, RetrievalAudit
from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import Retrieval
from footprint_cli.model.finding import Finding


def narrowed(audit_: Audit, retriever: str | None, step: str | None, only: str | None) -> Audit:
    """Keep of an audit one retriever, one step, or only the candidates `read` or `not-read`.

    What is left answers for the exit status; with a retriever or a step that is not in the input
    there is nothing to explain.
    """
    if retriever is None and step is None and only is None:
        return audit_
    kept = tuple(
        _only(one, only)
        for one in audit_.retrievals
        if (retriever is None or one.retrieval.retriever == retriever)
        and (step is None or is_step(one.retrieval, step))
    )
    recording = audit_.recording
    covered = tuple(
        one
        for one in audit_.calls
        if retriever is None and (step is None or is_step(one.call, step))
    )
    calls = tuple(one.call for one in covered)
    noticed = tuple(one for one in recording.noticed if _concerns(one, retriever, step))
    recording = replace(recording, calls=calls, noticed=noticed)
    own = {id(finding) for one in audit_.retrievals for finding in one.findings}
    shown = {id(finding) for one in kept for finding in one.findings}
    return Audit(
        recording=recording,
        retrievals=kept,
        findings=tuple(
            one
            for one in audit_.findings
            if (id(one) in shown if id(one) in own else _concerns(one, retriever, step))
        ),
        exit_status=exit_status_of(recording, kept),
        calls=covered,
        whole=(len(audit_.retrievals), len(audit_.recording.calls)),
    )


def is_step(one: Retrieval | Call, step: str) -> bool:
    """Tell whether a step is meant: by its id, or by its id and run as they are printed."""
    return step in (one.step, f"{one.step} ({one.run})")


def _concerns(finding: Finding, retriever: str | None, step: str | None) -> bool:
    """Tell whether a finding of the recording is about what is asked for, or about all of it."""
    if retriever is not None and finding.retriever not in (None, retriever):
        return False
    return step is None or finding.step is None or step.startswith(finding.step)


def _only(one: RetrievalAudit, only: str | None) -> RetrievalAudit:
    if only is None or one.candidates is None:
        return one
    wanted = only == "read"
    return replace(
        one,
        candidates=tuple(
            row
            for row in one.candidates
            if (row.read or (row.read is None and row.candidate.admitted is True)) is wanted
        ),
    )
