"""Tables that play a seat themselves: everything that such a seat can do."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from companion.core.model import Guest, MachineMove, Model
from companion.opponent.strength import Strength
from companion.pages.menu.menu import Seats
from companion.pages.table import seat
from companion.rules.actions import INVOKE, PASS, REACH_INTO_BAG, Bid, Choice, Discard, UseGod
from companion.rules.editions import SUN_GROUPS
from companion.rules.tiles import Tile


def seated(model: Model, machine: int = 0, strength: Strength | None = Strength.STEADY) -> Model:
    """Return the same table at which the table plays one seat."""
    names = model.game.setup.players
    guests = tuple(
        Guest(place, name, strength if place == machine else None)
        for place, name in enumerate(names)
    )
    return model.with_session(last_guests=guests)


def decided(model: Model, choice: Choice | None, machine: int = 0) -> Model:
    """Return the same table after the table has decided this for the seat that is asked."""
    at_table = seated(model, machine)
    now = seat.asked(at_table)
    assert now is not None
    return at_table.with_pending(thought=MachineMove(now.game, choice))


Made = Callable[..., Model]
"""``gallery.at_table``."""


def pages(at_table: Made) -> Mapping[str, Callable[[int, tuple[str, ...]], Model]]:
    """Return how each page comes about, for so many players of these names."""

    def auction(players: int, names: tuple[str, ...]) -> Model:
        caller = names[players - 1].replace('"', "")
        return at_table(players, f'auction A1 by "{caller}"', names=names, active=0)

    def losing(players: int, names: tuple[str, ...]) -> Model:
        return at_table(players, "disaster dis_unrest", "track nile", names=names)

    return {
        "table thinks": lambda n, names: seated(at_table(n, names=names)),
        "table draws": lambda n, names: decided(at_table(n, names=names), REACH_INTO_BAG),
        "table invokes Ra": lambda n, names: decided(at_table(n, names=names), INVOKE),
        "table uses a God tile": lambda n, names: decided(at_table(n, names=names), UseGod(3)),
        "table bids": lambda n, names: decided(auction(n, names), Bid(SUN_GROUPS[n][0][2])),
        "table passes": lambda n, names: decided(auction(n, names), PASS),
        "table discards": lambda n, names: decided(
            losing(n, names), Discard((Tile.ASTRONOMY, Tile.WRITING))
        ),
        "who plays which seat": lambda n, names: replace(
            seated(at_table(n, names=names)), page=Seats(row=n - 1)
        ),
    }
