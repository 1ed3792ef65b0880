from unicodedata import category, east_asian_width

HOSTILE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
EDGES = "│├┤┬┴┼╭╮╰╯|+"


def cells(text: str) -> int:
    """Count terminal cells without rich: for texts without emoji sequences."""
    return sum(_cell(one) for one in text)


def edges(line: str) -> list[int]:
    """The cells at which a line of a table has a column's edge."""
    return [cells(line[:at]) for at, one in enumerate(line) if one in EDGES]


def table_lines(drawn: str) -> list[str]:
    """The lines of all tables of a drawn page."""
    return [line for line in drawn.splitlines() if line[:1] in EDGES and line]


def column(drawn: str, name: str) -> str:
    """What stands in one column of the only table, its folded lines joined without blanks."""
    lines = table_lines(drawn)
    heading = _fields(lines[1]).index(name)
    body = lines[next(at for at, line in enumerate(lines) if line[0] == "├") :]
    rows = [_fields(line) for line in body if line[0] == "│"]
    return "".join(row[heading].replace(" ", "") for row in rows)


def only_column(drawn: str) -> str:
    """What stands in a table of one column, under its heading."""
    lines = table_lines(drawn)
    body = lines[next(at for at, line in enumerate(lines) if line[0] == "├") :]
    return "".join(_fields(line)[0].replace(" ", "") for line in body if line[0] == "│")


def _fields(line: str) -> list[str]:
    return [field.strip() for field in line.strip("│").split("│")]


def _cell(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
