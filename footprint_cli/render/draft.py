"""The start of a declaration as TOML; `declarations check` refuses it until its questions are answered."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.draft import Draft, DraftArgument
from footprint_cli.model.json_text import json_text
from footprint_cli.model.search import FACETS, ROLES
from footprint_cli.render.toml_text import can_be_toml, comment, toml_key, toml_string
from footprint_cli.render.words import numbered

_VALUE, _LIST = 60, 400  # characters of one value and of a list of them
_QUESTION = '"?"'


def render(draft: Draft) -> Iterator[str]:
    """Yield the declaration of a tool, every question as a comment beside a "?"."""
    for line in _lines(draft):
        yield f"{line}\n"


def _lines(draft: Draft) -> Iterator[str]:
    tool = toml_key(draft.tool)
    yield f"# What {comment(draft.tool, _VALUE)} searches: a draft from {_seen(draft)}."
    yield "# Answer every question; footprint declarations check refuses this file until then."
    if not all(can_be_toml(one) for one in (draft.tool, *(each.name for each in draft.arguments))):
        yield "# A name here has a lone surrogate, which TOML cannot hold: write this as JSON instead."
    yield ""
    yield f"[{tool}]"
    yield "# Does a call return every row that fits its arguments, while no cap is reached and no page"
    yield "# is open? Then say so; never beside a ranking that only takes the nearest."
    yield '# complete = "within-arguments"'
    yield '# ranking = "approximate"'
    if not draft.arguments:
        yield "# Has it really no argument?"
        yield "arguments = []"
    for part, question in _PARTS:
        yield ""
        yield f"[{tool}.{part}]"
        yield f"# {question}"
        yield f"what = {_QUESTION}"
        yield "# Which words may an answer use for it? List each form: incident, incidents."
        yield f"said = [{_QUESTION}]"
    for one in draft.arguments:
        yield ""
        yield from _argument(one, tool, draft)
    yield ""
    yield from _rest(tool)


_PARTS = (
    ("source", "Which store does it search?"),
    ("subject", "What are the rows that it returns?"),
)


def _seen(draft: Draft) -> str:
    calls = numbered(draft.calls, "call") if draft.calls else "no call"
    schema = "its input schema" if draft.with_schema else "no input schema"
    return f"{calls} with recorded arguments and {schema}"


def _argument(one: DraftArgument, tool: str, draft: Draft) -> Iterator[str]:
    yield f"[[{tool}.arguments]]"
    yield f"name = {toml_string(one.name)}"
    yield f"# {_sent(one, draft.calls)}"
    if one.values:
        yield f"# values: {_listed(one.values)}{' and others' if one.more else ''}"
    if one.enum is not None:
        yield f"# the schema allows: {_listed(map(json_text, one.enum))}"
    if one.role is None:
        yield "# What does it do to what is searched? One of:"
        yield f"# {', '.join(ROLES)}"
        yield f"role = {_QUESTION}"
    else:
        yield f"role = {toml_string(one.role)}  # as recorded"
    yield "# What does the tool apply when a call leaves it out? A value, or {any = true} where that"
    yield "# narrows nothing; left as it is, nobody knows."
    if one.default is not None:
        default = comment(one.default, _VALUE)
        yield f"# The default of the schema, {default}, is not that: nothing fills it in."
    else:
        yield "# A default of a JSON Schema is not that: nothing fills it in."
    yield "# whenOmitted = {any = true}"
    yield "# Which words may an answer use for each value? Only of a filter or a source."
    yield '# said = {critical = ["critical", "sev1"]}'


def _sent(one: DraftArgument, calls: int) -> str:
    if not calls:
        return "no call with recorded arguments"
    types = f", as {', '.join(one.types)}" if one.types else ""
    return f"sent in {one.sent} of {numbered(calls, 'call')}{types}"


def _listed(values: Iterable[str]) -> str:
    shown: list[str] = []
    size = 0
    for value in values:
        text = comment(value, _VALUE)
        size += len(text)
        if size > _LIST:
            return f"{', '.join(shown)}, ..."
        shown.append(text)
    return ", ".join(shown)


def _rest(tool: str) -> Iterator[str]:
    yield "# Is there something that it always applies, such as status = open? One table for each."
    yield f"# [[{tool}.fixed]]"
    yield '# name = "status"'
    yield '# value = "open"'
    yield '# said = ["open"]'
    yield ""
    yield "# Is there something that it never reaches? One table for each; a gap bears on one of"
    yield f"# {', '.join(FACETS)}."
    yield f"# [[{tool}.gaps]]"
    yield '# what = "hosts without the agent"'
    yield '# why = "nothing collects their logs"'
    yield '# bears = "population"'
    yield ""
    yield "# Does the server return so many rows at most (or an unknown number), or only what the"
    yield "# credential of the caller may see?"
    yield f"# [{tool}.limits]"
    yield '# cap = "unknown"'
    yield "# byCredential = true"
