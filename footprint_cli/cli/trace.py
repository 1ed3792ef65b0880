"""The commands on the state of a run, as its commit log tells it."""

import typer

from footprint_cli.cli.streams import complain
from footprint_cli.cli.tracing_prompt import prompt


def _alone(context: typer.Context) -> None:
    """Ask a commit log: who wrote a key, what fed it, what each step wrote, what the model got."""
    if context.invoked_subcommand is None:
        complain("no command was named")
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(2)


trace = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    callback=_alone,
    invoke_without_command=True,
)
trace.command("prompt", short_help="The exact prompt of a call of the model.")(prompt)
