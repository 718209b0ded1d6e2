"""Scenes as text, compared with golden ones."""

from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "golden"

GoldenText = Callable[[str, str], None]


@pytest.fixture
def golden_text(request: pytest.FixtureRequest) -> GoldenText:
    """Compare a text with the one kept under a name; ``--update-golden`` keeps it.

    The option belongs to the golden pictures, so name their folder too:
    ``pytest tests/view tests/screen --update-golden``.
    """
    update = bool(request.config.getoption("--update-golden", default=False))

    def compare(text: str, name: str) -> None:
        kept = HERE / f"{name}.txt"
        if update:
            kept.write_text(text, encoding="utf-8")
        assert text == kept.read_text(encoding="utf-8")

    return compare
