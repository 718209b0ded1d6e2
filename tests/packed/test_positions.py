"""What the packed rules cannot count is refused with a sentence."""

import pytest
from msgspec.structs import replace

from companion.rules.actions import (
    BIDS,
    DRAWS,
    END_GODS,
    GODS,
    INVOKE,
    PASS,
    REACH_INTO_BAG,
    UNSOLD,
    Action,
    Discard,
    Won,
)
from companion.rules.editions import Seat, Sun, setup
from companion.rules.model import Game, Player, new_game
from companion.rules.packed.positions import packed, packed_action, readable, readable_action
from companion.rules.play import play
from companion.rules.tiles import NO_TILES, Tile, Tiles
from tests.rules.table import NAMES


def test_a_position_is_laid_out_as_it_is_drawn() -> None:
    game = new_game(setup(NAMES[:3]))
    for action in (DRAWS[Tile.GOLD], DRAWS[Tile.UNREST], DRAWS[Tile.RA], BIDS[Sun(2)]):
        game, _ = play(game, action)
    table, discs, lane, bag, rest, *hands = packed(game)
    turn = 3 | 8 << 3 | 1 << 7 | 1 << 9 | 2 << 13 | 1 << 16
    assert table == turn | 1 << 19 | 2 << 21 | 0 << 24 | 0 << 27 | 0 << 30 | 0 << 32
    assert discs == 1 | 1 << 2 << 16
    assert lane == 6 | 22 << 5
    assert bag == 25 << 55 | 25 << 50 | 12 << 46 | 8 << 42 | 4 << 39 | 0o5_555_555_555_555
    assert rest == 29 | 2 << 5 | 2 << 8 | 3 << 11 | 2 << 14
    assert hands[:8] == [0, 0b1000010010010, 0, 10, 0, 0b100100100100, 0, 10]


def test_what_was_won_is_kept_in_order() -> None:
    game = new_game(setup(NAMES[:3]))
    player = replace(game.players[0], up=(Sun(2),), down=(Sun(1), Sun(13), Sun(9)))
    words = packed(replace(game, players=(player, *game.players[1:])))
    assert words[6:8] == (0b10, 1 | 1 << 12 << 16 | 1 << 8 << 32)


@pytest.mark.parametrize(
    ("action", "number"),
    [
        (DRAWS[Tile.EARTHQUAKE], 1 | 23 << 4),
        (INVOKE, 2),
        (GODS[3], 3 | 3 << 4),
        (END_GODS, 4),
        (BIDS[Sun(13)], 5 | 1 << 12 << 4),
        (PASS, 6),
        (Won(Sun(13)), 7 | 1 << 12 << 4),
        (UNSOLD, 8),
        (Discard((Tile.ART, Tile.ART, Tile.TEMPLE)), 9 | (2 | 1 << 36) << 4),
    ],
    ids=str,
)
def test_an_action_is_laid_out_as_it_is_told(action: Action, number: int) -> None:
    assert packed_action(action) == number
    assert readable_action(number) == action


def test_to_reach_into_the_bag_is_to_draw_no_tile() -> None:
    assert packed_action(REACH_INTO_BAG) == 1


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


@pytest.mark.parametrize("last", [15, 16])
def test_suns_that_cannot_be_there_are_refused(last: int) -> None:
    game = new_game(setup(NAMES[:2]))
    player = Player((), (Sun(16), Sun(15), Sun(14), Sun(last)))
    with pytest.raises(ValueError, match="no room for the suns"):
        packed(replace(game, players=(player, game.players[1]), active=Seat(1)))


@pytest.mark.parametrize(
    "changes",
    [{"ra_count": 16}, {"ra_count": -1}, {"bag": Tile.EARTHQUAKE.one * 8}],
    ids=str,
)
def test_a_number_that_needs_more_bits_than_it_has_is_refused(changes: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="count no further than"):
        packed(replace(new_game(setup(NAMES[:3])), **changes))
