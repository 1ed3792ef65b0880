import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from footprint_cli.analyse.gate_rules import GATE_RULES
from tests.cli.recordings import CLEAN, DAMAGED, WITHHELD, evidence_file
from tests.cli.schemas import violation
from tests.program import FIXTURES, Answer, footprint, in_terminal, shell

EMPTY = FIXTURES / "corpus-empty.commits.jsonl"
REFUSED = FIXTURES / "threshold-refuses-all.commits.jsonl"
CALLS = FIXTURES / "tool-calls-fail.commits.jsonl"
DIED = FIXTURES / "store-dies.events.ndjson"
DROPPED = FIXTURES / "picker-drops-admitted.commits.jsonl"
ENVELOPE = FIXTURES / "some-below-threshold.envelope.json"
CONTRADICTING = FIXTURES / "made" / "contradicting-counts.evidence.jsonl"
GONE = "no-such-file.jsonl"
FORMATS = ("table", "plain", "json", "jsonl", "markdown", "csv", "github", "sarif", "junit")

# What is asked, and the status.
STATUSES: dict[str, tuple[list[str | Path], int]] = {
    "chunks read": ([CLEAN], 0),
    "an empty corpus": ([EMPTY], 1),
    "an empty corpus among good ones": ([CLEAN, EMPTY], 1),
    "no retrieval": ([CALLS], 3),
    "no retrieval, allowed": ([CALLS, "--allow-empty"], 0),
    "withheld": ([WITHHELD], 3),
    "withheld among good ones": ([CLEAN, WITHHELD], 3),
    "damaged": ([DAMAGED], 3),
    "damaged, and something found": ([DAMAGED, EMPTY], 1),
    "damaged, and damage is a rule": ([DAMAGED, "--rule", "recording-damaged"], 1),
    "damaged and allowed to be empty": ([DAMAGED, "--allow-empty"], 3),
    "a missing file": ([GONE], 4),
    "a missing file and something found": ([EMPTY, GONE], 4),
    "a missing file and nothing to judge": ([GONE, CALLS], 4),
    "nothing admitted": ([REFUSED, "--rule", "nothing-admitted"], 1),
    "nothing admitted, and nobody asks": ([REFUSED], 0),
    "too few admitted": ([CLEAN, "--rule", "admitted-below=4"], 1),
    "enough admitted": ([CLEAN, "--rule", "admitted-below=3"], 0),
    "the best was dropped": ([DROPPED, "--rule", "best-chunk-dropped"], 1),
    "a chunk was not read": ([DROPPED, "--rule", "chunk-not-read=exchanger.md#2"], 1),
    "a chunk was read": ([DROPPED, "--rule", "chunk-not-read=exchanger.md#3"], 0),
    "a retrieval failed": ([DIED, "--rule", "retrieval-failed"], 1),
    "a record contradicts itself": ([CONTRADICTING, "--rule", "record-inconsistent"], 1),
    "a run that is complete": ([ENVELOPE, "--rule", "recording-incomplete"], 0),
    "a run that does not say": ([CLEAN, "--rule", "recording-incomplete"], 3),
    "a namespace that changed": ([CLEAN, EMPTY, "--rule", "namespace-changed"], 1),
    "one retriever": ([EMPTY, "--retriever", "plant-manual"], 1),
    "a retriever that is not there": ([EMPTY, "--retriever", "nobody"], 3),
    "a rule that is none": ([CLEAN, "--rule", "corpus-emtpy"], 2),
    "an update of nothing": ([CLEAN, "--update-baseline"], 2),
    "a baseline that is not there": ([CLEAN, "--baseline", "none.json"], 2),
    "a usage error beside a missing file": ([GONE, "--rule", "nope"], 2),
}


def gated(*arguments: str | Path, cwd: Path | None = None) -> Answer:
    return footprint("gate", *arguments, cwd=cwd)


def document(*arguments: str | Path, cwd: Path | None = None) -> dict[str, object]:
    loaded: dict[str, object] = json.loads(gated(*arguments, "-f", "json", cwd=cwd).out)
    return loaded


@pytest.mark.parametrize("situation", STATUSES)
def test_a_shell_sees_the_status_through_a_pipe(situation: str, tmp_path: Path) -> None:
    arguments, status = STATUSES[situation]
    script = 'set -o pipefail; footprint gate "$@" | cat'

    answer = shell(script, *arguments, cwd=tmp_path)

    assert answer.status == status
    assert b"Traceback" not in answer.err
    assert bool(answer.out) is (status != 2)


@pytest.mark.parametrize("situation", STATUSES)
def test_exit_zero_takes_1_and_3_and_the_document_says_the_status(
    situation: str, tmp_path: Path
) -> None:
    arguments, status = STATUSES[situation]

    answer = gated(*arguments, "--exit-zero", "-f", "json", cwd=tmp_path)

    assert answer.status == {0: 0, 1: 0, 2: 2, 3: 0, 4: 4}[status]
    if status != 2:
        whole = json.loads(answer.out)
        assert whole["exitStatus"] == answer.status
        assert violation(whole, "gate") is None
        verdicts = {0: {"pass"}, 1: {"fail"}, 3: {"inconclusive"}, 4: {"fail", "inconclusive"}}
        assert whole["verdict"] in verdicts[status]
        assert bool(whole["why"]) or status in (0, 1)


def test_and_or_of_a_shell_follow_the_status() -> None:
    script = 'footprint gate "$1" >/dev/null && echo clean || echo "not clean: $?"'

    assert shell(script, CLEAN).text == "clean\n"
    assert shell(script, EMPTY).text == "not clean: 1\n"


def test_a_reader_that_goes_away_is_141() -> None:
    script = 'footprint gate "$@" -f jsonl | true; echo "${PIPESTATUS[0]}"'

    assert shell(script, EMPTY).text in ("141\n", "1\n")  # what fits a pipe may be written in time


@pytest.mark.parametrize("form", FORMATS)
def test_the_format_changes_no_status(form: str) -> None:
    answer = gated(EMPTY, WITHHELD, "-f", form)

    assert answer.status == 1
    assert answer.out


def test_the_same_input_gives_the_same_bytes() -> None:
    assert gated(EMPTY, CLEAN, "-f", "sarif") == gated(EMPTY, CLEAN, "-f", "sarif")


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("a.sarif", '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json"'),
        ("a.sarif.json", '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json"'),
        ("a.xml", "<?xml "),
        ("a.json", '{"schema":"footprint.gate/1"'),
        ("a.jsonl", '{"row":"rule"'),
        ("a.csv", '"row",'),
        ("a.md", "## footprint gate"),
        ("a.txt", "gate\tfail\t"),
    ],
)
def test_a_file_is_written_in_the_format_of_its_name(name: str, first: str, tmp_path: Path) -> None:
    answer = gated(EMPTY, "-o", name, cwd=tmp_path)

    assert (answer.status, answer.out) == (1, b"")
    assert (tmp_path / name).read_text("utf-8").startswith(first)


def test_a_terminal_is_shown_a_table_with_the_verdict_first() -> None:
    answer = in_terminal("gate", EMPTY, columns=80)

    assert answer.status == 1
    assert "fail: 1 finding; 1 check made; 1 recording with 1 retrieval" in answer.text
    assert "│" in answer.text


def test_the_help_names_every_rule() -> None:
    text = " ".join(footprint("gate", "--help").text.split())

    for name, rule in GATE_RULES.items():
        written = name + (f"={rule.value}" if rule.value else "")
        assert written in text.replace("- ", "-")  # a line may end behind a hyphen
    assert re.search("Exit status: 0 when .+ 1 on .+ 3 when .+ 4 when ", text)


RULES = [
    {
        "rule": name if one.value is None else f"{name}={one.value}",
        "of": one.of.partition(" ")[0],
        "says": one.says,
    }
    for name, one in GATE_RULES.items()
]


def test_every_rule_is_listed_without_any_input(tmp_path: Path) -> None:
    plain = gated("--list", cwd=tmp_path)

    assert (plain.status, plain.err) == (0, b"")
    assert plain.text.splitlines() == ["\t".join(one.values()) for one in RULES]
    assert json.loads(gated("--list", "-f", "json").out) == RULES
    lines = gated("--list", "-f", "jsonl").text.splitlines()
    assert [json.loads(line) for line in lines] == RULES
    assert gated("--list", "-f", "junit").status == 2


def test_a_wrong_rule_is_named_with_the_nearest() -> None:
    answer = gated(CLEAN, "--rule", "corpus-emtpy")

    assert answer.complaint == (
        "footprint: --rule: there is no rule corpus-emtpy; the nearest is corpus-empty\n"
    )


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("corpus-empty=1", "corpus-empty takes no value"),
        (
            "corpus-empty,best-chunk-dropped",
            "corpus-empty,best-chunk-dropped names 2 rules; repeat --rule for each",
        ),
        (
            "admitted-below=2,corpus-empty",
            "admitted-below=2,corpus-empty names 2 rules; repeat --rule for each",
        ),
    ],
)
def test_a_rule_that_is_written_wrong_is_told_how(written: str, complaint: str) -> None:
    answer = gated(CLEAN, "--rule", written)

    assert (answer.status, answer.complaint) == (2, f"footprint: --rule: {complaint}\n")


def test_a_chunk_id_may_have_a_comma(tmp_path: Path) -> None:
    one = evidence_file(tmp_path / "a.jsonl", ("x,never-asked", ""))

    assert gated(one, "--rule", "chunk-not-read=x,never-asked").status in (0, 3)


@pytest.mark.parametrize("rule", GATE_RULES)
def test_an_empty_file_is_unknown_to_every_rule(rule: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").touch()
    value = GATE_RULES[rule].value
    asked = rule if value is None else f"{rule}={'period' if value == 'FACET' else 1}"

    whole = document("a.jsonl", "--rule", asked, cwd=tmp_path)

    assert (whole["verdict"], whole["exitStatus"]) == ("inconclusive", 3)
    assert whole["searched"] == {"recordings": 0, "retrievals": 0, "toolCalls": 0}
    assert whole["unjudged"] == [
        {
            "rule": asked,
            "source": "a.jsonl",
            "line": None,
            "step": None,
            "retriever": None,
            "tool": None,
            "why": "nothing in it that could be recognised",
        }
    ]


def test_plain_lists_every_place_that_could_not_be_judged() -> None:
    answer = gated(WITHHELD, CALLS)

    rows = [line.split("\t") for line in answer.text.splitlines()]
    places = [row[1:] for row in rows if row[0] == "unjudged"]
    assert len(places) == int(next(row[4] for row in rows if row[0] == "rule"))
    assert places[-1] == ["corpus-empty", str(CALLS), "-", "-", "-", "no retrieval in it"]
    assert all(one[:2] == ["corpus-empty", str(WITHHELD)] for one in places[:-1])
    assert all(one[2].startswith("line ") for one in places[:-1])


def test_the_default_says_which_rule_it_was() -> None:
    assert document(CLEAN)["rules"] == [
        {"rule": "corpus-empty", "checked": 1, "failed": 0, "unknown": 0}
    ]


HOSTILE = (
    "a]]>b",
    "::error::x",
    "%0A::error::y",
    "\\ud800",
    "\\u001b[2J",
    "\\u202ex",
    "&<>'",
    "[red]",
    "\\u0000",
)


@pytest.mark.parametrize("form", ["sarif", "junit", "github", "json"])
def test_a_recording_of_hostile_names_is_well_formed_in_every_service(
    form: str, tmp_path: Path
) -> None:
    written = evidence_file(tmp_path / "a,b:c%0A'.jsonl", ("x", ""))
    line = written.read_text("utf-8").replace('"admitted": true', '"admitted": false')
    lines = [
        line.replace('"handbook"', f'"{name}"').replace('"x"', f'"{name}"') for name in HOSTILE
    ]
    written.write_text("".join(lines), "utf-8")

    answer = gated(written, "--rule", "nothing-admitted", "-f", form)

    assert (answer.status, answer.err) == (1, b"")
    if form == "junit":
        assert len(ET.fromstring(answer.text)) == 1  # noqa: S314
    elif form == "github":
        *commands, verdict = answer.text.split("\n")[:-1]
        assert all(one.startswith("::error file=") for one in commands)
        assert len(commands) == len(HOSTILE)
        assert verdict.startswith("footprint gate: fail: ")
    else:
        whole = json.loads(answer.out)
        found = whole["findings"] if form == "json" else whole["runs"][0]["results"]
        assert len(found) == len(HOSTILE)


# Baselines.


def test_a_baseline_accepts_today_and_fails_on_new(tmp_path: Path) -> None:
    asked = ("--rule", "nothing-admitted", "--rule", "corpus-empty", "--baseline", "accepted.json")
    update = gated(EMPTY, *asked, "--update-baseline", cwd=tmp_path)
    assert update.status == 0

    again = document(EMPTY, *asked, cwd=tmp_path)
    assert (again["verdict"], again["findings"]) == ("pass", [])
    new = document(EMPTY, REFUSED, *asked, cwd=tmp_path)
    assert (new["verdict"], new["exitStatus"]) == ("fail", 1)
    less = document(CALLS, *asked, "--allow-empty", cwd=tmp_path)
    assert (less["verdict"], less["exitStatus"]) == ("inconclusive", 3)
    assert less["why"] == [
        "corpus-empty: checked 0 now, and 1 when the baseline was written",
        "nothing-admitted: checked 0 now, and 1 when the baseline was written",
    ]


def test_a_baseline_is_stable_sorted_and_has_no_lines(tmp_path: Path) -> None:
    asked = ("--baseline", "b.json", "--update-baseline", "--rule", "best-chunk-dropped")
    gated(DROPPED, CLEAN, *asked, cwd=tmp_path)
    first = (tmp_path / "b.json").read_bytes()
    gated(DROPPED, CLEAN, *asked, cwd=tmp_path)

    assert (tmp_path / "b.json").read_bytes() == first
    assert json.loads(first) == {
        "schema": "footprint.baseline/1",
        "checked": {"best-chunk-dropped": 2},
        "searched": {"recordings": 2, "retrievals": 2, "toolCalls": 0},
        "findings": [
            {
                "rule": "best-chunk-dropped",
                "code": None,
                "source": str(DROPPED),
                "retriever": "plant-manual",
                "step": "sf-memory-read-plant-manual#1",
                "chunk": "exchanger.md#2",
                "tool": None,
                "count": 1,
            }
        ],
    }


def test_a_baseline_of_odd_names_is_read_back(tmp_path: Path) -> None:
    odd = evidence_file(tmp_path / "a.jsonl", ("a", ""), ("\ud800\x1b\n", ""))
    text = odd.read_text("utf-8").replace('"admitted": true', '"admitted": false, "reason": "x"')
    odd.write_text(text.replace("handbook", "\\ud800\\u001b"), "utf-8")
    asked = ("--rule", "nothing-admitted", "--baseline", "b.json")

    assert gated("a.jsonl", *asked, "--update-baseline", cwd=tmp_path).status == 0
    assert gated("a.jsonl", *asked, cwd=tmp_path).status == 0
    assert (
        json.loads((tmp_path / "b.json").read_bytes())["findings"][0]["retriever"] == "\ud800\x1b"
    )


def test_a_baseline_is_not_written_where_an_input_could_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "b.json").write_bytes(b"before")

    answer = gated(EMPTY, GONE, "--baseline", "b.json", "--update-baseline", cwd=tmp_path)

    assert answer.status == 4
    assert (tmp_path / "b.json").read_bytes() == b"before"
    assert "the baseline was not written, for an input could not be read\n" in answer.complaint


@pytest.mark.parametrize(
    "script",
    [
        "footprint gate a.jsonl --baseline a.jsonl --update-baseline",
        "ln -s a.jsonl b; footprint gate a.jsonl --baseline b --update-baseline",
        "footprint gate - --baseline a.jsonl --update-baseline < a.jsonl",
        "footprint gate a.jsonl -o a.jsonl",
        "footprint gate . --baseline a.jsonl --update-baseline",
    ],
)
def test_an_input_is_never_written_over(script: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(EMPTY.read_bytes())

    answer = shell(script, cwd=tmp_path)

    assert answer.status == 2
    assert (tmp_path / "a.jsonl").read_bytes() == EMPTY.read_bytes()


def test_an_answer_is_not_written_over_its_baseline(tmp_path: Path) -> None:
    answer = gated(EMPTY, "--baseline", "b", "--update-baseline", "-o", "./b", cwd=tmp_path)

    assert (answer.status, [*tmp_path.iterdir()]) == (2, [])


def _baseline(checked: str, findings: str) -> str:
    searched = '{"recordings": 1, "retrievals": 1, "toolCalls": 0}'
    head = f'{{"schema": "footprint.baseline/1", "checked": {checked}, "searched": {searched}'
    return f'{head}, "findings": {findings}}}'


def _row(count: int) -> str:
    named = '"code": null, "source": "a", "retriever": null, "step": null, "chunk": null'
    return f'[{{"rule": "corpus-empty", {named}, "count": {count}}}]'


def test_a_baseline_that_a_gate_can_have_written_is_read(tmp_path: Path) -> None:
    text = _baseline('{"corpus-empty": 1}', _row(1))
    (tmp_path / "b.json").write_text(text, "utf-8")

    assert gated(CLEAN, "--baseline", "b.json", cwd=tmp_path).status == 0


@pytest.mark.parametrize("name", ["", "-"])
def test_a_baseline_without_a_name_is_a_usage_error(name: str, tmp_path: Path) -> None:
    answer = gated(CLEAN, "--baseline", name, cwd=tmp_path)

    assert (answer.status, "--baseline needs the name of a file" in answer.complaint) == (2, True)


NO_BASELINES: dict[str, str] = {
    "no JSON": "{",
    "another document": '{"a": 1}',
    "another version": '{"schema": "footprint.baseline/2", "checked": {}, "searched": '
    '{"recordings": 0, "retrievals": 0, "toolCalls": 0}, "findings": []}',
    "a number that is none": '{"schema": "footprint.baseline/1", "checked": {"x": "1"}, "searched": '
    '{"recordings": 0, "retrievals": 0, "toolCalls": 0}, "findings": []}',
    "too deep": "[" * 100_000,
    "fewer than none": _baseline('{"corpus-empty": -5}', "[]"),
    "of no rule": _baseline("{}", "[]"),
    "of no finding": _baseline('{"corpus-empty": 1}', _row(0)),
    "a key twice": _baseline('{"corpus-empty": 1}', '[], "findings": []'),
}


@pytest.mark.parametrize("what", NO_BASELINES)
def test_what_is_no_baseline_is_a_usage_error_of_one_line(what: str, tmp_path: Path) -> None:
    (tmp_path / "b.json").write_text(NO_BASELINES[what])

    answer = gated(CLEAN, "--baseline", "b.json", cwd=tmp_path)

    assert (answer.status, answer.out) == (2, b"")
    assert answer.complaint.startswith("footprint: b.json: not a baseline")
    assert answer.complaint.count("\n") == 1


def test_a_baseline_among_the_inputs_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "a.jsonl").write_bytes(EMPTY.read_bytes())
    asked = ("runs", "--baseline", "runs/b.json")

    assert gated(*asked, "--update-baseline", cwd=tmp_path).status == 0
    assert gated(*asked, cwd=tmp_path).status == 0
