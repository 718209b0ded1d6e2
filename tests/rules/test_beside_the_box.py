"""What only a companion can meet: a reader that errs, corrections, secrets on a shared screen."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from companion.rules.actions import Draw
from companion.rules.legal import legal_actions
from companion.rules.model import Game, Player
from companion.rules.play import play
from companion.rules.problems import Why
from companion.rules.tiles import KINDS, Tile, counts
from tests.rules.games import History, histories, positions
from tests.rules.table import refused
from tests.together import for_each


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
