"""Every field of a position is what it was when the packed rules give it back."""

from types import ModuleType

from msgspec.structs import replace

from companion.rules.actions import DRAWS, GODS
from companion.rules.editions import NoPenalty, Options, Seat, Sun, setup
from companion.rules.model import Auction, Disaster, Game, Phase, Reason, new_game
from companion.rules.packed.positions import packed, readable
from companion.rules.play import play
from companion.rules.tiles import Tile, bundle
from tests.rules.table import NAMES
from tests.together import for_each

LATE = replace(new_game(setup(NAMES[:5])), epoch=3, ra_count=9, active=Seat(3))


PENALTY_AT_THE_END = Options(two_player_no_penalty=NoPenalty.FINAL_ONLY)


def with_a_god() -> Game:
    """Return a game of three in which the first player has begun to use gods."""
    game = new_game(setup(NAMES[:3]))
    gods = replace(game.players[0], tiles=bundle([Tile.GOD, Tile.GOD]))
    game, _ = play(replace(game, players=(gods, *game.players[1:])), DRAWS[Tile.GOLD])
    return play(replace(game, active=Seat(0)), GODS[0])[0]


POSITIONS = {
    "an auction without a bid": replace(LATE, stage=Auction(Seat(2), Reason.RA_DRAWN, None, None)),
    "an auction with a bid": replace(LATE, stage=Auction(Seat(4), Reason.FULL, Sun(7), Seat(1))),
    "what a disaster takes": replace(LATE, stage=Disaster(5, 2, Seat(1))),
    "the gods of a player": with_a_god(),
    "a game of two": new_game(setup(NAMES[:2], PENALTY_AT_THE_END)),
    "the end": replace(LATE, stage=Phase.OVER),
}


@for_each(name=POSITIONS)
def test_every_field_of_a_position_comes_back(rules: ModuleType, name: str) -> None:
    words = packed(POSITIONS[name])
    assert rules.at(words).words() == words
    assert rules.at(words).copy().words() == words
    assert readable(words, POSITIONS[name].setup) == POSITIONS[name]
