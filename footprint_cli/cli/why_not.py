import typer

from footprint_cli.archive.chunk_asked import ChunkAsked
from footprint_cli.cli.options import (
    AllOption,
    AssertReadOption,
    ChunkAndPaths,
    DocOption,
    EngineOption,
    ExitZeroOption,
    FormatOption,
    FullParseOption,
    GlobOption,
    IndexOption,
    JobsOption,
    OutputOption,
    ParanoidOption,
    PrefixOption,
    RetrieverOption,
    ShardOption,
    StepOption,
)
from footprint_cli.cli.question import Question, answered, asked_for
from footprint_cli.cli.workers import Workers

WHY = """Say why a chunk was read: which step, rank, prompt position, bytes, and what it displaced.

The same question as why-not, with the retrievals that read the chunk shown first.

Exit status: 0 when the question was answered; 3 when the recording cannot say, or the input is
damaged; 1 with --fail when the chunk was not read; 4 when an input could not be read at all.
"""


def why_not(  # noqa: PLR0913, PLR0917 (the options of a command)
    context: typer.Context,
    words: ChunkAndPaths = None,
    prefix: PrefixOption = False,
    glob: GlobOption = False,
    doc: DocOption = None,
    retriever: RetrieverOption = None,
    step: StepOption = None,
    index: IndexOption = None,
    whole: AllOption = False,
    fail: AssertReadOption = False,
    jobs: JobsOption = None,
    engine: EngineOption = None,
    shard: ShardOption = None,
    full_parse: FullParseOption = False,
    paranoid: ParanoidOption = False,
    form: FormatOption = None,
    out: OutputOption = None,
    exit_zero: ExitZeroOption = False,
) -> int:
    """Say why a chunk was not read: one answer for each retrieval, and one for the whole question.

    Exit status: 0 when the question was answered; 3 when the recording cannot say (the candidates
    are a sample, not recorded or withheld, or no retrieval could be read) or the input is damaged;
    1 with --fail when the chunk was not read; 4 when an input could not be read at all.
    """
    chunk, paths = asked_for(words, doc, prefix=prefix, glob=glob)
    asked = ChunkAsked(
        asked=chunk,
        retriever=retriever,
        step=step,
        full=full_parse,
        paranoid=paranoid,
        read_first=context.info_name == "why",
        whole=whole,
        fail=fail,
        exit_zero=exit_zero,
    )
    return answered(Question(asked, paths, index, Workers(jobs, engine, shard), form, out))
