"""The questions that are put to many sources: settings that can be sent, and a part of the answer each."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from footprint_cli.analyse.audits import audit, counted
from footprint_cli.model.audit import Audit
from footprint_cli.model.coverage import DEFAULT_CHOICES, Call, Choices
from footprint_cli.model.examined import Examined
from footprint_cli.model.narrowing import EVERYTHING, Narrowing
from footprint_cli.model.recording import Recording
from footprint_cli.model.search import ToolSchema
from footprint_cli.model.stats import NearMiss
from footprint_cli.model.what_if import WhatIf

if TYPE_CHECKING:
    from footprint_cli.analyse.audits import Covering as Composing
    from footprint_cli.analyse.covered import Covering

HELD = 64  # retrievals of one file that are held at a time; an archive may be one file
Part = TypeVar("Part")
Placed = TypeVar("Placed", Call, NearMiss, WhatIf)
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
