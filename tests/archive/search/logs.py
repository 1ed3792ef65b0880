"""Random commit logs as the recorder writes them, and what may become of their bytes."""

import json
from typing import Any

from hypothesis import strategies as st

IDS = [
    "pump.md#1",
    "pump.md#10",
    "a/b.md#2",
    "übersicht.md#3",
    "x",
    'say "hi".md#4',
    "loop & son.md#5",
]
RETRIEVERS = ["docs", "wiki", "übersicht"]
TEXTS = [
    "plain words",
    'a quoted "retrievalEvidence_docs":{"candidates":[{"id":"pump.md#1"}]}',
    "pump.md#1 and pump.md#10",
    '"retrievalEvidence_docs", and "id":"pump.md#1"',
    '{"overwrite":{',
    "}\u2028\u001f",
]
SPACED = [
    (b'"retrievalEvidence_', b' "retrievalEvidence_'),
    (b'"path":"', b'"path": "'),
    (b'"candidates":[', b'"candidates": ['),
    (b'},{"id"', b'}, {"id"'),
    (b'"consideredCount":', b'"consideredCount":99,"consideredCount":'),
    (b'"candidatesComplete":true', b'"candidatesComplete":false,"candidatesComplete":true'),
    (b'"updates":{', b'"updates": {'),
    (b'"updates":{', b'"updates" :{'),
]
_VERBS = st.sampled_from(["set"] * 12 + ["append", "merge", "delete"])


@st.composite
def candidates(draw: st.DrawFn) -> list[dict[str, Any]]:
    rows = []
    for rank, one in enumerate(draw(st.lists(st.sampled_from(IDS), max_size=5)), 1):
        row: dict[str, Any] = {"id": one, "score": draw(st.sampled_from([0.9, 0.5, 0.1]))}
        row |= {"rank": rank, "admitted": draw(st.booleans())}
        if not row["admitted"]:
            row["reason"] = draw(st.sampled_from(["below-threshold", "over-max-entries"]))
        elif draw(st.booleans()):
            row |= {"promptFragment": f"<{one}>", "promptPosition": 0}
        if draw(st.integers(0, 3)) == 0:
            row["docUri"] = one.partition("#")[0]
        if draw(st.integers(0, 19)) == 0:
            row["id"] = draw(st.sampled_from([None, 7, ["pump.md#1"]]))
        rows.append(row)
    return rows


@st.composite
def records(draw: st.DrawFn) -> dict[str, Any]:
    """Draw an evidence record: mostly a whole one."""
    rows = draw(candidates())
    record: dict[str, Any] = {"strategy": "topK", "k": draw(st.sampled_from([2, 5]))}
    if draw(st.booleans()):
        record["threshold"] = 0.4
    record["consideredCount"] = len(rows) if draw(st.integers(0, 5)) else draw(st.integers(0, 6))
    if draw(st.integers(0, 9)):
        record["candidates"] = rows
        record["candidatesComplete"] = draw(st.sampled_from([True, True, True, False]))
    else:
        record["candidatesOmittedReason"] = "too many"
    if draw(st.integers(0, 9)):
        record["corpusEmpty"] = not rows
    return record


def _bundle(step: str, overwrite: dict[str, Any], trace: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "overwrite": overwrite,
        "updates": {},
        "redactedPaths": [],
        "trace": trace,
        "stage": step.partition("#")[0],
        "stageId": step.partition("#")[0],
        "runtimeStageId": step,
    }


@st.composite
def evidence(draw: st.DrawFn, number: int) -> dict[str, Any]:
    """Draw the commit of a retrieval."""
    name, record = draw(st.sampled_from(RETRIEVERS)), draw(records())
    key = f"retrievalEvidence_{name}"
    trace = [{"path": f"{key}\u001f{field}", "verb": "set"} for field in record]
    overwrite: dict[str, Any] = {key: record}
    if draw(st.integers(0, 4)):
        text = draw(st.sampled_from(TEXTS))
        overwrite = {f"memoryInjection_{name}": [{"role": "system", "content": text}], **overwrite}
        trace = [{"path": f"memoryInjection_{name}", "verb": "set"}, *trace]
    step = f"sf-memory-read-{name}#{draw(st.sampled_from([number, number, 1]))}"
    bundle = _bundle(step, overwrite, trace)
    if draw(st.integers(0, 5)) == 0:
        _bend(draw, bundle, key)
    return bundle


def _bend(draw: st.DrawFn, bundle: dict[str, Any], key: str) -> None:
    """Make a commit of evidence one that only the fold can tell."""
    way = draw(
        st.sampled_from(
            ["verb", "whole", "redacted", "other", "updates", "text", "readKeys", "unset", "nested"]
        )
    )
    if way == "verb":
        bundle["trace"][-1]["verb"] = draw(_VERBS)
    elif way == "whole":
        bundle["trace"] = [{"path": key, "verb": draw(_VERBS)}]
    elif way == "redacted":
        bundle["redactedPaths"] = [f"{key}\u001fcandidates"]
    elif way == "other":
        bundle["overwrite"]["retrievalEvidence_other"] = {"k": 1}
        bundle["trace"].append({"path": "retrievalEvidence_other", "verb": "set"})
    elif way == "updates":
        bundle["updates"] = {key: bundle["overwrite"].pop(key)}
        bundle["trace"] = [{"path": key, "verb": "merge"}]
    elif way == "text":
        bundle["overwrite"][key] = draw(st.sampled_from(["REDACTED", "cut", None, 3, []]))
        bundle["trace"] = [{"path": key, "verb": "set"}]
    elif way == "unset":
        bundle["trace"].pop(draw(st.integers(0, len(bundle["trace"]) - 1)))
    elif way == "nested":
        rows = bundle["overwrite"][key].get("candidates") or [{}]
        inside = draw(st.sampled_from([{"id": "q"}, {"candidatesComplete": True}, [{"id": "q"}]]))
        rows[draw(st.integers(0, len(rows) - 1))]["kept"] = inside
        rows[-1].pop("id", None)
    else:
        bundle["trace"][0]["readKeys"] = [key, "history"]


@st.composite
def others(draw: st.DrawFn, number: int) -> dict[str, Any]:
    """Draw a commit without evidence, which may speak of it."""
    way = draw(st.integers(0, 10))
    text = draw(st.sampled_from(TEXTS))
    if way == 0:
        key = f"memoryInjection_{draw(st.sampled_from(RETRIEVERS))}"
        value: Any = [{"role": "system", "content": text}]
    elif way == 1:
        key, value = f"retrievalEvidence_{draw(st.sampled_from(RETRIEVERS))}", None
        return _bundle(f"stage#{number}", {}, [{"path": key, "verb": "delete"}])
    elif way == 2:
        key, value = "copy", {"retrievalEvidence_docs": draw(records())}
    elif way == 3:
        asked = {"id": f"c{number}", "name": draw(st.sampled_from(["gauge", "find"])), "args": {}}
        key = "history"
        value = [
            {"role": "assistant", "content": "", "toolCalls": [asked]},
            {
                "role": "tool",
                "content": draw(st.sampled_from([*TEXTS, "[1,2]"])),
                "toolCallId": asked["id"],
            },
        ][: draw(st.integers(1, 2))]
        return _bundle(f"stage#{number}", {key: value}, [{"path": key, "verb": "append"}])
    elif way == 4:
        row = {"kind": "absence", "toolName": "find", "toolCallId": "c1"}
        key, value = draw(st.sampled_from([("coverageDeclared", [row]), ("history", "REDACTED")]))
    elif way == 3:  # a memory that leaves nothing, in this commit at least
        return _bundle(f"sf-memory-read-docs#{draw(st.sampled_from([number, 1]))}", {}, [])
    else:
        key, value = "history", [{"role": "user", "content": text}]
    return _bundle(f"stage#{number}", {key: value}, [{"path": key, "verb": "set"}])


@st.composite
def lines(draw: st.DrawFn) -> list[bytes]:
    """Draw the lines of a file of one to three logs, each without its newline."""
    written = []
    ascii_only = draw(st.integers(0, 4)) == 0
    for run in range(draw(st.integers(1, 3))):
        seed = _bundle("seed#0", {"userMessage": f"question {draw(st.integers(0, 3)) or run}"}, [])
        numbers = range(1, draw(st.integers(1, 6)))
        bundles = [seed, *(draw(st.one_of(evidence(one), others(one))) for one in numbers)]
        if run and draw(st.integers(0, 5)) == 0:
            bundles[0]["runtimeStageId"] = "seed#9"  # the next leg of the run before
        for idx, bundle in enumerate(bundles):
            text = json.dumps(
                {**bundle, "idx": idx}, separators=(",", ":"), ensure_ascii=ascii_only
            )
            written.append(text.encode())
    return written


@st.composite
def files(draw: st.DrawFn) -> bytes:
    """Draw the bytes of a file, damaged now and then."""
    written = draw(lines())
    ends = [b"\n"] * len(written)
    if draw(st.integers(0, 2)) == 0:
        at = draw(st.integers(0, len(written) - 1))
        way = draw(
            st.sampled_from(
                ["cut", "glue", "twice", "drop", "swap", "blank", "crlf", "bom", "bad", "spaced"]
            )
        )
        if way in ("cut", "glue"):
            written[at] = written[at][: draw(st.integers(1, len(written[at])))]
            ends[at] = b"" if way == "glue" else b"\n"
        elif way == "twice":
            written[at] += b"\n" + written[at]
        elif way == "drop":
            written[at] = ends[at] = b""
        elif way == "spaced":  # a blank more, or one key with another, where it means nothing
            old, new = draw(st.sampled_from(SPACED))
            written[at] = written[at].replace(old, new, 1)
        elif way == "swap":
            other = draw(st.integers(0, len(written) - 1))
            written[at], written[other] = written[other], written[at]
        else:
            odd = {"blank": b"\n", "crlf": b"\r", "bom": b"\xef\xbb\xbf", "bad": b"\xff\n"}[way]
            ends[at] = odd + b"\n" if way != "bom" else b"\n" + odd
    if draw(st.integers(0, 3)) == 0:
        ends[-1] = b""
        written[-1] = written[-1][: draw(st.integers(0, len(written[-1])))]
    return b"".join(map(bytes.__add__, written, ends))
