import os
from contextlib import chdir
from pathlib import Path

import pytest

from footprint_cli.cli.gate_config import Given, gate_settings
from footprint_cli.errors import UsageError
from tests.cli.recordings import CLEAN
from tests.program import FIXTURES, Answer, footprint, shell

EMPTY = FIXTURES / "corpus-empty.commits.jsonl"


def configured(folder: Path, text: str, name: str = "pyproject.toml") -> None:
    (folder / name).write_text(text, "utf-8")


def gated(folder: Path, *arguments: str | Path) -> Answer:
    return footprint("gate", *(arguments or (CLEAN,)), cwd=folder)


def complaint(folder: Path, text: str, name: str = "pyproject.toml") -> str:
    """What a gate says of a configuration with a fault."""
    configured(folder, text, name)
    with chdir(folder), pytest.raises(UsageError) as raised:
        gate_settings(Given(None, None, False, None, None, None, False))  # noqa: FBT003
    said = str(raised.value)
    assert said.startswith(f"{name}: ")
    return said.removeprefix(f"{name}: ")


def rules(answer: Answer) -> list[str]:
    rows = (line.split("\t") for line in answer.text.splitlines())
    return [row[1] for row in rows if row[0] == "rule"]


def test_a_gate_without_a_configuration_asks_for_empty_corpora(tmp_path: Path) -> None:
    assert rules(gated(tmp_path)) == ["corpus-empty"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", "[tool.footprint.gate]\nrules = ['never-asked', 'admitted-below=2']\n"),
        ("footprint.toml", "[gate]\nrules = ['never-asked', 'admitted-below=2']\n"),
    ],
)
def test_both_files_have_the_same_keys(name: str, text: str, tmp_path: Path) -> None:
    configured(tmp_path, text, name)

    assert rules(gated(tmp_path)) == ["never-asked", "admitted-below=2"]


def test_the_nearest_folder_with_settings_wins_and_footprint_toml_in_one(tmp_path: Path) -> None:
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    configured(tmp_path, "[tool.footprint.gate]\nrules = ['never-asked']\n")
    configured(inner.parent, "[project]\nname = 'x'\n")
    assert rules(gated(inner)) == ["never-asked"]

    configured(inner.parent, "[gate]\nrules = ['retrieval-failed']\n", "footprint.toml")
    assert rules(gated(inner)) == ["retrieval-failed"]

    configured(inner.parent, "[tool.footprint.gate]\nrules = ['nothing-admitted']\n")
    assert rules(gated(inner)) == ["retrieval-failed"]


def test_recordings_may_stand_in_footprint_toml_relative_to_it(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "run.jsonl").write_bytes(CLEAN.read_bytes())
    configured(tmp_path, "recordings = ['run.jsonl']\n", "footprint.toml")

    answer = footprint("gate", cwd=tmp_path / "deep")

    assert answer.status == 0
    assert answer.complaint == "footprint: reading ../run.jsonl (from ../footprint.toml)\n"


def test_whoever_is_given_settings_is_told_from_which_file(tmp_path: Path) -> None:
    deep = tmp_path / "deep"
    deep.mkdir()
    configured(tmp_path, "[gate]\nrules = ['never-asked']\n", "footprint.toml")

    answer = footprint("gate", EMPTY, cwd=deep)

    assert answer.status == 0
    assert answer.complaint == "footprint: settings from ../footprint.toml\n"
    configured(tmp_path, "recordings = ['runs']\n", "footprint.toml")
    assert footprint("gate", CLEAN, cwd=deep).complaint == ""


def test_a_rule_for_all_that_met_only_retrievers_with_rules_of_their_own_is_not_green(
    tmp_path: Path,
) -> None:
    own = "[gate.retrievers.plant-manual]\nrules = ['never-asked']\n"
    configured(tmp_path, own, "footprint.toml")

    answer = gated(tmp_path, EMPTY)

    assert answer.status == 3
    assert answer.text.splitlines()[:3] == [
        (
            "gate\tinconclusive\tinconclusive: nothing was found; 1 check made; 1 recording with 1 "
            "retrieval and 0 tool calls"
        ),
        "why\tcorpus-empty judged nothing: every retriever in these inputs has rules of its own",
        "rule\tcorpus-empty\t0\t0\t0",
    ]
    assert gated(tmp_path, EMPTY, "--allow-empty").status == 0


def test_a_command_line_replaces_all_configured_rules(tmp_path: Path) -> None:
    own = "[tool.footprint.gate.retrievers.plant-manual]\nrules = ['admitted-below=9']\n"
    configured(tmp_path, f"[tool.footprint.gate]\nrules = ['never-asked']\n{own}")

    assert gated(tmp_path).status == 1
    answer = gated(tmp_path, CLEAN, "--rule", "corpus-empty", "--rule", "corpus-empty")
    assert (answer.status, rules(answer)) == (0, ["corpus-empty"])


def test_a_namespace_is_held_against_its_retriever(tmp_path: Path) -> None:
    configured(
        tmp_path,
        "[gate]\nrules = ['namespace-changed']\n"
        "[gate.retrievers.plant-manual]\nnamespace = 'south/_/corpus'\n",
        "footprint.toml",
    )

    assert gated(tmp_path).status == 1
    assert gated(tmp_path, EMPTY).status == 0


IGNORES: dict[str, int] = {
    "rule = 'corpus-empty'": 0,
    "rule = 'corpus-empty'\nuntil = 2999-12-31": 0,
    "rule = 'corpus-empty'\nuntil = 2001-01-01": 1,
    "rule = 'never-asked'": 1,
    "retriever = 'plant-manual'\nsource = '*/corpus-empty.*'": 0,
    "source = '*/nothing-like-it'": 1,
}


@pytest.mark.parametrize("ignore", IGNORES)
def test_an_ignore_with_a_reason_is_applied_up_to_its_day(ignore: str, tmp_path: Path) -> None:
    configured(tmp_path, f"[[gate.ignore]]\nreason = 'moved'\n{ignore}\n", "footprint.toml")

    answer = gated(tmp_path, EMPTY)

    assert answer.status == IGNORES[ignore]
    assert ("suppressed\t" in answer.text) is (answer.status == 0)
    settings, *notes = answer.complaint.splitlines()
    assert settings == "footprint: settings from footprint.toml"
    assert bool(notes) is (answer.status == 1)


def test_levels_fail_on_and_allow_empty_may_be_set(tmp_path: Path) -> None:
    levels = "[gate.levels]\ncorpus-empty = 'warning'\n"
    configured(tmp_path, levels, "footprint.toml")
    assert gated(tmp_path, EMPTY).status == 0
    assert gated(tmp_path, EMPTY, "--fail-on", "warning").status == 1

    configured(tmp_path, f"[gate]\nfail-on = 'warning'\n{levels}", "footprint.toml")
    assert gated(tmp_path, EMPTY).status == 1
    assert gated(tmp_path, EMPTY, "--fail-on", "error").status == 0

    none = FIXTURES / "tool-calls-fail.commits.jsonl"
    assert gated(tmp_path, none).status == 3
    configured(tmp_path, "[gate]\nallow-empty = true\n", "footprint.toml")
    assert gated(tmp_path, none).status == 0


def test_a_configured_baseline_is_relative_to_its_file(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    configured(tmp_path, "[gate]\nbaseline = 'accepted.json'\n", "footprint.toml")

    assert gated(tmp_path / "deep", EMPTY).status == 2
    assert gated(tmp_path / "deep", EMPTY, "--update-baseline").status == 0
    assert (tmp_path / "accepted.json").exists()
    assert gated(tmp_path, EMPTY).status == 0


GATE = "[tool.footprint.gate]"
FAULTS: dict[str, tuple[str, str]] = {
    "a key of the project": (
        "[tool.footprint]\nrecording = 'runs'\n",
        "[tool.footprint] has no key recording; the nearest is recordings",
    ),
    "a key of the gate": (
        f"{GATE}\nfail_on = 'error'\n",
        f"{GATE} has no key fail_on; the nearest is fail-on",
    ),
    "a key like no other": (
        f"{GATE}\nxyz = 1\n",
        (
            f"{GATE} has no key xyz; it may be rules, fail-on, allow-empty, baseline, levels, "
            "retrievers, ignore"
        ),
    ),
    "a rule": (
        f"{GATE}\nrules = ['corpus-emtpy']\n",
        f"{GATE} rules: there is no rule corpus-emtpy; the nearest is corpus-empty",
    ),
    "a value that is not taken": (
        f"{GATE}\nrules = ['corpus-empty=3']\n",
        f"{GATE} rules: corpus-empty takes no value",
    ),
    "a value that is missing": (
        f"{GATE}\nrules = ['admitted-below']\n",
        f"{GATE} rules: admitted-below needs a value: admitted-below=N",
    ),
    "a value that is no number": (
        f"{GATE}\nrules = ['admitted-below=two']\n",
        f"{GATE} rules: admitted-below=two: the value must be a whole number",
    ),
    "rules that are no list": (f"{GATE}\nrules = 'x'\n", f"{GATE} rules must be a list of texts"),
    "no rules": (f"{GATE}\nrules = []\n", f"{GATE} rules must name a rule"),
    "two rules in one text": (
        f"{GATE}\nrules = ['corpus-empty,admitted-below=2']\n",
        (
            f"{GATE} rules: corpus-empty,admitted-below=2 names 2 rules; write each as a text of its "
            "own"
        ),
    ),
    "a level": (
        f"{GATE}\nfail-on = 'warn'\n",
        f"{GATE} fail-on cannot be warn; the nearest is warning",
    ),
    "a level of a wrong type": (
        f"{GATE}\nfail-on = 3\n",
        f"{GATE} fail-on cannot be 3; it may be error, warning, note",
    ),
    "a flag": (f"{GATE}\nallow-empty = 'yes'\n", f"{GATE} allow-empty must be true or false"),
    "a rule among levels": (
        "[tool.footprint.gate.levels]\nbest-dropped = 'note'\n",
        "[tool.footprint.gate.levels] has no key best-dropped; the nearest is best-chunk-dropped",
    ),
    "a level that verify has": (
        "[tool.footprint.gate.levels]\nrecord-inconsistent = 'note'\n",
        (
            "[tool.footprint.gate.levels] record-inconsistent cannot be set: what verify finds has "
            "levels of its own"
        ),
    ),
    "a key of a retriever": (
        "[tool.footprint.gate.retrievers.manual]\nrule = ['never-asked']\n",
        "[tool.footprint.gate.retrievers.manual] has no key rule; the nearest is rules",
    ),
    "a rule of recordings for a retriever": (
        "[tool.footprint.gate.retrievers.manual]\nrules = ['recording-damaged']\n",
        (
            "[tool.footprint.gate.retrievers.manual] rules cannot have recording-damaged: it judges a "
            "whole recording"
        ),
    ),
    "a namespace that nothing looks at": (
        "[tool.footprint.gate.retrievers.manual]\nnamespace = 'a'\n",
        (
            "[tool.footprint.gate.retrievers.manual] namespace needs the rule namespace-changed, which "
            "is not on"
        ),
    ),
    "a retriever that is no table": (
        "[tool.footprint.gate.retrievers]\nmanual = 3\n",
        "[tool.footprint.gate.retrievers.manual] must be a table",
    ),
    "an ignore without a reason": (
        "[[tool.footprint.gate.ignore]]\nrule = 'never-asked'\n",
        (
            "[[tool.footprint.gate.ignore]] number 1: reason is missing: say why these findings do not "
            "count"
        ),
    ),
    "an ignore with a blank reason": (
        "[[tool.footprint.gate.ignore]]\nrule = 'never-asked'\nreason = ' '\n",
        "[[tool.footprint.gate.ignore]] number 1: reason must be a text",
    ),
    "an ignore of everything": (
        "[[tool.footprint.gate.ignore]]\nreason = 'x'\n",
        (
            "[[tool.footprint.gate.ignore]] number 1: rule is missing: an ignore needs one of rule, "
            "retriever, tool, chunk, step, source"
        ),
    ),
    "a key of an ignore": (
        "[[tool.footprint.gate.ignore]]\nreason = 'x'\nrules = 'never-asked'\n",
        "[[tool.footprint.gate.ignore]] number 1: has no key rules; the nearest is rule",
    ),
    "a rule of an ignore": (
        "[[tool.footprint.gate.ignore]]\nreason = 'x'\nrule = 'never-askd'\n",
        (
            "[[tool.footprint.gate.ignore]] number 1: rule cannot be never-askd; the nearest is "
            "never-asked"
        ),
    ),
    "a day in quotes": (
        "[[tool.footprint.gate.ignore]]\nreason = 'x'\nrule = 'never-asked'\nuntil = '2030-01-01'\n",
        (
            "[[tool.footprint.gate.ignore]] number 1: until must be a date without quotes and time, such "
            "as 2030-12-31"
        ),
    ),
    "a moment": (
        (
            "[[tool.footprint.gate.ignore]]\nreason = 'x'\nrule = 'never-asked'\n"
            "until = 2030-01-01T00:00:00\n"
        ),
        (
            "[[tool.footprint.gate.ignore]] number 1: until must be a date without quotes and time, such "
            "as 2030-12-31"
        ),
    ),
    "one ignore that is no list": (
        "[tool.footprint.gate.ignore]\nreason = 'x'\n",
        f"{GATE} ignore must be a list of tables",
    ),
    "a gate that is no table": ("[tool.footprint]\ngate = 3\n", f"{GATE} must be a table"),
    "a NUL in a path": (
        f'{GATE}\nbaseline = "a\\u0000b"\n',
        f"{GATE} baseline: a path cannot hold a NUL",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_names_the_key_and_the_nearest_valid_one(fault: str, tmp_path: Path) -> None:
    text, said = FAULTS[fault]

    assert complaint(tmp_path, text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("record = 3\n", "it has no key record; the nearest is recordings"),
        ("[gates]\n", "it has no key gates; the nearest is gate"),
        ("[gate\n", "Expected ']'"),
    ],
)
def test_a_fault_in_footprint_toml_has_no_other_names(text: str, said: str, tmp_path: Path) -> None:
    assert complaint(tmp_path, text, "footprint.toml").startswith(said)


def test_a_fault_is_a_usage_error_of_one_line_that_a_name_cannot_forge(tmp_path: Path) -> None:
    configured(tmp_path, '[tool.footprint]\n"a\\nfootprint: fine\\u001b[2J" = 1\n')

    answer = gated(tmp_path)

    assert (answer.status, answer.out) == (2, b"")
    assert answer.complaint.count("\n") == 1
    assert "\\u000afootprint: fine\\u001b[2J" in answer.complaint


def test_the_configuration_of_a_gate_is_no_matter_of_explain(tmp_path: Path) -> None:
    configured(tmp_path, f"{GATE}\nfail_on = 3\n")

    assert footprint("explain", CLEAN, cwd=tmp_path).status == 0


def test_a_current_folder_that_is_gone_has_no_configuration(tmp_path: Path) -> None:
    script = 'mkdir gone; cd gone; rmdir ../gone; footprint gate "$1"'

    answer = shell(script, CLEAN, cwd=tmp_path)

    assert (answer.status, answer.out) == (2, b"")
    assert answer.complaint == (
        "footprint: no configuration can be found, for the current folder cannot be searched: No "
        "such file or directory\n"
    )


@pytest.mark.parametrize("name", ["footprint.toml", "pyproject.toml"])
@pytest.mark.parametrize("kind", ["a dangling link", "a cyclic link", "a folder", "a pipe"])
def test_a_name_of_settings_that_is_no_file_is_not_passed_over(
    name: str, kind: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    if kind == "a folder":
        path.mkdir()
    elif kind == "a pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("gone.toml" if kind == "a dangling link" else name)

    with chdir(tmp_path), pytest.raises(UsageError, match="no regular file"):
        gate_settings(Given(None, None, False, None, None, None, False))  # noqa: FBT003


@pytest.mark.parametrize("value", ["1", "[]", "[1]"])
def test_recordings_of_a_wrong_type_are_a_fault_of_a_gate_too(value: str, tmp_path: Path) -> None:
    assert complaint(tmp_path, f"recordings = {value}\n", "footprint.toml")


@pytest.mark.parametrize(
    "arguments",
    [
        ("-o", "footprint.toml"),
        ("-o", "./footprint.toml", "-f", "json"),
        ("--baseline", "footprint.toml", "--update-baseline"),
    ],
)
def test_settings_are_not_written_over(arguments: tuple[str, ...], tmp_path: Path) -> None:
    text = "[gate]\nrules = ['never-asked']\n"
    configured(tmp_path, text, "footprint.toml")
    answer = gated(tmp_path, CLEAN, *arguments)

    assert answer.status == 2
    assert "holds the settings and would be written over" in answer.complaint
    assert (tmp_path / "footprint.toml").read_text("utf-8") == text


@pytest.mark.parametrize(
    "text",
    [
        "[tool.footprint]\nrecordings = 'run.jsonl'\n",
        "[ tool . footprint ]\nrecordings = 'run.jsonl'\n",
        "[\"tool\".'footprint']\nrecordings = 'run.jsonl'\n",
        "[tool]\nfootprint = {recordings = 'run.jsonl'}\n",
        "[ 'tool' ]\nfootprint.recordings = 'run.jsonl'\n",
        "tool.footprint.recordings = 'run.jsonl'\n",
        "  tool = {footprint = {recordings = 'run.jsonl'}}\n",
        '"t\\u006fol"."foot\\u0070rint".recordings = \'run.jsonl\'\n',
        "[project]\nname = 'x'\n[tool.footprint]\nrecordings = 'run.jsonl'\n",
    ],
)
def test_a_table_is_found_however_it_is_spelled(text: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    (tmp_path / "run.jsonl").write_bytes(CLEAN.read_bytes())

    assert footprint("explain", cwd=tmp_path).status == 0
