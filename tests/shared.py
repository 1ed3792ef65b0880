from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"the recordings beside the repository are missing: {SHARED}"
)
