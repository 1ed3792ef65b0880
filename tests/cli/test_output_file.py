import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.recordings import CLEAN
from tests.program import PROGRAM, environment, footprint, interruptible, shell


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


@pytest.fixture
def answered() -> bytes:
    return footprint("explain", CLEAN).out


def test_a_file_of_any_name_beside_the_answer_is_left_as_it_was(
    tmp_path: Path, answered: bytes
) -> None:
    (tmp_path / "out.txt.part").write_bytes(b"mine")

    assert footprint("explain", CLEAN, "-o", tmp_path / "out.txt").status == 0

    assert (tmp_path / "out.txt.part").read_bytes() == b"mine"
    assert (tmp_path / "out.txt").read_bytes() == answered
    assert names(tmp_path) == ["out.txt", "out.txt.part"]


def test_an_input_that_is_named_like_a_part_of_the_answer_is_read(tmp_path: Path) -> None:
    (tmp_path / "out.txt.part").write_bytes(CLEAN.read_bytes())

    answer = footprint("explain", "out.txt.part", "-o", "out.txt", cwd=tmp_path)

    assert (answer.status, answer.err) == (0, b"")
    assert (tmp_path / "out.txt.part").read_bytes() == CLEAN.read_bytes()


@pytest.mark.parametrize("arguments", ["gl/*", "gl", "gl/**", "gl/.*"])
def test_an_answer_beside_its_inputs_is_none_of_them(arguments: str, tmp_path: Path) -> None:
    (tmp_path / "gl").mkdir()
    (tmp_path / "gl" / ".a.jsonl").write_bytes(CLEAN.read_bytes())
    (tmp_path / "gl" / "a.jsonl").write_bytes(CLEAN.read_bytes())

    answer = footprint("explain", arguments, "-o", "gl/out.txt", cwd=tmp_path)

    assert answer.status == 0
    assert b"left out" not in answer.err
    assert (tmp_path / "gl" / "out.txt").read_text("utf-8").count("recording\t") == 1


def test_a_link_is_kept_and_what_it_links_to_is_written(tmp_path: Path, answered: bytes) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to("there/out.txt")

    for _ in ("a target to make", "a target to replace"):
        assert footprint("explain", CLEAN, "-o", tmp_path / "link").status == 0

        assert (tmp_path / "link").readlink() == Path("there/out.txt")
        assert (tmp_path / "there" / "out.txt").read_bytes() == answered
        assert names(tmp_path / "there") == ["out.txt"]


def test_both_names_of_a_file_with_two_have_the_answer(tmp_path: Path, answered: bytes) -> None:
    (tmp_path / "one").write_bytes(b"before" * 10_000)
    (tmp_path / "other").hardlink_to(tmp_path / "one")

    assert footprint("explain", CLEAN, "-o", tmp_path / "one").status == 0

    assert (tmp_path / "other").read_bytes() == (tmp_path / "one").read_bytes() == answered
    assert names(tmp_path) == ["one", "other"]


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no /dev/stdout here")
@pytest.mark.parametrize("path", ["/dev/stdout", "/dev/fd/1", "link"])
@pytest.mark.parametrize("redirection", ["> out.txt", ">> out.txt", "| cat > out.txt"])
def test_the_name_of_standard_output_is_standard_output(
    redirection: str, path: str, tmp_path: Path, answered: bytes
) -> None:
    (tmp_path / "link").symlink_to("/dev/stdout")
    (tmp_path / "out.txt").write_bytes(b"before\n")

    answer = shell(f'footprint explain "$1" -o {path} {redirection}', CLEAN, cwd=tmp_path)

    assert (answer.status, answer.err) == (0, b"")
    kept = b"before\n" if redirection.startswith(">>") else b""
    assert (tmp_path / "out.txt").read_bytes() == kept + answered


def test_a_pipe_with_a_name_is_written_to(tmp_path: Path, answered: bytes) -> None:
    script = 'mkfifo pipe; cat pipe & footprint explain "$1" -o pipe; wait'

    assert shell(script, CLEAN, cwd=tmp_path).out == answered


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_a_file_keeps_its_permissions(mode: int, tmp_path: Path) -> None:
    (tmp_path / "out.txt").touch()
    (tmp_path / "out.txt").chmod(mode)

    assert footprint("explain", CLEAN, "-o", tmp_path / "out.txt").status == 0

    assert stat.S_IMODE((tmp_path / "out.txt").stat().st_mode) == mode


@pytest.mark.parametrize(("mask", "mode"), [("022", 0o644), ("077", 0o600)])
def test_a_new_file_has_the_permissions_of_the_mask(mask: str, mode: int, tmp_path: Path) -> None:
    assert shell(f'umask {mask}; footprint explain "$1" -o out', CLEAN, cwd=tmp_path).status == 0

    assert stat.S_IMODE((tmp_path / "out").stat().st_mode) == mode


def test_an_answer_that_was_interrupted_leaves_what_was_there(tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_bytes(b"before")
    with subprocess.Popen(
        [*PROGRAM, "explain", "-", "-o", "out.txt"],
        stdin=subprocess.PIPE,
        cwd=tmp_path,
        env=environment(),
        stderr=subprocess.DEVNULL,
        preexec_fn=interruptible,  # noqa: PLW1509 (no thread runs here)
    ) as process:
        until = time.monotonic() + 20
        while len(names(tmp_path)) == 1 and time.monotonic() < until:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        status = process.wait(timeout=20)

    assert status == 130
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [b"before"]


@pytest.mark.parametrize("name", ["a.sarif", "a.XML"])
def test_a_file_that_is_named_like_a_report_is_no_answer_of_explain(
    name: str, tmp_path: Path
) -> None:
    answer = footprint("explain", CLEAN, "-o", tmp_path / name)

    assert answer.status == 2
    assert "only gate and verify write such a file" in answer.complaint
    assert not (tmp_path / name).exists()
    assert footprint("explain", CLEAN, "-o", tmp_path / name, "--format", "json").status == 0
