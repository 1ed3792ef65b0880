"""A gate over what an index keeps: the rules of retrievals, and those of whole recordings it can tell."""

from collections.abc import Iterator
from itertools import chain

from footprint_cli.analyse.gate_rules import GATE_RULES, PASS_WHERE_READ
from footprint_cli.analyse.narrowed import narrowed
from footprint_cli.archive.gated import Gated
from footprint_cli.archive.questions import Declared
from footprint_cli.cli.adding import adding_of
from footprint_cli.cli.gating import Gating
from footprint_cli.cli.indexed import Lent, lent
from footprint_cli.cli.page import page_for
from footprint_cli.cli.streams import output
from footprint_cli.errors import UsageError
from footprint_cli.model.audit import Audit
from footprint_cli.model.gate import GateSettings
from footprint_cli.render import FindingFormat

# They judge what an index never looked at: lines that cannot matter, and recordings with each other.
_OF_EVERY_LINE = frozenset({"record-inconsistent", "recording-damaged"})


class FromIndex:
    """One question of a gate to an index, as a command line asks it."""

    def __init__(self, index: str) -> None:
        self._index = index

    def gate(self, gating: Gating, *, form: FindingFormat, out: str | None, exit_zero: bool) -> int:
        """Judge, write the report and return the exit status."""
        refused = sorted(one for one in gating.rules if not _can_judge(one))
        if refused:
            raise UsageError(
                f"an index cannot judge {', '.join(refused)}, for it keeps neither all lines "
                "nor what calls covered; give the recordings"
            )
        page = page_for(form, out)
        question = Gated(settings=gating.settings, given=Declared(), exit_zero=exit_zero)
        adding = adding_of(question, gating.accepting)
        with lent(self._index, out) as index, output(out, page.encoding) as sink:
            for one in _audits(index, gating.settings):
                adding.take(question.part(one))
            status = adding.answer(0, set())
            for piece in adding.pieces(form, page):
                sink.write(piece)
            index.tell_age()
        return status


def _can_judge(rule: str) -> bool:
    return GATE_RULES[rule].of != "call" and rule not in _OF_EVERY_LINE


def _audits(index: Lent, settings: GateSettings) -> Iterator[Audit]:
    from footprint_cli.archive.index.recordings import audits_of

    for one in audits_of(index.connection, in_short=_pass_where_read(settings)):
        yield narrowed(one, settings.retriever, None, None)


def _pass_where_read(settings: GateSettings) -> bool:
    """Tell whether no rule looks at the candidates of a retrieval of which chunks were read."""
    asked = [*settings.rules, *chain.from_iterable(settings.of_retriever.values())]
    return all(
        one.name in PASS_WHERE_READ or GATE_RULES[one.name].of == "recording" for one in asked
    )
