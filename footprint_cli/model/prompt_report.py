from msgspec import Struct

from footprint_cli.model.finding import Damage
from footprint_cli.model.passage import Passages
from footprint_cli.model.prompts import Prompt


class ModelCall(Struct, frozen=True, kw_only=True):
    """One call of the model, counted from 1 in the order in which they ran.

    `system` and `said` are the characters of the system prompt and of all messages; None: not
    known, and `unknown` says why. `messages` is their number.
    """

    number: int
    step: str | None
    line: int | None = None
    run: str | None = None
    told_by: str = "commit"
    system: int | None = None
    messages: int | None = None
    said: int | None = None
    chunks: int = 0
    unknown: tuple[str, ...] = ()


class ShownPrompt(Struct, frozen=True, kw_only=True):
    """The whole prompt of one call of the model, and the chunks in it."""

    call: ModelCall
    prompt: Prompt
    passages: Passages


class PromptReport(Struct, frozen=True, kw_only=True):
    """The calls of the model of one input, and the prompts of those that are shown."""

    source: str
    calls: tuple[ModelCall, ...]
    shown: tuple[ShownPrompt, ...]
    damage: tuple[Damage, ...]
    distrust: str | None  # why what was read may not be all that was recorded
    exit_status: int
