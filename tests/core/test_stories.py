"""What must have happened for things to lie where they lie."""

import pytest

from companion.pages.hardware import Story, ZonesSeen, told
from companion.rules.actions import DRAWS, END_GODS, INVOKE, PASS, UNSOLD, Bid, Discard, UseGod, Won
from companion.rules.editions import Sun
from companion.rules.legal import legal_actions
from companion.rules.model import Game, Phase
from companion.rules.play import play
from companion.rules.records.notation import position
from companion.rules.tiles import Tile, bundle

TWO = """
epoch 1 | ra 0 | centre 1 | track {track}
*Anna 2 5 8 13 10 points: {tiles}
Ben 3 6 9 12 10 points: pharaoh
Cleo 4 7 10 11 10 points: nile
"""


NILE, PHARAOH, GOLD, ART = Tile.NILE, Tile.PHARAOH, Tile.GOLD, Tile.ART


def table(track: str = "", tiles: str = "nile") -> Game:
    """Return a table of three; Anna is in turn."""
    places = [*track.split(), *["."] * (8 - len(track.split()))]
    return position(TWO.format(track=" ".join(places), tiles=tiles).strip())


def after(game: Game, *actions: object) -> Game:
    """Return the table after these actions."""
    for action in actions:
        game, _ = play(game, action)  # type: ignore[arg-type]  # any action, to be short
    return game


def kinds(*tiles: Tile) -> frozenset[Tile]:
    return frozenset(tiles)


def only(game: Game, seen: ZonesSeen) -> Story:
    """Return the one story."""
    found = told(game, seen)
    assert not found.is_under_way
    (story,) = found.stories
    return story


def test_what_lies_there_as_entered_tells_nothing() -> None:
    assert told(table("nile gold"), ZonesSeen((GOLD, NILE), sun=Sun(1))).agrees
    assert told(table("nile gold"), ZonesSeen()).agrees


def test_a_tile_that_came_to_the_track_was_drawn() -> None:
    assert only(table("nile"), ZonesSeen((NILE, GOLD), came=kinds(GOLD), sun=Sun(1))) == (
        DRAWS[GOLD],
    )


def test_a_tile_that_lies_there_and_did_not_come_was_not_drawn() -> None:
    assert told(table("nile"), ZonesSeen((NILE, GOLD), sun=Sun(1))).stories == ()


def test_two_tiles_at_once_have_two_stories() -> None:
    seen = ZonesSeen((NILE, GOLD), came=kinds(GOLD, NILE), sun=Sun(1))
    stories = told(table(), seen).stories
    assert set(stories) == {(DRAWS[NILE], DRAWS[GOLD]), (DRAWS[GOLD], DRAWS[NILE])}


def test_a_ra_tile_on_its_track_was_drawn_whether_or_not_the_figure_was_taken_yet() -> None:
    ra = (DRAWS[Tile.RA],)
    assert only(table("nile"), ZonesSeen((NILE,), ra=1, sun=Sun(1))) == ra
    assert only(table("nile"), ZonesSeen((NILE,), ra=1, sun=Sun(1), has_figure_left=True)) == ra


def test_a_figure_that_left_its_place_called_ra() -> None:
    assert only(table("nile"), ZonesSeen((NILE,), sun=Sun(1), has_figure_left=True)) == (INVOKE,)


def test_a_figure_that_is_taken_after_ra_was_entered_by_hand_calls_nobody_twice() -> None:
    game = after(table("nile"), INVOKE)
    assert told(game, ZonesSeen((NILE,), sun=Sun(1), has_figure_left=True)).agrees


def test_the_sun_in_the_centre_tells_who_won() -> None:
    game = after(table("nile"), INVOKE)
    assert only(game, ZonesSeen((), went=kinds(NILE), sun=Sun(8))) == (Won(Sun(8)),)


def test_an_auction_that_nobody_entered_is_told_whole() -> None:
    assert only(table("nile"), ZonesSeen((), went=kinds(NILE), sun=Sun(8))) == (INVOKE, Won(Sun(8)))


@pytest.mark.parametrize("seen", [ZonesSeen((), sun=Sun(1)), ZonesSeen((NILE, GOLD), sun=Sun(8))])
def test_a_lot_that_is_half_taken_is_waited_for(seen: ZonesSeen) -> None:
    game = after(table("nile gold"), INVOKE)
    found = told(game, seen)
    assert found.is_under_way
    assert not found.stories


def test_nobody_bid_for_a_full_track_is_told_by_the_next_tile() -> None:
    lane = (NILE, PHARAOH) * 4
    game = after(table("nile pharaoh " * 4), INVOKE)
    cleared = ZonesSeen((), went=kinds(*lane), sun=Sun(1))
    assert told(game, cleared).stories == ((UNSOLD,),)
    assert told(game, cleared).is_under_way, "somebody may still swap the suns"
    assert only(game, cleared._replace(lane=(GOLD,), came=kinds(GOLD))) == (UNSOLD, DRAWS[GOLD])


def test_nobody_bid_for_a_full_track_is_told_by_the_discarded_tiles() -> None:
    lane = (NILE, PHARAOH) * 4
    game = after(table("nile pharaoh " * 4), INVOKE)
    seen = ZonesSeen((), went=kinds(*lane), sun=Sun(1), discarded=bundle(lane))
    assert only(game, seen) == (UNSOLD,)


def test_nobody_bid_after_a_ra_tile_is_told_by_whatever_comes_next() -> None:
    game = after(table("nile"), DRAWS[Tile.RA])
    assert told(game, ZonesSeen((NILE,), sun=Sun(1))).agrees
    drawn = ZonesSeen((NILE, GOLD), came=kinds(GOLD), sun=Sun(1))
    assert only(game, drawn) == (UNSOLD, DRAWS[GOLD])
    called = ZonesSeen((NILE,), sun=Sun(1), has_figure_left=True)
    assert told(game, called).agrees, "the figure is taken for the auction that runs"
    assert only(game, ZonesSeen((NILE,), ra=1, sun=Sun(1))) == (UNSOLD, DRAWS[Tile.RA])


def test_a_tile_that_left_the_track_was_taken_by_a_god() -> None:
    game = table("nile gold", tiles="god")
    assert only(game, ZonesSeen((GOLD,), went=kinds(NILE), sun=Sun(1))) == (UseGod(0),)


def test_without_a_god_a_missing_tile_tells_nothing() -> None:
    assert told(table("nile gold"), ZonesSeen((GOLD,), went=kinds(NILE), sun=Sun(1))).stories == ()


def test_a_tile_that_never_lay_there_was_not_taken_by_a_god() -> None:
    """Entered twice by hand, drawn once."""
    game = table("nile nile", tiles="god")
    assert told(game, ZonesSeen((NILE,), sun=Sun(1))).stories == ()


def test_the_last_tile_of_the_track_may_be_a_gods_or_a_lot_that_is_half_taken() -> None:
    found = told(table("nile", tiles="god"), ZonesSeen((), went=kinds(NILE), sun=Sun(1)))
    assert (found.stories, found.is_under_way) == (((UseGod(0),),), True)


def test_with_the_figure_at_its_place_no_lot_is_being_taken() -> None:
    seen = ZonesSeen((), went=kinds(NILE), sun=Sun(1), is_figure_home=True)
    assert only(table("nile", tiles="god"), seen) == (UseGod(0),)


def test_of_equal_tiles_the_one_was_taken_whose_tag_has_left() -> None:
    game = table("nile gold nile", tiles="god")
    seen = ZonesSeen((NILE, GOLD), went=kinds(NILE), sun=Sun(1))
    assert only(game, seen) == (UseGod(0),)
    assert only(game, seen._replace(emptied=frozenset({2}))) == (UseGod(2),)


def test_the_next_tile_ends_the_use_of_gods() -> None:
    game = after(table("nile gold", tiles="2 god"), UseGod(0))
    assert game.stage is Phase.GODS
    drawn = ZonesSeen((GOLD, ART), came=kinds(ART), sun=Sun(1))
    assert only(game, drawn) == (END_GODS, DRAWS[ART])


def test_what_an_unrest_takes_is_told_by_the_discarded_tiles() -> None:
    game = after(table("dis_unrest", tiles="civ_art, civ_writing, civ_religion"), INVOKE)
    won = ZonesSeen((), went=kinds(Tile.UNREST), sun=Sun(8))
    lost = (Tile.ART, Tile.WRITING)
    assert only(game, won) == (Won(Sun(8)),)
    assert only(game, won._replace(discarded=bundle(lost))) == (Won(Sun(8)), Discard(lost))
    struck = after(game, Won(Sun(8)))
    assert told(struck, ZonesSeen((), sun=Sun(8), discarded=bundle([Tile.ART]))).agrees
    assert only(struck, ZonesSeen((), sun=Sun(8), discarded=bundle(lost))) == (Discard(lost),)


def test_more_discarded_than_must_go_is_asked_about() -> None:
    game = after(table("dis_unrest", tiles="civ_art, civ_writing, civ_religion"), INVOKE)
    struck = after(game, Won(Sun(8)))
    seen = ZonesSeen((), sun=Sun(8), discarded=bundle([Tile.ART, Tile.WRITING, Tile.RELIGION]))
    assert len(told(struck, seen).stories) == 3


def test_bids_entered_one_by_one_are_completed_only_if_there_is_one_way() -> None:
    game = after(table("nile"), INVOKE, Bid(Sun(12)))
    won = ZonesSeen((), went=kinds(NILE), sun=Sun(12))
    assert only(game, won) == (PASS, PASS)
    low = after(table("nile"), INVOKE, Bid(Sun(3)))
    assert len(told(low, won._replace(sun=Sun(8))).stories) > 1, "did Cleo bid in between?"


def test_without_a_sun_that_is_read_nobody_is_said_to_have_won() -> None:
    game = after(table("nile"), DRAWS[Tile.RA])
    assert len(told(game, ZonesSeen((), went=kinds(NILE))).stories) > 4


def test_the_ra_tile_that_ends_an_epoch_is_told_before_the_board_is_cleared() -> None:
    last = "epoch 1 | ra 7 | centre 1 | track nile . . . . . . .\n"
    game = position(last + "\n".join(TWO.strip().splitlines()[1:]).format(tiles="nile"))
    assert only(game, ZonesSeen((NILE,), ra=1, sun=Sun(1))) == (DRAWS[Tile.RA],)


def test_an_unknown_tag_may_be_any_tile_that_was_entered() -> None:
    assert told(table("nile gold"), ZonesSeen((NILE,), unknown=1, sun=Sun(1))).agrees
    assert told(table("nile"), ZonesSeen((NILE,), unknown=1, sun=Sun(1))).stories == ()


def test_a_game_that_is_over_tells_nothing_more() -> None:
    game = table("nile")
    while legal_actions(game):
        game = after(game, legal_actions(game)[-1])
    assert told(game, ZonesSeen((GOLD,), came=kinds(GOLD), sun=Sun(1))).stories == ()
