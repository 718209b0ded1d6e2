"""Before the first turn: players, suns, points, the length of the Ra track."""

from itertools import permutations

import pytest

from companion.rules.editions import (
    Edition,
    EpochNames,
    NoPenalty,
    Options,
    RaDisplay,
    Split,
    epoch_names,
    ra_display,
    setup,
)
from companion.rules.model import new_game
from companion.rules.problems import BadSetup, Why
from companion.rules.tiles import ALL_TILES, NO_TILES
from tests.rules.table import NAMES


def mistakes(players: int, options: Options) -> list[object]:
    """Return why a game cannot begin like this."""
    with pytest.raises(BadSetup) as caught:
        setup(NAMES[:players], options)
    return [refusal.sentence for refusal in caught.value.problems]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_e03_the_owner_of_the_highest_sun_begins_whatever_the_seat(players: int) -> None:
    groups = setup(NAMES[:players]).suns
    highest = max(sun for group in groups for sun in group)
    for dealt in permutations(groups):
        game = new_game(setup(NAMES[:players], Options(suns=dealt)))
        assert highest in game.players[game.active].suns


@pytest.mark.parametrize("players", [0, 1, 6])
def test_e04_ra_is_not_for_one_player_nor_for_six(players: int) -> None:
    names = (*NAMES, "Finn")[:players]
    with pytest.raises(BadSetup, match=f"2 to 5 players, not {players}"):
        setup(names)


def test_e04_the_1999_edition_seats_two_only_with_a_variant() -> None:
    assert mistakes(2, Options(edition=Edition.ALEA_1999)) == [Why.NEEDS_VARIANT]
    for variant in (
        Options(edition=Edition.ALEA_1999, two_player_split=Split.RAZZIA),
        Options(edition=Edition.ALEA_1999, ra_limit=7),
    ):
        assert len(setup(("Ann", "Ben"), variant).suns) == 2


def test_a_game_begins_with_all_tiles_in_the_bag_and_nothing_on_the_table() -> None:
    game = new_game(setup(NAMES))
    assert (game.bag, game.removed, game.ra_count) == (ALL_TILES, NO_TILES, 0)
    assert set(game.track) == {None}
    assert [player.tiles for player in game.players] == [NO_TILES] * 5
    assert [player.spent for player in game.players] == [()] * 5


def test_options_of_two_players_change_nothing_for_more() -> None:
    options = Options(two_player_split=Split.BGG, two_player_no_penalty=NoPenalty.FINAL_ONLY)
    assert setup(NAMES[:3], options).suns == setup(NAMES[:3]).suns


def test_all_that_does_not_fit_is_named_at_once() -> None:
    options = Options(suns=((2, 2, 4), (6, 7, 8, 99), (9, 10, 11, 12)), ra_limit=0)
    wrong = {Why.RA_LIMIT, Why.SUNS_EACH, Why.SUN_TWICE, Why.SUN_NOT_IN_PLAY}
    assert set(mistakes(3, options)) == wrong


def test_only_the_newest_edition_sails_a_boat_and_numbers_its_epochs() -> None:
    *older, newest = Edition
    assert (ra_display(newest), epoch_names(newest)) == (RaDisplay.BOAT, EpochNames.NUMBERS)
    assert {(ra_display(each), epoch_names(each)) for each in older} == {
        (RaDisplay.TILES, EpochNames.KINGDOMS)
    }


def test_a_name_may_have_500_characters_and_no_more() -> None:
    assert setup(("Ann", "B" * 500)).players[1] == "B" * 500
    with pytest.raises(BadSetup, match="name of player 2 is too long"):
        setup(("Ann", "B" * 501))
