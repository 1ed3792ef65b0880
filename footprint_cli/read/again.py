"""A file of one record a line, read a second time for what the first reading did not keep."""

from collections.abc import Iterator
from typing import Any

from footprint_cli.errors import InputError
from footprint_cli.model.prompts import Prompt
from footprint_cli.read.documents import decide, read_documents
from footprint_cli.read.kinds import kind_of
from footprint_cli.read.lines import Lines, open_source
from footprint_cli.read.log_order import Commit
from footprint_cli.read.prompts import told_prompt
from footprint_cli.read.values import read_line


def commits_again(path: str, logs: int) -> Iterator[Any]:
    """Read the commits of a file once more, as the fold takes them: in file order, refused ones too."""
    if path != "-" and logs > 1:
        raise InputError(path, f"it holds {logs} commit logs; a state belongs to one of them")
    for commit in numbered_commits(path):
        yield commit.bundle


def numbered_commits(path: str) -> Iterator[Commit]:
    """Read the commits of a file once more, each with what tells its log."""
    for value, number, raw in _values_again(path):
        for one in value if isinstance(value, list) else [value]:
            if kind_of(one) == "commit":
                yield Commit(one, number, hash(raw) if raw and one is value else None)


def prompts_again(path: str) -> Iterator[Prompt]:
    """Read the events of a file once more for what they tell of prompts."""
    for value, number, _ in _values_again(path):
        for one in value if isinstance(value, list) else [value]:
            prompt = told_prompt(one, number) if kind_of(one) == "event" else None
            if prompt is not None:
                yield prompt


def _values_again(path: str) -> Iterator[tuple[Any, int, bytes]]:
    """Read the values of a file once more, each with its line; its bytes where it has it alone."""
    if path == "-":
        raise InputError(path, "standard input cannot be read a second time")
    with open_source(path) as source:
        lines = Lines(source)
        if decide(lines.peek(2)) == "documents":
            for number, values, _ in read_documents(lines):
                yield from ((value, number, b"") for value in values)
            return
        for number, raw in lines:
            values = read_line(raw, number)[0]
            yield from ((value, number, raw if len(values) == 1 else b"") for value in values)
