"""What a claim can name is made ready once: thousands of words and calls cost no more than few."""

from typing import Any

from msgspec.structs import replace

from footprint_cli.analyse.claims import judge
from footprint_cli.analyse.known_values import Declared, Known
from footprint_cli.model.coverage import CoveredCall
from footprint_cli.model.search import Declaration, Search, SearchArgument, SearchWords
from tests.search_claims import covered, declaration_of

TOOL: dict[str, Any] = {
    "name": "search",
    "inputSchema": {"type": "object", "properties": {"hosts": {}, "status": {}, "sev": {}}},
    "search": {
        "source": {"what": "the store", "said": ["the store"]},
        "subject": {"what": "errors", "said": ["errors"]},
        "fixed": [],
        "arguments": [
            {"name": "hosts", "role": "population"},
            {"name": "status", "role": "filter", "whenOmitted": {"any": True}},
            {"name": "sev", "role": "filter", "whenOmitted": {"any": True}, "said": {}},
        ],
        "complete": "within-arguments",
    },
}


def calls_of(declaration: Declaration, *hosts: str) -> list[CoveredCall]:
    listed: list[dict[str, Any]] = [{"arguments": {"hosts": one}, "rows": 0} for one in hosts]
    return [covered(declaration, one, at) for at, one in enumerate(listed)]


def test_a_word_of_a_name_is_told_with_its_plural() -> None:
    names = Declared(declaration_of(TOOL)).names

    assert names["host"] == (frozenset({"hosts"}), False)
    assert names["hosts"] == (frozenset({"hosts"}), True)
    assert names["status"] == (frozenset({"status"}), False)


def test_what_is_declared_is_made_ready_once_for_all_calls() -> None:
    calls = calls_of(declaration_of(TOOL), "h1", "h2")
    known = Known(calls)

    assert known.declared(calls[0]) is known.declared(calls[1])
    assert known.asked(("no", "errors")) is known.asked(("no", "errors"))


def test_only_values_that_the_claim_names_are_asked_for() -> None:
    calls = calls_of(declaration_of(TOOL), "h1", "h2", "h3")
    asked = Known(calls).asked(("no", "errors", "for", "h1", "and", "h3"))

    assert asked.values(calls[0], "hosts") == {"h1": [("h1",)], "h3": [("h3",)]}


def test_thousands_of_words_and_calls_are_judged() -> None:
    said: dict[str, tuple[str, ...]] = {f"v{at}": (f"word{at}",) for at in range(5000)}
    search = Search(
        source=SearchWords(what="the store", said=("the store",)),
        subject=SearchWords(
            what="errors", said=("errors", *(f"phrase {at}" for at in range(5000)))
        ),
        arguments=(
            SearchArgument(name="hosts", role="population"),
            SearchArgument(name="sev", role="filter", said=said),
        ),
        complete="within-arguments",
    )
    declaration = replace(declaration_of(TOOL), search=search)
    calls = calls_of(declaration_of(TOOL), *(f"h{at}" for at in range(1000)))
    calls = [
        replace(
            one,
            declaration=declaration,
            coverage=replace(one.coverage, subject=search.subject),
        )
        for one in calls
    ]

    assert judge("No errors for h1", calls).verdict == "consistent"
