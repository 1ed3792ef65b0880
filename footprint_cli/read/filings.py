"""Rows of the state that say more of calls: what their results declare, what was filled in for them.

`coverageDeclared` is written since agentfootprint 9.43; `findingsLedger` and `argumentResolutions`
by later versions (search notes, 5.1 and 5.4).
"""

from collections import Counter
from typing import Any, Optional

from msgspec.structs import replace

from footprint_cli.model.coverage import Call
from footprint_cli.model.evidence import PLACEHOLDER, is_placeholder
from footprint_cli.model.fold import Fold
from footprint_cli.model.items import RECORD_KEYS, declared_of
from footprint_cli.model.js_copies import plain
from footprint_cli.model.json_text import recorded, value_text
from footprint_cli.model.search import ToolSchema
from footprint_cli.read.decisions import without_arguments
from footprint_cli.read.schemas import carried, composed_in

_DECLARED, _LEDGER, _FILLS = "coverageDeclared", "findingsLedger", "argumentResolutions"
FILING_KEYS = frozenset({_DECLARED, _LEDGER, _FILLS})
DECLARING = ("absence", "ledger")
_FILLING = frozenset({"default", "answered"})
# The kinds of rows that are known; most of `findingsLedger` say nothing of what a call searched.
_KINDS: dict[str, tuple[str, ...]] = {
    _DECLARED: DECLARING,
    _LEDGER: (
        "argument",
        "basis",
        "conflict",
        "contingent",
        "grounded",
        "judgment",
        "judgment-error",
        "period",
        "standing",
        "steps-unfinished",
    ),
}


class Filings:
    """Takes new rows out of the state of one commit log as they come.

    `doors` says whether a call that declared something has a row: held, not-held or withheld.
    """

    def __init__(self, earlier: Optional["Filings"] = None) -> None:
        self.doors: str = earlier.doors if earlier else "not-held"
        self.strange: Counter[str] = Counter()  # kinds of rows that are not known
        self.schemas: list[ToolSchema] = []
        self.seen: dict[str, list[Any]] = (
            {key: [*rows] for key, rows in earlier.seen.items()} if earlier else {}
        )
        self._hidden: set[str] = {*earlier._hidden} if earlier else set()  # noqa: SLF001

    def start_from(self, fold: Fold) -> None:
        """Begin with a recorded base: its rows are no news."""
        for key in FILING_KEYS:
            rows = plain(fold.value(key))
            if isinstance(rows, list):
                self.seen[key] = rows
            self._note_hidden(key, rows)
        self._look_at_door(fold.value(_DECLARED))

    def take(self, fold: Fold, keys: dict[str, str], line: int | None) -> list[dict[str, Any]]:
        """Return the rows that a bundle added, in order."""
        added: list[dict[str, Any]] = []
        for key in sorted(FILING_KEYS & keys.keys()):
            value = fold.value(key)
            self._note_hidden(key, value)
            if key == _DECLARED:
                self._look_at_door(value)
            for row in self._new(key, value, appended=keys[key] == "append"):
                readable = _readable(row, key)
                if readable is not None:
                    self._count_strange(readable, key)
                    added.append(readable)
                    self._schema(readable, key, line)
        return added

    @property
    def fills_withheld(self) -> bool:
        """Tell whether redaction took a list, as it is now, that may say what was filled in."""
        return bool(self._hidden & {_LEDGER, _FILLS})

    def _note_hidden(self, key: str, value: object) -> None:
        if is_placeholder(value):
            self._hidden.add(key)
        else:
            self._hidden.discard(key)

    def _look_at_door(self, value: object) -> None:
        if is_placeholder(value):
            self.doors = "withheld"
        elif isinstance(value, list) and self.doors != "withheld":
            self.doors = "held"

    def _new(self, key: str, value: object, *, appended: bool) -> list[Any]:
        """Return what a list has beyond what was seen of it; written anew, it may be another list.

        What is appended to a list is looked at alone, or a long run would take ever longer.
        """
        before = self.seen.setdefault(key, [])
        if not isinstance(value, list):
            self.seen[key] = []
            return []
        if appended and len(value) >= len(before):
            new: list[Any] = plain(value[len(before) :])
            before += new
            return new
        rows = plain(value)
        same = 0
        while same < min(len(before), len(rows)) and before[same] == rows[same]:
            same += 1
        self.seen[key] = rows
        return list(rows[same:])

    def _schema(self, row: dict[str, Any], key: str, line: int | None) -> None:
        found = carried(row, f"a row of {key}", line)
        if found is not None:
            self.schemas.append(found)

    def _count_strange(self, row: dict[str, Any], key: str) -> None:
        """Count a row of a kind that is not known; others are taken up, or say nothing of calls."""
        known = _KINDS.get(key)
        if known is not None and row.get("kind") not in known:
            self.strange[f"{key}: {value_text(row.get('kind'))}"] += 1


def _readable(row: object, key: str) -> dict[str, Any] | None:
    """Return a row with its kind; of what redaction took, the kind that could say most."""
    most = "ledger" if key == _DECLARED else "argument"
    if not isinstance(row, dict):
        unreadable = row is not None and (is_placeholder(row) or key == _DECLARED)
        hidden = {"toolCallId": PLACEHOLDER, "source": PLACEHOLDER}
        return {"kind": most, "notChecked": [row], **hidden} if unreadable else None
    if is_placeholder(row.get("kind")):
        source = {} if key == _DECLARED else {"source": row["kind"]}
        return {**row, "kind": most, **source}
    return {**row, "kind": row.get("kind", most)} if key == _FILLS else row


def filed(call: Call, row: dict[str, Any], door: str = "row") -> Call:
    """Return a call with what one row, or one event, says of it."""
    kind = row.get("kind")
    composed = composed_in(row)
    if composed is not None:
        call = replace(call, composed=composed)
    if kind in DECLARING:
        periods = () if row.get("period") is None else (row["period"],)
        declared = declared_of(kind, row, RECORD_KEYS, door)
        if kind == "absence" and not declared.checked:
            declared = replace(declared, kind="ledger")  # what was not looked for is not absent
        return replace(call, filed=(*call.filed, declared), periods=(*call.periods, *periods))
    if kind == "period":
        verdict = row.get("verdict")
        return replace(call, periods=(*call.periods, "unknown" if verdict is None else verdict))
    return _filled(call, row) if may_fill(row) else call


def may_fill(row: dict[str, Any]) -> bool:
    """Tell whether a row may say that the library filled in an argument."""
    source = recorded(row.get("source"))
    return row.get("kind") == "argument" and (source in _FILLING or is_placeholder(source))


def unsure_of(call: Call, name: str) -> Call:
    """Note that what an argument was filled in with cannot be read."""
    return replace(call, unsure=tuple(dict.fromkeys((*call.unsure, name))))


def _filled(call: Call, row: dict[str, Any]) -> Call:
    """Fill in an argument as the library did before the tool ran; the last row is current."""
    name = row.get("argument")
    if is_placeholder(name) or (name is None and is_placeholder(row.get("source"))):
        return without_arguments(call)
    if not isinstance(name, str) or call.arguments_from is None:
        return call
    if call.arguments is not None and not isinstance(call.arguments, dict):
        return call
    if "value" not in row or is_placeholder(row.get("source")):
        return unsure_of(call, name)
    arguments = {**(call.arguments or {}), name: row["value"]}
    return replace(
        call,
        arguments=arguments,
        filled=tuple(dict.fromkeys((*call.filled, name))),
        unsure=tuple(one for one in call.unsure if one != name),
    )
