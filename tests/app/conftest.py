"""What the tests of the whole program share."""

from pathlib import Path

import pytest

from tests.app.outside import Starts
from tests.cli.conftest import run

__all__ = ["run", "starts"]


@pytest.fixture
def starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Starts:
    """The program in a folder of its own, with nobody's settings."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return Starts(tmp_path, capsys)
