"""`make bench`: what a command costs, as ratios of medians of alternating rounds in one run."""

import sys
from pathlib import Path

from bench.data import large_log
from bench.rounds import medians, peak_memory

ROOT = Path(__file__).resolve().parent.parent
SMALL = ROOT / "fixtures" / "some-below-threshold.commits.jsonl"  # 12 KB
ROUNDS = 21
MEGABYTE = 1_000_000
LOOP = "import orjson, sys\nfor line in open(sys.argv[1], 'rb'): orjson.loads(line)"
IMPORT = "import orjson, sys"

# what, the commands compared, the most (or least) that the ratio may be
START_UP = {"version": 1.3, "plain": 8.5, "json": 8.5, "table": 12.0}
LEAST_SPEED, MOST_MEMORY = 0.6, 120 * MEGABYTE


def main() -> int:
    """Measure, print one line a figure, and return 1 when one of them is over its limit."""
    program = str(Path(sys.executable).with_name("footprint"))
    large = str(large_log(ROOT / "bench" / "data" / "large.commits.jsonl"))
    explain = [program, "explain", str(SMALL), "--format"]
    times = medians(
        {
            "python": [sys.executable, "-c", "pass"],
            "version": [program, "--version"],
            "plain": [*explain, "plain"],
            "json": [*explain, "json"],
            "table": [*explain, "table"],
            "large": [program, "explain", large, "--format", "plain"],
            "loop": [sys.executable, "-c", LOOP, large],
            "orjson": [sys.executable, "-c", IMPORT],
        },
        ROUNDS,
    )
    good = True
    for name, limit in START_UP.items():
        good &= _line(f"start-up, {name}", times[name] / times["python"], "x python", limit)
    # What the log costs beyond start-up, on both sides: a speed, not a start-up once more.
    speed = (times["loop"] - times["orjson"]) / (times["large"] - times["plain"])
    good &= _line(
        "explain, 20 MB log", speed, "x the speed of orjson.loads", LEAST_SPEED, least=True
    )
    _line("  whole processes", times["loop"] / times["large"], "x (for information)", None)
    memory = peak_memory([program, "explain", large, "--format", "plain"])
    good &= _line("  peak memory", memory / MEGABYTE, "MB", MOST_MEMORY / MEGABYTE)
    print(
        f"python -c pass: {times['python'] * 1000:.1f} ms; medians of {ROUNDS} alternating rounds"
    )
    return 0 if good else 1


def _line(what: str, value: float, unit: str, limit: float | None, *, least: bool = False) -> bool:
    if limit is None:
        print(f"      {what:24} {value:7.2f} {unit}")
        return True
    good = value >= limit if least else value <= limit
    word = "at least" if least else "at most"
    print(f"{'ok' if good else 'OVER':5} {what:24} {value:7.2f} {unit} ({word} {limit:g})")
    return good


if __name__ == "__main__":
    sys.exit(main())
