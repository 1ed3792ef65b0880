"""What cannot be asked of an index, or made one, is a fault of the command line."""

from pathlib import Path

import pytest

from tests.cli.recordings import CLEAN
from tests.program import footprint


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("instead") / "runs.footprint"
    assert footprint("index", "-o", path, CLEAN).status == 0
    return path


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["index", "-"], "standard input cannot be indexed"),
        (["why-not", "a", str(CLEAN), "--index", "INDEX"], "is asked in place of recordings"),
        (
            ["why-not", "a", "--index", "INDEX", "-o", "INDEX"],
            "is the index and would be written over",
        ),
        (["gate", "--index", "INDEX", str(CLEAN)], "is asked in place of recordings"),
        (["gate", "--index", "INDEX", "--rule", "page-open"], "an index cannot judge page-open"),
        (["gate", "--index", "INDEX", "--rule", "record-inconsistent"], "record-inconsistent"),
        (["gate", "--index", "INDEX", "--declarations", "x.json"], "an index keeps no ground"),
        (["why-not", "a", "--index", "INDEX", "--full-parse"], "--full-parse: --index"),
        (["why", "a", "--index", "INDEX", "--paranoid"], "--paranoid: --index"),
        *(
            ([*command, "--index", "INDEX", *option], f"{option[0]}: --index")
            for command in (["why-not", "a"], ["stats"], ["gate"], ["drift", "--by=day"])
            for option in (
                ["--jobs", "2"],
                ["--engine", "dask://h:1"],
                ["--engine", ""],
                ["--shard", "1/2"],
                ["--full-parse"],
            )
            if not (command[0] == "drift" and option[0] == "--shard")
        ),
        (["stats", "--index", "INDEX", "--declarations", "x.json"], "an index keeps no ground"),
        (["index", "-o", "/dev/full", str(CLEAN)], "an index is a file, and this is none"),
        (["index", "-o", ".", str(CLEAN)], "an index is a file, and this is none"),
        (["index", "-o", "", str(CLEAN)], "an index is a file, and this is none"),
        (["sql", "DROP TABLE sources", "--index", "INDEX"], "only SELECT can be asked"),
        (["sql", "SELECT 1", "--index", "INDEX", "-o", "INDEX"], "would be written over"),
        (
            ["export", "--parquet", "PARQUET", "--index", "INDEX", str(CLEAN)],
            "in place of recordings",
        ),
    ],
)
def test_what_cannot_be_asked_is_refused(index: Path, arguments: list[str], said: str) -> None:
    before = index.read_bytes()
    words = [one.replace("INDEX", str(index)) for one in arguments]
    words = [one.replace("PARQUET", str(index.parent / "parquet")) for one in words]

    answer = footprint(*words, cwd=index.parent)

    assert answer.status == 2
    assert said in answer.complaint
    assert index.read_bytes() == before
    assert not [*Path("/dev").glob("full-*")]
