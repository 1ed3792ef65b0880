from enum import StrEnum
from typing import Annotated

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.listing import write_list
from footprint_cli.cli.options import (
    DeclarationsOption,
    EngineOption,
    ExitZeroOption,
    FindingFormatOption,
    FullParseOption,
    IndexOption,
    JobsOption,
    OutputOption,
    Paths,
    RetrieverOption,
    ShardOption,
    ToolOption,
)
from footprint_cli.cli.page import chosen_finding_format
from footprint_cli.cli.workers import Workers


class Level(StrEnum):
    """How grave a finding is."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="RULE",
        help="A rule, as NAME or NAME=VALUE; may be repeated. Default: corpus-empty.",
        show_default=False,
    ),
]
FailOnOption = Annotated[
    Level | None,
    typer.Option(
        "--fail-on", help="The lowest level that fails. Default: error.", show_default=False
    ),
]
BaselineOption = Annotated[
    str | None,
    typer.Option(
        "--baseline",
        metavar="FILE",
        help="Accept the findings that this file lists, and fail on new ones.",
        show_default=False,
    ),
]
UpdateOption = Annotated[
    bool, typer.Option("--update-baseline", help="Write the baseline anew from these inputs.")
]
AllowEmptyOption = Annotated[
    bool, typer.Option("--allow-empty", help="Accept recordings without any retrieval.")
]

ListOption = Annotated[bool, typer.Option("--list", help="List every rule, and end.")]


def gate(  # noqa: PLR0913, PLR0917 (the options of a command)
    paths: Paths = None,
    rule: RuleOption = None,
    fail_on: FailOnOption = None,
    baseline: BaselineOption = None,
    update_baseline: UpdateOption = False,
    allow_empty: AllowEmptyOption = False,
    retriever: RetrieverOption = None,
    tool: ToolOption = None,
    declarations: DeclarationsOption = None,
    index: IndexOption = None,
    listed: ListOption = False,
    form: FindingFormatOption = None,
    out: OutputOption = None,
    jobs: JobsOption = None,
    engine: EngineOption = None,
    shard: ShardOption = None,
    full_parse: FullParseOption = False,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Stop a run whose retrievals went wrong: judge recordings by rules, for CI.

    Rules of retrievals and recordings: corpus-empty, nothing-admitted, budget-admitted-nothing,
    never-asked, candidates-not-recorded, retrieval-failed, record-inconsistent, recording-damaged,
    recording-incomplete, chunk-not-read=ID, admitted-below=N, best-chunk-dropped and
    namespace-changed. Rules of tool calls: coverage-gap=FACET, cap-reached, page-open,
    no-search-declared and absence-unsupported.

    Exit status: 0 when every rule was judged and nothing was found; 1 on a finding; 3 when a rule
    could not be judged or judged nothing, an input is damaged, or nothing was checked; 4 when an
    input could not be read at all.
    """
    from footprint_cli.archive.gated import Gated
    from footprint_cli.cli.answering import Answering, answered
    from footprint_cli.cli.covering import declared
    from footprint_cli.cli.gating import Gating, Given

    out, workers = written_to(out), Workers(jobs, engine, shard)
    form = chosen_finding_format(form, out)
    if listed:
        write_list(_rules(), form, out)
        return 0
    given = Given(rule, fail_on, allow_empty, retriever, tool, baseline, update_baseline)
    gating = Gating(given, out)
    if index is not None:
        from footprint_cli.cli.gating_index import FromIndex
        from footprint_cli.cli.instead import check_alone

        check_alone(index, paths, workers, declarations=declarations, full_parse=full_parse)
        return FromIndex(index).gate(gating, form=form, out=out, exit_zero=exit_zero)
    question = Gated(
        settings=gating.settings,
        given=declared(declarations, written=[out, gating.accepting.path]),
        named=bool(declarations),
        exit_zero=exit_zero,
    )
    how = Answering(form, out, accepting=gating.accepting, full_parse=full_parse)
    return answered(question, inputs(paths), workers, how)


def _rules() -> list[dict[str, str]]:
    from footprint_cli.analyse.gate_rules import GATE_RULES

    return [
        {
            "rule": name if one.value is None else f"{name}={one.value}",
            "of": one.of.partition(" ")[0],
            "says": one.says,
        }
        for name, one in GATE_RULES.items()
    ]
