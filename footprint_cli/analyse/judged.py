"""How a rule of the gate came out."""

from footprint_cli.model.ruled import Found, Judged

__all__ = ["NOT_CONCERNED", "PASSED", "Found", "Judged", "failed", "unknown"]

PASSED = Judged(state="passed")
NOT_CONCERNED = Judged(state="none")


def failed(message: str, *, chunk: str | None = None, line: int | None = None) -> Judged:
    """Return that one thing was found."""
    return Judged(state="failed", found=(Found(message=message, chunk=chunk, line=line),))


def unknown(why: str) -> Judged:
    """Return that the record does not say."""
    return Judged(state="unknown", why=why)
