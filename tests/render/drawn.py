from typing import Any

from footprint_cli.analyse.audits import audit
from footprint_cli.model.audit import first_status
from footprint_cli.model.evidence import Candidate
from footprint_cli.model.recording import Recording
from footprint_cli.render import Format, Page, renderer
from tests.build import recording, retrieval


def drawn(form: Format, *recordings: Recording, **page: Any) -> str:
    """The whole answer on these recordings in one format."""
    audits = [audit(one) for one in recordings]
    status = first_status([one.exit_status for one in audits])
    return "".join(renderer("explain", form)(audits, Page(**page), lambda: status))


def drawn_of(form: Format, *candidates: Candidate, **page: Any) -> str:
    """The answer on one recording with one retrieval of these candidates."""
    return drawn(form, recording(retrieval(*candidates)), **page)
