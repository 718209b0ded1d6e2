"""What only a companion can meet: a reader that errs, corrections, secrets on a shared screen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from companion.rules.actions import Action, Draw
from companion.rules.editions import setup
from companion.rules.events import AuctionBegan, EpochEnded
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, Game, Player, new_game
from companion.rules.play import play
from companion.rules.problems import IllegalAction, Why
from companion.rules.records.notation import position, text
from companion.rules.tiles import KINDS, Tile, count, counts
from tests.rules.games import History, histories, positions
from tests.rules.table import NAMES, action, after, refused, told
from tests.together import for_each


@for_each(kind=[kind for kind in KINDS if kind is not Tile.RA])
def test_e101_a_tile_of_which_the_bag_holds_none_cannot_be_drawn(kind: Tile) -> None:
    rest = ", ".join(f"{other.copies} {other}" for other in KINDS if other is not kind)
    refusal = refused(f"bag {rest} | *Ann | Ben | Cleo", f"draw {kind}")
    assert refusal.sentence is Why.NONE_LEFT
    assert refusal.facts == {"copies": kind.copies, "tile": kind}


def test_e101_a_thirty_first_ra_tile_cannot_be_drawn() -> None:
    game = position("bag ra, nile | *Ann | Ben | Cleo")
    without = replace(game, bag=Tile.NILE.one)
    with pytest.raises(IllegalAction) as caught:
        play(without, Draw(Tile.RA))
    assert str(caught.value) == "all 30 Ra tiles are already out of the bag"


@given(histories())
def test_e103_every_tile_is_always_somewhere_exactly_once(history: History) -> None:
    for game in history.games:
        for kind in KINDS:
            there = count(game.bag, kind) + count(game.removed, kind) + game.track.count(kind)
            there += sum(count(player.tiles, kind) for player in game.players)
            there += game.ra_count if kind is Tile.RA else 0
            assert there == kind.copies


def replayed(players: int, actions: list[Action]) -> Game:
    """Return the table after these actions from the beginning."""
    game = new_game(setup(NAMES[:players]))
    for act in actions:
        game, _ = play(game, act)
    return game


def test_e104_a_tile_corrected_to_ra_begins_the_auction_it_should_have_begun() -> None:
    course = [action(words) for words in ("draw gold", "draw nile")]
    assert text(replayed(3, course)).startswith("epoch 1 | ra 0/8 | track gold nile |")
    corrected = [*course[:-1], action("draw ra")]
    game = replayed(3, corrected)
    assert isinstance(game.stage, Auction)
    assert (game.name, game.ra_count) == ("Cleo", 1)


def test_e104_a_tile_corrected_to_the_last_ra_ends_the_epoch_it_should_have_ended() -> None:
    before = "ra 7 | track 2 nile | *Ann | Ben | Cleo"
    assert after(before, "draw gold").epoch == 1
    assert any(isinstance(event, EpochEnded) for event in told(before, "draw ra"))


def test_e104_a_ra_corrected_to_another_tile_takes_its_auction_back() -> None:
    before = "ra 3 | track nile | *Ann | Ben | Cleo"
    assert isinstance(told(before, "draw ra")[-1], AuctionBegan)
    game = after(before, "draw gold")
    assert (game.ra_count, game.name) == (3, "Ben")
    assert not isinstance(game.stage, Auction)


@given(histories(), st.data())
def test_e104_what_follows_a_correction_is_what_the_corrected_tile_brings(
    history: History, data: st.DataObject
) -> None:
    draws = [i for i, act in enumerate(history.actions) if isinstance(act, Draw)]
    place = data.draw(st.sampled_from(draws))
    before = history.games[place]
    kind = data.draw(st.sampled_from(list(counts(before.bag))))
    game = history.games[0]
    for act in [*history.actions[:place], Draw(kind)]:
        game, _ = play(game, act)
    assert game == play(before, Draw(kind))[0]


def test_e105_of_all_a_player_holds_only_the_score_is_secret() -> None:
    assert {field.name for field in fields(Player)} == {"suns", "spent", "tiles", "score"}


@given(positions(), st.integers(0, 300))
def test_e105_nothing_a_player_may_do_depends_on_the_hidden_scores(game: Game, hidden: int) -> None:
    masked = replace(game, players=tuple(replace(player, score=hidden) for player in game.players))
    assert legal_actions(masked) == legal_actions(game)
