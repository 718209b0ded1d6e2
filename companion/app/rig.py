"""The hands at a simulated table: what a script and the demonstration press, turn and plug."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.app.bag_hand import BagHand
from companion.app.devices import Opened
from companion.app.script import CannotDo
from companion.app.showing import Showing
from companion.core.model import Model
from companion.rules.tiles import Tile
from companion.screen.posting import press_key, touch
from hardware.events import Control
from hardware.simulated import SimulatedPanel, SimulatedReader


class SimulatedRig:
    """Fingers on the mock pins, a hand on the reader's cable, keys and touches of the window."""

    def __init__(self, showing: Showing, opened: Opened, model: Callable[[], Model]) -> None:
        self._showing, self._panel, self._reader = showing, opened.panel, opened.reader
        self._model = model

    def press(self, control: str) -> None:
        """Put a finger on a button. Raises KeyError if there is none of that name."""
        self._fingers().press(_control(control))

    def release(self, control: str) -> None:
        """Take the finger away."""
        self._fingers().release(_control(control))

    def turn(self, steps: int) -> None:
        """Turn the dial by so many detents; negative is left."""
        self._fingers().turn(steps)

    def key(self, name: str) -> None:
        """Press a key. Raises ValueError if pygame knows none of that name."""
        press_key(name)

    def tap(self, x: float, y: float) -> None:
        """Touch the screen at these per cents of its width and height."""
        touch(x / 100, y / 100)

    def serial(self, data: bytes) -> None:
        """Let these bytes come from the bag reader. Raises CannotDo if none is simulated."""
        self._line().serial(data)

    def unplug(self) -> None:
        """Pull the reader's cable."""
        self._line().unplug()

    def plug(self) -> None:
        """Plug the reader in again."""
        self._line().plug()

    def draw(self, tile: Tile) -> bool:
        """Lay a tile of this kind on the reader; return whether the bag holds one with a tag."""
        hand = BagHand(self._line(), self._model, Random(1))  # noqa: S311 - any of them will do
        return hand.draw(tile) is not None

    def is_settled(self) -> bool:
        """Whether the program knows all that was done to the reader and its cable."""
        return self._line().is_settled

    def lamps(self) -> dict[str, float]:
        """Return how bright every lamp is, as the pins say."""
        return self._fingers().lamps()

    def shot(self, path: Path) -> None:
        """Save the picture on the screen as a PNG."""
        self._showing.save(path)

    def _fingers(self) -> SimulatedPanel:
        if isinstance(self._panel, SimulatedPanel):
            return self._panel
        raise CannotDo("no panel is simulated: start with --simulate")

    def _line(self) -> SimulatedReader:
        if isinstance(self._reader, SimulatedReader):
            return self._reader
        raise CannotDo("no reader is simulated: start with --simulate")


def _control(name: str) -> Control:
    try:
        return Control(name)
    except ValueError as why:
        raise KeyError(name) from why
