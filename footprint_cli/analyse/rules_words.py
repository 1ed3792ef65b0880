"""Rules about words and values that this version does not know, shown as they were written."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.analyse.pool import Pool
from footprint_cli.analyse.said import Said, name_of
from footprint_cli.model.evidence import KNOWN_ORDERS, KNOWN_REASONS, KNOWN_STRATEGIES, Candidate
from footprint_cli.model.numbers import number_text

_SLOTS = 3  # tenant/principal/conversation; "/" and "%" inside a slot are escaped since 9.37.0


def unknown_reason(pool: Pool) -> Iterator[Said]:
    """Reasons that this version does not know, each said once; the chunks stay in every count."""
    named: dict[str, list[Candidate]] = {}
    for one in pool.doubtful:
        if one.reason is not None and one.reason not in KNOWN_REASONS:
            named.setdefault(one.reason, []).append(one)
    for reason, chunks in named.items():
        more = f" and {len(chunks) - 1} more" if len(chunks) > 1 else ""
        yield Said(
            f'"{reason}" is a reason this version does not know ({name_of(chunks[0])}{more})',
            chunk=chunks[0].id,
        )


def unknown_strategy(pool: Pool) -> Iterator[Said]:
    """A strategy that is not the shipped one ruled; its own rule is not recorded."""
    strategy = pool.evidence.strategy
    if strategy is not None and strategy not in KNOWN_STRATEGIES:
        yield Said(f'the strategy is "{strategy}", whose rule this version does not know')


def unknown_selection_order(pool: Pool) -> Iterator[Said]:
    """The prompt order follows a rule that this version does not know."""
    order = pool.evidence.selection_order
    if order is not None and order not in KNOWN_ORDERS:
        yield Said(f'selectionOrder is "{order}", an order this version does not know')


def strategy_not_recorded(pool: Pool) -> Iterator[Said]:
    """Producers name the strategy since 9.39.0."""
    if pool.not_recorded("strategy"):
        yield Said("the record does not name its strategy, as records before 9.39.0 do not")


def id_not_text(pool: Pool) -> Iterator[Said]:
    """Chunk ids are numbers: two may become one in a reader that uses doubles."""
    numbers = [one for one in pool.odd if one.id is not None and "id" in one.odd]
    if numbers:
        whose = (
            "the id of 1 candidate is a number"
            if len(numbers) == 1
            else (f"the ids of {len(numbers)} candidates are numbers")
        )
        whole = all(isinstance(one.odd["id"], int) for one in numbers)
        shown = "digit for digit" if whole else "by value, which may be written otherwise"
        yield Said(f"{whose}, not text ({numbers[0].id}); shown {shown}")


def id_not_recorded(pool: Pool) -> Iterator[Said]:
    """A candidate has no id, so nothing can ask for it."""
    missing = [
        one for one in pool.candidates if one.id is None and not one.odd.keys() & {"id", "row"}
    ]
    if missing and not pool.hides("id"):
        number = len(missing)
        yield Said(f"{number} candidate{'s have' if number > 1 else ' has'} no id")


def wrong_type(pool: Pool) -> Iterator[Said]:
    """A value has another type than the record promises; it is kept as it was written."""
    for name, value in pool.evidence.odd.items():
        yield Said(f"{name} is {_shown(value)}, which is not the type the record promises")
    for one in pool.odd:
        for name, value in one.odd.items():
            if name == "row":
                yield Said(f"a row of candidates is {_shown(value)}, not a record")
            elif name != "id" or one.id is None:
                yield Said(
                    f"{name} of {_whose(one)} is {_shown(value)}, which is not the type the record "
                    "promises",
                    chunk=one.id,
                )


def namespace_shape(pool: Pool) -> Iterator[Said]:
    """A namespace has three slots: tenant, principal and conversation."""
    namespace = pool.evidence.namespace
    if namespace is not None and namespace.count("/") != _SLOTS - 1:
        slots = namespace.count("/") + 1
        yield Said(
            f"namespace {namespace} has {slots} slot{'s' if slots > 1 else ''}, not the three of "
            "tenant/principal/conversation; before 9.37.0 two scopes could share one namespace"
        )


def field_withheld(pool: Pool) -> Iterator[Said]:
    """Redaction took some fields of the record and left others."""
    fields = pool.retrieval.withheld_fields
    if fields:
        yield Said(f"withheld by redaction: {', '.join(fields)}")


def _whose(candidate: Candidate) -> str:
    if candidate.id is not None or candidate.rank is not None:
        return name_of(candidate)
    return "a candidate"


def _shown(value: Any) -> str:  # noqa: ANN401 (a JSON value)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return number_text(value)
    if isinstance(value, str):
        return f'"{value}"'
    return "a list" if isinstance(value, list) else "an object"
