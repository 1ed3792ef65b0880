"""One decision of a rule on a call → what it did (search notes, 5.1 and 5.4)."""

from typing import Any

from msgspec.structs import replace

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import is_placeholder

# What a decision did; `unreadable` may be any of the others.
REWRITE, DENY, UNREADABLE = "rewrite", "deny", "unreadable"
_OPEN = ("ran", "unfinished")  # outcomes that a denial, known elsewhere only, is put in place of


def effect_of(decision: Any) -> str | None:  # noqa: ANN401 (JSON)
    """Tell what a decision did to its call; None: nothing that matters here.

    What redaction took of it may be a change of the arguments, or a denial.
    """
    if not isinstance(decision, dict):
        return None if decision is None else UNREADABLE
    moment, outcome, changed = map(decision.get, ("moment", "outcome", "changed"))
    if moment != "before-tool" and not is_placeholder(moment):
        return None
    if outcome == "deny" and not is_placeholder(moment):
        return DENY
    if is_placeholder(outcome) or is_placeholder(moment):
        return UNREADABLE
    if outcome != "allow" or changed in (None, False):
        return None
    return REWRITE if changed is True else UNREADABLE


def without_arguments(call: Call) -> Call:
    """Hide arguments: those that the call ran with are not recorded."""
    return replace(call, arguments=None, arguments_from=None, filled=(), unsure=(), rewritten=True)


def rewritten(call: Call, decision: dict[str, Any]) -> Call:
    """Give a call the arguments of a rewrite; one without its result hides what the call ran with."""
    if "after" not in decision:
        return without_arguments(call)
    return replace(
        call,
        arguments=decision["after"],
        arguments_from="middleware",
        rewritten=False,
        filled=(),
        unsure=(),
    )


def refused(call: Call, outcome: str = "refused") -> Call:
    """Note that a call was denied: the text that came back is none of its tool's."""
    return replace(call, outcome=outcome) if call.outcome in _OPEN else call
