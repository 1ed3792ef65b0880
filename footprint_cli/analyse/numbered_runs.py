"""The runs of a side, in the order of reading, with what tells them apart within it."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from msgspec.structs import replace

from footprint_cli.model.compared_runs import SideRun


def numbered(runs: Sequence[SideRun]) -> list[SideRun]:
    """Give each run of a side its number, its name, and its turn: its place in its session, from 1.

    The name is the path of its file below the folder that all files of the side share, and which of
    its runs it is; a side that is one file has none.

    Turns follow the recorded starts where all of a session have one, else the order of reading.
    """
    names = _names(runs)
    found = [
        replace(one, number=number, name=name)
        for number, (one, name) in enumerate(zip(runs, names, strict=True))
    ]
    sessions: dict[tuple[str, bool], list[SideRun]] = defaultdict(list)
    for one in found:
        if one.session is not None:
            sessions[one.session, one.early].append(one)
    for of_one in sessions.values():
        if all(one.started is not None for one in of_one):
            of_one.sort(key=lambda one: (one.started or 0, one.number))
        for turn, one in enumerate(of_one, start=1):
            found[one.number] = replace(one, turn=turn)
    return found


def _names(runs: Sequence[SideRun]) -> list[tuple[str, int] | None]:
    paths = [one.source.split("/") for one in runs]
    if len({*map(tuple, paths)}) <= 1:
        return [None for _ in runs]
    shared = 0
    while len({tuple(path[: shared + 1]) for path in paths}) == 1:
        shared += 1
    met: Counter[str] = Counter()
    names: list[tuple[str, int] | None] = []
    for path in paths:
        name = "/".join(path[shared:])
        names.append((name, met[name]))
        met[name] += 1
    return names
