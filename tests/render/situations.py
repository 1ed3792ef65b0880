"""Recordings by hand, one a situation, for what must hold of every output."""

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import Candidate, Withheld
from footprint_cli.model.finding import Finding
from footprint_cli.model.recording import LineCount, Recording, Run
from tests.build import call, candidate, damage, read, recording, refused, retrieval, ruling

HOSTILE_TEXTS = (
    "\x1b[2J\x1b]8;;https://x.invalid\x1b\\open",
    "a\tb\nc\r\n\x0bd\x85e\u2028f",
    "plan\u202exslx",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "a|b`c`**d**_e_~~f~~[g](https://x.invalid)![h](i)",
    "https://x.invalid/?a=b&c=d @someone #12 :tada: $x$ &amp; &#60;",
    "--- # heading\n* item\n1. one\n> quote",
    "[bold]x[/bold] [/etc/harbour] [link=https://x.invalid]y[/link]",
    "\"quoted\", 'single', ;=cmd|calc",
    "\ud800 lone",
    "  leading and trailing  ",
    "\\u001b and \\",
    "",
)


def hostile_candidates() -> list[Candidate]:
    """Candidates with hostile text wherever a recording may have text."""
    rows = []
    for text in HOSTILE_TEXTS:
        fields = {"doc_uri": text, "heading": text}
        rows.append(read(text, prompt_fragment=text or "x", **fields))
        rows.append(refused(text, f"{text}2", score=0.7, **fields))
    return rows


def hostile_recording() -> Recording:
    worst = "".join(HOSTILE_TEXTS)
    named = [
        retrieval(
            *hostile_candidates(),
            retriever=text,
            step=text,
            run=text,
            namespace=text,
            strategy=text,
            selection_order=text,
            embedder_id=text,
        )
        for text in HOSTILE_TEXTS
    ]
    withheld = retrieval(evidence=None, withheld=Withheld(kind="text", detail=worst))
    failed = retrieval(evidence=None, failure=worst)
    calls = tuple(
        call(tool=text, call_id=text, step=text, run=text, arguments={text: text}, result=text)
        for text in HOSTILE_TEXTS
    )
    return recording(
        *named,
        withheld,
        failed,
        source=worst,
        run=Run(run_id=worst, session_id=worst, producer={worst: worst}),
        damage=(damage(detail=worst),),
        noticed=(
            Finding(code="line-copied", level="note", message=worst, source=worst, step=worst),
        ),
        calls=calls,
    )


def odd_recording() -> Recording:
    """Every value of another type than the record promises."""
    row = Candidate(
        id="50000000014435121",
        odd={
            "id": 50000000014435121,
            "rank": 1.5,
            "score": "0.9",
            "admitted": "true",
            "reason": 7,
            "page": "iv",
            "heading": ["h"],
            "docUri": {"a": 1},
            "promptPosition": False,
        },
        extra={"later": [1, None]},
    )
    null_id = candidate(None, odd={"id": None})
    no_record = Candidate(odd={"row": "kb/a.md"})
    one = retrieval(
        row,
        null_id,
        no_record,
        threshold=None,
        k=None,
        considered_count=None,
        odd={"threshold": "0.6", "k": True, "consideredCount": [3]},
        extra={"laterField": {"a": 1}},
    )
    return recording(one)


def unknown_call() -> Call:
    return Call(tool=None, call_id=None, outcome="not-dispatched")


SITUATIONS: dict[str, Recording] = {
    "read and refused": recording(
        retrieval(read("a"), refused("over-max-entries", "b"), refused(id="c"))
    ),
    "picker": recording(
        retrieval(refused("over-budget", "a", score=0.8), at_retriever=(ruling("a"),))
    ),
    "event": recording(
        retrieval(candidate("a"), evidence_from="event", attached=()), format="events"
    ),
    "empty corpus": recording(retrieval()),
    "never asked": recording(retrieval(corpus_empty=False)),
    "not recorded": recording(retrieval(candidates=None, considered_count=3)),
    "withheld": recording(
        retrieval(evidence=None, withheld=Withheld(kind="redacted", detail="redacted"))
    ),
    "failed": recording(
        retrieval(evidence=None, failure="the store is closed", step=None, line=None)
    ),
    "budget": recording(retrieval(refused("over-char-budget"), max_chars=4, chars_used=0)),
    "calls": recording(calls=(call(), unknown_call())),
    "nothing": recording(),
    "damaged": recording(
        retrieval(read(score=float("nan")), refused(score=float("inf"))),
        damage=(damage(), damage(line=None, recovered=True)),
        lines=LineCount(physical=4, read=2, blank=1, damaged=1),
    ),
    "unreadable": Recording(source="gone.jsonl", format=None, damage=(damage(line=None),)),
    "large numbers": recording(
        retrieval(read(score=10**400), refused(score=-1e308), threshold=0.5), damage=(damage(),)
    ),
    "odd types": odd_recording(),
    "hostile": hostile_recording(),
}
