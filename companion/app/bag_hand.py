"""The hand in the bag of a simulated table: tile after tile, laid on the reader or in a zone."""

from collections.abc import Callable
from random import Random

from companion.core.bag import Bag, bag
from companion.core.desk import PAD, PLACES, Place
from companion.core.model import Model
from companion.rules.tiles import Tile
from companion.simulate import any_tile
from hardware.simulated import SimulatedReader


class BagHand:
    """Draws what is left by the game on the table, and knows what lies where on the desk."""

    def __init__(self, reader: SimulatedReader, model: Callable[[], Model], dice: Random) -> None:
        self._reader, self._model, self._dice = reader, model, dice
        self._lying: dict[str, list[tuple[str, Tile]]] = {}
        self.chosen = PAD
        """Where the next tile is laid."""

    def left(self) -> Bag:
        """Return the tags in the bag; none at all if the reader cannot be told of any."""
        if not self._reader.can_read_tags:
            return {}
        away = {uid for name, tags in self._lying.items() if name != PAD for uid, _ in tags}
        here = bag(self._model())
        return {
            kind: tuple(uid for uid in uids if uid not in away) if away else uids
            for kind, uids in here.items()
        }

    def draw(self, kind: Tile | None = None) -> Tile | None:
        """Take a tile out and lay it down, of a kind or by chance; None if there is none."""
        left = self.left()
        drawn = any_tile(left if kind is None else {kind: left.get(kind, ())}, self._dice)
        if drawn is None:
            return None
        tile, uid = drawn
        if self.chosen == PAD:
            self._lying[PAD] = [(uid, tile)]
            self._reader.lay(uid)
        else:
            self._lying.setdefault(self.chosen, []).append((uid, tile))
            self._fill(self.chosen)
        return tile

    def lay_at(self, place: str) -> None:
        """Lay tiles there from now on; if that is so already, take away what lies there."""
        if place == self.chosen and place in self._lying:
            del self._lying[place]
            if place != PAD:
                self._fill(place)
        self.chosen = place

    def places(self) -> tuple[Place, ...]:
        """Return where tiles can be laid, with what lies there."""
        names = PLACES if self._reader.has_zones else (PAD,)
        return tuple(
            Place(name, len(lying), lying[-1][1] if lying else None)
            for name in names
            for lying in (self._lying.get(name, []),)
        )

    def _fill(self, zone: str) -> None:
        self._reader.fill(zone, (uid for uid, _ in self._lying.get(zone, ())))
