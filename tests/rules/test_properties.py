"""What holds in every legal game of any number of players with any options."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from companion.rules.actions import DRAWS, REACH_INTO_BAG, Action, Draw
from companion.rules.legal import has_god, legal_actions, remaining_losses
from companion.rules.model import Discarding, Game, Player
from companion.rules.play import play
from companion.rules.problems import IllegalAction, Why
from companion.rules.records.notation import position, text
from companion.rules.tiles import KINDS, Tile, counts
from tests.rules.games import History, histories, positions
from tests.rules.table import refused
from tests.rules.universe import every_action, in_order
from tests.together import for_each


@given(histories(), st.integers(0, 9))
def test_an_action_is_played_exactly_if_it_is_listed_as_legal(history: History, first: int) -> None:
    for game in history.games[first::10]:
        legal = set(legal_actions(game))
        assert len(legal) == len(legal_actions(game))
        for action in every_action(game):
            assert is_played(game, action) == (in_order(action) in legal), (text(game), action)


def is_played(game: Game, action: Action) -> bool:
    """Whether the rules let it happen; if not, they say why in a whole sentence."""
    try:
        play(game, action)
    except IllegalAction as refused_:
        sentence = str(refused_)
        assert sentence
        assert "{" not in sentence
        return False
    return True


@given(histories())
def test_in_no_game_is_anybody_without_a_god_told_to_use_one(history: History) -> None:
    for game in history.games:
        for kind in (Tile.RA, Tile.NILE):
            try:
                play(game, DRAWS[kind])
            except IllegalAction as why:
                told = "use a God tile" in str(why)
                assert not told or has_god(game.players[game.active])


def test_the_facts_of_a_refusal_are_values_that_any_language_can_say() -> None:
    refusal = refused("auction A3 by Ann | Ann | *Ben | Cleo", "bid 12", "bid 11")
    assert refusal.facts == {"name": "Cleo", "sun": 11, "best": 12}
    refusal = refused(UNREST, "discard civ_art mon_temple")
    assert refusal.facts == {"name": "Ann", "disaster": Tile.UNREST, "tile": Tile.TEMPLE}


def test_reaching_into_the_bag_is_no_action_before_a_tile_has_come_out() -> None:
    with pytest.raises(TypeError, match="ReachIntoBag cannot be played"):
        play(position("*Ann | Ben"), REACH_INTO_BAG)  # type: ignore[arg-type]  # what mypy forbids


UNREST = "disaster dis_unrest | *Ann: 2 civ_art, civ_writing, mon_temple | Ben | Cleo"


@pytest.mark.parametrize("kind", KINDS)
def test_giving_up_more_tiles_than_a_bundle_counts_is_refused_like_any_other(kind: Tile) -> None:
    given = " ".join([kind] * 256)
    assert refused(UNREST, f"discard {given}").sentence in {
        Why.DISCARD_FAMILY,
        Why.DISCARD_NOT_OWNED,
    }


def test_what_was_chosen_for_a_disaster_cannot_be_chosen_again() -> None:
    waits = position(UNREST)
    assert isinstance(waits.stage, Discarding)
    art, writing = Tile.ART, Tile.WRITING
    assert remaining_losses(waits, waits.stage, ()) == ((art, 2), (writing, 1))
    assert remaining_losses(waits, waits.stage, (art,)) == ((art, 1), (writing, 1))
    assert remaining_losses(waits, waits.stage, (art, writing)) == ((art, 1), (writing, 0))


@for_each(kind=[kind for kind in KINDS if kind is not Tile.RA])
def test_e101_a_tile_of_which_the_bag_holds_none_cannot_be_drawn(kind: Tile) -> None:
    rest = ", ".join(f"{other.copies} {other}" for other in KINDS if other is not kind)
    refusal = refused(f"bag {rest} | *Ann | Ben | Cleo", f"draw {kind}")
    assert refusal.sentence is Why.NONE_LEFT
    assert refusal.facts == {"copies": kind.copies, "tile": kind}


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
