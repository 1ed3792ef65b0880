"""Findings that several inputs have in the same words: said once, with the inputs."""

from collections.abc import Iterable

from msgspec.structs import replace

from footprint_cli.model.finding import Finding
from footprint_cli.render.words import numbered

_NAMED = 3  # inputs

Repeated = tuple[Finding, list[str]]


def parted(findings: Iterable[Finding]) -> tuple[list[Finding], list[Repeated]]:
    """Part findings into those of one input, and those that several have, each with its inputs.

    Only what is about an input as a whole is said once: a line or a step is not the same elsewhere.
    """
    every = [*findings]
    sources: dict[Finding, dict[str, None]] = {}
    for one in every:
        if one.line is None and one.step is None:
            sources.setdefault(replace(one, source=""), {})[one.source] = None
    several = {one: [*found] for one, found in sources.items() if len(found) > 1}
    alone = [one for one in every if replace(one, source="") not in several]
    return alone, [*several.items()]


def inputs_text(sources: list[str]) -> str:
    """Count inputs, and name the first of them."""
    more = len(sources) - _NAMED
    named = ", ".join(sources[:_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"in {numbered(len(sources), 'input')}: {named}"
