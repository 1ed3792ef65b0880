import json
from pathlib import Path

import pytest
from pytest_regressions.file_regression import FileRegressionFixture

from tests.program import FIXTURES, footprint

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
RECORDINGS = (
    "some-below-threshold.commits.jsonl",
    "picker-drops-admitted.events.ndjson",
    "tool-calls-fail.commits.jsonl",
    "made/wide-ids.commits.jsonl",
    "made/glued-line.commits.jsonl",
)
PICKER = "picker-drops-admitted.commits.jsonl"
CONTRADICTING = "made/contradicting-counts.evidence.jsonl"
READS = "made/reads-recorded.snapshot.json"
QUESTIONS = [
    *(("explain", recording) for recording in RECORDINGS),
    ("why-not alarms.md#4", PICKER),
    ("why-not Exchanger.md-2", PICKER),
    ("why exchanger.md#3", PICKER),
    ("stats --top 3", PICKER),
    ("stats --tool stock", "tool-calls-fail.commits.jsonl"),
    ("drift some-below-threshold.commits.jsonl --fail-on k", PICKER),
    ("what-if --threshold 0.8 --max-entries 3", PICKER),
    ("what-if --k 5 --threshold 0.5", "some-below-threshold.commits.jsonl"),
    ("diff some-below-threshold.commits.jsonl --fail-on read-set", PICKER),
    ("what-if --sweep threshold=0.4,0.5,0.6,0.7,0.8,0.95", PICKER),
    ("trace slice finalContent", READS),
    ("trace timeline history", READS),
    ("trace value iteration", PICKER),
    ("trace prompt", "some-below-threshold.commits.jsonl"),
    ("trace prompt", "tool-calls-fail.commits.jsonl"),
    ("trace prompt --call 2", "tool-calls-fail.commits.jsonl"),
    ("trace steps", "some-below-threshold.commits.jsonl"),
    ("trace slice finalContent", READS),
    ("trace timeline history", READS),
    ("trace value iteration", PICKER),
    ("verify", CONTRADICTING),
    ("gate --rule record-inconsistent", CONTRADICTING),
]
EIGHTY = {"NO_COLOR": "1", "COLUMNS": "80"}


def laid_out(form: str, text: str) -> str:
    """Put JSON on several lines, so that a person can read the golden file."""
    if form not in {"json", "sarif"}:
        return text
    return json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("form", ["table", "plain", "json"])
@pytest.mark.parametrize(("command", "recording"), QUESTIONS)
def test_what_is_printed_was_read_and_approved(
    command: str,
    recording: str,
    form: str,
    file_regression: FileRegressionFixture,
    request: pytest.FixtureRequest,
) -> None:
    check(command, recording, form, file_regression, request)


@pytest.mark.parametrize("form", ["github", "sarif", "junit"])
@pytest.mark.parametrize("command", ["verify", "gate --rule record-inconsistent"])
def test_what_ci_services_read_was_read_and_approved(
    command: str,
    form: str,
    file_regression: FileRegressionFixture,
    request: pytest.FixtureRequest,
) -> None:
    check(command, CONTRADICTING, form, file_regression, request)


def check(
    command: str,
    recording: str,
    form: str,
    file_regression: FileRegressionFixture,
    request: pytest.FixtureRequest,
) -> None:
    name, *asked = command.split()
    stem = Path(recording).name.rsplit(".", 1)[0]
    golden = GOLDEN / f"{' '.join([name, '--format', form, *asked, stem])}.txt"
    if not (golden.exists() or request.config.getoption("force_regen")):
        pytest.fail(f"{golden} is not there: write it with --force-regen, then read it")

    answer = footprint(name, *asked, recording, "--format", form, cwd=FIXTURES, settings=EIGHTY)

    assert answer.err == b""
    file_regression.check(
        laid_out(form, answer.text), fullpath=golden, encoding="utf-8", newline="\n"
    )
