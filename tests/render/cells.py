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
    rows = [line.strip("│").split("│") for line in drawn.splitlines() if line.startswith("│")]
    at = [cell.strip() for cell in rows[0]].index(name)
    return "".join(row[at].strip().replace(" ", "") for row in rows[1:])


def _cell(character: str) -> int:
    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in "WF" else 1
