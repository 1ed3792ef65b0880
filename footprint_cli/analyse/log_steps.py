"""One commit log → its steps, as the engine stops at them (commit-log notes, 8.4)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from footprint_cli.model.commit import SEPARATOR, path_segments, refusal
from footprint_cli.model.json_text import json_text
from footprint_cli.model.steps_report import StepWrite, TracedStep

SHORT = 60  # characters of a value that are kept
_DIGITS = 9  # a longer index is of no array


def steps_of(
    bundles: Iterable[Any], mount: str | None = None, failures: Mapping[str, str] | None = None
) -> list[TracedStep]:
    """List the steps of a log in the order of their first lines; values are not kept whole.

    Lines without a step id, the inputs of a subflow, come first, where they lead; a step named by
    `failures` that left no line comes last.
    """
    told = dict(failures or {})
    steps: dict[str, TracedStep] = {}
    count = 0
    for index, bundle in enumerate(bundles):
        count = index + 1
        if refusal(bundle) is not None:
            continue
        step = bundle["runtimeStageId"]
        if not step and any(steps):
            continue  # it leads nothing: the engine gives it no stop
        known = steps.get(step) or _begun(bundle, mount)
        steps[step] = replace(
            known, commits=(*known.commits, index), writes=(*known.writes, *_writes(bundle, index))
        )
    return [*_numbered([*steps.values()], count, told), *_left(told, steps, mount)]


def _begun(bundle: dict[str, Any], mount: str | None) -> TracedStep:
    return TracedStep(
        log=mount,
        depth=0,
        number=0,
        step=bundle["runtimeStageId"],
        stage=_text(bundle.get("stage")),
        stage_id=_text(bundle.get("stageId")),
    )


def _numbered(
    steps: list[TracedStep], count: int, failures: Mapping[str, str]
) -> Iterator[TracedStep]:
    """Give steps their numbers, and each the lines up to the next."""
    number = 0
    for place, one in enumerate(steps):
        end = steps[place + 1].commits[0] if place + 1 < len(steps) else count
        number += bool(one.step)
        yield replace(
            one,
            number=number,
            through=end - 1,
            between=end - one.commits[0] - sum(each < end for each in one.commits),
            failure=failures.get(one.step),
        )


def _left(
    failures: Mapping[str, str], steps: Mapping[str, TracedStep], mount: str | None
) -> Iterator[TracedStep]:
    for number, (step, why) in enumerate(failures.items(), start=len(steps) + 1):
        if step not in steps:
            yield TracedStep(log=mount, depth=0, number=number, step=step, failure=why)


def _writes(bundle: dict[str, Any], index: int) -> Iterator[StepWrite]:
    listed = bundle.get("redactedPaths")
    hidden = {one for one in listed if isinstance(one, str)} if isinstance(listed, list) else set()
    rows: dict[tuple[str, str], int] = {}
    for row in bundle["trace"]:
        key = row["path"], row["verb"] if isinstance(row.get("verb"), str) else "no verb"
        rows[key] = rows.get(key, 0) + 1
    for (path, verb), count in rows.items():
        tree = bundle.get("updates" if verb == "merge" else "overwrite")
        there, value = _at(tree, path_segments(path))
        withheld = any(path == one or one.startswith(path + SEPARATOR) for one in hidden)
        text = json_text(value) if there and verb != "delete" else None
        yield StepWrite(
            path=path,
            verb=verb,
            commit=index,
            size=None if text is None or withheld else len(text),
            value=None if text is None or withheld else text[:SHORT],
            withheld=withheld,
            rows=count,
        )


def _at(tree: object, segments: list[str]) -> tuple[bool, object]:
    """Find the payload of a row: whether there is one, and which."""
    for segment in segments:
        if isinstance(tree, dict) and segment in tree:
            tree = tree[segment]
            continue
        short = segment.isascii() and segment.isdigit() and len(segment) <= _DIGITS
        if not (isinstance(tree, list) and short and int(segment) < len(tree)):
            return False, None
        tree = tree[int(segment)]
    return True, tree


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
