"""What stands in a game, at whatever level, and what can be looked at of it."""

import pytest

from companion.rules.actions import DRAWS, UNSOLD, Level, Won
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import Sun, setup
from companion.rules.model import EMPTY_TRACK, Phase
from companion.rules.partial import END_EPOCH
from companion.rules.problems import IllegalAction, Why
from companion.rules.records.entries import Change, Correct, Entry, Redo, SetLevel, Undo
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.tiles import Tile
from tests.rules.table import ANN, BEN, NAMES

NILE, FLOOD, PHARAOH, RA = (DRAWS[tile] for tile in (Tile.NILE, Tile.FLOOD, Tile.PHARAOH, Tile.RA))

LIGHT = SetLevel(Level.LIGHT)

JOINED = SetLevel(Level.LIGHT, is_unknown=True)


def told(*entries: Entry) -> Timeline:
    """Return a game of three with these entries."""
    timeline = begin(setup(NAMES[:3]))
    for entry in entries:
        timeline = enter(timeline, entry)
    return timeline


def refused(*entries: Entry) -> object:
    """Return why the last of these entries is refused."""
    *before, last = entries
    timeline = told(*before)
    with pytest.raises(IllegalAction) as caught:
        enter(timeline, last)
    assert "{" not in str(caught.value)
    return caught.value.problem.sentence


def test_of_what_is_known_there_is_a_picture_with_suns_on_both_sides() -> None:
    game = told(LIGHT, RA, Won(Sun(9))).game
    assert (game.players[BEN].suns, game.players[BEN].spent) == ((3, 6, 12), (1,))
    assert game.players[ANN].suns == (2, 5, 8, 13)
    assert (game.ra_count, game.centre, game.epoch, game.track) == (1, 9, 1, EMPTY_TRACK)
    assert game.stage is Phase.TURN


def test_what_nobody_knows_is_as_at_the_beginning_in_the_picture() -> None:
    game = told(JOINED).game
    assert [(player.suns, player.spent, player.tiles, player.score) for player in game.players] == [
        ((), (), 0, 0)
    ] * 3
    assert (game.epoch, game.ra_count, game.centre, game.active) == (1, 0, 1, 0)


def test_what_people_say_of_a_table_they_joined_is_in_the_picture() -> None:
    said = Fix(epoch=2, ra_count=3, centre=Sun(7), active=BEN,
               hands=(HandFix(ANN, (Sun(13),), (Sun(5),), Tile.GOLD.one, 21),))  # fmt: skip
    game = told(JOINED, said).game
    assert (game.epoch, game.ra_count, game.centre, game.active) == (2, 3, 7, BEN)
    ann = game.players[ANN]
    assert (ann.suns, ann.spent, ann.tiles, ann.score) == ((13,), (5,), Tile.GOLD.one, 21)


def test_a_level_is_chosen_once_and_the_full_one_knows_everything() -> None:
    assert refused(SetLevel(Level.FULL)) is Why.SAME_LEVEL
    assert refused(LIGHT, LIGHT) is Why.SAME_LEVEL
    assert refused(SetLevel(Level.FULL, is_unknown=True)) is Why.TRACK_UNKNOWN
    assert told(LIGHT, JOINED).partial_game == told(JOINED).partial_game
    assert told(LIGHT, SetLevel(Level.FULL)).partial_game is None


def test_the_end_of_an_epoch_is_said_only_where_it_is_not_counted() -> None:
    assert refused(END_EPOCH) is Why.COUNTED_BY_ITSELF


def test_an_entry_that_was_two_things_is_one_again_when_it_is_corrected_once_more() -> None:
    timeline = told(NILE, FLOOD, Correct((Change(1, (RA, UNSOLD)),)))
    assert timeline.game.track == (Tile.FLOOD, *EMPTY_TRACK[1:])
    again = enter(timeline, Correct((Change(1, (PHARAOH,)),)))
    assert again.game.track == (Tile.PHARAOH, Tile.FLOOD, *EMPTY_TRACK[2:])
    assert again.game.ra_count == 0


def test_no_more_is_taken_back_or_brought_back_than_there_is() -> None:
    assert refused(Undo(1)) is Why.NOTHING_TO_UNDO
    assert refused(NILE, Undo(2)) is Why.FEWER_TO_UNDO
    assert refused(NILE, Undo(0)) is Why.FEWER_TO_UNDO
    assert refused(NILE, Redo(1)) is Why.NOTHING_TO_REDO
    assert refused(NILE, Undo(1), Redo(2)) is Why.FEWER_TO_REDO
    assert told(NILE, FLOOD, Undo(2), Redo(1)).game.track == (Tile.NILE, *EMPTY_TRACK[1:])
