import typer

from footprint_cli.cli.options import (
    AllOption,
    AssertReadOption,
    ChunkAndPaths,
    DocOption,
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
    StepOption,
)
from footprint_cli.cli.question import Question, answered, asked_for

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
    asked, paths = asked_for(words, doc, prefix=prefix, glob=glob)
    return answered(
        Question(
            asked=asked,
            paths=paths,
            retriever=retriever,
            step=step,
            from_index=index,
            form=form,
            out=out,
            read_first=context.info_name == "why",
            whole=whole,
            fail=fail,
            exit_zero=exit_zero,
            full_parse=full_parse,
            paranoid=paranoid,
            jobs=jobs,
        )
    )
