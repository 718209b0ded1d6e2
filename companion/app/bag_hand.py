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
    """Draws what is left by the game on the table, and lays it where it is told to."""

    def __init__(self, reader: SimulatedReader, model: Callable[[], Model], dice: Random) -> None:
        self._reader, self._model, self._dice = reader, model, dice
        self.chosen = PAD
        """Where the next tile is laid."""

    def left(self) -> Bag:
        """Return the tags in the bag; none at all if the reader cannot be told of any."""
        if not self._reader.can_read_tags:
            return {}
        zones = (tags for name, tags in self._reader.lying.items() if name != PAD)
        away = {uid for tags in zones for uid in tags}
        here = bag(self._model())
        if not away:
            return here
        return {kind: tuple(uid for uid in uids if uid not in away) for kind, uids in here.items()}

    def draw(self, kind: Tile | None = None) -> Tile | None:
        """Take a tile out and lay it down, of a kind or by chance; None if there is none."""
        left = self.left()
        drawn = any_tile(left if kind is None else {kind: left.get(kind, ())}, self._dice)
        if drawn is None:
            return None
        tile, uid = drawn
        if self.chosen == PAD:
            self._reader.lay(uid)
        else:
            self._reader.fill(self.chosen, (*self._reader.lying.get(self.chosen, ()), uid))
        return tile

    def lay_at(self, place: str) -> None:
        """Lay tiles there from now on; if that is so already, take away what lies there."""
        if place == self.chosen == PAD:
            self._reader.lying.pop(PAD, None)
        elif place == self.chosen:
            self._reader.fill(place, ())
        self.chosen = place

    def places(self) -> tuple[Place, ...]:
        """Return where tiles can be laid, with what lies there."""
        return tuple(
            Place(name, len(lying), self._tile(lying[-1]) if lying else None)
            for name in (PLACES if self._reader.has_zones else (PAD,))
            for lying in (self._reader.lying.get(name, ()),)
        )

    def _tile(self, uid: str) -> Tile | None:
        """Return what this tag is on; None if it is on no tile."""
        thing = self._model().tags.get(uid)
        return next((tile for tile in Tile if tile.value == thing), None)
