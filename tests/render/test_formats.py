import subprocess
import sys

import pytest
from hypothesis import given, settings

from footprint_cli.analyse.audits import audit
from footprint_cli.model.evidence import Retrieval
from footprint_cli.render import Format
from footprint_cli.render.visible import visible
from tests.analyse.odd import odd_retrievals
from tests.build import call, damage, recording
from tests.render.drawn import drawn
from tests.render.situations import SITUATIONS


@pytest.mark.parametrize("form", Format)
@settings(max_examples=40)
@given(one=odd_retrievals())
def test_whatever_was_recorded_every_format_writes_it(form: Format, one: Retrieval) -> None:
    whole = recording(one, calls=(call(),), damage=(damage(),))

    for width in (16, 80, 140):
        drawn(form, whole, width=width, limit=3, encoding="ascii").encode("utf-8")


@pytest.mark.parametrize("form", Format)
def test_an_answer_on_no_input_is_written_too(form: Format) -> None:
    assert drawn(form) == "" or drawn(form).endswith("\n")


@pytest.mark.parametrize("form", [Format.TABLE, Format.PLAIN, Format.MARKDOWN])
@pytest.mark.parametrize("name", [name for name in SITUATIONS if name != "hostile"])
def test_a_page_for_people_never_says_none(form: Format, name: str) -> None:
    assert "None" not in drawn(form, SITUATIONS[name], width=100)


@pytest.mark.parametrize("form", [Format.TABLE, Format.PLAIN])
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_headline_of_every_retrieval_is_on_the_page(form: Format, name: str) -> None:
    text = "".join(drawn(form, SITUATIONS[name], width=1000).split())

    for one in audit(SITUATIONS[name]).retrievals:
        assert "".join(visible(one.headline).split()) in text


def test_a_renderer_is_loaded_only_when_it_is_asked_for() -> None:
    program = "import sys, footprint_cli.render; print('rich' in sys.modules, 'csv' in sys.modules)"

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)

    assert done.stdout.split() == [b"False", b"False"]
