"""The questions that are put to many sources: settings that can be sent, and a part of the answer each."""

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.analyse.audits import audit, called, counted, outlined
from footprint_cli.archive.reading import Reader
from footprint_cli.archive.sources import Batch, Source
from footprint_cli.model.audit import Audit
from footprint_cli.model.coverage import DEFAULT_CHOICES, Call, Choices
from footprint_cli.model.coverage_report import CoveredRecording
from footprint_cli.model.examined import Examined
from footprint_cli.model.gate import FINDING_RULE, GateSettings
from footprint_cli.model.narrowing import EVERYTHING, Narrowing
from footprint_cli.model.recording import Recording
from footprint_cli.model.ruled import RuledRecording
from footprint_cli.model.search import ToolSchema
from footprint_cli.model.stats import NearMiss
from footprint_cli.model.told import Read, Told
from footprint_cli.read.source import Advance

if TYPE_CHECKING:
    from footprint_cli.analyse.audits import Covering as Composing
    from footprint_cli.analyse.covered import Covering

HELD = 64  # retrievals of one file that are held at a time; an archive may be one file
Part = TypeVar("Part")
Placed = TypeVar("Placed", Call, NearMiss)
Whole = TypeVar("Whole", covariant=True)  # noqa: PLC0105 (a plain name reads better)


def line_after(line: int | None, lines: int) -> int | None:
    """Return the number of a line behind so many others."""
    return None if line is None else line + lines


def moved_on(one: Placed, lines: int, logs: int) -> Placed:
    """Return what stands behind so many lines and logs of its file."""
    word, _, number = (one.run or "").rpartition(" ")  # as `log_name` writes it
    return replace(one, line=line_after(one.line, lines), run=f"{word} {int(number) + logs}")


class Declared(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What was given on tools, from elsewhere than a recording."""

    tools: tuple[ToolSchema, ...] = ()
    choices: Choices = DEFAULT_CHOICES
    rows_at: dict[str, str] = {}

    def covering(self) -> "Covering":
        """Return what composes calls by it."""
        from footprint_cli.analyse.covered import Covering

        return Covering(self.tools, self.choices, self.rows_at)


class Together(Protocol[Whole]):
    """Takes up source after source, and gives one answer for all of them."""

    def take(self, audits: Iterable[Audit], /) -> None:
        """Take up the recordings of one more source."""

    def part(self) -> Whole:
        """Return what is kept of all of them."""
        ...


class Question(Struct, Generic[Part], frozen=True, kw_only=True):
    """A question over many sources; its fields are all that decides the answer."""

    @property
    def narrowing(self) -> Narrowing:
        """What of a recording is asked for."""
        return EVERYTHING

    @property
    def declared(self) -> Declared | None:
        """How calls are composed; None: by what their recording says alone."""
        return None

    @property
    def counts_only(self) -> int | None:
        """How many retrievals of one file are held at a time, where none is explained; None: all are."""
        return None

    @property
    def in_pieces(self) -> bool:
        """Tell whether a file of many logs may be asked log by log."""
        return self.is_quick and self.counts_only is not None

    def apart(self, audit_: Audit) -> bool:  # noqa: ARG002
        """Tell whether what one log of a file says can be taken up without the others."""
        return True

    def moved(self, part: Part, lines: int, logs: int) -> Part:  # noqa: ARG002
        """Return what is kept of logs that stand behind so many lines and logs of their file."""
        return part

    def joined(self, parts: tuple[Part, ...]) -> tuple[Part, ...] | None:
        """Return what is kept of a file of which this is kept of its logs; None: it must be read."""
        return parts

    def audited(self, recording: Recording, covering: "Composing | None") -> Audit:
        """Explain a recording as far as the question needs it."""
        if self.counts_only is not None:
            return counted(recording, covering=covering)
        return audit(recording, covering=covering)

    def parts(self, audits: Iterable[Audit]) -> tuple[Part, ...]:
        """Return what is kept of one source: a part for each recording, or one for all of them."""
        return tuple(map(self.part, audits))

    @property
    def is_quick(self) -> bool:
        """Tell whether lines that cannot matter are passed over; damage inside them is not seen."""
        return False

    def quicker(self, *, quick: bool) -> Self:  # noqa: ARG002 (this one needs every line)
        """Return the question as it is put to much, where lines may be passed over."""
        return self

    def part(self, audit_: Audit) -> Part:
        """Return what is kept of one recording."""
        raise NotImplementedError

    def together(self) -> "Together[Part] | None":
        """Return what takes up all sources of a batch; None: each has parts of its own."""
        return None

    finds: ClassVar[str] = "findings"  # what `found` counts; nothing where it counts nothing

    def found(self, part: Part) -> int:
        """Count what was found in one recording, for who watches the reading."""
        raise NotImplementedError


class Verifying(Question[Examined], frozen=True, kw_only=True, tag="verify", omit_defaults=True):
    """What `verify` asks."""

    fail: bool = False
    exit_zero: bool = False

    def part(self, audit_: Audit) -> Examined:
        """Hold a recording against itself."""
        from footprint_cli.analyse.verification import examined

        return examined(audit_)

    def found(self, part: Examined) -> int:
        """Count findings."""
        return len(part.findings)


class Quick(Question[Part], frozen=True, kw_only=True):
    """A question that few lines of a commit log can answer."""

    quick: bool = False

    @property
    def is_quick(self) -> bool:
        """Tell whether lines that cannot matter are passed over."""
        return self.quick

    def quicker(self, *, quick: bool) -> Self:
        """Return the question as it is put to much."""
        return replace(self, quick=quick)


_OF_EVERY_LINE = frozenset({FINDING_RULE, "recording-damaged"})  # rules


class Gated(Quick[RuledRecording], frozen=True, kw_only=True, tag="gate", omit_defaults=True):
    """What `gate` asks."""

    settings: GateSettings
    given: Declared
    named: bool = False  # the declarations, on the command line
    exit_zero: bool = False

    @property
    def narrowing(self) -> Narrowing:
        """One retriever, where only that is looked at."""
        return Narrowing(self.settings.retriever, None, None)

    @property
    def declared(self) -> Declared:
        """How calls are composed."""
        return self.given

    def quicker(self, *, quick: bool) -> Self:
        """Return the question as it is put to much: no line is passed over where damage is judged."""
        return replace(self, quick=quick and not _OF_EVERY_LINE & self._rules)

    @property
    def _rules(self) -> set[str]:
        rules = (self.settings.rules, *self.settings.of_retriever.values())
        return {one.name for some in rules for one in some}

    def audited(self, recording: Recording, covering: "Composing | None") -> Audit:
        """Explain a recording; most rules need outcomes only, and one what is found."""
        return outlined(recording, covering=covering, finding=FINDING_RULE in self._rules)

    @property
    def in_pieces(self) -> bool:
        """Where all rules judge retrievals one by one."""
        from footprint_cli.analyse.judging import can_be_put_together

        return self.quick and can_be_put_together(self.settings)

    def apart(self, audit_: Audit) -> bool:
        """Tell so of all but damage, and a retrieval that is lost: it counts for the whole recording."""
        from footprint_cli.analyse.judging import is_told_by_itself

        return is_told_by_itself(audit_)

    def moved(self, part: RuledRecording, lines: int, logs: int) -> RuledRecording:  # noqa: ARG002
        """Name the places of what came out anew."""
        return replace(
            part, ruled=tuple(replace(one, line=line_after(one.line, lines)) for one in part.ruled)
        )

    def joined(self, parts: tuple[RuledRecording, ...]) -> tuple[RuledRecording, ...] | None:
        """Make one recording of them."""
        from footprint_cli.analyse.judging import put_together

        whole = put_together(parts)
        return None if whole is None else (whole,)

    def part(self, audit_: Audit) -> RuledRecording:
        """Judge a recording."""
        from footprint_cli.analyse.judging import ruled

        return ruled(audit_, self.settings)

    def found(self, part: RuledRecording) -> int:
        """Count what rules found; ignores and a baseline come later."""
        return sum(len(one.judged.found) for one in part.ruled)


class CoverageAsked(
    Quick[CoveredRecording], frozen=True, kw_only=True, tag="coverage", omit_defaults=True
):
    """What `coverage` asks."""

    finds: ClassVar[str] = "gaps"

    given: Declared
    tool: str | None = None
    step: str | None = None
    gaps_only: bool = False
    limit: int = 50
    exit_zero: bool = False

    @property
    def narrowing(self) -> Narrowing:
        """One step, where only that is asked for."""
        return Narrowing(None, self.step, None)

    @property
    def declared(self) -> Declared:
        """How calls are composed."""
        return self.given

    @property
    def counts_only(self) -> int | None:
        """Of retrievals only the number matters, unless a step is looked for among them."""
        return HELD if self.step is None else None

    def audited(self, recording: Recording, covering: "Composing | None") -> Audit:
        """Explain the calls of a recording, and its retrievals where they are looked at."""
        if self.step is None:
            return called(recording, covering=covering)
        return audit(recording, covering=covering)

    def moved(self, part: CoveredRecording, lines: int, logs: int) -> CoveredRecording:
        """Name the places of calls and findings anew."""
        return replace(
            part,
            calls=tuple(replace(one, call=moved_on(one.call, lines, logs)) for one in part.calls),
            findings=tuple(replace(one, line=line_after(one.line, lines)) for one in part.findings),
        )

    def joined(self, parts: tuple[CoveredRecording, ...]) -> tuple[CoveredRecording, ...]:
        """Make one recording of them."""
        from footprint_cli.analyse.coverage_reports import put_together

        return (put_together(parts),)

    def part(self, audit_: Audit) -> CoveredRecording:
        """Keep the calls of a recording."""
        from footprint_cli.analyse.coverage_reports import covered_recording

        return covered_recording(audit_, self.tool)

    def found(self, part: CoveredRecording) -> int:
        """Count gaps in the ground of calls."""
        return sum(len(one.coverage.gaps) for one in part.calls)


class Scan(Struct, Generic[Part], frozen=True, dict=True):
    """The work of a question: batches of sources → what was read of each."""

    question: Question[Part]
    apart: bool = False  # sources are kept apart, however they were put into batches

    def __call__(self, batch: Batch, /) -> tuple[Read[Part], ...]:
        """Read the sources of a batch, in their order."""
        together = None if self.apart else self.question.together()
        if together is None or not batch:
            return tuple(map(self.read, batch))
        *others, last = (
            Read[Part](
                place=one.place, told=self._told(self.reader.audits(one), together.take), parts=()
            )
            for one in batch
        )
        return (*others, replace(last, parts=(together.part(),)))

    def read(self, source: Source, advance: Advance | None = None) -> Read[Part]:
        """Read one source; `advance` is called with the bytes of each read."""
        return self.taken(source, self.reader.audits(source, advance))

    def taken(self, source: Source, audits: Iterable[Audit]) -> Read[Part]:
        """Take up the audits of a source, which `reader` makes."""
        parts: tuple[Part, ...] = ()

        def take(audits: Iterable[Audit]) -> None:
            nonlocal parts
            parts = self.question.parts(audits)

        told = self._told(audits, take)
        return Read(place=source.place, told=told, parts=parts)

    def _told(self, audits: Iterable[Audit], take: Callable[[Iterable[Audit]], None]) -> Told:
        """Have the audits of a source taken up, and return what came of reading it."""
        if self._covering is not None:
            self._covering.called.clear()
        take(audits)
        called = () if self._covering is None else tuple(sorted(self._covering.called))
        return replace(self.reader.told(), called=called)

    def lost(self, source: Source, why: str, /) -> tuple[Read[Part], ...]:
        """Say that a source could not be read, and why."""
        return (self.unread(source.path, why, source.place),)

    def found(self, read: Read[Part]) -> int:
        """Count what was found in one source."""
        return sum(map(self.question.found, read.parts))

    def unread(self, path: str, why: str, place: int) -> Read[Part]:
        """Return what is read of a path that gives nothing."""
        parts = self.question.parts([self.reader.unread(path, why)])
        return Read(place=place, told=self.reader.told(), parts=parts)

    @cached_property
    def _covering(self) -> "Covering | None":
        declared = self.question.declared
        return None if declared is None else declared.covering()

    @cached_property
    def reader(self) -> Reader:
        """What reads sources as the question needs it."""
        calls = None if self._covering is None else self._covering.calls
        return Reader(
            self.question.narrowing,
            audited=partial(self.question.audited, covering=calls),
            most=self.question.counts_only,
            quick=self.question.is_quick,
        )
