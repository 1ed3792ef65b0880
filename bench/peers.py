"""What the program is held against: ripgrep, a loop of orjson.loads, and DuckDB."""

from pathlib import Path

from bench.commands import Command, Measured, missing_module, missing_program, python

KEY = '"retrievalEvidence_'
WORKERS = 2

_LOOP = """
import orjson, sys
for line in open(sys.argv[1], 'rb'):
    orjson.loads(line)
"""
# The question of why-not: how many retrievals, how many of them complete, which name the chunk.
_DUCKDB = """
import duckdb, sys
path, key, chunk, workers = sys.argv[1:]
base = duckdb.connect(config={'threads': int(workers)})
print(*base.execute('''
    WITH written AS (
        SELECT unnest(json_extract(json, '$.overwrite.*')) AS one
        FROM read_ndjson_objects(?, maximum_object_size = 67108864)
        WHERE contains(json::VARCHAR, ?)
    ), evidence AS (
        SELECT json_extract_string(one, '$.candidatesComplete') AS complete,
               list_position(json_extract_string(one, '$.candidates[*].id'), ?) AS place,
               json_extract_string(one, '$.candidates[*].admitted') AS admitted
        FROM written WHERE json_exists(one, '$.candidatesComplete')
    )
    SELECT count(*), count(*) FILTER (complete = 'true'), count(place),
           count(*) FILTER (admitted[place] = 'true') FROM evidence
''', [path, key, chunk]).fetchone())
"""


def ripgrep(
    path: Path, *, unpacking: str | None = None, dropped: tuple[Path, ...] = ()
) -> Measured:
    """Return `rg -c` for the key in a file or in all files of a folder.

    `unpacking` is the program that `rg -z` calls for packed files. It counts lines, and parses none.
    """
    gone = missing_program("rg", *([unpacking] if unpacking else []))
    if gone is not None:
        return gone
    # --no-ignore: the data may stand where git ignores it.
    options = ("-c", "-F", "--no-ignore", "--no-config", "-j", str(WORKERS))
    packed = ("-z",) if unpacking else ()
    return Command(("rg", *packed, *options, KEY, str(path)), dropped=dropped)


def orjson_loop(path: Path) -> Command:
    """Return a process that parses every line of a file, one after the other."""
    return python(_LOOP, path)


def duckdb(path: Path, chunk: str) -> Measured:
    """Return the same question in SQL: lines by a text search, then JSON functions.

    It prints the retrievals, the complete ones, those that name the chunk, and those that admit it.
    """
    gone = missing_module("duckdb")
    return gone or python(_DUCKDB, path, KEY, chunk, str(WORKERS))
