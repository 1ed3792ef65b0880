"""Declaration + call → the ground that the call covered (search notes, section 2)."""

from footprint_cli.analyse.arguments import InForce, hidden, in_force, unclassified
from footprint_cli.analyse.caps import cap_of, decided_by_choice
from footprint_cli.analyse.composed_gaps import Gaps
from footprint_cli.analyse.rows import rows_of
from footprint_cli.analyse.uncomposed import uncomposed
from footprint_cli.model.coverage import (
    DEFAULT_CHOICES,
    Call,
    Cap,
    Choices,
    Coverage,
    Facet,
    Rows,
    SourceFacet,
)
from footprint_cli.model.json_text import value_text
from footprint_cli.model.search import Declaration, Search, SearchArgument, bears_on_everything

_Arguments = list[tuple[SearchArgument, InForce]]


def compose(
    declaration: Declaration,
    call: Call,
    *,
    rows: Rows | None = None,
    choices: Choices = DEFAULT_CHOICES,
    period: str | None = None,
) -> Coverage:
    """Compose the coverage of one call; pure, and the same whatever the order of its arguments.

    Only a call that ran covers anything. `rows` are read from its result where they are not given;
    `period` is what the result says of the period that it holds: covered, partly-held, not-held or
    unknown.
    """
    search = declaration.search
    nothing = uncomposed(declaration, call)
    if nothing is not None or search is None:
        return nothing or Coverage(status="not-composed")
    rows = rows_of(call) if rows is None else rows
    arguments = in_force(search, call)
    cap = cap_of(search, arguments, rows.count, choices)
    gaps = Gaps(choices)
    _of_arguments(gaps, search, call, arguments, cap, rows)
    _of_result(gaps, search, arguments, cap, rows, period)
    if declaration.ambiguous:
        why = "several searches of the tool are recorded, and not which held when it was called"
        gaps.add("declaration-ambiguous", "population", why=why)
    page = _facets("page", arguments)
    return Coverage(
        status="composed",
        source=_sources(search, arguments),
        subject=search.subject,
        population=_facets("population", arguments),
        filters=_facets("filter", arguments),
        period=_facets("period", arguments),
        fixed=search.fixed,
        match=tuple(
            one for role in ("query", "match") for one in _facets(role, arguments) if not one.any
        ),
        cap=cap,
        page=tuple(one for one in page if not one.any),
        gaps=tuple(gaps.found),
        completeness=_completeness(declaration, search, gaps, choices),
        rows=rows.count,
        choices=tuple(gaps.choices.values()),
    )


def _facets(role: str, arguments: _Arguments) -> tuple[Facet, ...]:
    facets: list[Facet] = []
    for argument, force in arguments:
        if argument.role != role:
            continue
        if force.state == "any":
            facets.append(Facet(argument=argument.name, any=True, found="default"))
        for value in force.values:
            said = _words(argument, value) if role == "filter" else None
            facets.append(Facet(argument=argument.name, value=value, found=force.state, said=said))
    return tuple(facets)


def _words(argument: SearchArgument, value: object) -> tuple[str, ...]:
    """Return the words for a value; its literal text is the only one where none are declared."""
    text = value_text(value)
    return argument.said.get(text) or (text,)


def _sources(search: Search, arguments: _Arguments) -> tuple[SourceFacet, ...]:
    sent = [
        SourceFacet(
            what=value_text(value),
            said=_words(argument, value),
            found=force.state,
            argument=argument.name,
        )
        for argument, force in arguments
        if argument.role == "source"
        for value in force.values
    ]
    declared = SourceFacet(what=search.source.what, said=search.source.said, found="declared")
    return tuple(sent) or (declared,)


def _of_arguments(  # noqa: PLR0913, PLR0917 (what a gap can come from)
    gaps: Gaps, search: Search, call: Call, arguments: _Arguments, cap: Cap | None, rows: Rows
) -> None:
    for argument, force in arguments:
        gaps.of_argument(argument, force, cap, rows.count)
    unseen = hidden(call)
    if unseen is not None and unseen.gap is not None and not gaps.found:
        gaps.add(unseen.gap, "population", why=unseen.why)
    for name in unclassified(search, call):
        gaps.add("unclassified", "population", name, why="it was sent and is not declared")


def _of_result(  # noqa: PLR0913, PLR0917 (what a gap can come from)
    gaps: Gaps,
    search: Search,
    arguments: _Arguments,
    cap: Cap | None,
    rows: Rows,
    period: str | None,
) -> None:
    gaps.of_cap(cap, rows, by_choice=decided_by_choice(search, arguments, rows.count))
    gaps.of_search(search)
    if period not in (None, "covered"):
        gaps.of_period(period or "")


def _completeness(declaration: Declaration, search: Search, gaps: Gaps, choices: Choices) -> str:
    """Tell whether the call returned every row of the ground in force (search notes, 2.7)."""
    cut = [
        one for one in gaps.found if one.bears == "completeness" or bears_on_everything(one.bears)
    ]
    other = [one for one in cut if one.kind != "declared" or one.bears != "completeness"]
    strict, lenient = (
        "not-complete"
        if each or search.ranking is not None or declaration.faulty
        else "complete"
        if search.complete == "within-arguments"
        else "not-declared"
        for each in (cut, other)
    )
    if strict == lenient:
        return strict
    # Search notes, section 8, point 6.
    gaps.chosen("declared-gaps", choices.declared_gaps)
    return lenient if choices.declared_gaps == "allow-complete" else strict
