"""The mouse's hands on the desk: they move mock pins and send bytes; the rest is as on a Pi."""

from companion.app.bag_hand import BagHand
from companion.core.desk import Cable, Desk, Detent, Finger, Hand, LayAt, TakeTile
from hardware.events import Control
from hardware.simulated import SimulatedPanel, SimulatedReader


class DeskHands:
    """Does what the mouse does at the desk, and sees how everything there stands."""

    def __init__(self, panel: SimulatedPanel, reader: SimulatedReader, bag: BagHand) -> None:
        self._panel, self._reader, self._bag = panel, reader, bag
        self._fingers: set[Control] = set()

    def do(self, hand: Hand) -> None:
        """Press, turn, draw or pull."""
        match hand:
            case Finger(control):
                self._fingers.add(Control(control))
                self._panel.press(Control(control))
            case Detent(steps):
                self._panel.turn(steps)
            case TakeTile(kind):
                self._bag.draw(kind)
            case LayAt(place):
                self._bag.lay_at(place)
            case Cable():
                if self._reader.is_plugged:
                    self._reader.unplug()
                else:
                    self._reader.plug()

    def let_go(self) -> None:
        """Take every finger of the mouse away."""
        while self._fingers:
            self._panel.release(self._fingers.pop())

    def seen(self) -> Desk:
        """Return how everything stands, as the pins and the line say."""
        return Desk(
            lamps=self._panel.lamps(),
            held=frozenset(map(str, self._panel.held())),
            detents=self._panel.detents,
            bag=self._bag.left(),
            places=self._bag.places(),
            chosen=self._bag.chosen,
            is_plugged=self._reader.is_plugged,
        )
