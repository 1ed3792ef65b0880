"""Lines that a search found, explained by others: what is shown is the same."""

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from footprint_cli.analyse.reckoning import Reckoning
from footprint_cli.archive.answering import Answering, Lines
from footprint_cli.archive.search.asking import Asking
from footprint_cli.archive.search.hits import Found
from footprint_cli.archive.search.trust import Untrusted
from footprint_cli.archive.sources import Source
from footprint_cli.model.answer import Asked
from footprint_cli.model.reckoned import Reckoned
from footprint_cli.render.answer.choice import BESIDE, beside
from footprint_cli.render.answer.documents import occurrence_document
from footprint_cli.render.documents import candidate_document, finding_document
from footprint_cli.render.words import limits_line, origin_line
from tests.archive.search.logs import RETRIEVERS, files
from tests.archive.search.test_asking import ASKED


def sent(value: Any) -> Any:
    """Return what arrives of a value in another process."""
    return pickle.loads(pickle.dumps(value))  # noqa: S301 (our own)


def shown(parts: Iterator[Reckoned], asked: Asked, *, drawn: bool) -> list[Any]:
    """Return all that formats show of an answer."""
    reckoning, said, rows_of = Reckoning(asked), list[Any](), list[Any]()
    for part in parts:
        listed = reckoning.add(part)
        for one in listed:
            evidence = one.retrieval.retrieval.evidence
            said += [occurrence_document(one), *map(finding_document, one.findings)]
            said += [origin_line(one.retrieval), evidence and limits_line(evidence)]
        for told in part.told if drawn else ():
            if isinstance(told, tuple) and told[0].chunk is not None:
                rows, own = beside([*told])
                rows_of += [candidate_document(row) for row in rows]
                rows_of += [row.candidate.id for row in own]
                rows_of += [len(told[0].retrieval.candidates or ())]
    reckoning.forget_ids()
    return [said, rows_of, reckoning.reply()]


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=files(),
    asked=ASKED,
    retriever=st.sampled_from([None, *RETRIEVERS]),
    count=st.integers(1, 4),
    drawn=st.booleans(),
)
def test_lines_explained_elsewhere_show_what_they_show_here(  # noqa: PLR0913 (what is drawn)
    tmp_path: Path, text: bytes, asked: Asked, retriever: str | None, count: int, *, drawn: bool
) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(text)
    source, asking = Source(path=str(path)), Asking(asked=asked, retriever=retriever)
    work = Answering(asking=asking, beside=BESIDE if drawn else 0)

    def elsewhere(found: Found) -> Iterator[Reckoned]:
        for one in found.parts(count):
            lines = sent(Lines(path=str(path), end=len(text), piece=one))
            [told] = sent(work((lines,)))
            if told is None:
                raise Untrusted("only the full reader can tell")
            yield told

    try:
        here = shown(work.found(source, asking.scanned(str(path))), asked, drawn=drawn)
        there = work.found(source, asking.scanned(str(path)), elsewhere)
    except Untrusted:
        return
    assert shown(there, asked, drawn=drawn) == here
