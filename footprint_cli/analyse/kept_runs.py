"""A recording → its runs, as one side of a comparison keeps them."""

import pickle
from collections import defaultdict
from collections.abc import Iterable, Iterator
from hashlib import blake2b

from msgspec.structs import replace

from footprint_cli.analyse.fragments import fragment_fault, passage_of
from footprint_cli.model.audit import Audit
from footprint_cli.model.compared_runs import KeptCall, KeptRun, SideRun
from footprint_cli.model.coverage import Call, Coverage, CoveredCall, Item, facets_text
from footprint_cli.model.evidence import Candidate, Retrieval
from footprint_cli.model.json_text import json_text, text_of
from footprint_cli.model.prompts import length_of
from footprint_cli.model.recording import Recording

_EARLY = frozenset({"event", "line"})
PASSAGE = (
    "passage "  # marks a digest of the passage alone, without tag and header, and its characters
)
_HOLLOW = "<source></source>"  # for any fragment that cites a source and holds none of its text
_STANDS_FOR = {"missing": None, "empty": "", "hollow": _HOLLOW}


def kept_runs(audit_: Audit, *, indexed: bool = False) -> tuple[SideRun, ...]:
    """Part a recording into its runs, in the order of their first retrieval, call or answer."""
    recording = audit_.recording
    retrievals: dict[str | None, list[Retrieval]] = defaultdict(list)
    calls: dict[str | None, list[KeptCall]] = defaultdict(list)
    for one in audit_.retrievals:
        retrievals[one.retrieval.run].append(one.retrieval)
    for call in _calls(audit_, indexed=indexed):
        calls[call[0]].append(call[1])
    answers = {one.run: one.text for one in recording.final_answers}
    names = dict.fromkeys((*retrievals, *calls, *answers)) or {None: None}
    return tuple(
        _side_run(
            recording,
            name,
            KeptRun(
                retrievals=tuple(map(_without_texts, retrievals.get(name, ()))),
                calls=tuple(calls.get(name, ())),
                answer=_answer(answers, name, len(names)),
            ),
            indexed=indexed,
        )
        for name in names
    )


def without_answer(one: SideRun) -> SideRun:
    """Return a run of which one step was asked for: its answer is no part of that."""
    return replace(one, answered=False)


def unpacked(one: SideRun) -> KeptRun:
    """Return what of a run is compared."""
    found: KeptRun = pickle.loads(one.packed)  # noqa: S301 (`_side_run` wrote it)
    return found


def _answer(answers: dict[str | None, str], name: str | None, runs: int) -> str | None:
    """Return the answer of a run; where there is one run, how its answer names it does not matter."""
    if runs == 1 and len(answers) == 1:
        return next(iter(answers.values()))
    return answers.get(name)


def _side_run(recording: Recording, name: str | None, kept: KeptRun, *, indexed: bool) -> SideRun:
    known = (one.evidence.query_hash for one in kept.retrievals if one.evidence is not None)
    return SideRun(
        source=recording.source,
        run=name if name is not None else recording.run.run_id,
        session=recording.run.session_id,
        started=recording.run.started,
        hashes=tuple(sorted({one for one in known if one is not None})),
        early=any(one.evidence_from in _EARLY for one in kept.retrievals),
        retrievals=len(kept.retrievals),
        calls=len(kept.calls),
        answered=kept.answer is not None,
        packed=pickle.dumps(kept, pickle.HIGHEST_PROTOCOL),
        whole=not recording.damage,
        indexed=indexed,
        tells_calls=recording.format != "evidence"
        and not any(one.code == "calls-withheld" for one in recording.noticed),
    )


def _without_texts(one: Retrieval) -> Retrieval:
    """Put digests in the place of the texts of chunks; what a fragment proves stays proved."""
    evidence = one.evidence
    if evidence is None or evidence.candidates is None:
        return replace(one, injected=None)
    kept = tuple(
        row if row.prompt_fragment is None else replace(row, prompt_fragment=_digest(row))
        for row in evidence.candidates
    )
    return replace(one, evidence=replace(evidence, candidates=kept), injected=None)


def _digest(row: Candidate) -> str | None:
    fault = fragment_fault(row)
    if fault is not None:
        return _STANDS_FOR[fault]
    fragment = row.prompt_fragment or ""
    passage = passage_of(fragment)
    text = (fragment if passage is None else passage).encode("utf-8", "surrogatepass")
    digest = blake2b(text, digest_size=8).hexdigest()
    return digest if passage is None else f"{PASSAGE}{length_of(passage)} {digest}"


def chars_kept(row: Candidate) -> int | None:
    """Return the characters of a passage whose digest is kept; None: they are not known."""
    kept = row.prompt_fragment or ""
    return int(kept.split()[1]) if kept.startswith(PASSAGE) else None


def _calls(audit_: Audit, *, indexed: bool) -> Iterator[tuple[str | None, KeptCall]]:
    if indexed:
        for call in audit_.recording.calls:
            yield call.run, _kept(call, None, None)
    for one in () if indexed else audit_.calls:
        yield one.call.run, _kept(one.call, one.rows.count, tuple(_ground(one)))


def _kept(call: Call, rows: int | None, ground: tuple[str, ...] | None) -> KeptCall:
    return KeptCall(
        tool=call.tool,
        call_id=call.call_id,
        step=call.step,
        line=call.line,
        arguments=None if call.arguments_from is None else json_text(call.arguments),
        outcome=call.outcome,
        rows=rows,
        ground=ground,
    )


def _ground(one: CoveredCall) -> Iterator[str]:
    """Say in words what a call covered, and what it leaves open."""
    coverage = one.coverage
    if coverage.is_composed:
        yield from _facets(coverage)
        yield f"completeness {coverage.completeness or 'not recorded'}"
    else:
        yield f"no ground: {coverage.because or 'not known why'}"
    for gap in coverage.gaps:
        about = " ".join(filter(None, (gap.argument, gap.what)))
        why = f": {gap.why}" if gap.why else ""
        yield f"gap {gap.kind} on {gap.bears}{f' {about}' if about else ''}{why}"
    yield from (f"left out {_item(each)}" for each in one.left_out)


def _facets(coverage: Coverage) -> Iterator[str]:
    for name, facets in (
        ("population", coverage.population),
        ("filters", coverage.filters),
        ("period", coverage.period),
        ("match", coverage.match),
        ("page", coverage.page),
    ):
        if facets:
            yield f"{name} {facets_text(facets)}"
    if coverage.source:
        yield f"source {_joined(each.what for each in coverage.source)}"
    if coverage.fixed:
        yield f"fixed {_joined(f'{each.name} {text_of(each.value)}' for each in coverage.fixed)}"
    if coverage.cap is not None:
        yield f"cap {text_of(coverage.cap.limit)}, reached: {text_of(coverage.cap.reached)}"


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _item(one: Item) -> str:
    return one.what if one.why is None else f"{one.what}: {one.why}"
