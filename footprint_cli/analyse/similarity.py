"""How alike two chunks are, by their ids: from vectors, or from a table of similarities."""

from collections.abc import Mapping, Sequence
from math import sqrt
from operator import mul

from footprint_cli.analyse.strategies import Similarity

Vector = Sequence[float]


def cosine(vectors: Mapping[str, Vector]) -> Similarity:
    """Return the cosine of the vectors of two chunks, from -1 to 1; that of a zero vector is 0.

    All vectors have the same length. `KeyError` names a chunk that has none.
    """
    norms: dict[str, float] = {}

    def norm(one: str) -> float:
        if one not in norms:
            norms[one] = sqrt(sum(map(mul, vectors[one], vectors[one])))
        return norms[one]

    def similarity(one: str, other: str) -> float:
        both = norm(one) * norm(other)
        return sum(map(mul, vectors[one], vectors[other])) / both if both else 0.0

    return similarity


def tabled(ids: Sequence[str], matrix: Sequence[Vector]) -> Similarity:
    """Return what stands in row and column of two chunks; `KeyError` names one that is in no row."""
    rows = {name: row for row, name in enumerate(ids)}

    def similarity(one: str, other: str) -> float:
        return matrix[rows[one]][rows[other]]

    return similarity
