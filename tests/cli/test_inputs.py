import csv
import gzip
import io
import json
import os
from pathlib import Path
from typing import Any

import pytest
import zstandard

from tests.cli.recordings import CLEAN, evidence_file, evidence_line
from tests.cli.screen import raw_controls
from tests.program import FIXTURES, Answer, footprint, shell

CONTENT = CLEAN.read_bytes()


def document(answer: Answer) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(answer.out)
    return loaded


def sources(answer: Answer) -> list[str]:
    return [one["source"] for one in document(answer)["recordings"]]


def explained(*arguments: str | Path, cwd: Path, **environment: str) -> Answer:
    return footprint("explain", *arguments, "--format", "json", cwd=cwd, settings=environment)


def without_source(answer: Answer) -> str:
    return json.dumps([one | {"source": ""} for one in document(answer)["recordings"]])


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with recordings in two folders, and files that are none."""
    for name in ("runs/b.jsonl", "runs/a.jsonl", "runs/deep/er/c.ndjson", "other/d.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(CONTENT)
    for name in ("runs/notes.txt", "runs/.hidden.jsonl", "runs/a.jsonl.bak"):
        (tmp_path / name).write_text("not a recording")
    (tmp_path / "runs" / "package.json").write_text('{"name": "web-shop"}')
    return tmp_path


def test_a_folder_is_searched_to_its_bottom_in_the_order_of_the_paths(project: Path) -> None:
    answer = explained("runs", cwd=project)

    assert answer.status == 0
    assert sources(answer) == ["runs/a.jsonl", "runs/b.jsonl", "runs/deep/er/c.ndjson"]


def test_a_file_in_a_folder_that_is_no_recording_is_left_out_and_named(project: Path) -> None:
    complaint = explained("runs", cwd=project).complaint

    assert complaint.splitlines()[0] == "footprint: runs: reading 4 files"
    assert "runs/package.json" in complaint
    assert "notes.txt" not in complaint


@pytest.mark.parametrize("name", ["runs", "runs/", "./runs", "runs/../runs"])
def test_a_folder_may_be_named_in_any_way(name: str, project: Path) -> None:
    assert len(sources(explained(name, cwd=project))) == 3


def test_a_packed_file_is_found_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(CONTENT))
    (tmp_path / "b.json.zst").write_bytes(zstandard.compress(CONTENT))

    assert sources(explained(".", cwd=tmp_path)) == ["./a.jsonl.gz", "./b.json.zst"]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("runs/*.jsonl", ["runs/a.jsonl", "runs/b.jsonl"]),
        ("runs/[b-z].jsonl", ["runs/b.jsonl"]),
        ("*/?.json", ["other/d.json"]),
        ("runs/**/*.ndjson", ["runs/deep/er/c.ndjson"]),
        ("oth*", ["other/d.json"]),
    ],
)
def test_a_glob_that_no_shell_expanded_is_expanded(
    pattern: str, found: list[str], project: Path
) -> None:
    assert sources(explained(pattern, cwd=project)) == found


def test_a_file_whose_name_looks_like_a_glob_is_read(tmp_path: Path) -> None:
    (tmp_path / "run[1].jsonl").write_bytes(CONTENT)
    (tmp_path / "run1.jsonl").write_bytes(CONTENT)

    assert sources(explained("run[1].jsonl", cwd=tmp_path)) == ["run[1].jsonl"]


def test_several_paths_are_read_in_the_order_they_are_named(project: Path) -> None:
    answer = explained("runs/b.jsonl", "other", "runs/a.jsonl", cwd=project)

    assert sources(answer) == ["runs/b.jsonl", "other/d.json", "runs/a.jsonl"]


def test_a_path_that_starts_with_a_dash_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "-run.jsonl").write_bytes(CONTENT)

    assert sources(explained("./-run.jsonl", cwd=tmp_path)) == ["./-run.jsonl"]
    assert footprint("explain", "--", "-run.jsonl", cwd=tmp_path).status == 0


@pytest.mark.parametrize("name", ["run.jsonl", "run.jsonl.gz", "run.jsonl.zst", "run.txt", "run"])
@pytest.mark.parametrize("packed", ["plain", "gzip", "zstd", "two members"])
def test_what_a_file_is_packed_with_is_told_by_its_content(
    packed: str, name: str, tmp_path: Path
) -> None:
    half = CONTENT.index(b"\n") + 1
    (tmp_path / name).write_bytes(
        {
            "plain": CONTENT,
            "gzip": gzip.compress(CONTENT),
            "zstd": zstandard.compress(CONTENT),
            "two members": gzip.compress(CONTENT[:half]) + gzip.compress(CONTENT[half:]),
        }[packed]
    )

    answer = explained(name, cwd=tmp_path)

    assert (answer.status, answer.err) == (0, b"")
    assert without_source(answer) == without_source(explained(CLEAN, cwd=tmp_path))


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_standard_input_may_be_packed(pack: Any) -> None:
    answer = footprint("explain", "-", "--format", "json", stdin=pack(CONTENT))

    assert answer.status == 0
    assert sources(answer) == ["-"]


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_a_packed_file_that_was_cut_is_damage(pack: Any, tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").write_bytes(pack(CONTENT)[:-6])

    answer = explained("run.jsonl", cwd=tmp_path)

    [recording] = document(answer)["recordings"]
    assert answer.status == (3 if recording["format"] else 4)
    assert "compressed-stream-cut" in [one["kind"] for one in recording["damage"]]


def test_the_environment_names_recordings_and_the_first_line_says_so(project: Path) -> None:
    named = os.pathsep.join(["runs/a.jsonl", "other"])

    answer = explained(cwd=project, FOOTPRINT_RECORDINGS=named)

    assert sources(answer) == ["runs/a.jsonl", "other/d.json"]
    first = answer.complaint.splitlines()[0]
    assert first == "footprint: reading runs/a.jsonl, other (from FOOTPRINT_RECORDINGS)"


def test_an_environment_that_names_nothing_falls_through(project: Path) -> None:
    for nothing in ("", os.pathsep, os.pathsep * 3):
        assert explained(cwd=project, FOOTPRINT_RECORDINGS=nothing).status == 2


def test_a_named_path_wins_over_the_environment(project: Path) -> None:
    answer = explained("other", cwd=project, FOOTPRINT_RECORDINGS="runs")

    assert sources(answer) == ["other/d.json"]
    assert "FOOTPRINT_RECORDINGS" not in answer.complaint


@pytest.mark.parametrize("value", ['"runs"', '["runs"]', '["runs/*.jsonl", "runs/deep"]'])
def test_the_project_file_names_recordings(value: str, project: Path) -> None:
    (project / "pyproject.toml").write_text(f"[tool.footprint]\nrecordings = {value}\n")

    answer = explained(cwd=project)

    assert sources(answer) == ["runs/a.jsonl", "runs/b.jsonl", "runs/deep/er/c.ndjson"]
    first = answer.complaint.splitlines()[0]
    assert first.startswith("footprint: reading runs")
    assert first.endswith("(from pyproject.toml)")


def test_the_project_file_is_found_from_a_folder_below_it(project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.footprint]\nrecordings = ["other"]\n')

    answer = explained(cwd=project / "runs" / "deep")

    assert sources(answer) == ["../../other/d.json"]
    assert "pyproject.toml" in answer.complaint.splitlines()[0]


def test_the_environment_wins_over_the_project_file_and_that_over_the_archive(
    project: Path,
) -> None:
    (project / "pyproject.toml").write_text('[tool.footprint]\nrecordings = ["other"]\n')
    (project / "run-archive").mkdir()

    assert sources(explained(cwd=project, FOOTPRINT_RECORDINGS="runs/a.jsonl")) == ["runs/a.jsonl"]
    assert sources(explained(cwd=project)) == ["other/d.json"]


@pytest.mark.parametrize(
    "text", ["", "[tool.other]\nx = 1\n", "[tool.footprint]\n", '[project]\nname = "x"\n']
)
def test_a_project_file_that_names_none_leaves_the_archive(text: str, project: Path) -> None:
    (project / "pyproject.toml").write_text(text)
    (project / "runs").rename(project / "run-archive")

    answer = explained(cwd=project)

    assert sources(answer)[0] == "run-archive/a.jsonl"
    assert answer.complaint.splitlines()[0] == "footprint: reading run-archive/"


@pytest.mark.parametrize("value", ["5", "true", "[1]", '["runs", 2]', '{ a = "runs" }', "[]"])
def test_recordings_of_a_wrong_type_are_a_usage_error_that_names_the_key(
    value: str, project: Path
) -> None:
    (project / "pyproject.toml").write_text(f"[tool.footprint]\nrecordings = {value}\n")

    answer = explained(cwd=project)

    assert (answer.status, answer.out) == (2, b"")
    assert answer.complaint.startswith("footprint: pyproject.toml: [tool.footprint] recordings ")
    assert answer.complaint.count("\n") == 1


@pytest.mark.parametrize(
    "content",
    [
        b"[tool.footprint\n",
        b"\xff\xfe",
        b"[tool]\nfootprint = 5\n",
        b"tool = 5\n[tool.footprint]\n",
        b"[tool.footprint]\nrecording = 'runs'\n",
    ],
)
def test_a_project_file_that_cannot_be_read_is_a_usage_error_of_one_line(
    content: bytes, project: Path
) -> None:
    (project / "pyproject.toml").write_bytes(content)

    answer = explained(cwd=project)

    assert (answer.status, answer.out) == (2, b"")
    assert answer.complaint.count("\n") == 1


def test_without_any_path_the_usage_error_says_all_ways_to_name_one(tmp_path: Path) -> None:
    answer = explained(cwd=tmp_path)

    assert (answer.status, answer.out) == (2, b"")
    for way in ("FOOTPRINT_RECORDINGS", "[tool.footprint]", "pyproject.toml", "run-archive", " - "):
        assert way in answer.complaint


@pytest.mark.parametrize("separator", ["\n", "\r", "\x85", "\u2028", "\x0c"])
def test_a_name_cannot_forge_a_line_on_standard_error(separator: str, tmp_path: Path) -> None:
    answer = explained(f"nope{separator}footprint: all is clean", cwd=tmp_path)

    assert answer.complaint.count("\n") == 1
    assert raw_controls(answer.complaint) == set()
    assert answer.complaint.endswith("all is clean: there is no such file\n")


def test_a_named_file_is_read_without_a_word(project: Path) -> None:
    assert explained("runs/a.jsonl", cwd=project).err == b""


@pytest.mark.parametrize("ending", ["\n", ""])
@pytest.mark.parametrize("indent", [None, 2])
def test_a_format_of_another_version_is_refused_by_its_name(
    indent: int | None, ending: str, tmp_path: Path
) -> None:
    text = json.dumps({"format": "agentfootprint.recording.v9", "recording": {}}, indent=indent)
    (tmp_path / "run.json").write_text(text + ending)

    answer = explained("run.json", cwd=tmp_path)

    assert answer.status == 4
    assert '"agentfootprint.recording.v9"' in answer.complaint
    assert answer.complaint.count("\n") == 1


def test_an_array_of_records_is_read_as_the_lines_are(tmp_path: Path) -> None:
    lines = [evidence_line([("kb#1", ""), ("kb#2", "")]) for _ in range(3)]
    (tmp_path / "array.json").write_text("[" + ",\n".join(lines) + "]")

    [recording] = document(explained("array.json", cwd=tmp_path))["recordings"]

    assert recording["format"] == "evidence"
    assert len(recording["retrievals"]) == 3


@pytest.mark.parametrize(
    "script",
    [
        'mkfifo pipe; cat "$1" > pipe & footprint explain pipe --format json',
        'footprint explain <(cat "$1") --format json',
        'footprint explain /dev/stdin --format json < "$1"',
    ],
)
def test_a_pipe_with_a_name_is_read_as_a_file_is(script: str, tmp_path: Path) -> None:
    answer = shell(script, CLEAN, cwd=tmp_path)

    assert (answer.status, answer.err) == (0, b"")
    assert without_source(answer) == without_source(explained(CLEAN, cwd=tmp_path))


def test_a_folder_that_links_to_itself_ends(project: Path) -> None:
    (project / "runs" / "loop").symlink_to(project / "runs")

    assert len(sources(explained("runs", cwd=project))) == 3


@pytest.mark.parametrize("pattern", ["runs/**", "**/*.jsonl", "runs/**/**/*.jsonl", "runs/*"])
def test_a_glob_meets_a_folder_that_links_to_itself_once(pattern: str, project: Path) -> None:
    (project / "runs" / "package.json").unlink()
    (project / "runs" / "notes.txt").unlink()
    (project / "runs" / "a.jsonl.bak").unlink()
    (project / "runs" / "loop").symlink_to(project / "runs")
    (project / "runs" / "deep" / "loop").symlink_to(project / "runs")

    found = sources(explained(pattern, cwd=project))

    everything = ["runs/a.jsonl", "runs/b.jsonl", "runs/deep/er/c.ndjson"]
    assert found == (everything[:2] if pattern.endswith(".jsonl") else everything)


def test_a_linked_folder_that_is_not_searched_is_named(project: Path) -> None:
    (project / "runs" / "link").symlink_to(project / "other")

    complaint = explained("runs", cwd=project).complaint

    assert "not searched, for they are links to folders: runs/link\n" in complaint
    assert sources(explained("runs/link", cwd=project)) == ["runs/link/d.json"]


@pytest.mark.parametrize("named", ["runs", "runs/*.jsonl", "runs/**/*.jsonl"])
def test_a_pipe_that_is_found_is_left_alone_and_named(named: str, project: Path) -> None:
    os.mkfifo(project / "runs" / "pipe.jsonl")

    answer = explained(named, cwd=project)

    assert answer.status == 0
    assert sources(answer)[:2] == ["runs/a.jsonl", "runs/b.jsonl"]
    assert "left out, for they are no regular files: runs/pipe.jsonl\n" in answer.complaint


@pytest.mark.parametrize("named", ["runs", "runs/*"])
def test_a_pipe_that_is_all_there_is_is_no_clean_audit(named: str, tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    os.mkfifo(tmp_path / "runs" / "pipe.jsonl")

    assert explained(named, cwd=tmp_path).status == 4


@pytest.mark.parametrize("named", [".", "**", "**/*.jsonl"])
def test_a_folder_that_cannot_be_searched_is_an_unreadable_input(
    named: str, tmp_path: Path
) -> None:
    (tmp_path / "a.jsonl").write_bytes(CONTENT)
    depth = 'n=$(printf %0250d 0); for i in $(seq 20); do mkdir "$n"; cd "$n"; done'
    assert shell(depth, cwd=tmp_path).status == 0  # its path is longer than a path may be

    answer = explained(named, cwd=tmp_path)

    last, first = sorted(document(answer)["recordings"], key=lambda one: len(one["source"]))
    assert (answer.status, len(last["retrievals"])) == (4, 1)
    assert [one["detail"] for one in first["damage"]] == ["file name too long; not searched"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_folder_without_permission_is_an_unreadable_input(project: Path) -> None:
    (project / "runs" / "deep").chmod(0)

    answer = explained("runs", cwd=project)

    (project / "runs" / "deep").chmod(0o700)
    assert answer.status == 4
    assert sources(answer) == ["runs/a.jsonl", "runs/b.jsonl", "runs/deep"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
@pytest.mark.parametrize("pattern", ["*/*.json*", "runs/../*/*.json*", "?ther/*.json"])
def test_a_glob_that_cannot_search_a_folder_is_no_clean_audit(pattern: str, project: Path) -> None:
    (project / "other").chmod(0)

    answer = explained(pattern, cwd=project)

    (project / "other").chmod(0o700)
    assert answer.status == 4
    assert "other: permission denied; not searched\n" in answer.complaint


def test_a_glob_passes_over_a_link_that_leads_nowhere(project: Path) -> None:
    (project / "circle").symlink_to("circle")
    (project / "dangling").symlink_to("nowhere")

    answer = explained("*/?.json", cwd=project)

    assert (answer.status, sources(answer)) == (0, ["other/d.json"])


def test_an_empty_folder_that_a_glob_matches_does_not_end_it(project: Path) -> None:
    (project / "runs" / "aa").mkdir()

    answer = explained("runs/*", cwd=project)

    assert answer.status == 4
    assert "runs/deep/er/c.ndjson" in sources(answer)


THREE_TURNS = FIXTURES / "three-turns-in-one-file.commits.jsonl"
TWO_RETRIEVERS = FIXTURES / "made" / "glued-line.commits.jsonl"


def retrievals(answer: Answer) -> list[dict[str, Any]]:
    return [each for one in document(answer)["recordings"] for each in one["retrievals"]]


def test_retriever_shows_the_retrievals_of_that_one_only(tmp_path: Path) -> None:
    answer = explained(TWO_RETRIEVERS, "--retriever", "frost-dates", cwd=tmp_path)

    assert [one["retriever"] for one in retrievals(answer)] == ["frost-dates"]


def test_a_filter_never_hides_damage(tmp_path: Path) -> None:
    answer = explained(TWO_RETRIEVERS, "--retriever", "growing-notes", cwd=tmp_path)

    assert answer.status == 3
    assert [one["line"] for one in document(answer)["recordings"][0]["damage"]] == [3]


def test_step_takes_the_id_that_is_printed(tmp_path: Path) -> None:
    steps = [one["step"] for one in retrievals(explained(THREE_TURNS, cwd=tmp_path))]
    assert len(steps) == 3

    for step in set(steps):
        found = retrievals(explained(THREE_TURNS, "--step", step, cwd=tmp_path))
        assert [one["step"] for one in found] == [one for one in steps if one == step]


@pytest.mark.parametrize(("only", "read"), [("read", {True}), ("not-read", {False})])
def test_only_shows_the_candidates_of_that_kind(only: str, read: set[bool], tmp_path: Path) -> None:
    shown = [
        one["read"]
        for each in retrievals(explained(CLEAN, "--only", only, cwd=tmp_path))
        for one in each["candidates"]
    ]

    assert set(shown) == read
    assert len(shown) == {"read": 3, "not-read": 4}[only]


def test_only_leaves_the_headline_and_the_counts(tmp_path: Path) -> None:
    [narrowed] = retrievals(explained(CLEAN, "--only", "read", cwd=tmp_path))
    [whole] = retrievals(explained(CLEAN, cwd=tmp_path))

    for key in ("headline", "outcome", "consideredCount", "admittedCount", "bindingLimits"):
        assert narrowed[key] == whole[key]


def _counts(folder: Path, form: str, *options: str) -> int:
    recording = evidence_file(folder / "a.jsonl", *((f"kb#{n:02d}", "") for n in range(30)))
    answer = footprint("explain", recording, "--format", form, *options)
    assert answer.status == 0
    if form == "csv":
        return len([*csv.DictReader(io.StringIO(answer.text))])
    return sum(f"kb#{n:02d}" in answer.text.replace("\\#", "#") for n in range(30))


@pytest.mark.parametrize("form", ["table", "markdown"])
def test_limit_shortens_what_a_person_reads_and_says_so(form: str, tmp_path: Path) -> None:
    assert _counts(tmp_path, form) == 20
    assert _counts(tmp_path, form, "--limit", "3") == 3
    assert _counts(tmp_path, form, "--limit", "0") == 30
    answer = footprint("explain", tmp_path / "a.jsonl", "--format", form, "--limit", "3")
    assert "27 of 30 candidates are not shown" in answer.text


@pytest.mark.parametrize("form", ["plain", "json", "jsonl", "csv"])
def test_limit_never_shortens_what_a_program_reads(form: str, tmp_path: Path) -> None:
    assert _counts(tmp_path, form, "--limit", "3") == 30


def test_an_input_that_is_named_twice_is_read_once_and_that_is_said(tmp_path: Path) -> None:
    path = evidence_file(tmp_path / "a.jsonl", ("a.md#1", ""))
    (tmp_path / "link.jsonl").symlink_to(path)
    answer = footprint("why-not", "a.md#1", tmp_path, path, path)

    assert "searched: 1 recording, 1 retrieval" in answer.text
    assert "named more than once, and read once: " in answer.complaint
    assert footprint("explain", path, path).text.count("\nretrieval\t") == 1


def test_an_input_in_which_nothing_can_be_read_is_named_on_standard_error(tmp_path: Path) -> None:
    path = tmp_path / "h.jsonl"
    path.write_text("no record at all\n", "utf-8")
    answer = footprint("explain", path)

    assert answer.status == 4
    assert f"{path}: nothing in it could be read as a record of a run" in answer.complaint
