from typing import Annotated

import typer

from footprint_cli.cli.config import written_to
from footprint_cli.cli.inputs import inputs
from footprint_cli.cli.options import (
    EngineOption,
    ExitZeroOption,
    FormatOption,
    FullParseOption,
    IndexOption,
    JobsOption,
    OutputOption,
    Paths,
    RetrieverOption,
    ShardOption,
    StepOption,
)
from footprint_cli.cli.page import chosen_format
from footprint_cli.cli.workers import Workers

ThresholdOption = Annotated[
    str | None,
    typer.Option(
        "--threshold", metavar="SCORE|none", help="The quality floor to try.", show_default=False
    ),
]
KOption = Annotated[
    str | None,
    typer.Option("--k", metavar="N|none", help="How many chunks to admit.", show_default=False),
]
MaxCharsOption = Annotated[
    str | None,
    typer.Option(
        "--max-chars",
        metavar="N|none",
        help="The character budget of passages to try.",
        show_default=False,
    ),
]
MaxEntriesOption = Annotated[
    str | None,
    typer.Option(
        "--max-entries", metavar="N|none", help="The picker's cap to try.", show_default=False
    ),
]
StrategyOption = Annotated[
    str | None,
    typer.Option(
        "--strategy",
        metavar="NAME",
        help="topK, mmr, rerank, or one that an installed package brings.",
        show_default=False,
    ),
]
LambdaOption = Annotated[
    float | None,
    typer.Option("--lambda", help="Of mmr: from 0, diverse, to 1, relevant.", show_default=False),
]
VectorsOption = Annotated[
    str | None,
    typer.Option(
        "--vectors", metavar="FILE", help="Of mmr: id and vector of chunks.", show_default=False
    ),
]
SimilarityOption = Annotated[
    str | None,
    typer.Option(
        "--similarity", metavar="FILE", help="Of mmr: ids and a matrix.", show_default=False
    ),
]
ScoresOption = Annotated[
    str | None,
    typer.Option(
        "--scores", metavar="FILE", help="Of rerank: new scores of chunks.", show_default=False
    ),
]


SweepOption = Annotated[
    list[str] | None,
    typer.Option(
        "--sweep",
        metavar="NAME=FROM:TO:STEP",
        help="Try many values of threshold, k or max-chars; may be repeated for a grid.",
        show_default=False,
    ),
]
TargetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--target",
        metavar="TEXT",
        help="Of a sweep: what a setting should keep to, such as 'p95 chars <= 4000'.",
        show_default=False,
    ),
]
ExpectOption = Annotated[
    str | None,
    typer.Option(
        "--expect",
        metavar="FILE",
        help="Of a sweep: which chunks questions or runs should read.",
        show_default=False,
    ),
]

WhatIfLimitOption = Annotated[
    int,
    typer.Option(
        "--limit",
        min=0,
        help="Retrievals in table and markdown, those that change first; of a sweep rows; 0: all.",
    ),
]


def what_if(  # noqa: PLR0913, PLR0917 (the options of a command)
    paths: Paths = None,
    threshold: ThresholdOption = None,
    k: KOption = None,
    max_chars: MaxCharsOption = None,
    max_entries: MaxEntriesOption = None,
    strategy: StrategyOption = None,
    balance: LambdaOption = None,
    vectors: VectorsOption = None,
    similarity: SimilarityOption = None,
    scores: ScoresOption = None,
    sweep: SweepOption = None,
    target: TargetOption = None,
    expect: ExpectOption = None,
    index: IndexOption = None,
    retriever: RetrieverOption = None,
    step: StepOption = None,
    limit: WhatIfLimitOption = 20,
    form: FormatOption = None,
    out: OutputOption = None,
    jobs: JobsOption = None,
    engine: EngineOption = None,
    shard: ShardOption = None,
    full_parse: FullParseOption = False,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Rule recorded retrievals again under other settings: what would come in, go out and stay.

    A setting that is not given stays as it is recorded; without any, the recorded verdicts are held
    against the recorded rule. 'none' takes a limit away. Each number says whether it is exact. With
    --sweep many values are tried, and --target and --expect choose between them.

    Exit status: 0 when every retrieval was ruled again; 3 when one could not be, there is none, what
    is expected is not there, or an input is damaged; 4 when an input could not be read at all.
    """
    from footprint_cli.archive.sweep_asked import SweepAsked
    from footprint_cli.archive.what_if_asked import WhatIfAsked
    from footprint_cli.cli.answering import Answering, answered
    from footprint_cli.cli.instead import check_alone
    from footprint_cli.cli.sweeping import question_of, sweep_of, swept_from
    from footprint_cli.cli.trying import Trying, rule_of, setting_of

    out, workers = written_to(out), Workers(jobs, engine, shard)
    form = chosen_format(form, out)
    rule = rule_of(strategy, balance, vectors, similarity, scores, written=out)
    setting = setting_of(Trying(threshold, k, max_chars, max_entries), rule)
    swept = sweep_of(setting, sweep, target, expect, written=out)
    shown = limit if form in {"table", "markdown"} else 0
    asked = WhatIfAsked(setting=setting, rule=rule, retriever=retriever, step=step)
    question = question_of(asked, swept, index, limit=shown, exit_zero=exit_zero)
    how = Answering(form, out, limit, full_parse=full_parse)
    if isinstance(question, SweepAsked) and index is not None:
        check_alone(index, paths, workers, full_parse=full_parse)
        return swept_from(index, question, how)
    return answered(question, inputs(paths), workers, how)
