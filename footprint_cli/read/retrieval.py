"""One commit log, bundle by bundle → the retrievals it records.

The facts are in the format notes, section 5 of the recordings and section 5 of the commit log:
a retrieval writes `retrievalEvidence_<retriever>` field by field, a field that is missing is
unchanged, and a list may have been appended to that of an earlier retrieval.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from footprint_cli.model.commit import SEPARATOR, path_segments
from footprint_cli.model.evidence import Evidence, Retrieval, Withheld
from footprint_cli.model.finding import Finding
from footprint_cli.model.fold import ABSENT, Fold
from footprint_cli.model.js_copies import plain
from footprint_cli.read.evidence import (
    EVIDENCE_KEY,
    INJECTION_KEY,
    PLACEHOLDER,
    evidence_of,
    injected_text,
)


def keeps_evidence(key: str) -> bool:
    """Tell whether a root key of the state belongs to a retrieval."""
    return key.startswith((EVIDENCE_KEY, INJECTION_KEY))


class RetrievalLog:
    """Collects the retrievals of one commit log while it is folded.

    Call `touched` before a bundle is applied to the fold and `add` after it.
    """

    def __init__(self, source: str, run: str | None, *, evidence_from: str = "commit") -> None:
        self.retrievals: list[Retrieval] = []
        self.noticed: list[Finding] = []
        self._source = source
        self._run = run
        self._evidence_from = evidence_from
        self._places: dict[tuple[str, str], int] = {}  # one execution of a stage: one retrieval
        self._rows: dict[str, Any] = {}  # the candidates of the last retrieval, as recorded
        self._injected: dict[str, str | None] = {}
        self._hidden: dict[str, set[str]] = {}  # fields that the last write of each withheld

    @staticmethod
    def touched(bundle: dict[str, Any], fold: Fold) -> dict[str, int]:
        """Name the evidence keys that a bundle writes, each with its list's length before it."""
        found: dict[str, int] = {}
        for row in bundle["trace"]:
            key = path_segments(row["path"])[0]
            if key.startswith(EVIDENCE_KEY) and key not in found:
                held = fold.value(key, "candidates")
                found[key] = len(held) if isinstance(held, list) else 0
        return found

    def add(
        self, bundle: dict[str, Any], line: int | None, fold: Fold, keys: dict[str, int]
    ) -> None:
        """Take up what an applied bundle says of each of `keys`."""
        self._note_injections(bundle, fold)
        for key, before in keys.items():
            self._note_hidden(bundle, key)
            retrieval = self._retrieval(bundle, key, fold, before)
            if retrieval is None:
                self._deleted(bundle, key, line)
            elif bundle["runtimeStageId"]:  # "" is the seed of a nested log: inputs, no step
                self._place(key, retrieval, line)

    def _place(self, key: str, retrieval: Retrieval, line: int | None) -> None:
        at = (retrieval.step or "", key)
        if at in self._places:
            index = self._places[at]
            first = self.retrievals[index].line
            self.retrievals[index] = replace(retrieval, line=first)
            return
        self._places[at] = len(self.retrievals)
        self.retrievals.append(replace(retrieval, line=line))

    def _retrieval(
        self, bundle: dict[str, Any], key: str, fold: Fold, before: int
    ) -> Retrieval | None:
        value = fold.value(key)
        if value is ABSENT:
            return None
        hidden = self._hidden.get(key, set())
        withheld = _withheld(value, key, hidden)
        evidence: Evidence | None = None
        earlier = 0
        if withheld is None and isinstance(value, dict):
            record = {k: v for k, v in value.items() if v is not ABSENT and k not in hidden}
            rows, earlier = self._candidate_rows(bundle, key, record, before)
            self._rows[key] = rows
            record.pop("candidates", None)  # the state's own list may hold earlier retrievals' too
            evidence = evidence_of(plain(record), plain(rows))
        retriever = key.removeprefix(EVIDENCE_KEY)
        injected = self._injected.get(retriever)
        redacted = withheld is not None and withheld.kind == "redacted"
        return Retrieval(
            retriever=retriever,
            evidence_from=self._evidence_from,
            step=bundle["runtimeStageId"],
            run=self._run,
            evidence=evidence,
            withheld=withheld,
            injected=injected if withheld is None else None,
            injected_recorded=injected is not None and withheld is None,
            in_clear=(f"{INJECTION_KEY}{retriever}",) if redacted and injected else (),
            earlier_candidates=earlier,
            withheld_fields=tuple(sorted(hidden)) if withheld is None else (),
        )

    def _candidate_rows(
        self, bundle: dict[str, Any], key: str, record: dict[str, Any], before: int
    ) -> tuple[Any, int]:
        """Take this retrieval's part of the list, and the number of rows that came before it."""
        rows = record.get("candidates")
        if not isinstance(rows, list):
            return rows, 0
        verbs = [verb for segments, verb in _rows_under(bundle, key) if segments == ["candidates"]]
        whole = any(not segments for segments, _ in _rows_under(bundle, key))
        if not verbs and not whole:
            return self._rows.get(key, rows), 0
        if not before:
            return list(rows), 0
        if verbs and verbs[-1] == "append":
            return rows[before:], before
        considered = record.get("consideredCount")
        if isinstance(considered, int) and max(before, considered) < len(rows) and considered >= 0:
            start = len(rows) - considered
            return rows[start:], start
        return list(rows), 0

    def _note_injections(self, bundle: dict[str, Any], fold: Fold) -> None:
        for row in bundle["trace"]:
            key = row["path"]
            if key.startswith(INJECTION_KEY) and SEPARATOR not in key:
                overwrite = bundle.get("overwrite")
                tail = overwrite.get(key) if isinstance(overwrite, dict) else None
                messages = tail if row.get("verb") == "append" else plain(fold.value(key))
                self._injected[key.removeprefix(INJECTION_KEY)] = injected_text(messages)

    def _note_hidden(self, bundle: dict[str, Any], key: str) -> None:
        hidden = self._hidden.setdefault(key, set())
        listed = bundle.get("redactedPaths")
        redacted = (
            {path for path in listed if isinstance(path, str)}
            if isinstance(listed, list)
            else set()
        )
        payload = _payload(bundle, key)
        for segments, _ in _rows_under(bundle, key):
            if not segments:
                hidden.clear()
                if key in redacted and payload == PLACEHOLDER:
                    hidden.add("")
                continue
            path = SEPARATOR.join([key, segments[0]])
            value = payload.get(segments[0]) if isinstance(payload, dict) else None
            if path in redacted and (value == PLACEHOLDER or _all_placeholders(value)):
                hidden.add(segments[0])
            else:
                hidden.discard(segments[0])
                hidden.discard("")

    def _deleted(self, bundle: dict[str, Any], key: str, line: int | None) -> None:
        retriever = key.removeprefix(EVIDENCE_KEY)
        self._rows.pop(key, None)
        step = bundle["runtimeStageId"]
        number = bundle.get("idx")
        if any(one.retriever == retriever for one in self.retrievals):
            message = f"{key} was deleted at idx {number}; what was recorded before it stands"
            self.noticed.append(
                Finding(
                    code="evidence-deleted",
                    level="warning",
                    message=message,
                    source=self._source,
                    line=line,
                    step=step,
                    retriever=retriever,
                )
            )
            return
        gone = Withheld(kind="deleted", detail=f"{key} was deleted at idx {number}")
        self._place(
            key,
            Retrieval(
                retriever=retriever,
                evidence_from=self._evidence_from,
                step=step,
                run=self._run,
                withheld=gone,
            ),
            line,
        )


def _rows_under(bundle: dict[str, Any], key: str) -> Iterator[tuple[list[str], str]]:
    for row in bundle["trace"]:
        segments = path_segments(row["path"])
        if segments[0] == key:
            yield segments[1:], row.get("verb")


def _payload(bundle: dict[str, Any], key: str) -> Any:  # noqa: ANN401 (a JSON value)
    for tree in (bundle.get("overwrite"), bundle.get("updates")):
        if isinstance(tree, dict) and key in tree:
            return tree[key]
    return None


def _withheld(value: object, key: str, hidden: set[str]) -> Withheld | None:
    if isinstance(value, dict):
        if value.get("__writeSummary") is True:
            size = f"{value.get('type')}, {value.get('size')} keys"
            return Withheld(
                kind="summary", detail=f"only a summary marker of {key} was kept ({size})"
            )
        if "candidates" in hidden:
            return Withheld(
                kind="redacted", detail=f"the candidates of {key} are withheld by redaction"
            )
        return None
    if isinstance(value, str):
        if "" in hidden:
            return Withheld(kind="redacted", detail=f"{key} is withheld by redaction")
        stops = "" if value.rstrip().endswith("}") else " that stops mid-JSON"
        return Withheld(
            kind="text", detail=f"{key} is a string of {len(value)} characters{stops}, not a record"
        )
    return Withheld(kind="unreadable", detail=f"{key} is {_json_type(value)}, not a record")


def _all_placeholders(value: object) -> bool:
    """Tell whether redaction went leaf by leaf: a list whose every row names no id in clear."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(row, dict) and row.get("id") == PLACEHOLDER for row in value)
    )


def _json_type(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "true or false" if isinstance(value, bool) else f"the number {value}"
