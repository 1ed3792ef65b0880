"""`footprint coverage` as a process: its answers, its statuses, and what it says on standard error."""

import json
from pathlib import Path
from typing import Any

import pytest

from footprint_cli.render import Format
from tests.cli.schemas import violation
from tests.program import FIXTURES, footprint

RUN = FIXTURES / "incident-searches.commits.jsonl"
DECLARED = FIXTURES / "incident-searches.declarations.json"
DAMAGED = FIXTURES / "made" / "cut-last-line.commits.jsonl"
WITHHELD = FIXTURES / "tool-results-redacted.commits.jsonl"
NO_CALLS = FIXTURES / "some-below-threshold.commits.jsonl"
OF_RUN = ["--declarations", DECLARED, RUN]
SCHEMA: dict[str, Any] = {
    "kind": "tool-schema",
    "name": "orders",
    "inputSchema": {"properties": {"customer": {}}},
    "search": {
        "source": {"what": "the order book", "said": ["order book"]},
        "subject": {"what": "orders", "said": ["orders"]},
        "arguments": [{"name": "customer", "role": "population"}],
        "complete": "within-arguments",
    },
}


def covered(*arguments: Any, cwd: Path | None = None) -> Any:
    return footprint("coverage", *map(str, arguments), cwd=cwd)


def document(*arguments: Any, cwd: Path | None = None) -> dict[str, Any]:
    answer = covered(*arguments, "--format", "json", cwd=cwd)
    whole: dict[str, Any] = json.loads(answer.out)
    assert violation(whole, "coverage") is None
    assert whole["exitStatus"] == answer.status
    return whole


def stream(path: Path, *calls: tuple[dict[str, Any], Any], schema: Any = SCHEMA) -> Path:
    """An event stream of one run with these calls of `orders`, and what each returned."""
    lines = [] if schema is None else [schema]
    for number, (arguments, result) in enumerate(calls):
        meta = {"runId": "r1", "runtimeStageId": f"tool-calls#{number}"}
        start = {"toolName": "orders", "toolCallId": f"c{number}", "args": arguments}
        end = {"toolCallId": f"c{number}", "result": result}
        for kind, payload in (("tool_start", start), ("tool_end", end)):
            lines.append(
                {"type": f"agentfootprint.stream.{kind}", "payload": payload, "meta": meta}
            )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return path


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (OF_RUN, 0),
        ([RUN], 0),  # "no search declared" is an answer
        ([*OF_RUN, "--tool", "incidents"], 0),
        ([*OF_RUN, "--tool", "orders"], 3),
        ([*OF_RUN, "--tool", "orders", "--exit-zero"], 0),
        ([NO_CALLS], 3),
        ([WITHHELD], 3),
        ([RUN, DAMAGED], 3),
        ([RUN, "missing.jsonl"], 4),
        ([RUN, "--choose", "first-page=maybe"], 2),
        ([RUN, "--rows-at", "incidents=a.b"], 2),
        ([RUN, "--declarations", "missing.json"], 2),
    ],
)
def test_the_exit_status(arguments: list[Any], status: int) -> None:
    assert covered(*arguments).status == status


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("more", [[], ["--tool", "incidents"], ["--gaps-only"]])
def test_every_format_ends_with_the_same_status_and_bytes(form: Format, more: list[str]) -> None:
    first, second = (covered(*OF_RUN, *more, "--format", form) for _ in range(2))

    assert (first.status, first.out) == (0, second.out)
    assert first.out


def test_the_declaration_of_the_recording_is_found_and_one_of_a_file_comes_after_it(
    tmp_path: Path,
) -> None:
    run = stream(tmp_path / "run.ndjson", ({"customer": "ada"}, []))
    other = {**SCHEMA["search"], "subject": {"what": "parcels", "said": ["parcels"]}}
    (tmp_path / "other.json").write_text(json.dumps({"orders": other}), "utf-8")

    own = document(run, "--tool", "orders")["tools"][0]
    both = document(run, "--tool", "orders", "--declarations", tmp_path / "other.json")["tools"][0]

    assert own["declaration"]["from"] == both["declaration"]["from"] == "recording"
    assert both["calls"][0]["coverage"]["subject"]["what"] == "orders"
    assert own["calls"][0]["sentence"] == (
        "Searched orders of customer ada in the order book: 0 rows, complete."
    )


def test_without_a_declaration_nothing_is_called_searched_or_empty(tmp_path: Path) -> None:
    run = stream(tmp_path / "run.ndjson", ({"customer": "ada"}, []), schema=None)

    (tool,) = document(run)["tools"]

    assert tool["declaration"]["from"] == "none"
    assert tool["calls"][0]["coverage"]["because"] == "no-search-declared"
    assert tool["calls"][0]["sentence"] == ("No search declared: what it searched is not known.")


def test_the_configuration_names_declarations_choices_and_rows(tmp_path: Path) -> None:
    run = stream(tmp_path / "run.ndjson", ({"customer": "ada"}, {"rows": [1, 2]}), schema=None)
    (tmp_path / "orders.json").write_text(json.dumps({"orders": SCHEMA["search"]}), "utf-8")
    (tmp_path / "footprint.toml").write_text(
        'declarations = "orders.json"\nrows-at = {orders = "rows"}\n', "utf-8"
    )

    (tool,) = document(run.name, cwd=tmp_path)["tools"]

    assert tool["declaration"]["source"] == "orders.json"
    assert tool["calls"][0]["rows"] == 2
    assert (
        document(run.name, "--rows-at", "orders=lines", cwd=tmp_path)["tools"][0]["calls"][0][
            "rows"
        ]
        is None
    )


def test_explain_and_gate_use_the_declarations_too() -> None:
    explained = footprint("explain", str(RUN), "--declarations", str(DECLARED), "-f", "json")
    (recording,) = json.loads(explained.out)["recordings"]
    own = [one["coverage"] for one in recording["toolCalls"]]
    asked = document(*OF_RUN)["tools"][0]["calls"]

    assert own == [one["coverage"] for one in asked]
    gate = footprint(
        "gate", str(RUN), "--rule", "coverage-gap=period", "--declarations", str(DECLARED)
    )
    assert gate.status == 1


@pytest.mark.parametrize(
    "command", [["coverage"], ["explain"], ["claim", "no orders"], ["gate", "--rule", "page-open"]]
)
def test_declarations_are_never_written_over(command: list[str], tmp_path: Path) -> None:
    declared = tmp_path / "incidents.json"
    declared.write_bytes(DECLARED.read_bytes())

    answer = footprint(*command, str(RUN), "--declarations", str(declared), "-o", str(declared))

    assert answer.status == 2
    assert answer.complaint == (
        f"footprint: {declared} holds declarations and would be written over\n"
    )
    assert declared.read_bytes() == DECLARED.read_bytes()


def test_a_baseline_is_not_written_over_declarations(tmp_path: Path) -> None:
    declared = tmp_path / "incidents.json"
    declared.write_bytes(DECLARED.read_bytes())
    asked = ["--rule", "page-open", "--baseline", str(declared), "--update-baseline"]

    answer = footprint("gate", str(RUN), "--declarations", str(declared), *asked)

    assert (answer.status, declared.read_bytes()) == (2, DECLARED.read_bytes())


def test_what_is_declared_for_tools_that_nobody_called_is_said() -> None:
    answer = covered("--declarations", DECLARED, FIXTURES / "tool-calls-fail.commits.jsonl")

    assert "declared, and not called in these inputs: incidents; called: " in answer.complaint


def test_a_tool_that_was_not_called_is_answered_with_those_that_were() -> None:
    answer = covered(*OF_RUN, "--tool", "incident")

    assert answer.complaint.splitlines()[-1].endswith("tools that were called: incidents")


def test_fifty_calls_are_drawn_unless_more_are_asked_for(tmp_path: Path) -> None:
    run = stream(tmp_path / "run.ndjson", *(({"customer": f"c{n}"}, []) for n in range(60)))

    some = covered(run, "--tool", "orders", "--format", "table").text
    every = covered(run, "--tool", "orders", "--format", "table", "--limit", "0").text

    assert "50 of 60 calls are shown" in some
    assert (some.count("Searched orders"), every.count("Searched orders")) == (50, 60)


@pytest.mark.parametrize(
    "command",
    [
        ["explain", "run.jsonl"],
        ["why-not", "a.md#0", "run.jsonl"],
        ["verify", "run.jsonl"],
        ["gate", "run.jsonl"],
        ["coverage", "run.jsonl"],
        ["claim", "no incidents", "run.jsonl"],
        ["declarations", "check", "own.json"],
        ["declarations", "draft", "incidents", "run.jsonl"],
    ],
)
def test_no_answer_is_written_over_the_settings_in_force(
    command: list[str], tmp_path: Path
) -> None:
    settings = 'declarations = "declared.json"\n'
    (tmp_path / "footprint.toml").write_text(settings, "utf-8")
    (tmp_path / "run.jsonl").write_bytes(RUN.read_bytes())
    for name in ("declared.json", "own.json"):
        (tmp_path / name).write_bytes(DECLARED.read_bytes())

    told = [
        footprint(*command, "-o", out, cwd=tmp_path) for out in ("footprint.toml", "declared.json")
    ]

    assert [one.status for one in told] == [2, 2]
    assert (tmp_path / "footprint.toml").read_text("utf-8") == settings
    assert (tmp_path / "declared.json").read_bytes() == DECLARED.read_bytes()
