"""Scenes as text, compared with golden ones."""

from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "golden"

GoldenText = Callable[[str, str], None]


@pytest.fixture
def is_kept_anew(request: pytest.FixtureRequest) -> bool:
    """Whether today's texts are kept. The option belongs to the golden pictures, so name them too.

    ``pytest tests/view tests/screen --update-golden``
    """
    return bool(request.config.getoption("--update-golden", default=False))


@pytest.fixture
def golden_text(is_kept_anew: bool) -> GoldenText:  # noqa: FBT001 - a fixture
    """Compare a text with the one kept under a name."""

    def compare(text: str, name: str) -> None:
        kept = HERE / f"{name}.txt"
        if is_kept_anew:
            kept.write_text(text, encoding="utf-8")
        assert text == kept.read_text(encoding="utf-8")

    return compare
