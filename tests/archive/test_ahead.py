from pathlib import Path

from footprint_cli.archive.ahead import fetched_ahead
from footprint_cli.archive.sources import Source


def test_sources_come_in_their_order_whatever_can_be_fetched(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.write_bytes(b"x")
    names = [str(kept), str(tmp_path), str(tmp_path / "gone"), "s3://bucket/key", "a\0b"] * 20
    sources = [Source(path=name, place=place) for place, name in enumerate(names)]
    assert list(fetched_ahead(iter(sources))) == sources
    assert list(fetched_ahead(())) == []
