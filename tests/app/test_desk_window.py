"""The table with its desk in a real window on a virtual display: real clicks, and a journal."""

import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.app.simulation.panel import Desk, Finger, Holding, TakeTile
from companion.app.simulation.panel_view import desk, desk_height
from companion.core.commands import Control
from companion.core.model import Hardware, Model, Preferences
from companion.pages.new_game.welcome import Welcome
from companion.pages.table.tags import bag
from companion.paths import asset
from companion.rules.tiles import Tile
from companion.tags.box import SIMULATED_BOX
from companion.ui.scene import Rect
from companion.ui.style import Canvas, ui_on
from companion.ui.text_metrics import type_from
from tests.app.inside import PATIENCE_SECONDS

XVFB, XDOTOOL = shutil.which("Xvfb"), shutil.which("xdotool")

TABLE = (800, 480)

DESK = desk_height(TABLE[0])

HOLD_SECONDS = 0.9
"""A finger that rests for so long holds; nothing is measured by it."""

pytestmark = pytest.mark.skipif(
    not (XVFB and XDOTOOL), reason="the desk is clicked only where Xvfb and xdotool are"
)


class Window:
    """The program in its window, with a mouse over it."""

    def __init__(self, name: str, folder: Path, *options: str) -> None:
        self.folder = folder
        self._name = name
        environment = {**os.environ, "DISPLAY": name, "SDL_VIDEO_WINDOW_POS": "0,0"}
        environment |= {"PYTHONPATH": os.pathsep.join(sys.path), "XDG_CONFIG_HOME": str(folder)}
        del environment["SDL_VIDEODRIVER"]
        size = f"{TABLE[0]}x{TABLE[1]}"
        command = [sys.executable, "-m", "companion", "run", "--windowed", "--size", size]
        command += ["--data", str(folder / "data"), *options]
        self.process = subprocess.Popen(command, env=environment)
        full = Desk(bag=bag(Model(page=Welcome(), hardware=Hardware(tags=SIMULATED_BOX))))
        measures = type_from(asset("fonts", "advances.json").read_bytes())
        canvas = Canvas(size=(TABLE[0], DESK), type=measures)
        place = Rect(0, TABLE[1], TABLE[0], DESK)
        self._desk = desk(ui_on(canvas, Preferences()), full, place)

    def do(self, *words: str) -> None:
        """Do with xdotool what a person would do."""
        environment = {**os.environ, "DISPLAY": self._name}
        subprocess.run([str(XDOTOOL), *words], env=environment, check=True)

    def at(self, hand: Holding) -> tuple[str, str]:
        """Return where on the screen the mouse does this."""
        rect = [each.rect for each in self._desk.targets if each.message == hand][-1]
        return str(rect.x + rect.w // 2), str(rect.y + rect.h // 2)

    def click(self, hand: Holding) -> None:
        """Click on something of the desk."""
        self.do("mousemove", *self.at(hand), "click", "1")

    def hold(self, hand: Holding) -> None:
        """Press the mouse on it for a while."""
        self.do("mousemove", *self.at(hand), "mousedown", "1", "sleep", str(HOLD_SECONDS))
        self.do("mouseup", "1")

    def journal(self) -> str:
        """Return everything that is kept."""
        games = sorted((self.folder / "data" / "games").glob("*.jsonl"))
        return "".join(game.read_text(encoding="utf-8") for game in games)

    def colour_of(self, x: int, y: int) -> tuple[int, int, int]:
        """Return the colour of a point of the screen, read from the server's XWD file."""
        data = (self.folder / "Xvfb_screen0").read_bytes()
        number = [int.from_bytes(data[at : at + 4], "big") for at in range(0, 100, 4)]
        at = number[0] + 12 * number[19] + y * number[12] + 4 * x
        blue, green, red = data[at : at + 3]
        return red, green, blue

    def until(self, wanted: Callable[[], object]) -> None:
        """Wait for what must come."""
        deadline = monotonic() + PATIENCE_SECONDS
        while not wanted():
            assert self.process.poll() is None
            assert monotonic() < deadline, self.journal()
            sleep(0.02)

    def until_desk(self) -> None:
        """Wait until the desk is there and its panel is lit: the first player button shines."""
        x, y = map(int, self.at(Finger(Control.P1)))
        self.until(lambda: self.colour_of(x - 12, y)[2] > 150)

    def close(self) -> None:
        """End the program."""
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)


@pytest.fixture
def opens(tmp_path: Path) -> Iterator[Callable[..., Window]]:
    """How to open the program on a display of its own."""
    reading, writing = os.pipe()
    screen = ["-screen", "0", f"{TABLE[0]}x{TABLE[1] + DESK}x24", "-fbdir", str(tmp_path)]
    server = subprocess.Popen(
        [str(XVFB), "-displayfd", str(writing), *screen, "-noreset", "-nolisten", "tcp"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as announced:
        assert select.select([announced], [], [], PATIENCE_SECONDS)[0]
        number = announced.readline().strip()
    opened: list[Window] = []

    def open_window(*options: str) -> Window:
        opened.append(Window(f":{number}", tmp_path, *options))
        return opened[-1]

    yield open_window
    for window in opened:
        window.close()
    server.terminate()
    server.wait(PATIENCE_SECONDS)


def test_a_game_is_begun_and_played_with_clicks_on_the_drawn_panel_and_bag(
    opens: Callable[..., Window],
) -> None:
    window = opens("--simulate")
    window.until_desk()
    for control in (Control.P1, Control.P2, Control.RA, Control.OK):
        window.click(Finger(control))
    window.until(lambda: '"game":' in window.journal())
    window.click(TakeTile(Tile.GOLD))
    window.until(lambda: '{"draw":"gold"}' in window.journal())
    assert '"o":"reader 5A' in window.journal()
    window.click(Finger(Control.P2))
    window.until(lambda: '{"draw":"nile"}' in window.journal())
    window.hold(Finger(Control.RA))
    window.until(lambda: '{"invoke":true}' in window.journal())
    assert window.journal().count("\n") == 4


def test_a_table_that_would_be_too_low_is_shown_alone_until_the_desk_is_asked_for(
    opens: Callable[..., Window],
) -> None:
    window = opens("--simulate", "--size", f"{TABLE[0]}x360")
    x, y = map(int, window.at(Finger(Control.P1)))
    spot = (x - 12, y - (TABLE[1] - 360))
    window.until(partial(_is_drawn, window))
    alone = window.colour_of(*spot)
    window.do("key", "F3")
    window.until(lambda: window.colour_of(*spot) != alone and window.colour_of(*spot)[2] > 150)


def _is_drawn(window: Window) -> bool:
    return window.colour_of(TABLE[0] // 2, 20) != (0, 0, 0)
