"""A position as text, both ways."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.rules.corrections.conservation import impossibilities
from companion.rules.editions import Edition, NoPenalty, Options, Seat, Split, Sun, setup
from companion.rules.model import Auction, AuctionCause, Discarding, new_game
from companion.rules.names import steers
from companion.rules.records.notation import BadNotation, position, text
from companion.rules.tiles import Tile, bundle_of, count
from tests.rules.games import History, histories
from tests.rules.table import table

IN_AN_AUCTION = """\
epoch 2 | ra 3/8 | track gold nile . dis_drought | centre 7 | auction A3 by Ann best Ben 9 \
| removed 2 ra, 3 god, mon_pyramid
Ann 13 8 5 (2) 10 points: 2 pharaoh, flood
Ben 12 9 (6 3) 4 points
*Cleo 11 10 4 1 17 points: god, 3 mon_temple"""


def test_a_text_says_what_lies_where() -> None:
    game = position(IN_AN_AUCTION)
    assert (game.epoch, game.ra_count, game.ra_limit, game.centre) == (2, 3, 8, 7)
    assert game.track == (Tile.GOLD, Tile.NILE, None, Tile.DROUGHT, None, None, None, None)
    assert game.stage == Auction(Seat(0), AuctionCause.INVOKED, Sun(9), Seat(1))
    assert (game.active, game.name) == (2, "Cleo")
    assert game.players[1].suns == (9, 12)
    assert game.players[1].spent == (6, 3)
    assert game.players[2].tiles == bundle_of({Tile.GOD: 1, Tile.TEMPLE: 3})
    assert [player.score for player in game.players] == [10, 4, 17]
    assert game.removed == bundle_of({Tile.RA: 2, Tile.GOD: 3, Tile.PYRAMID: 1})
    assert count(game.bag, Tile.RA) == 25


def test_without_anything_but_players_it_is_a_new_game() -> None:
    assert position("Ann | Ben | Cleo") == new_game(setup(("Ann", "Ben", "Cleo")))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann | centre 1 | ra 2 | Ben | epoch 3", "epoch 3\nra 2/6\n\nAnn\nBen |"),
        ("track 2 nile 3 . gold | Ann | Ben", "track nile nile . . . gold | Ann | Ben"),
        ("removed . god | Ann | Ben", "removed god | Ann | Ben"),
    ],
)
def test_there_are_several_ways_to_write_a_position(one: str, other: str) -> None:
    assert table(one) == table(other)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Ann 9 6 5 (2) | Ben 8 7 4 (3)", "Ann"),
        ("Ann 2 (9 6 5) | Ben 8 7 4 (3)", "Ben"),
        ("auction A3 by Ann | Ann | Ben | Cleo", "Ben"),
        ("auction A3 by Ann | Ann | Ben (12 9 6 3) | Cleo", "Cleo"),
        ("auction A3 by Ann best Ben 9 | Ann | Ben | Cleo", "Cleo"),
        ("centre 13 | Ann (8 5 2 12) | Ben 1 (9 6 3) | Cleo (11 10 7 4)", "Ben"),
        ("epoch 3 | over | Ann (9 6 5 1) | *Ben (8 7 4 3)", "Ben"),
    ],
)
def test_without_a_star_the_next_bidder_decides_or_the_highest_face_up_sun(
    written: str, name: str
) -> None:
    assert position(written).name == name
    assert position(text(position(written))) == position(written)


def test_what_is_said_to_be_in_the_bag_is_all_that_is_in_it() -> None:
    game = position("track god | bag 2 ra, nile | Ann: gold | Ben")
    assert game.bag == bundle_of({Tile.RA: 2, Tile.NILE: 1})
    assert count(game.removed, Tile.RA) == 28
    assert count(game.removed, Tile.GOD) == 7
    assert count(game.removed, Tile.GOLD) == 4


def test_a_disaster_that_waits_has_left_the_bag_and_the_game() -> None:
    game = position("disaster 2 dis_unrest by Ben | *Ann 9 6 5 (1): 5 civ_art, civ_writing | Ben")
    assert game.stage == Discarding(2, 0, Seat(1))
    assert count(game.bag, Tile.UNREST) == 2
    assert count(game.removed, Tile.UNREST) == 2
    assert "removed" not in text(game)


def test_options_are_written_only_when_they_are_not_the_usual_ones() -> None:
    assert "options" not in text(position("Ann | Ben"))
    game = position("options rgg2009, bgg, final_only | ra 2/7 | Ann | Ben")
    assert game.setup == setup(
        ("Ann", "Ben"),
        Options(
            edition=Edition.RGG_2009,
            ra_limit=7,
            two_player_split=Split.BGG,
            two_player_no_penalty=NoPenalty.FINAL_ONLY,
        ),
    )
    assert text(game).startswith("epoch 1 | ra 2/7 | options rgg2009, bgg, final_only | limit 7 |")


def test_a_usual_track_length_that_was_chosen_is_told_from_one_that_was_not() -> None:
    assert position("ra 0/6 | Ann | Ben").setup.options.ra_limit is None
    chosen = position("limit 6 | ra 0/6 | Ann | Ben")
    assert chosen.setup.options.ra_limit == 6
    assert position(text(chosen)) == chosen


def test_two_players_of_one_name_are_called_by_their_places() -> None:
    game = position("auction A3 by #2 | Ann | Ann | Ann")
    assert game.stage == Auction(Seat(1), AuctionCause.INVOKED)
    assert "auction A3 by #2" in text(game)
    assert position(text(game)) == game


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("Ann: 6 mon_pyramid | Ben", "Ann: there are only 5 mon_pyramid, not 6"),
        ("Ann: 3 mon_pyramid | Ben: 3 mon_pyramid", "tiles"),
        ("track 3 mon_pyramid | removed 3 mon_pyramid | Ann | Ben", "tiles"),
        ("track gold | bag ra, 5 gold | Ann | Ben", "tiles"),
        ("bag ra | removed god | Ann | Ben", "bag"),
        ("bag 5 gold | Ann | Ben", "bag"),
        ("removed 6 gold, 30 ra | Ann | Ben", "removed: there are only 5 gold, not 6"),
        ("removed 30 ra | Ann | Ben", "bag: there is always a Ra tile left in it until"),
        ("Ann: ra | Ben", "Ann"),
        ("Ann | Ben: dis_drought", "Ben"),
        ("Ann: pyramid | Ben", "Ann"),
        ("track 9 nile | Ann | Ben", "track"),
        ("track ra | Ann | Ben", "track"),
        ("track what | Ann | Ben", "track"),
        ("Ann 9 9 5 2 | Ben", "suns: sun 9 appears 2 times (Ann, Ann), but there is only one"),
        ("Ann 9 6 5 2 | Ben 9 7 4 3", "suns"),
        ("Ann 10 6 5 2 | Ben", "suns: sun 10 is not dealt to 2 players"),
        ("centre 9 | Ann | Ben", "suns"),
        ("Ann 9 6 5 | Ben", "Ann: Ann needs 4 suns, not 3"),
        ("Ann | Ben 8 7 (4 3 1)", "Ben"),
        ("Ann | Ben 87654 7 4 3", "suns"),
        ("epoch 4 | Ann | Ben", "epoch"),
        ("epoch two | Ann | Ben", "epoch"),
        ("epoch 0 | Ann | Ben", "epoch"),
        ("epoch 1 | epoch 2 | Ann | Ben", "epoch"),
        ("ra 6 | Ann | Ben", "ra: a full Ra track ends the epoch"),
        ("ra many | Ann | Ben", "ra"),
        ("limit 7 | ra 0/6 | Ann | Ben", "ra"),
        ("limit 11 | Ann | Ben", "players"),
        ("Ann", "players"),
        ("", "players"),
        ("Ann | Ben | Cleo | Dan | Eve | Finn", "players"),
        ("options casino | Ann | Ben", "options"),
        ("dealt 9 8 7 6 | Ann | Ben", "players"),
        ("*Ann | *Ben", "Ben"),
        ("*Ann (9 6 5 2) | Ben", "Ann"),
        ("gods | over | Ann | Ben", "over"),
        ("over | epoch 2 | Ann (9 6 5 2) | Ben (8 7 4 3)", "over"),
        ("over | epoch 3 | Ann | Ben", "over"),
        ("auction A4 by Ann | Ann | Ben", "auction"),
        ("auction A3 | Ann | Ben", "auction"),
        ("auction A3 by Cleo | Ann | Ben", "Cleo"),
        ("auction A3 by #3 | Ann | Ben", "#3"),
        ("auction A3 by Ann | Ann | Ann", "Ann"),
        ("auction A2 by Ann | Ann | Ben", "auction"),
        ("auction A3 by Ann | track 8 nile | Ann | Ben", "auction"),
        ("auction A1 by Ann | Ann | Ben", "auction"),
        ("auction A3 by Ann | Ann (9 6 5 2) | Ben", "auction"),
        ("auction A3 by Ann best Ben 9 | Ann | Ben", "auction"),
        ("auction A3 by Ann best Cleo 11 | Ann | *Ben | Cleo", "auction"),
        ("auction A3 by Ann best Ben 12 | Ann | *Ben | Cleo", "auction"),
        ("disaster dis_funeral | Ann: 5 pharaoh | Ben", "disaster: only dis_unrest and dis_ea"),
        ("disaster | Ann | Ben", "disaster: only dis_unrest and dis_earthquake leave a choice"),
        ("disaster dis_unrest | Ann: civ_art, civ_writing | Ben", "disaster"),
        ("disaster dis_earthquake | Ann: 5 mon_temple | Ben", "disaster"),
        ("disaster dis_unrest by Ann | *Ann: 2 civ_art, civ_writing | Ben", "Ann"),
        ("disaster 5 dis_unrest | Ann: 5 civ_art, 5 civ_writing, civ_religion | Ben", "disaster"),
        ('"Ann | Ben', '"Ann | Ben'),
        (r'"An\n" | "B\en"', r'"B\en"'),
        ("Ann of Athens | Ben", "Ann of Athens"),
        ("Ann 9 6 5 2) | Ben", "Ann 9 6 5 2)"),
        ("Ann -5 points | Ben", "Ann -5 points"),
    ],
)
def test_what_cannot_be_read_or_cannot_be_is_refused_with_its_part(written: str, says: str) -> None:
    with pytest.raises(BadNotation) as caught:
        position(written)
    assert str(caught.value).startswith(says)
    assert caught.value.part == says.partition(": ")[0]


def test_a_negative_score_is_not_written_nor_read() -> None:
    game = position("Ann | Ben")
    broken = replace(game.players[0], score=-1)
    with pytest.raises(BadNotation):
        position(text(replace(game, players=(broken, game.players[1]))))


ODD_NAMES = st.text(max_size=8).filter(lambda name: not steers(name)) | st.sampled_from(
    ["epoch", "Jo Ann", "x|y", "#2", '"', "ラー", "(9 6)", "3 gold", "points", "Ann", "*Ann", "a:b"]
)


@given(histories(ODD_NAMES))
def test_every_position_of_every_game_comes_back_from_its_text(history: History) -> None:
    for game in history.games[::31]:
        assert position(text(game)) == game


@given(histories())
def test_no_position_of_any_game_is_impossible(history: History) -> None:
    assert not [flaw for game in history.games[::5] for flaw in impossibilities(game)]


@example(IN_AN_AUCTION)
@given(st.text() | st.lists(st.sampled_from(IN_AN_AUCTION.split())).map(" ".join))
def test_any_text_is_a_position_or_is_refused(written: str) -> None:
    try:
        game = position(written)
    except BadNotation:
        return
    assert position(text(game)) == game
