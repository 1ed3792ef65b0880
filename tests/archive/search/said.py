"""Files of several logs that say what is told of all of them, or bears on each other."""

from typing import Any

import orjson
from hypothesis import strategies as st


def commit(step: str, number: int, **values: Any) -> bytes:
    """Write a commit; a `verb` among the values is that of all of them."""
    verb, stage = values.pop("verb", "set"), step.partition("#")[0]
    trace = [{"path": key, "verb": verb} for key in values if not isinstance(values[key], Evidence)]
    for key, record in values.items():
        if isinstance(record, Evidence):
            trace += [{"path": f"{key}\u001f{field}", "verb": verb} for field in record]
    return orjson.dumps(
        {
            "overwrite": values,
            "updates": {},
            "redactedPaths": [],
            "trace": trace,
            "stage": stage,
            "stageId": stage,
            "runtimeStageId": step,
            "idx": number,
        },
    )


class Evidence(dict[str, Any]):
    """A record, which is set field by field."""


def searched(namespace: str, *candidates: dict[str, Any]) -> dict[str, Any]:
    """Make what a memory writes that searched a namespace."""
    return {
        "retrievalEvidence_docs": Evidence(
            strategy="topK",
            k=2,
            namespace=namespace,
            consideredCount=len(candidates),
            candidates=[
                {"id": f"d#{at}", "score": 0.5, "rank": at + 1, "admitted": True, **one}
                for at, one in enumerate(candidates)
            ],
            candidatesComplete=True,
            corpusEmpty=not candidates,
        )
    }


ASKED = {"role": "assistant", "content": "", "toolCalls": [{"id": "c", "name": "find", "args": {}}]}
TOLD = {"role": "tool", "content": "[1,2]", "toolCallId": "c"}
SEARCHING = {"dynamicToolSchemas": [{"name": "find", "search": {"source": "shop"}}]}
MEMORY = "sf-memory-read-docs"
# What one log says and what is told of all of them: step, values.
SAID: list[tuple[str, dict[str, Any]]] = [
    (MEMORY, {}),
    (MEMORY, searched("a/b/c")),
    (MEMORY, searched("a/b/d", {})),
    (MEMORY, searched("a/b/e", {"promptFragment": "shown", "promptPosition": 0}, {})),
    (MEMORY, searched("a/x/c", {}, {})),
    ("call", {"history": [ASKED]}),
    ("call", {"history": [ASKED, TOLD]}),
    ("call", {"history": "REDACTED"}),
    ("call", {"history": [], "verb": "no-verb"}),
    ("call", {"dynamicToolSchemas": [{"name": "find", "description": "d", "inputSchema": {}}]}),
    ("call", SEARCHING),
]


@st.composite
def said(draw: st.DrawFn) -> bytes:
    """Draw logs that say what bears on others, and what does not."""
    common = st.integers(0, 4) | st.integers(0, 6) | st.integers(0, len(SAID) - 1)
    logs = draw(st.lists(st.lists(common, max_size=3), min_size=2, max_size=5))
    lines: list[bytes] = []
    for at, log in enumerate(logs):
        lines.append(commit("seed#0", 0, userMessage=f"question {at}"))
        for number, one in enumerate(log, start=1):
            step, values = SAID[one]
            lines.append(commit(f"{step}#{number}", number, **values))
    return b"".join(one + b"\n" for one in lines)
