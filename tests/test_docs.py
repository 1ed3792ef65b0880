"""The pages say what the program does: `python -m tests.test_docs` rewrites what it prints."""

import gzip
import json
import re
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple

import pytest

from footprint_cli import audit, load
from footprint_cli.analyse.rules import RULES
from footprint_cli.analyse.verified import Verified
from footprint_cli.model import codes
from footprint_cli.model.audit import Audit
from footprint_cli.model.finding import Damage
from footprint_cli.read.lines import Lines, source_of
from footprint_cli.render import Format, Page, renderer
from tests.program import footprint

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "footprint_cli"
FINDINGS = ROOT / "docs" / "findings.md"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXT = FINDINGS.read_text("utf-8")

FINDING_ROW = re.compile(
    r"^\| \[(?P<code>[a-z-]+)\]\(#(?P<link>[a-z-]+)\) \| (?P<level>[a-z ]+) \| (?P<summary>.+) \|$",
    re.MULTILINE,
)
DAMAGE_ROW = re.compile(
    r"^\| `(?P<kind>[a-z0-9-]+)` \| (?P<summary>.+) \| (?P<state>[a-z ]+) \| .+ \|$", re.MULTILINE
)
SECTION = re.compile(
    r"^### (?P<code>.+)\n\n(?:.+\n)+\n"
    r"```json\n(?P<input>(?:.*\n)*?)```\n\n```text\n(?P<shown>(?:.*\n)*?)```\n\n"
    r"What to do: .+",
    re.MULTILINE,
)
LINK = re.compile(r"\]\((?P<target>[^)#\s]*)(?:#(?P<anchor>[^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)

WORD = r"\"([a-z0-9]+(?:-[a-z0-9{}]+)*)\""
CODES = re.compile(rf"(?:\bcode=|_CODE = |^CODE = |_notice\(\s*|_finding\(\s*){WORD}", re.MULTILINE)
CODES_OF_TWO = re.compile(rf"\bcode = {WORD} if .+ else {WORD}")
KINDS = re.compile(
    rf"(?:Damage\(\s*line=[\w.]+,\s*kind=|\bkind = |kind: str = |found\.name\(\s*f?|\bNote\(\s*"
    rf"|_damage\([^\"\n]*|_fault\([^\n]*, ){WORD}"
)


class Section(NamedTuple):
    """A finding's section: what it shows as an input, and as printed."""

    input: str
    shown: str


SECTIONS = {one["code"]: Section(one["input"], one["shown"]) for one in SECTION.finditer(TEXT)}
LEVELS = {one["code"]: one["level"] for one in FINDING_ROW.finditer(TEXT)}
STATES = {one["kind"]: one["state"] for one in DAMAGE_ROW.finditer(TEXT)}


def sources(*parts: str) -> Iterator[str]:
    for path in sorted(PACKAGE.joinpath(*parts).rglob("*.py")):
        yield path.read_text("utf-8")


def codes_of_the_package() -> set[str]:
    found = set(RULES)
    for text in sources():
        found |= set(CODES.findall(text))
        found |= {code for two in CODES_OF_TWO.findall(text) for code in two}
    return found


def kinds_of_the_package() -> set[str]:
    found = {
        kind for part in ("read", "cli") for text in sources(part) for kind in KINDS.findall(text)
    }
    places = {kind for kind in found if "{place}" in kind}
    filled = {kind.replace("{place}", word) for kind in places for word in ("before", "after")}
    return found - places | filled


def printed(code: str, text: str, folder: Path) -> str:
    """What the table says by this code of a file that holds `text`, wrapped to the page.

    It is `explain` that says it, or else `verify`.
    """
    path = folder / "run.jsonl"
    path.write_text(text, "utf-8")
    audits = [*map(audit, load(path))]
    pieces = [*renderer("explain", Format.TABLE)(audits, Page(width=1000), lambda: 0)]
    told = lines_by(code, pieces) or lines_by(code, verified(audits))
    return "".join(f"{part}\n" for line in told for part in wrapped(line.replace(f"{folder}/", "")))


def verified(audits: list[Audit]) -> Iterator[str]:
    report = Verified()
    for one in audits:
        report.add(one)
    yield from renderer("report", Format.TABLE)(report.report(0), Page(width=1000))


def lines_by(code: str, pieces: Iterable[str]) -> list[str]:
    form = re.compile(rf"[a-z]+: .* \[{code}\]( \(line \d+\))?$")
    return [line for line in "".join(pieces).splitlines() if form.match(line)]


def wrapped(line: str) -> list[str]:
    kept = line.replace(" (line ", "\N{NO-BREAK SPACE}(line\N{NO-BREAK SPACE}")
    parts = wrap(kept, 100, break_long_words=False, break_on_hyphens=False)
    return [part.replace("\N{NO-BREAK SPACE}", " ") for part in parts]


def anchors(text: str) -> set[str]:
    titles = HEADING.findall(FENCE.sub("", text))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_code_that_the_package_can_print_has_a_row_and_a_section_and_no_other_has() -> None:
    codes = codes_of_the_package()

    assert set(LEVELS) == codes
    assert set(SECTIONS) == codes


def test_the_table_of_the_package_is_that_of_the_page() -> None:
    levels = {"recovered": "warning", "not recovered": "error", "either": "error or warning"}

    assert [(one.code, one.level, one.summary) for one in codes.FINDINGS] == [
        (row["code"], row["level"], row["summary"].replace("`", ""))
        for row in FINDING_ROW.finditer(TEXT)
    ]
    assert [(one.code, one.level, one.summary) for one in codes.DAMAGE] == [
        (row["kind"], levels[row["state"]], row["summary"].replace("`", ""))
        for row in DAMAGE_ROW.finditer(TEXT)
    ]
    assert len(codes.CODES) == len(codes.FINDINGS) + len(codes.DAMAGE)


def test_the_sections_stand_in_the_order_of_the_table() -> None:
    assert list(SECTIONS) == list(LEVELS)
    assert len(FINDING_ROW.findall(TEXT)) == len(LEVELS)
    assert re.findall(r"^### (.+)$", TEXT, re.MULTILINE) == list(LEVELS)


def test_each_row_links_to_the_section_of_its_code() -> None:
    assert [one["code"] for one in FINDING_ROW.finditer(TEXT) if one["code"] != one["link"]] == []


@pytest.mark.parametrize("code", RULES)
def test_a_rule_has_the_level_that_the_table_names_first(code: str) -> None:
    assert LEVELS[code].split(" or ")[0] == RULES[code].level


@pytest.mark.parametrize("code", SECTIONS)
def test_a_section_shows_what_the_program_prints(code: str, tmp_path: Path) -> None:
    assert SECTIONS[code].shown == printed(code, SECTIONS[code].input, tmp_path)


@pytest.mark.parametrize("code", SECTIONS)
def test_a_section_shows_every_level_of_its_code(code: str) -> None:
    levels = re.findall(r"^(error|warning|note): ", SECTIONS[code].shown, re.MULTILINE)

    assert set(levels) == set(LEVELS[code].split(" or "))


@pytest.mark.parametrize("code", SECTIONS)
def test_an_input_is_shown_with_no_line_wider_than_the_page(code: str) -> None:
    assert [line for line in SECTIONS[code].input.splitlines() if len(line) > 105] == []


RECORD = b'{"consideredCount": 0, "k": 3}'
COMMIT = b'{"idx": 0, "runtimeStageId": "seed#0", "trace": []}'
ENVELOPE = (
    b'{"format": "agentfootprint.recording.v1", "recording": '
    b'{"snapshot": {"commitLog": [' + COMMIT + b']}, "events": []}}'
)
LAID_OUT = json.dumps(json.loads(RECORD), indent=1).encode()
ENVELOPE_LAID_OUT = json.dumps(json.loads(ENVELOPE), indent=1).encode()
DEEP = b"[" * 2000 + b"]" * 2000

# The kinds that one cause gives, and an input with that cause.
DAMAGED: list[tuple[str, bytes]] = [
    ("cut-line", RECORD + b"\n" + RECORD[:9]),
    ("cut-line", ENVELOPE[:-9]),
    ("spliced-line lost-record", COMMIT + b"\n" + COMMIT[:20] + COMMIT),
    ("spliced-line lost-record", ENVELOPE[:-9] + ENVELOPE),
    ("glued-line", RECORD + RECORD),
    ("glued-line", LAID_OUT + LAID_OUT),
    ("text-before-record", b"INFO " + RECORD),
    ("text-after-record", RECORD + b" done"),
    ("array-line", RECORD + b"\n" + RECORD + b","),
    ("not-json", RECORD + b"\nhello"),
    ("not-json", b'{"consideredCount": NaN}'),
    ("duplicate-key", b'{"consideredCount": 3, "consideredCount": 4}'),
    ("number-too-large", b'{"consideredCount": 1e999}'),
    ("control-character-in-string", b'{"consideredCount": 3, "namespace": "a\tb"}'),
    ("too-deep", RECORD + b'\n{"consideredCount": ' + DEEP + b"}"),
    ("too-deep", ENVELOPE.replace(b"[]}}", DEEP + b"}}")),
    ("stray-bom", RECORD + b"\n\xef\xbb\xbf" + RECORD),
    ("nul-bytes", RECORD + b"\n" + bytes(8)),
    ("nul-bytes", bytes(8) + RECORD),
    ("bad-utf8", b'{"consideredCount": 3, "namespace": "\xff"}'),
    ("bad-utf8 not-json", RECORD + b"\n\xff"),
    ("bad-utf16", '{"consideredCount": 3, "k\ud800": 3}'.encode("utf-16-le", "surrogatepass")),
    ("cut-document unreadable", LAID_OUT[:9]),
    ("cut-document", ENVELOPE_LAID_OUT[:-9]),
    ("broken-document unreadable", LAID_OUT.replace(b",", b"")),
    ("broken-document", ENVELOPE_LAID_OUT.replace(b'ts":', b'ts"')),
    ("text-outside-document", LAID_OUT + b"\nhello"),
    ("mixed-formats", COMMIT + b"\n" + RECORD),
    ("refused-commit", COMMIT + b'\n{"idx": 1, "runtimeStageId": 4, "trace": []}'),
    ("incomplete-document", b'{"format": "agentfootprint.recording.v1", "recording": {}}'),
    ("not-an-event", ENVELOPE.replace(b"[]}}", b"[1]}}")),
    ("compressed-stream-cut", gzip.compress(RECORD)[:-4]),
    ("compressed-stream-corrupt", gzip.compress(RECORD + b"\n")[:-8] + bytes(8)),
]


class Failing(BytesIO):
    """A disk that fails behind what it holds."""

    def readinto1(self, buffer: object) -> int:
        size = super().readinto1(buffer)  # type: ignore[arg-type]
        if not size:
            raise OSError(5, "Input/output error")
        return size


def all_damage(folder: Path) -> Iterator[tuple[set[str], list[Damage]]]:
    """Give the kinds that each damaged input should have, and the damage it has."""
    path = folder / "run.jsonl"
    for kinds, data in DAMAGED:
        path.write_bytes(data)
        yield set(kinds.split()), [one for recording in load(path) for one in recording.damage]
    lines = Lines(source_of("disk", Failing(RECORD)))
    list(lines)
    yield {"read-error"}, lines.damage


def test_each_damaged_input_has_the_kinds_of_its_cause(tmp_path: Path) -> None:
    for kinds, damage in all_damage(tmp_path):
        assert {one.kind for one in damage} == kinds


def test_every_kind_of_damage_that_the_package_can_print_has_a_row_and_no_other_has(
    tmp_path: Path,
) -> None:
    seen = {one.kind for _, damage in all_damage(tmp_path) for one in damage}

    assert set(STATES) == kinds_of_the_package()
    assert set(STATES) == seen
    assert len(DAMAGE_ROW.findall(TEXT)) == len(STATES)


def test_the_table_says_whether_each_kind_is_recovered(tmp_path: Path) -> None:
    seen = defaultdict(set)
    for _, damage in all_damage(tmp_path):
        for one in damage:
            seen[one.kind].add("recovered" if one.recovered else "not recovered")

    assert {
        kind: "either" if len(states) > 1 else states.pop() for kind, states in seen.items()
    } == STATES


def test_an_input_that_is_not_there_is_unreadable(tmp_path: Path) -> None:
    answer = footprint("explain", tmp_path / "none.jsonl")

    assert "damage\t-\tunreadable\tnot recovered\tthere is no such file\t" in answer.text
    assert answer.status == 4


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    broken = []
    for link in LINK.finditer(FENCE.sub("", page.read_text("utf-8"))):
        if not link["target"].startswith(("http:", "https:")):
            target = page.parent / link["target"] if link["target"] else page
            anchor = link["anchor"]
            if not target.exists() or (anchor and anchor not in anchors(target.read_text("utf-8"))):
                broken.append(link[0])

    assert broken == []


def rewritten(text: str, folder: Path) -> str:
    def section(one: re.Match[str]) -> str:
        shown = printed(one["code"], one["input"], folder)
        start, end = one.start("shown") - one.start(), one.end("shown") - one.start()
        return one[0][:start] + shown + one[0][end:]

    return SECTION.sub(section, text)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        FINDINGS.write_text(rewritten(TEXT, Path(temporary)), "utf-8")
