"""The commands on the state of a run, as its commit log tells it."""

import typer

from footprint_cli.cli.streams import complain
from footprint_cli.cli.tracing_keys import slice_, timeline, value, who_wrote
from footprint_cli.cli.tracing_prompt import prompt
from footprint_cli.cli.tracing_steps import steps


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
trace.command("value", short_help="The value of a key after a step.")(value)
trace.command("who-wrote", short_help="Which step wrote a key last.")(who_wrote)
trace.command("timeline", short_help="Every write and read of a key.")(timeline)
trace.command("slice", short_help="What fed a key, back to the chunks of a prompt.")(slice_)
trace.command("prompt", short_help="The exact prompt of a call of the model.")(prompt)
trace.command("steps", short_help="The steps of a run, and what each wrote.")(steps)
