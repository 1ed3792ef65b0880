"""Options that commands share."""

from enum import StrEnum
from typing import Annotated

import typer

from footprint_cli.render import FindingFormat, Format


class Only(StrEnum):
    """Which candidates to show."""

    READ = "read"
    NOT_READ = "not-read"


Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATH]...",
        help="Recordings, folders of them, globs, or - for standard input; gz and zst are read too.",
        show_default=False,
    ),
]
StoredPaths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PATH]...",
        help="Recordings, folders of them, or globs; gz and zst are read too. Not standard input.",
        show_default=False,
    ),
]
ChunkAndPaths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CHUNK_ID [PATH]...",
        help="The chunk's id; then recordings, folders of them, globs, or - for standard input.",
        show_default=False,
    ),
]
PrefixOption = Annotated[
    bool, typer.Option("--prefix", help="Every chunk whose id begins with CHUNK_ID.")
]
GlobOption = Annotated[
    bool, typer.Option("--glob", help="Every chunk whose id is like CHUNK_ID: *, ? and [abc].")
]
DocOption = Annotated[
    str | None,
    typer.Option(
        "--doc",
        metavar="URI",
        help="Every chunk of this document; then no CHUNK_ID is given.",
        show_default=False,
    ),
]
AllOption = Annotated[
    bool, typer.Option("--all", help="Show every retrieval in detail, not only the latest few.")
]
AssertReadOption = Annotated[
    bool, typer.Option("--fail", help="Exit 1 when the chunk was not read.")
]
FormatOption = Annotated[
    Format | None,
    typer.Option(
        "--format", "-f", help="Default: table on a terminal, plain otherwise.", show_default=False
    ),
]
FindingFormatOption = Annotated[
    FindingFormat | None,
    typer.Option(
        "--format", "-f", help="Default: table on a terminal, plain otherwise.", show_default=False
    ),
]
OutputOption = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="FILE", help="Write to a file.", show_default=False),
]
DeclarationsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--declarations",
        metavar="FILE",
        help="What tools search: a JSON or TOML file, or a folder of them; may be repeated.",
        show_default=False,
    ),
]
ToolOption = Annotated[
    str | None, typer.Option("--tool", help="Only this tool.", show_default=False)
]
RowsAtOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rows-at",
        metavar="TOOL=KEY",
        help="The key of a tool's results under which the rows stand; may be repeated.",
        show_default=False,
    ),
]
ChooseOption = Annotated[
    list[str] | None,
    typer.Option(
        "--choose",
        metavar="NAME=VALUE",
        help="Decide an open point of the rules of coverage; may be repeated.",
        show_default=False,
    ),
]
RetrieverOption = Annotated[
    str | None, typer.Option("--retriever", help="Only this retriever.", show_default=False)
]
StepOption = Annotated[
    str | None,
    typer.Option("--step", help="Only this step: its id, as printed.", show_default=False),
]
OnlyOption = Annotated[
    Only | None, typer.Option("--only", help="Only these candidates.", show_default=False)
]
LimitOption = Annotated[
    int,
    typer.Option(
        "--limit",
        min=0,
        help="Rows of one retrieval in table and markdown: the read, then the nearest misses; 0: all.",
    ),
]
IndexOption = Annotated[
    str | None,
    typer.Option(
        "--index",
        metavar="FILE",
        help="Ask an index (of footprint index) in place of recordings.",
        show_default=False,
    ),
]
ExitZeroOption = Annotated[
    bool, typer.Option("--exit-zero", help="Exit 0 where the status would be 1 or 3; 2 and 4 stay.")
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        "-j",
        metavar="N",
        min=1,
        help="Processes that read at once. Default: as many as there are cores; 1 for little.",
        show_default=False,
    ),
]
FullParseOption = Annotated[
    bool,
    typer.Option("--full-parse", help="Parse every line of large archives too; slower."),
]
ParanoidOption = Annotated[
    bool,
    typer.Option(
        "--paranoid",
        help="Look also for escaped keys, which a search of large archives would miss.",
    ),
]
EngineOption = Annotated[
    str | None,
    typer.Option(
        "--engine",
        metavar="URL",
        help="Read by the workers of a Dask cluster, dask://HOST:PORT, instead of here.",
        show_default=False,
    ),
]
ShardOption = Annotated[
    str | None,
    typer.Option(
        "--shard",
        metavar="I/N",
        help="Read only part I of N, and write what footprint merge adds up, to -o FILE.",
        show_default=False,
    ),
]
