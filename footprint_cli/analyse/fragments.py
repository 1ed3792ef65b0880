"""What a prompt fragment proves: that text of a chunk reached the prompt, or only its citation."""

from collections.abc import Sequence

from footprint_cli.model.evidence import Candidate, Retrieval

_CITATION = '<source id="'
_END = "</source>"
_NEWLINE = "\n"
_BEGIN = 32  # characters of a passage that tell as a rule that there is one
JOINT = "\n\n"  # fragments are joined by a blank line, in the order of their prompt positions


def fragment_fault(candidate: Candidate) -> str | None:
    """Say what is wrong with an admitted candidate's fragment: missing, empty, hollow, or None."""
    fragment = candidate.prompt_fragment
    if fragment is None:
        return "missing"
    if fragment == "":
        return "empty"
    return "hollow" if is_hollow(fragment) else None


def is_hollow(fragment: str) -> bool:
    """Tell whether a fragment cites a source and holds none of its text.

    Inferred from the shipped formatter: `<source …>` newline, passage, newline, `</source>`.
    """
    start = fragment.find("<source")
    if start < 0:
        return not fragment.strip()
    opened = _tag_end(fragment, start)
    begin = fragment[opened : opened + _BEGIN].lstrip()
    if opened >= 0 and begin and not begin.startswith(_END[: len(begin)]):
        return False  # as nearly always: there is no need to look for the end of a long passage
    end = fragment.find(_END, start)
    return 0 <= opened <= end and not fragment[opened:end].strip()


def passage_of(fragment: str) -> str | None:
    """Return the passage that a fragment cites, without the tag and the header; None: no such form.

    Inferred from the shipped formatter: `<source …>` newline, passage, newline, `</source>`. The
    tag that closes is the last one: a passage may hold others.
    """
    start = fragment.find(_CITATION)
    opened = _tag_end(fragment, start) if start >= 0 else -1
    end = fragment.rfind(_NEWLINE + _END)
    if opened < 0 or end < opened or not fragment.startswith(_NEWLINE, opened):
        return None
    return fragment[opened + len(_NEWLINE) : end]


def cited_sources(text: str) -> list[str]:
    """Return the ids of the source tags in an injected text, as they stand in it.

    Inferred from the shipped formatter; an id that needed escaping is shown as it was escaped.
    """
    found = []
    start = text.find(_CITATION)
    while start >= 0:
        end = text.find('"', start + len(_CITATION))
        if end < 0:
            break
        found.append(text[start + len(_CITATION) : end])
        start = text.find(_CITATION, end)
    return found


def _tag_end(fragment: str, start: int) -> int:
    end = fragment.find(">", start)
    while end >= 0 and fragment.count('"', start, end) % 2:  # it stands in a value
        end = fragment.find(">", end + 1)
    return end + 1 if end >= 0 else -1


def joined_fragments(candidates: Sequence[Candidate]) -> str | None:
    """Join the admitted fragments in prompt order; None where one is not recorded."""
    admitted = [one for one in candidates if one.admitted is True]
    if not admitted or any(
        one.prompt_fragment is None or one.prompt_position is None for one in admitted
    ):
        return None
    ordered = sorted(admitted, key=lambda one: one.prompt_position or 0)
    return JOINT.join(one.prompt_fragment or "" for one in ordered)


def keeps_no_text(retrieval: Retrieval) -> bool:
    """Tell whether a committed record shows no text of any chunk, and no event tells of one.

    Then the record's own word is all there is on what was read.
    """
    listed = () if retrieval.evidence is None else retrieval.evidence.candidates or ()
    shown = any(one.prompt_fragment is not None for one in listed)
    return not shown and retrieval.evidence_from == "commit" and retrieval.attached is None


def was_read(candidate: Candidate, retrieval: Retrieval) -> bool | None:
    """Say whether text of a candidate reached the prompt; None: the recording cannot say.

    A fragment with text in it proves it, and so does an event that saw the chunk attached.
    """
    if candidate.admitted is not True:
        return candidate.admitted
    if candidate.prompt_fragment is not None:
        return True if fragment_fault(candidate) is None else None
    if retrieval.attached is not None and candidate.id is not None:
        if candidate.id in retrieval.attached:
            return True
        dropped = retrieval.evidence_from == "event" and retrieval.attached_all
        return False if dropped else None
    return None
