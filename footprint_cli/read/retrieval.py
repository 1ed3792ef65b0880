"""One commit log, bundle by bundle → the retrievals it records.

The facts are in the format notes, section 5 of the recordings and section 5 of the commit log:
a retrieval writes `retrievalEvidence_<retriever>` field by field, a field that is missing is
unchanged, and a list may have been appended to that of an earlier retrieval.
"""

from typing import Any

from msgspec.structs import replace

from footprint_cli.model.commit import SEPARATOR, path_segments
from footprint_cli.model.evidence import Evidence, Retrieval, Withheld
from footprint_cli.model.finding import Finding
from footprint_cli.model.fold import ABSENT, Fold
from footprint_cli.model.js_copies import plain
from footprint_cli.model.numbers import number_text
from footprint_cli.read.evidence import EVIDENCE_KEY, INJECTION_KEY, evidence_of, injected_text
from footprint_cli.read.redaction import Redaction, payload_of, rows_under


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
        self._rows: dict[str, list[Any]] = {}  # the candidates of the last retrieval of a key
        self._starts: dict[str, int] = {}  # and how many rows of earlier ones come before them
        self._injected: dict[str, str | None] = {}
        self._redactions: dict[str, Redaction] = {}

    @staticmethod
    def touched(bundle: dict[str, Any], fold: Fold) -> dict[str, list[Any]]:
        """Name the evidence keys that a bundle writes, each with the ids of its list before it.

        Where that list is only appended to, its length is enough: the ids are None.
        """
        replaced: dict[str, bool] = {}
        for row in bundle["trace"]:
            key, *inside = path_segments(row["path"])
            if key.startswith(EVIDENCE_KEY):
                whole = inside in ([], ["candidates"]) and row.get("verb") != "append"
                replaced[key] = replaced.get(key, False) or whole
        return {
            key: _ids(fold.value(key, "candidates"), named=whole) for key, whole in replaced.items()
        }

    def add(
        self, bundle: dict[str, Any], line: int | None, fold: Fold, keys: dict[str, list[Any]]
    ) -> None:
        """Take up what an applied bundle says of each of `keys`."""
        self._note_injections(bundle, fold)
        for key, before in keys.items():
            redaction = self._redactions.setdefault(key, Redaction())
            redaction.note(bundle, key)
            value = fold.value(key)
            if value is ABSENT or _only_deletes(bundle, key):
                self._deleted(bundle, key, line, whole=value is ABSENT)
                continue
            retrieval = self._retrieval(bundle, key, value, before)
            if bundle["runtimeStageId"]:  # "" is the seed of a nested log: inputs, no step
                self._place(key, retrieval, line)

    def _place(self, key: str, retrieval: Retrieval, line: int | None) -> None:
        at = (retrieval.step or "", key)
        if at in self._places:
            index = self._places[at]
            self.retrievals[index] = replace(retrieval, line=self.retrievals[index].line)
            return
        self._places[at] = len(self.retrievals)
        self.retrievals.append(replace(retrieval, line=line))

    def _retrieval(
        self, bundle: dict[str, Any], key: str, value: object, before: list[Any]
    ) -> Retrieval:
        redaction = self._redactions[key]
        withheld = _withheld(value, key, redaction)
        evidence: Evidence | None = None
        earlier = 0
        if withheld is None and isinstance(value, dict):
            hidden = {"candidates", *redaction.fields}
            record = {k: v for k, v in value.items() if v is not ABSENT and k not in hidden}
            rows, earlier = self._own_rows(bundle, key, value, before)
            if isinstance(rows, list):
                if redaction.hides_ids(earlier, len(rows)):
                    withheld = _redacted(f"the candidates of {key} are")
                rows = self._rows[key] = redaction.without_hidden(plain(rows), earlier)
                self._starts[key] = earlier
            evidence = evidence_of(plain(record), rows) if withheld is None else None
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
            withheld_fields=redaction.names if withheld is None else (),
        )

    def _own_rows(
        self, bundle: dict[str, Any], key: str, value: dict[str, Any], before: list[Any]
    ) -> tuple[Any, int]:
        """Take this retrieval's part of the list, and the number of rows that came before it."""
        rows = value.get("candidates")
        if rows is ABSENT or not isinstance(rows, list):
            return (None if rows is ABSENT else plain(rows)), 0
        paths = list(rows_under(bundle, key))
        written = [verb for path, verb in paths if path in ([], ["candidates"])]
        if not written and key in self._rows:
            start = self._starts[key]
            inside = any(path[0] == "candidates" for path, _ in paths)  # a row, or a field of one
            return (rows[start:] if inside else self._rows[key]), start
        if not before or not written:
            return rows, 0
        if written[-1] == "append":
            return rows[len(before) :], len(before)
        considered = value.get("consideredCount")
        if isinstance(considered, int) and len(before) < len(rows) and 0 <= considered < len(rows):
            start = len(rows) - considered
            if _ids(rows[: len(before)]) == before:  # a longer list of its own is not cut
                return rows[start:], start
        return rows, 0

    def _note_injections(self, bundle: dict[str, Any], fold: Fold) -> None:
        for row in bundle["trace"]:
            key = row["path"]
            if key.startswith(INJECTION_KEY) and SEPARATOR not in key:
                appended = row.get("verb") == "append"
                messages = payload_of(bundle, key) if appended else plain(fold.value(key))
                self._injected[key.removeprefix(INJECTION_KEY)] = injected_text(messages)

    def _deleted(self, bundle: dict[str, Any], key: str, line: int | None, *, whole: bool) -> None:
        retriever = key.removeprefix(EVIDENCE_KEY)
        what = key if whole else f"a part of {key}"
        idx = bundle.get("idx")
        detail = f"{what} was deleted" + (f" at idx {idx}" if type(idx) is int else "")
        if not whole or any(one.retriever == retriever for one in self.retrievals):
            self.noticed.append(
                Finding(
                    code="evidence-deleted",
                    level="warning",
                    message=f"{detail}; what was recorded before it stands",
                    source=self._source,
                    line=line,
                    step=bundle["runtimeStageId"],
                    retriever=retriever,
                )
            )
            return
        gone = Retrieval(
            retriever=retriever,
            evidence_from=self._evidence_from,
            step=bundle["runtimeStageId"],
            run=self._run,
            withheld=Withheld(kind="deleted", detail=detail),
        )
        self._place(key, gone, line)


def _ids(rows: object, *, named: bool = True) -> list[Any]:
    """Return what tells the rows of a list apart, without walking what they hold."""
    if not isinstance(rows, list):
        return []
    if not named:
        return [None] * len(rows)
    return [
        (row.get("id"), row["rank"] if isinstance(row.get("rank"), int | float) else None)
        if isinstance(row, dict) and isinstance(row.get("id"), str | int)
        else None
        for row in rows
    ]


def _only_deletes(bundle: dict[str, Any], key: str) -> bool:
    return all(verb == "delete" for _, verb in rows_under(bundle, key))


def _redacted(what: str) -> Withheld:
    return Withheld(kind="redacted", detail=f"{what} withheld by redaction")


def _withheld(value: object, key: str, redaction: Redaction) -> Withheld | None:
    if isinstance(value, dict):
        if value.get("__writeSummary") is True:
            return Withheld(
                kind="summary", detail=f"only a summary marker of {key} was kept{_size(value)}"
            )
        return (
            _redacted(f"the candidates of {key} are") if "candidates" in redaction.fields else None
        )
    if isinstance(value, str):
        if redaction.whole:
            return _redacted(f"{key} is")
        stops = "" if value.rstrip().endswith("}") else " that stops mid-JSON"
        return Withheld(
            kind="text", detail=f"{key} is a string of {len(value)} characters{stops}, not a record"
        )
    return Withheld(kind="unreadable", detail=f"{key} is {_json_type(value)}, not a record")


def _size(marker: dict[str, Any]) -> str:
    """Say what a summary marker tells of the value it stands for."""
    form, size = marker.get("type"), marker.get("size")
    told = [form] if isinstance(form, str) else []
    told += [f"{number_text(size)} keys"] if type(size) is int else []
    return f" ({', '.join(told)})" if told else ""


def _json_type(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return "true or false"
    return f"the number {number_text(value)}" if isinstance(value, int | float) else "no JSON value"
