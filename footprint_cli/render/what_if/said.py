"""What a person would say of other settings, and the words that formats share."""

from collections.abc import Iterator

from footprint_cli.model.what_if import (
    AT_LEAST,
    AT_MOST,
    ESTIMATE,
    EXACT,
    Bounded,
    Changed,
    Moved,
    Setting,
    Totals,
    WhatIf,
    WhatIfReport,
)
from footprint_cli.render.words import NOT_RECORDED, numbered, shown

_BOUNDS = {AT_LEAST: "at least ", AT_MOST: "at most ", ESTIMATE: "about "}
_OPTIONS = {"maxChars": "max-chars", "maxEntries": "max-entries"}
_NAMED = 5  # chunks that a line names
LISTED = 10  # chunks that were gained or lost


def asked_text(setting: Setting) -> str:
    """Say what is asked."""
    parts = [
        f"{_OPTIONS.get(name, name)} {'none' if value is None else shown(value)}"
        for name, value in setting.values.items()
    ]
    if setting.strategy is not None:
        balance = "" if setting.balance is None else f", lambda {shown(setting.balance)}"
        parts.insert(0, f"strategy {setting.strategy}{balance}")
    return f"what if: {', '.join(parts)}" if parts else "what if nothing were changed: as recorded"


def option_name(name: str) -> str:
    """Return the option that tries a setting, without its dashes."""
    return _OPTIONS.get(name, name)


def searched_text(totals: Totals) -> str:
    """Say how many retrievals were ruled again, and of how many that changes anything."""
    if not totals.retrievals:
        return "nothing to rule again: no retrieval"
    ruled = f"{numbered(totals.ruled, 'retrieval')} ruled again"
    if totals.ruled < totals.retrievals:
        ruled = f"{totals.ruled} of {numbered(totals.retrievals, 'retrieval')} ruled again"
    return f"{ruled}, {totals.changed} would read otherwise or may"


def title_of(one: WhatIf) -> str:
    """Name a retrieval and its recording."""
    name = one.retriever or "a retriever that is not named"
    at = one.step or (NOT_RECORDED if one.line is None else f"line {one.line}")
    run = f", {one.run}" if one.run is not None else ""
    return f"{name} at {at} ({one.source}{run})"


def unruled_text(one: WhatIf) -> str:
    """Say why a retrieval was not ruled again, with the chunks that are against it."""
    if not one.otherwise:
        return f"not ruled again: {one.unruled}"
    names = ", ".join(map(shown, one.otherwise[:_NAMED]))
    more = len(one.otherwise) - _NAMED
    return f"not ruled again: {one.unruled}: {names}" + (f" and {more} more" if more > 0 else "")


def settings_text(settings: tuple[Changed, ...]) -> str:
    """Say which settings are tried, each with what is recorded."""
    return ", ".join(
        f"{_OPTIONS.get(one.name, one.name)} {_value(one.before, one.name)} → {_value(one.after)}"
        for one in settings
    )


def _value(value: object, name: str = "") -> str:
    if value is None:
        return "not recorded" if name == "maxEntries" else "none"
    return shown(value)  # type: ignore[arg-type]


def bounded_text(one: Bounded) -> str:
    """Write a number with its bound."""
    if one.missing and one.bound == ESTIMATE:
        return f"{one.value} + {numbered(one.missing, 'passage')} of unknown size, if all are read"
    return f"{_BOUNDS.get(one.bound, '')}{one.value}"


def read_text(one: Bounded, left_open: int) -> str:
    """Write how many are read, and of how many that cannot be told."""
    told = bounded_text(one) if one.value or not left_open else "0"
    return f"{told}, and {left_open} that cannot be told" if left_open else told


def numbers_of(one: WhatIf) -> Iterator[tuple[str, str]]:
    """Yield what changes in numbers, each behind its label."""
    before = Bounded(value=one.read, bound=AT_MOST if one.early else EXACT)
    yield "read", f"{bounded_text(before)} → {read_text(one.would_read, len(one.open))}"
    if one.admitted != one.would_read:
        yield "admitted", f"{bounded_text(one.admitted)} before the picker"
    yield "passage chars", f"{bounded_text(one.chars)} → {bounded_text(one.would_chars)}"
    if one.prompt is None:
        yield "prompt order", f"not known: {one.prompt_note}"
    elif one.prompt:
        label = "prompt order" if one.would_read.bound == EXACT else "prompt order, if all are"
        yield label, ", ".join(map(shown, one.prompt))
    for what, number in (("read", one.would_read), ("passage chars", one.would_chars)):
        if number.why and not (what == "passage chars" and number.why == one.would_read.why):
            yield f"{what}: why", "; ".join(number.why)


def movement(one: Moved) -> tuple[str, str]:
    """Say what became of a chunk, and what would."""
    return _verdict(one.read, one.reason), _verdict(one.would, one.would_reason)


def _verdict(read: bool | None, reason: str | None) -> str:
    if read is None:
        return "cannot be told"
    if read:
        return "read"
    return f"not read: {reason}" if reason is not None else "not read"


def move_word(one: Moved) -> str:
    """Return `comes in`, `goes out`, `stays`, `stays out`, or `cannot be told`."""
    if one.would is None:
        return "cannot be told"
    if one.would:
        return "stays" if one.read else "comes in"
    return "goes out" if one.read else "stays out"


def score_text(one: Moved) -> str:
    """Write the score, with the one that it was ruled by where that is another."""
    return shown(one.score) + ("" if one.rescored is None else f" → {shown(one.rescored)}")


def ruling_text(one: Moved) -> str:
    """Say with a movement what was, or what would be."""
    word, (before, after) = move_word(one), movement(one)
    if word == "comes in":
        return f"{word} (was {before})"
    if word == "stays out":
        return (
            f"{word} ({after.removeprefix('not read: ')}, was {before.removeprefix('not read: ')})"
        )
    if word == "goes out":
        return f"{word} ({after.removeprefix('not read: ')})"
    return word if one.would is not None else f"{word} (was {before})"


def totals_of(report: WhatIfReport) -> Iterator[tuple[str, str]]:
    """Yield the totals, each behind its label."""
    totals = report.totals
    would = totals.would_read.bounded
    told = read_text(would, totals.open)
    yield "read", f"{totals.read} → {told}, of {totals.considered} considered"
    yield "admitted", f"{bounded_text(totals.admitted.bounded)} before the picker"
    nothing = totals.would_nothing.bounded
    yield "read nothing", f"{totals.nothing} → {bounded_text(nothing)}"
    chars, would_chars = totals.chars.bounded, totals.would_chars.bounded
    yield "passage chars", f"{bounded_text(chars)} → {bounded_text(would_chars)}"
    for what, number in (("read", would), ("passage chars", would_chars)):
        for why in number.why:
            yield f"{what}: why", why


def unruled_of(totals: Totals) -> Iterator[tuple[str, str]]:
    """Yield why retrievals were not ruled again, with how many."""
    for why, count in sorted(totals.unruled.items(), key=lambda one: (-one[1], one[0])):
        yield f"{count} not ruled", why


def left_out_text(report: WhatIfReport) -> str:
    """Say how many retrievals are not shown; nothing for none."""
    if not report.left_out:
        return ""
    return f"{numbered(report.left_out, 'retrieval')} more: --limit 0 shows all"
