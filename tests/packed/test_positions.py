"""What the packed rules cannot count is refused with a sentence."""

import pytest
from msgspec.structs import replace

from companion.rules.editions import Seat, Sun, setup
from companion.rules.model import Game, Player, new_game
from companion.rules.packed.positions import packed, readable, readable_action
from companion.rules.tiles import NO_TILES, Tile, Tiles
from tests.rules.table import NAMES


def owning(tiles: Tiles, score: int = 10) -> Game:
    """Return a game in which the first player has been given tiles."""
    game = new_game(setup(NAMES[:3]))
    first = replace(game.players[0], tiles=tiles, score=score)
    return replace(game, players=(first, *game.players[1:]))


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (owning(Tile.PYRAMID.one * 8), "cannot count 8 × mon_pyramid here"),
        (owning(Tile.FUNERAL.one), "cannot count 1 × dis_funeral here"),
        (owning(Tile.RA.one), "cannot count 1 × ra here"),
        (owning(NO_TILES, 1 << 20), "fewer points than 1048576"),
    ],
)
def test_more_than_fits_is_refused(game: Game, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        packed(game)


def test_a_surplus_that_fits_comes_back_with_its_game() -> None:
    game = replace(owning(Tile.PYRAMID.one * 7, (1 << 20) - 1), surplus=Tile.PYRAMID.one * 2)
    assert readable(packed(game), game.setup, game.surplus) == game


def test_the_decision_to_draw_is_no_action_yet() -> None:
    with pytest.raises(KeyError):
        readable_action(1)


def test_suns_that_cannot_be_there_are_refused() -> None:
    game = new_game(setup(NAMES[:2]))
    player = Player((), (Sun(16), Sun(15), Sun(14), Sun(16)))
    with pytest.raises(ValueError, match="no room for the suns"):
        packed(replace(game, players=(player, game.players[1]), active=Seat(1)))
