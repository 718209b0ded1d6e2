"""What the tests of the whole program share."""

from pathlib import Path

import pytest

from companion.screen.drawings import Drawings
from companion.screen.surfaces import Blits
from companion.ui.scene import Item
from tests.app.outside import Starts
from tests.cli.conftest import run

__all__ = ["run", "starts"]

_draw = Drawings._draw  # noqa: SLF001 - the only place at which an item becomes pixels

_DRAWN: dict[Item, Blits] = {}


@pytest.fixture(autouse=True)
def what_was_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw an item once for all starts of the program: it says all there is to its pixels."""

    def draw(drawings: Drawings, item: Item) -> Blits:
        if (drawn := _DRAWN.get(item)) is None:
            drawn = _DRAWN[item] = _draw(drawings, item)
        return drawn

    monkeypatch.setattr(Drawings, "_draw", draw)


@pytest.fixture
def starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Starts:
    """The program in a folder of its own, with nobody's settings."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return Starts(tmp_path, capsys)
