"""What random games reach too seldom for one mistake in the packed rules to be noticed."""

from types import ModuleType

import pytest
from msgspec.structs import replace

from companion.rules.actions import (
    DRAWS,
    END_GODS,
    GODS,
    INVOKE,
    LANE_SLOTS,
    PASS,
    UNSOLD,
    Action,
    Discard,
)
from companion.rules.editions import Seat, setup
from companion.rules.model import Disaster, Game, Phase, new_game
from companion.rules.packed.positions import packed, packed_action
from companion.rules.play import play
from companion.rules.scoring.scoring import DIVERSITY_POINTS, QUANTITY_POINTS
from companion.rules.tiles import FAMILIES, Family, Tile, Tiles, bundle
from tests.rules.table import NAMES
from tests.together import for_each

MONUMENTS = FAMILIES[Family.MONUMENT]


def owning(tiles: Tiles) -> Game:
    """Return a game of three whose first player has these tiles."""
    game = new_game(setup(NAMES[:3]))
    return replace(game, players=(replace(game.players[0], tiles=tiles), *game.players[1:]))


@for_each(different=range(1, 9), copies=range(1, 8))
def test_monuments_are_worth_as_much_as_by_the_readable_rules(
    rules: ModuleType, different: int, copies: int
) -> None:
    held = bundle(tile for tile in MONUMENTS[:different] for _ in range(copies))
    hand = rules.at(packed(owning(held))).hands[0]
    worth = DIVERSITY_POINTS[different] + different * (*QUANTITY_POINTS, 0, 0)[copies]
    assert rules.points_of_monuments(hand.tiles) == worth


@for_each(kind=FAMILIES[Family.CIVILISATION], copies=range(1, 6))
def test_an_unrest_takes_two_of_an_only_civilisation(
    rules: ModuleType, kind: Tile, copies: int
) -> None:
    hand, rest = (
        rules.at(packed(owning(bundle([kind] * number)))).hands[0]
        for number in (copies, max(0, copies - 2))
    )
    assert rules.lose(hand, rules.CIVILISATIONS, 2)
    assert hand.tiles == rest.tiles


def test_when_the_game_is_over_nothing_is_allowed(rules: ModuleType) -> None:
    table = rules.at(packed(replace(new_game(setup(NAMES[:3])), stage=Phase.OVER)))
    every: list[Action] = [*DRAWS.values(), INVOKE, END_GODS, PASS, UNSOLD, Discard((Tile.ART,))]
    for action in every:
        with pytest.raises(ValueError, match="do not allow"):
            table.play(packed_action(action))


@pytest.mark.parametrize(
    "lost",
    [
        (Tile.ART, Tile.ART),
        (Tile.ART, Tile.WRITING),
        (Tile.ART,),
        (Tile.ART, Tile.RELIGION, Tile.RELIGION),
    ],
)
def test_nobody_gives_up_what_they_do_not_own_nor_fewer_or_more_than_they_must(
    rules: ModuleType, lost: tuple[Tile, ...]
) -> None:
    held = bundle([Tile.ART, Tile.RELIGION, Tile.RELIGION])
    table = rules.at(packed(replace(owning(held), stage=Disaster(1, 0, None))))
    with pytest.raises(ValueError, match="do not allow"):
        table.play(packed_action(Discard(lost)))
    table.play(packed_action(Discard((Tile.ART, Tile.RELIGION))))


def test_nobody_draws_when_the_track_is_full(rules: ModuleType) -> None:
    game = replace(new_game(setup(NAMES[:3])), lane=(Tile.NILE,) * LANE_SLOTS)
    table = rules.at(packed(game))
    for draw in DRAWS.values():
        with pytest.raises(ValueError, match="do not allow"):
            table.play(packed_action(draw))
    table.play(packed_action(INVOKE))


@pytest.mark.parametrize(
    ("disaster", "owned"),
    [
        (Tile.FUNERAL, Tile.PHARAOH),
        (Tile.DROUGHT, Tile.FLOOD),
        (Tile.UNREST, Tile.ART),
        (Tile.EARTHQUAKE, Tile.FORTRESS),
    ],
)
def test_a_disaster_that_a_god_takes_costs_two_tiles(
    rules: ModuleType, disaster: Tile, owned: Tile
) -> None:
    held = bundle([Tile.GOD, *[owned] * 5])
    game = replace(owning(held), lane=(Tile.NILE, disaster, *[None] * 6), active=Seat(0))
    table = rules.at(packed(game))
    table.play(packed_action(GODS[1]))
    assert table.hands[0].tiles == rules.at(packed(owning(bundle([owned] * 3)))).hands[0].tiles
    assert table.words() == packed(play(game, GODS[1])[0])


def test_in_a_position_laid_out_anew_the_turn_passes_by_whoever_has_no_suns(
    rules: ModuleType,
) -> None:
    game = replace(new_game(setup(NAMES[:3])), active=Seat(0))
    one, other, last = game.players
    game = replace(game, players=(one, replace(other, up=(), down=other.up), last))
    table = rules.at(packed(game))
    table.play(packed_action(DRAWS[Tile.GOLD]))
    assert table.active == 2
    assert table.words() == packed(play(game, DRAWS[Tile.GOLD])[0])
