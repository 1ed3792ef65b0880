"""What every format says of an answer."""

from footprint_cli.model.answer import CANNOT_SAY, ChunkCount, Occurrence, Reply
from footprint_cli.model.audit import Change, Explained, Flip, Verdict
from footprint_cli.model.numbers import number_text
from footprint_cli.render.words import numbered, title_of

_SIGNS = {"at-most": "≤", "at-least": "≥"}
_ASCII_SIGNS = {"at-most": "<=", "at-least": ">="}


def change_text(one: Change, *, ascii_only: bool = False) -> str:
    """Write one change of a setting: `threshold ≤ 0.41`."""
    signs = _ASCII_SIGNS if ascii_only else _SIGNS
    return f"{one.setting} {signs[one.bound]} {number_text(one.to)}"


def flip_text(flip: Flip, *, ascii_only: bool = False) -> str:
    """Write a flip: `threshold ≤ 0.41 and k ≥ 5`, with what is open where it is a bound."""
    changes = [change_text(one, ascii_only=ascii_only) for one in flip.changes]
    note = "" if flip.note is None else f" ({flip.note})"
    return f"{' and '.join(changes)}{note}"


def flip_lines(row: Explained, *, ascii_only: bool = False) -> list[str]:
    """Say what would have admitted a refused candidate, a setting a line; nothing for an admitted one.

    Where a value is a bound the chunk would have needed it, and it may not be enough.
    """
    if row.flips is None:
        return (
            [] if row.flips_note is None else [f"what would have admitted it is {row.flips_note}"]
        )
    lines: list[str] = []
    for exact, begin in ((True, "would have been admitted with"), (False, "would have needed")):
        for flip in (one for one in row.flips if one.exact is exact):
            either = "or " if lines else ""
            lines.append(f"{either}{begin} {flip_text(flip, ascii_only=ascii_only)}")
    return lines


def flips_sentence(row: Explained, *, ascii_only: bool = False) -> str:
    """Say in one sentence what would have admitted a candidate, or that it cannot be computed."""
    return ", ".join(flip_lines(row, ascii_only=ascii_only))


def whole_sentence(one: Occurrence) -> str:
    """Return the sentence of an answer with its flips."""
    flips = flips_sentence(one.rows[0]) if one.rows else ""
    return f"{one.sentence}; {flips}" if flips else one.sentence


def occurrence_title(one: Occurrence) -> str:
    """Name the retrieval that answers, and its input."""
    return f"{title_of(one.retrieval.retrieval)} in {one.source}"


def history_line(row: Explained) -> str:
    """Say what each stage did with a chunk, where more than one is known."""
    if len(row.history) < 2:  # noqa: PLR2004 (one stage is the sentence itself)
        return ""
    return "history: " + ", then ".join(_stage(one) for one in row.history)


def _stage(one: Verdict) -> str:
    if one.at == "formatter":
        return "its text put into the prompt" if one.admitted else "its text left out of the prompt"
    if one.admitted is None:
        return f"no verdict of the {one.at} recorded"
    if one.admitted:
        return f"admitted by the {one.at}"
    why = "" if one.reason is None else f" ({one.reason})"
    return f"refused by the {one.at}{why}"


def reply_sentence(reply: Reply, *, ascii_only: bool = False) -> str:
    """Return the sentence that answers the whole question, with its flips where one retrieval did."""
    flips = "" if reply.row is None else flips_sentence(reply.row, ascii_only=ascii_only)
    return f"{reply.sentence}; {flips}" if flips else reply.sentence


def chunk_cells(one: ChunkCount) -> list[str]:
    """Count the retrievals that read a chunk, that did not, and that could not say."""
    unsaid = one.unshown + sum(one.answers.get(answer, 0) for answer in CANNOT_SAY)
    read = one.answers.get("read", 0) - one.unshown
    return [one.chunk, str(read), str(sum(one.answers.values()) - read - unsaid), str(unsaid)]


CHUNK_HEADS = ("chunk", "read", "not read", "cannot say")


def searched_line(reply: Reply) -> str:
    """Say how much was searched, and whether all of it could be read."""
    searched = reply.searched
    parts = [
        numbered(searched.recordings, "recording"),
        numbered(searched.retrievals, "retrieval"),
    ]
    line = f"searched: {', '.join(parts)}"
    return line if searched.complete else f"{line}; not all could be read, so there may be more"
