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
from companion.rules.events import AuctionBegan, EpochBegan, EpochEnded, Event
from companion.rules.model import new_game
from companion.rules.play import play
from companion.rules.problems import BadSetup, Why
from companion.rules.records.notation import text
from companion.rules.tiles import ALL_TILES, NO_TILES
from tests.rules.table import ANN, NAMES, action


def laid_out(players: int, options: Options | None = None) -> str:
    """Return the table before the first turn."""
    return text(new_game(setup(NAMES[:players], options or Options())))


def mistakes(players: int, options: Options) -> list[object]:
    """Return why a game cannot begin like this."""
    with pytest.raises(BadSetup) as caught:
        setup(NAMES[:players], options)
    return [refusal.sentence for refusal in caught.value.problems]


def test_e01_two_players_share_the_suns_2_to_9_and_the_owner_of_9_begins() -> None:
    assert laid_out(2).splitlines() == [
        "epoch 1 | ra 0/6 | centre 1",
        "*Ann 9 6 5 2 10 points",
        "Ben 8 7 4 3 10 points",
    ]


def test_e02_three_players_have_four_suns_each_and_the_owner_of_13_begins() -> None:
    assert laid_out(3).splitlines() == [
        "epoch 1 | ra 0/8 | centre 1",
        "*Ann 13 8 5 2 10 points",
        "Ben 12 9 6 3 10 points",
        "Cleo 11 10 7 4 10 points",
    ]


def test_four_players_have_three_suns_each_and_the_owner_of_13_begins() -> None:
    assert laid_out(4).splitlines() == [
        "epoch 1 | ra 0/9 | centre 1",
        "*Ann 13 6 2 10 points",
        "Ben 12 7 3 10 points",
        "Cleo 11 8 4 10 points",
        "Dan 10 9 5 10 points",
    ]


def test_e03_five_players_use_all_16_suns_and_the_owner_of_16_begins() -> None:
    assert laid_out(5).splitlines() == [
        "epoch 1 | ra 0/10 | centre 1",
        "*Ann 16 7 2 10 points",
        "Ben 15 8 3 10 points",
        "Cleo 14 9 4 10 points",
        "Dan 13 10 5 10 points",
        "Eve 12 11 6 10 points",
    ]


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


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_e05_everybody_begins_with_10_points(players: int) -> None:
    game = new_game(setup(NAMES[:players]))
    assert [player.score for player in game.players] == [10] * players


@pytest.mark.parametrize(
    ("split", "rows"),
    [
        (Split.RAZZIA, ["*Ann 9 6 5 2 10 points", "Ben 8 7 4 3 10 points"]),
        (Split.BAUMER, ["*Ann 9 6 4 2 10 points", "Ben 8 7 5 3 10 points"]),
        (Split.BGG, ["*Ann 9 6 4 3 10 points", "Ben 8 7 5 2 10 points"]),
    ],
)
def test_e06_two_players_may_split_the_suns_in_three_ways_and_the_owner_of_9_begins(
    split: Split, rows: list[str]
) -> None:
    assert laid_out(2, Options(two_player_split=split)).splitlines()[1:] == rows


@pytest.mark.parametrize("ra_limit", [6, 7])
def test_e07_an_epoch_of_two_ends_on_the_sixth_or_seventh_ra_tile_and_never_earlier(
    ra_limit: int,
) -> None:
    game = new_game(setup(("Ann", "Ben"), Options(ra_limit=ra_limit)))
    for epoch in (1, 2):
        for _ in range(ra_limit - 1):
            game, events = play(game, action("draw ra"))
            assert isinstance(events[-1], AuctionBegan)
            game, _ = play(game, action("unsold"))
        assert game.epoch == epoch
        game, events = play(game, action("draw ra"))
        assert isinstance(events[1], EpochEnded)
        assert game.epoch == epoch + 1


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
    options = Options(
        suns=((2, 2, 4), (6, 7, 8, 99), (9, 10, 11, 12)),
        ra_limit=0,
    )
    assert set(mistakes(3, options)) == {
        Why.RA_LIMIT,
        Why.SUNS_EACH,
        Why.SUN_TWICE,
        Why.SUN_NOT_IN_PLAY,
    }


def test_only_the_newest_edition_sails_a_boat_and_numbers_its_epochs() -> None:
    assert [ra_display(edition) for edition in Edition] == [
        *[RaDisplay.TILES] * 3,
        RaDisplay.BOAT,
    ]
    assert [epoch_names(edition) for edition in Edition] == [
        *[EpochNames.KINGDOMS] * 3,
        EpochNames.NUMBERS,
    ]


def test_a_name_may_have_500_characters_and_no_more() -> None:
    assert setup(("Ann", "B" * 500)).players[1] == "B" * 500
    with pytest.raises(BadSetup, match="name of player 2 is too long"):
        setup(("Ann", "B" * 501))


def test_e73_with_a_boat_and_with_ra_tiles_the_same_things_happen() -> None:
    boat, track = Edition.C25, Edition.RGG_2009
    assert (ra_display(boat), ra_display(track)) == (RaDisplay.BOAT, RaDisplay.TILES)
    accounts = [account(edition) for edition in (boat, track)]
    assert accounts[0] == accounts[1]
    assert EpochBegan(2, ANN) in accounts[0]


def account(edition: Edition) -> list[Event]:
    """Return what happens in an epoch of three players that the Ra track ends."""
    game = new_game(setup(NAMES[:3], Options(edition=edition)))
    account: list[Event] = []
    for words in ["draw nile", *["draw ra", "unsold"] * 7, "draw ra", "draw gold"]:
        game, events = play(game, action(words))
        account += events
    return account
