"""A board with antennas under it, and the hands that move things on it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from companion.rules.actions import LANE_SLOTS, Action, Discard, Draw, Invoke, Unsold, UseGod, Won
from companion.rules.components import RA_FIGURE, SUN, THINGS
from companion.rules.editions import Sun
from companion.rules.model import Auction, Game
from companion.rules.play import play
from companion.rules.tiles import DISASTERS, Tile

LANE_AND_SUN = ("lane", "sun")


WITH_FIGURE = ("lane", "sun", "figure")


TILES = {tile.value: tile for tile in Tile}


ALL = ("lane", "sun", "figure", "discard")


def box() -> dict[str, str]:
    """Return a tag for everything in the box."""
    things = [thing for thing, number in THINGS.items() for _ in range(number)]
    return {f"04{place:06X}": thing for place, thing in enumerate(things)}


@dataclass
class Board:
    """What lies where, as people lay it; ``read`` is what the antennas say of it."""

    zones: tuple[str, ...]
    tags: dict[str, str] = field(default_factory=box)
    lies: dict[str, list[str]] = field(default_factory=dict)
    bag: dict[str, list[str]] = field(default_factory=dict)
    slots: list[str | None] = field(default_factory=lambda: [None] * LANE_SLOTS)
    """Which tile lies where on the auction track."""

    def __post_init__(self) -> None:
        """Put every tile into the bag and the rest where it lies before a game."""
        for uid, thing in self.tags.items():
            self.bag.setdefault(thing, []).append(uid)
        self.lies = {zone: [] for zone in ALL}
        self.lies["sun"] = [*self.bag[f"{SUN}1"]]
        self.lies["figure"] = [*self.bag[RA_FIGURE]]

    def read(self) -> dict[str, tuple[str, ...]]:
        """Return what the antennas say."""
        return {zone: tuple(sorted(self.lies[zone])) for zone in self.zones}

    def do(self, action: Action, game: Game) -> Iterator[None]:
        """Do on the board what an action is, pausing after every movement of a hand.

        Args:
            action: What is done.
            game: The table before it.
        """
        match action:
            case Draw(tile):
                drawn = self.bag[tile.value].pop()
                self.lies["lane"].append(drawn)
                if tile is not Tile.RA:
                    self.slots[self.slots.index(None)] = drawn
                elif isinstance(play(game, action)[0].stage, Auction):
                    yield
                    self.lies["figure"] = []
            case Invoke():
                self.lies["figure"] = []
            case UseGod(slot):
                yield from self._god(game, slot)
            case Won(sun):
                yield from self._won(sun)
            case Unsold():
                yield from self._unsold(action, game)
            case Discard(tiles):
                yield from self._lost(tiles)
            case _:
                pass
        yield

    def clear(self) -> None:
        """Clear the tracks when an epoch is over; tiles go to the discarded ones."""
        gone, self.lies["lane"] = self.lies["lane"], []
        self.slots = [None] * LANE_SLOTS
        self.lies["discard"] += gone
        self.lies["figure"] = [*self.bag[RA_FIGURE]]

    def _kind(self, uid: str) -> str:
        return self.tags[uid]

    def _track(self) -> list[str]:
        """Return the tags of the auction track; Ra tiles lie beside it."""
        return [uid for uid in self.lies["lane"] if self._kind(uid) != Tile.RA.value]

    def _god(self, game: Game, slot: int) -> Iterator[None]:
        tile = game.lane[slot]
        assert tile is not None
        taken = self.slots[slot]
        assert taken is not None
        assert self._kind(taken) == tile.value
        self.slots[slot] = None
        self.lies["lane"].remove(taken)
        self._keep(taken)
        yield
        self._throw(Tile.GOD)
        if tile.mask & DISASTERS:
            self._throw(tile)

    def _won(self, sun: Sun) -> Iterator[None]:
        lot = self._track()
        self.slots = [None] * LANE_SLOTS
        for uid in lot:
            self.lies["lane"].remove(uid)
            self._keep(uid)
            yield
        self.lies["sun"] = []
        yield
        self.lies["sun"] = [*self.bag[f"{SUN}{sun}"]]
        yield
        for uid in lot:
            if (kind := TILES[self._kind(uid)]).mask & DISASTERS:
                self._throw(kind)
        self.lies["figure"] = [*self.bag[RA_FIGURE]]

    def _unsold(self, action: Unsold, game: Game) -> Iterator[None]:
        after, _ = play(game, action)
        self.lies["figure"] = [*self.bag[RA_FIGURE]]
        if not any(after.lane):
            self.slots = [None] * LANE_SLOTS
            for uid in self._track():
                self.lies["lane"].remove(uid)
                self.lies["discard"].append(uid)
                yield

    def _lost(self, tiles: tuple[Tile, ...]) -> Iterator[None]:
        for tile in tiles:
            self._throw(tile)
            yield

    def _keep(self, uid: str) -> None:
        """Give a tile to a player: which player, no antenna knows."""
        self.bag.setdefault(f"kept {self._kind(uid)}", []).append(uid)

    def _throw(self, tile: Tile) -> None:
        """Lay a tile of a player's to the discarded ones."""
        self.lies["discard"].append(self.bag[f"kept {tile.value}"].pop())
