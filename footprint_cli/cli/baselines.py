"""Baselines in files: what a gate found once, to be accepted, in bytes that a diff can show."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, ValidationError, convert, to_builtins

from footprint_cli.cli.streams import output
from footprint_cli.errors import UsageError
from footprint_cli.model.gate import Baseline, Fingerprint
from footprint_cli.model.json_text import json_text
from footprint_cli.model.report import Searched

_SCHEMA = "footprint.baseline/1"


class _Searched(Struct, forbid_unknown_fields=True, rename="camel"):
    recordings: int
    retrievals: int
    tool_calls: int


class _Row(Struct, forbid_unknown_fields=True):
    rule: str
    code: str | None
    source: str
    retriever: str | None
    step: str | None
    chunk: str | None
    count: int
    tool: str | None = None  # a baseline from before there were rules of calls has none


class _Document(Struct, forbid_unknown_fields=True):
    schema: str
    checked: dict[str, int]
    searched: _Searched
    findings: list[_Row]


def read_baseline(path: str) -> Baseline:
    """Read a baseline; one that is missing or is none is a usage error."""
    import json

    try:
        with open(path, encoding="utf-8") as stream:  # noqa: PTH123
            found = json.load(stream, object_pairs_hook=_once)
        document = convert(found, _Document)
    except FileNotFoundError:
        raise UsageError(
            f"{path}: there is no such baseline; --update-baseline writes one"
        ) from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    except (ValueError, ValidationError, RecursionError) as error:
        raise UsageError(f"{path}: not a baseline: {error}") from error
    if document.schema != _SCHEMA:
        raise UsageError(f"{path}: not a baseline of this version, which is {_SCHEMA}")
    if not _is_possible(document):
        raise UsageError(f"{path}: not a baseline: it counts what no gate can have counted")
    findings: dict[Fingerprint, int] = {}
    for row in document.findings:
        fields = to_builtins(row)
        count = fields.pop("count")
        mark = Fingerprint(**fields)
        findings[mark] = findings.get(mark, 0) + count
    searched = Searched(**{name: getattr(document.searched, name) for name in _SEARCHED})
    return Baseline(checked=document.checked, searched=searched, findings=findings)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands in it twice")
    return found


def _is_possible(document: _Document) -> bool:
    searched = document.searched
    counts = [searched.recordings, searched.retrievals, searched.tool_calls]
    counts += document.checked.values()
    return (
        bool(document.checked)
        and min(counts) >= 0
        and all(row.count > 0 for row in document.findings)
    )


def write_baseline(baseline: Baseline, path: str) -> None:
    """Write a baseline as one file that appears when it is whole; a row a finding, sorted."""
    with output(path, "utf-8") as sink:
        for piece in _pieces(baseline):
            sink.write(piece)


_SEARCHED = Searched.__struct_fields__


def _pieces(baseline: Baseline) -> Iterator[str]:
    searched = baseline.searched
    counts = {
        "recordings": searched.recordings,
        "retrievals": searched.retrievals,
        "toolCalls": searched.tool_calls,
    }
    checked = dict(sorted(baseline.checked.items()))
    yield f'{{\n "schema": "{_SCHEMA}",\n "checked": {json_text(checked)},\n'
    yield f' "searched": {json_text(counts)},\n "findings": ['
    rows = sorted(baseline.findings.items(), key=_order)
    for number, (mark, count) in enumerate(rows):
        yield f"{',' if number else ''}\n  {json_text({**to_builtins(mark), 'count': count})}"
    yield "\n ]\n}\n" if rows else "]\n}\n"


def _order(row: tuple[Fingerprint, int]) -> list[Any]:
    values = to_builtins(row[0]).values()
    return [(value is not None, value or "") for value in values]
