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
EIGHTY = {"NO_COLOR": "1", "COLUMNS": "80"}


def laid_out(form: str, text: str) -> str:
    """Put JSON on several lines, so that a person can read the golden file."""
    if form != "json":
        return text
    return json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("form", ["table", "plain", "json"])
@pytest.mark.parametrize("recording", RECORDINGS)
def test_explain_prints_what_was_read_and_approved(
    recording: str,
    form: str,
    file_regression: FileRegressionFixture,
    request: pytest.FixtureRequest,
) -> None:
    name = Path(recording).name.rsplit(".", 1)[0]
    golden = GOLDEN / f"explain --format {form} {name}.txt"
    if not (golden.exists() or request.config.getoption("force_regen")):
        pytest.fail(f"{golden} is not there: write it with --force-regen, then read it")

    answer = footprint("explain", recording, "--format", form, cwd=FIXTURES, settings=EIGHTY)

    assert answer.err == b""
    file_regression.check(
        laid_out(form, answer.text), fullpath=golden, encoding="utf-8", newline="\n"
    )
