"""A commit log of the shape of a long recorded run, made the same way every time.

60 iterations, 20 stages each; every iteration stores the injected messages whole, so that lines
grow to half a megabyte: nine tenths of the bytes are in lines without evidence.
"""

import json
from pathlib import Path
from typing import Any

ITERATIONS, STAGES = 60, 20
_RESULT = "Pump P-3 ran at 2.1 bar and the return line stayed under forty degrees. " * 150


def large_log(path: Path) -> Path:
    """Write the log, about 20 MB; an existing one is kept."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="\n") as out:
            for index, bundle in enumerate(_bundles()):
                line = {**bundle, "idx": index}
                out.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n")
    return path


def _bundles() -> list[dict[str, Any]]:
    history: list[dict[str, Any]] = [{"role": "user", "content": "Is the east loop safe to start?"}]
    bundles = [
        _bundle("seed", 0, {"history": list(history), "iteration": 1}, "set"),
        _evidence(),
    ]
    step = 2
    for iteration in range(1, ITERATIONS + 1):
        for stage in range(STAGES - 2):
            bundles.append(_bundle(f"stage-{stage}", step, {}, "set"))
            step += 1
        injected = [{"source": "history", "rawContent": one["content"]} for one in history]
        bundles.append(_bundle("context", step, {"messagesInjections": injected}, "set"))
        step += 1
        call = {"id": f"c{iteration}", "name": "gauge", "args": {"id": f"G-{iteration}"}}
        added: list[dict[str, Any]] = [
            {"role": "assistant", "content": "", "toolCalls": [call]},
            {
                "role": "tool",
                "content": _RESULT,
                "toolCallId": call["id"],
                "toolName": "gauge",
            },
        ]
        history += added
        bundles.append(_bundle("tool-calls", step, {"history": added}, "append"))
        step += 1
    return bundles


def _bundle(stage: str, step: int, values: dict[str, Any], verb: str) -> dict[str, Any]:
    return {
        "overwrite": values,
        "updates": {},
        "redactedPaths": [],
        "trace": [{"path": key, "verb": verb} for key in values],
        "stage": stage,
        "stageId": stage,
        "runtimeStageId": f"{stage}#{step}",
    }


def _evidence() -> dict[str, Any]:
    candidates = [
        {
            "id": f"manual.md#{number}",
            "score": round(0.95 - number * 0.1, 2),
            "rank": number + 1,
            "admitted": number < 2,  # noqa: PLR2004
            **(
                {"promptFragment": f"passage {number}", "promptPosition": number}
                if number < 2  # noqa: PLR2004
                else {"reason": "below-threshold" if number > 3 else "over-max-entries"}  # noqa: PLR2004
            ),
        }
        for number in range(7)
    ]
    record = {
        "strategy": "topK",
        "queryHash": "6eeb4f81",
        "k": 2,
        "threshold": 0.6,
        "selectionOrder": "recency",
        "consideredCount": 7,
        "admittedCount": 2,
        "rejectedCount": 5,
        "candidates": candidates,
        "candidatesComplete": True,
        "corpusEmpty": False,
        "namespace": "_/_/_global",
    }
    key = "retrievalEvidence_plant-manual"
    bundle = _bundle("sf-memory-read-plant-manual", 1, {key: record}, "set")
    bundle["trace"] = [{"path": f"{key}\u001f{name}", "verb": "set"} for name in record]
    return bundle
