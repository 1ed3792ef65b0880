"""What a gate remembers of the inputs before, and what it decides."""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from footprint_cli.analyse.judged import PASSED, Found, Judged, failed, unknown
from footprint_cli.model.examined import Examined
from footprint_cli.model.finding import Finding
from footprint_cli.model.gate import GateSettings
from footprint_cli.model.report import is_at_least
from footprint_cli.model.ruled import Ruled

if TYPE_CHECKING:
    from footprint_cli.analyse.verification import Verification


class Memory:
    """Settles what is open until the inputs before are known; to be asked in their order."""

    def __init__(self, settings: GateSettings) -> None:
        self._settings = settings
        self._namespaces: dict[str | None, str] = {}  # the first that each retriever searched

    @cached_property
    def _verification(self) -> "Verification":
        from footprint_cli.analyse.verification import Verification  # few gates ask for it

        return Verification()

    def settled(self, one: Ruled) -> Judged:
        """Say how a rule came out, now that the inputs before are known."""
        if one.judged.state != "open":
            return one.judged
        if one.judged.examined is not None:
            told = self._verification.compared(one.judged.examined)
            return consistency(told, one.judged.examined, self._settings)
        namespace = one.judged.namespace or ""
        first = self._namespaces.setdefault(one.retriever, namespace)
        message = f"namespace {namespace} was searched, and {first} before, by the same retriever"
        return PASSED if namespace == first else failed(message)


def consistency(told: Iterable[Finding], one: Examined, settings: GateSettings) -> Judged:
    """Say how the findings of `verify` on a recording count for the gate."""
    found = tuple(
        Found(
            message=f"[{each.code}] {each.message}",
            chunk=each.chunk,
            line=each.line,
            step=each.step,
            retriever=each.retriever,
            tool=each.tool,
            level=each.level,
            code=each.code,
        )
        for each in told
        if is_at_least(each.level, settings.fail_on)
        and settings.retriever in (None, each.retriever or settings.retriever)
    )
    if found:
        return Judged(state="failed", found=found)
    if one.retrievals or one.tool_calls or settings.allow_empty:
        return PASSED
    return unknown("no retrieval and no tool call in it")
