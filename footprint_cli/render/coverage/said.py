"""What a person would say of one call, and the words that every format shares."""

from collections.abc import Iterable, Iterator

from footprint_cli.model.coverage import Cap, Coverage, CoveredCall, Declared, Facet, Gap, Item
from footprint_cli.model.json_text import text_of, value_text
from footprint_cli.model.numbers import is_number, number_text
from footprint_cli.model.search import SearchFixed
from footprint_cli.render.words import numbered, place_of

NO_SEARCH = "no-search-declared"
_NOT_KNOWN = "what it searched is not known"
# What failed or waits may have searched something; what was never let run has not.
_ENDED = {
    "failed": "It covers nothing: the call failed.",
    "refused": "Nothing was searched: the call was refused.",
    "invalid-arguments": "Nothing was searched: its arguments were invalid.",
    "unknown-tool": "Nothing was searched: there is no such tool.",
    "not-dispatched": "Nothing was searched: it was not dispatched.",
    "paused": "It covers nothing: the call is paused.",
    "unfinished": "What it searched is not known: how it ended is not recorded.",
}
COMPLETENESS = {
    "complete": "complete",
    "not-complete": "not complete",
    "not-declared": "completeness not declared",
}
_CLOSES = {
    "asking-again": "asking again could close it",
    "never": "asking again never can",
}
_RESULT_HOLES = (
    ("not-checked", "not_checked", "asking-again"),
    ("cannot-cover", "cannot_cover", "never"),
    ("in-progress", "in_progress", "asking-again"),
)
LEFT_OUT = tuple(kind for kind, _, _ in _RESULT_HOLES)
# What a gap that names neither an argument nor a ground leaves open.
_LEFT_OPEN = {
    "cap": "rows past the cap",
    "cap-unknown": "rows past a cap",
    "page": "other pages",
    "ranking": "rows that rank lower",
    "credential-limited": "rows that the credential hides",
}


def sentence(covered: CoveredCall) -> str:
    """Say what one call searched, what came back, and what it leaves open.

    Without a search that is declared it says that this is not known, never that nothing was
    searched, and quotes what the result says of itself.
    """
    coverage = covered.coverage
    if not coverage.is_composed:
        return " ".join([_not_composed(covered), *declared_sentences(covered.declared)])
    told = [*_fixed_sentences(coverage), *_open_sentence(coverage), *_result_sentence(covered)]
    return " ".join([_searched(covered), *told])


def declared_sentences(declared: Iterable[Declared]) -> Iterator[str]:
    """Yield what a result says of its own ground; an empty list says nothing, as one not recorded."""
    every = [*declared]
    lists = (
        ([one.checked for one in every], "it checked", "Checked"),
        ([one.not_checked for one in every], "it did not check", "Not checked"),
        ([one.cannot_cover for one in every], "it cannot cover", "Cannot cover"),
        ([one.in_progress for one in every], "it still waits for", "In progress"),
    )
    named = False
    for found, first, later in lists:
        items = dict.fromkeys(item_text(item) for items in found for item in items or ())
        if items:
            head = later if named else f"The result says {first}"
            yield stopped(f"{head}: {'; '.join(items)}")
            named = True
    for looked_for in dict.fromkeys(one.looked_for for one in every if one.kind == "absence"):
        if looked_for is not None:
            yield stopped(f"It says that nothing was found for {looked_for}")


def holes(covered: CoveredCall) -> list[Gap]:
    """Return every hole of a call: the gaps of its ground, then what its result itself leaves out.

    A result names no facet. What it did not check another call may (search notes, 5.3).
    """
    gaps = [*covered.coverage.gaps]
    if covered.coverage.is_composed:
        for kind, field, closes in _RESULT_HOLES:
            items = [item for one in covered.declared for item in getattr(one, field) or ()]
            gaps += [
                Gap(kind=kind, bears="", what=item.what, why=item.why, closes=closes)
                for item in dict.fromkeys(items)
            ]
    return gaps


def item_text(item: Item) -> str:
    """Name an item, with its count and why."""
    counted = "" if item.count is None else f", {item.count}"
    return f"{item.what}{counted}" if item.why is None else f"{item.what}{counted} ({item.why})"


def gap_text(gap: Gap) -> str:
    """Say what a gap leaves open, the facet it bears on, and why."""
    why = "why is not recorded" if gap.why is None else gap.why
    return f"{gap_name(gap)} ({bears_text(gap)}): {why}"


def gap_name(gap: Gap) -> str:
    """Name what a gap leaves open: its argument, the ground it names, or what its kind means."""
    named = ", ".join(one for one in (gap.argument, gap.what) if one is not None)
    if named:
        return named
    return "the period" if gap.kind.startswith("period-") else _LEFT_OPEN.get(gap.kind, gap.kind)


def bears_text(gap: Gap) -> str:
    """Name the facet that a gap bears on."""
    if gap.kind in LEFT_OUT and not gap.bears:
        return "left out by its result"
    return gap.bears or "bears on what is not recorded"


def closes_text(gap: Gap) -> str:
    """Say whether another call could close a gap."""
    return _CLOSES.get(gap.closes, "whether asking again could close it is not known")


def population_text(facets: Iterable[Facet]) -> str:
    """Name the population: the values of one argument with or, arguments with and."""
    return " and ".join(facet_texts(facets))


def facet_texts(facets: Iterable[Facet]) -> Iterator[str]:
    """Yield each argument with its values; what was applied without being sent is marked."""
    grouped: dict[str, list[Facet]] = {}
    for one in facets:
        grouped.setdefault(one.argument, []).append(one)
    for argument, values in grouped.items():
        if any(one.any for one in values):
            yield f"any {argument}"
            continue
        mark = " (default)" if all(one.found == "default" for one in values) else ""
        yield f"{argument} {_listed([text_of(one.value) for one in values])}{mark}"


def source_text(coverage: Coverage) -> str:
    """Name the stores that were searched."""
    if not coverage.source:
        return "a source that is not recorded"
    return _listed(
        [
            f"{one.what} (default)" if one.found == "default" else one.what
            for one in coverage.source
        ],
        "and",
    )


def fixed_text(fixed: SearchFixed) -> str:
    """Write a qualifier as name=value."""
    return f"{fixed.name}={text_of(fixed.value)}"


def cap_text(cap: Cap) -> str:
    """Say how many rows come back at most, whether that many did, and what says so."""
    limit = number_text(cap.limit) if is_number(cap.limit) else "not known"
    if isinstance(cap.reached, bool):
        reached = "reached" if cap.reached else "not reached"
    else:
        reached = "whether it was reached is not known"
    by = f" ({', '.join(cap.by)})" if cap.by else ""
    return f"{limit}, {reached}{by}"


def rows_text(count: int | None) -> str:
    """Say how many rows came back; zero is not the same as not known."""
    return "rows not known" if count is None else numbered(count, "row")


def call_name(covered: CoveredCall) -> str:
    """Name a call: its id, or its place where it has none."""
    call = covered.call
    return place_of(call) if call.call_id is None else call.call_id


def stopped(text: str) -> str:
    """End a sentence with one full stop."""
    return text if text.endswith(".") else f"{text}."


def _not_composed(covered: CoveredCall) -> str:
    because = covered.coverage.because or ""
    if because != NO_SEARCH:
        return _ENDED.get(because, stopped(f"What it searched is not known: {because}"))
    if covered.declaration.found != "none":
        return f"The search that is declared cannot be used, for it is faulty: {_NOT_KNOWN}."
    return f"No search declared: {_NOT_KNOWN}."


def _searched(covered: CoveredCall) -> str:
    coverage, cap = covered.coverage, covered.coverage.cap
    parts = [
        _ground(coverage),
        *facet_texts(coverage.period),
        *facet_texts(coverage.filters),
        *(f"{one.argument} '{value_text(one.value)}'" for one in coverage.match if not one.any),
        *facet_texts(coverage.page),
    ]
    came = [rows_text(covered.rows.count)]
    if cap is not None and cap.reached is True and is_number(cap.limit):
        came.append(f"cap {number_text(cap.limit)} reached")
    came.append(COMPLETENESS.get(coverage.completeness or "", "completeness not known"))
    return f"{', '.join(parts)}: {', '.join(came)}."


def _ground(coverage: Coverage) -> str:
    fixed = [
        one.value if isinstance(one.value, str) and one.value.strip() else fixed_text(one)
        for one in coverage.fixed
    ]
    population = population_text(coverage.population)
    of = f" of {population}" if population else ""
    return f"Searched {' '.join([*fixed, _subject(coverage)])}{of} in {source_text(coverage)}"


def _subject(coverage: Coverage) -> str:
    return "rows" if coverage.subject is None else coverage.subject.what


def _fixed_sentences(coverage: Coverage) -> Iterator[str]:
    for one in coverage.fixed:
        value = text_of(one.value)
        yield stopped(f"Says nothing about {_subject(coverage)} whose {one.name} is not {value}")


def _open_sentence(coverage: Coverage) -> Iterator[str]:
    if coverage.gaps:
        yield stopped(f"Left open: {'; '.join(map(gap_text, coverage.gaps))}")


def _result_sentence(covered: CoveredCall) -> Iterator[str]:
    left_out = dict.fromkeys(map(item_text, covered.left_out))
    if left_out:
        yield stopped(f"Its result leaves out: {'; '.join(left_out)}")


def _listed(texts: list[str], word: str = "or") -> str:
    if len(texts) < 2:  # noqa: PLR2004 (the least that a word can join)
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"
