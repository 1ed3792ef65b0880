from msgspec import Struct


class Damage(Struct, frozen=True, kw_only=True):
    """Something in an input that could not be read as it stands.

    `line` is a physical line, counted at LF from 1; None when it concerns the whole input.
    """

    line: int | None
    kind: str  # a stable word, as in docs/findings.md
    detail: str
    recovered: bool  # True: what the line says was read all the same


class Finding(Struct, frozen=True, kw_only=True):
    """One statement about a recording that a reader should know, by a stable code.

    `rule`: the rule of a gate as it was asked for, where it has a value: `admitted-below=3`.
    """

    code: str
    level: str  # "error" (the record contradicts itself, or more is at stake), "warning", "note"
    message: str
    source: str
    line: int | None = None
    step: str | None = None
    retriever: str | None = None
    chunk: str | None = None
    tool: str | None = None
    rule: str | None = None
