"""One commit log while it is read: its state as far as it matters, its retrievals and calls."""

from typing import Any, NamedTuple, Optional

from footprint_cli.model.evidence import is_placeholder
from footprint_cli.model.fold import Fold
from footprint_cli.model.js_copies import plain
from footprint_cli.model.recording import FinalAnswer
from footprint_cli.model.steps import MEMORY_STEP, subflow_of
from footprint_cli.read.calls import CALL_KEYS, CallLog, touches_calls
from footprint_cli.read.log_order import Numbered
from footprint_cli.read.redaction import payload_of
from footprint_cli.read.retrieval import RetrievalLog, keeps_evidence

# Keys that hold what was said in the calls once more (format notes, section 9).
_COPIES = frozenset({"messagesInjections", "toolResults", "lastToolResult"})


class At(NamedTuple):
    """The commit of a step, and its physical line where it has one."""

    step: str
    line: int | None


def log_name(number: int) -> str:
    """Name a log of an input that holds several, the first of which is number 1."""
    return f"log {number}"


_MODEL_TEXT, _MODEL_CALLS = "llmLatestContent", "llmLatestToolCalls"


# Root keys of the state, beside evidence, that say anything of retrievals, calls and the answer.
KEPT = CALL_KEYS | {_MODEL_TEXT}


def _kept(key: str) -> bool:
    return key in KEPT or keeps_evidence(key)


class Log(Numbered):
    """A run from its `idx` 0 on, or one leg of a resumed run, which starts from the leg before.

    `base` is the state before the first commit, where it is recorded. With `own`, the bundles that
    are applied belong to the log, which keeps and changes them.
    """

    def __init__(  # noqa: PLR0913 (what a log starts from)
        self,
        source: str,
        number: int,
        *,
        earlier: Optional["Log"] = None,
        base: dict[str, Any] | None = None,
        evidence_from: str = "commit",
        own: bool = False,
    ) -> None:
        super().__init__()
        self.name = log_name(number)
        self._fold: Fold = Fold(earlier._fold.state() if earlier else base, keep=_kept, own=own)  # noqa: SLF001
        self.retrievals = RetrievalLog(source, self.name, evidence_from=evidence_from)
        self.calls: CallLog = CallLog(self.name, earlier.calls if earlier else None)
        if base is not None:
            self.calls.start_from(self._fold)
        self._said: At | None = None  # the last commit of the model's text
        self._memory_steps: dict[str, tuple[int | None, bool]] = {}
        # Keys that still carry what history withholds, and the first commit that writes each.
        self.calls_in_clear: dict[str, At] = {}

    def apply(self, bundle: dict[str, Any], line: int | None) -> list[str]:
        """Fold a bundle that the fold accepts, and take up what it says; returns oddities."""
        keys = touches_calls(bundle)
        evidence = RetrievalLog.touched(bundle, self._fold)
        if keys:
            self.calls.before(self._fold)
        problems = self._fold.take(bundle)
        if keys:
            self.calls.add(bundle, line, self._fold, keys)
        if self.calls.withheld_at:
            self._note_in_clear(bundle, line)
        if evidence or bundle["trace"]:
            self.retrievals.add(bundle, line, self._fold, evidence)
        self._note_step(bundle, line)
        self._note_answer(bundle, line)
        return problems

    def final_answer(self) -> FinalAnswer | None:
        """Return what the model said last, where it asked for no tool with it; None else.

        What a commit log holds is the model's own text: what the agent adds to it is not there.
        """
        said = self._fold.value(_MODEL_TEXT)
        if self._said is None or plain(self._fold.value(_MODEL_CALLS)):
            return None
        if not isinstance(said, str) or is_placeholder(said):
            return None
        return FinalAnswer(
            text=said, found="model", run=self.name, step=self._said.step, line=self._said.line
        )

    @property
    def answer_withheld(self) -> bool:
        """Tell whether redaction took what the model said."""
        said = self._fold.value(_MODEL_TEXT)
        return is_placeholder(said)

    def _note_answer(self, bundle: dict[str, Any], line: int | None) -> None:
        if any(row["path"] == _MODEL_TEXT for row in bundle["trace"]):
            self._said = At(bundle["runtimeStageId"], line)

    def _note_in_clear(self, bundle: dict[str, Any], line: int | None) -> None:
        for row in bundle["trace"]:
            payload = payload_of(bundle, row["path"]) if row["path"] in _COPIES else None
            if isinstance(payload, dict | list) and payload:
                self.calls_in_clear.setdefault(row["path"], At(bundle["runtimeStageId"], line))

    def wrote(self, step: str) -> None:
        """Note that a step wrote something in a commit that is not applied."""
        line, _ = self._memory_steps.get(step, (None, True))
        self._memory_steps[step] = (line, True)

    def silent_memories(self) -> list[tuple[str, int | None]]:
        """Name the steps of memories that ran and wrote nothing, with their lines."""
        return [(step, line) for step, (line, wrote) in self._memory_steps.items() if not wrote]

    def _note_step(self, bundle: dict[str, Any], line: int | None) -> None:
        step = bundle["runtimeStageId"]
        self.ran(step)
        stage = bundle.get("stageId")
        if (
            isinstance(stage, str)
            and MEMORY_STEP in stage
            and subflow_of(step) == subflow_of(stage)
        ):
            known = self._memory_steps.get(step, (line, False))
            self._memory_steps[step] = (known[0], known[1] or bool(bundle["trace"]))
