"""Antennas in doubt: equal tiles, unknown tags, suns on their way, and what hands did before."""

import pytest

from companion.core.hardware import PATIENCE_SECONDS
from companion.core.messages import GoTo, Play, TakeBack
from companion.core.notices import Notes, Notice
from companion.pages.hardware import ZoneSeen, doubts
from companion.pages.menu import Menu
from companion.rules.actions import DRAWS, INVOKE, Discard, UseGod, Won
from companion.rules.editions import Sun
from companion.rules.model import Disaster
from companion.rules.records.notation import position
from companion.rules.records.shapes import Undo
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk

TAGS = {
    **{f"A{number}": "nile" for number in range(1, 5)},
    "B1": "gold",
    "C1": "pharaoh",
    "D1": "ra",
    "E1": "civ_art",
    "E2": "civ_writing",
    "E3": "civ_religion",
    "E4": "dis_unrest",
    "51": "sun-1",
    "52": "sun-2",
    "53": "sun-3",
    "54": "sun-4",
    "F1": "ra_figure",
}

NILE, GOLD, PHARAOH = (DRAWS[each] for each in (Tile.NILE, Tile.GOLD, Tile.PHARAOH))

ONE_SUN_EACH = """
epoch 1 | ra 0 | centre 1 | track . . . . . . . .
*Anna 2 (5 8 13) 10 points: {tiles}
Ben 3 (6 9 12) 10 points: nile
Cleo 4 (7 10 11) 10 points: {hers}
"""


def table(tiles: str = "nile", hers: str = "nile") -> Desk:
    """A game of three at which each has a sun left; its board is read, and nothing moves."""
    desk = a_desk(3)
    start = position(ONE_SUN_EACH.format(tiles=tiles, hers=hers).strip())
    desk.model = desk.model.with_session(timeline=Timeline(start=start)).with_hardware(tags=TAGS)
    desk.written.clear()
    see(desk, lane="", sun="51", figure="F1")
    return desk


def say(desk: Desk, **zones: str) -> None:
    """Let antennas say what lies there, without waiting."""
    for zone, uids in zones.items():
        desk.take(ZoneSeen(zone, tuple(uids.split()), desk.model.now))


def see(desk: Desk, **zones: str) -> None:
    """Let antennas say what lies there, and nothing move for a while."""
    say(desk, **zones)
    desk.pass_time(3.5)


def said(desk: Desk) -> object:
    """What the screen says."""
    now = desk.model.screen.said
    return now.note if isinstance(now, Notice) else now


def test_after_an_entry_was_taken_back_nothing_is_told_before_something_moves() -> None:
    desk = table()
    desk.take(Play(PHARAOH))
    see(desk, lane="A1")  # not what was entered
    desk.pass_time(PATIENCE_SECONDS)
    assert desk.entries == [PHARAOH]
    desk.take(TakeBack())
    desk.pass_time(60)
    assert desk.entries == [PHARAOH, Undo(1)]
    see(desk, lane="A1 B1")
    assert doubts(desk.model)


def test_the_rest_is_told_a_moment_after_a_hand_has_entered_the_first() -> None:
    desk = table()
    see(desk, lane="A1 B1")
    desk.take(Play(NILE))
    desk.pass_time(0.25)
    assert desk.entries == [NILE]
    desk.pass_time(0.1)
    assert desk.entries == [NILE, GOLD]


def test_as_many_stories_are_asked_about_as_there_is_room_for() -> None:
    """Of three niles and a gold, the gold may have been any of the four."""
    desk = table()
    see(desk, lane="A1 A2 A3 B1")
    assert desk.entries == []
    assert len(doubts(desk.model)) == 4
    assert {story.index(GOLD) for story in doubts(desk.model)} == {0, 1, 2, 3}


def test_too_many_stories_are_neither_asked_about_nor_called_unclear() -> None:
    desk = table()
    see(desk, lane="A1 B1 C1")
    desk.pass_time(PATIENCE_SECONDS - 1)
    assert (desk.entries, doubts(desk.model), said(desk)) == ([], (), None)


def test_what_nothing_explains_is_only_said_at_the_table() -> None:
    desk = table()
    desk.take(Play(PHARAOH))
    desk.take(GoTo(Menu()))
    see(desk, lane="A1")
    desk.pass_time(PATIENCE_SECONDS - 1)
    assert said(desk) is None


@pytest.mark.parametrize("centre", ["", "51 53"])
def test_nobody_is_asked_who_won_while_no_sun_or_two_lie_in_the_centre(centre: str) -> None:
    desk = table()
    see(desk, lane="A1")
    see(desk, figure="")
    see(desk, lane="", sun=centre)
    desk.pass_time(PATIENCE_SECONDS)
    assert desk.entries == [NILE, INVOKE]
    assert doubts(desk.model) == ()
    see(desk, sun="53")
    assert desk.entries == [NILE, INVOKE, Won(Sun(3))]


@pytest.mark.parametrize("thing", ["99", "A4"])
def test_a_centre_in_which_something_lies_that_is_no_sun_keeps_no_tile_waiting(thing: str) -> None:
    """A sun may have lost its tag, or have another one."""
    desk = table()
    see(desk, sun=thing)
    see(desk, lane="B1")
    assert desk.entries == [GOLD]


def test_a_tile_entered_by_hand_may_be_the_one_with_an_unknown_tag() -> None:
    desk = table()
    desk.take(Play(NILE))
    say(desk, lane="99")
    desk.pass_time(PATIENCE_SECONDS + 1)
    assert (desk.entries, said(desk)) == ([NILE], None)
    see(desk, lane="99 B1")
    assert desk.entries == [NILE, GOLD]


def test_a_sun_on_the_auction_track_is_no_tile_and_unclear() -> None:
    desk = table()
    desk.take(Play(NILE))
    say(desk, lane="54")
    desk.pass_time(PATIENCE_SECONDS + 1)
    assert (desk.entries, said(desk)) == ([NILE], Notes.ZONES_UNCLEAR)
    see(desk, lane="A1")
    desk.pass_time(5)
    assert (desk.entries, said(desk)) == ([NILE], None)


@pytest.mark.parametrize(("left", "slot"), [("B1 A2", 0), ("A1 B1", 2)])
def test_of_two_equal_tiles_a_god_took_the_one_that_is_missing(left: str, slot: int) -> None:
    desk = table("god")
    for lane in ("A1", "A1 B1", "A1 B1 A2"):
        see(desk, lane=lane)
    see(desk, lane=left)
    assert desk.entries[3] == UseGod(slot)


def struck(desk: Desk) -> Desk:
    """Let Cleo win an unrest, by which two of her three civilisations go."""
    see(desk, lane="E4")
    see(desk, figure="")
    see(desk, lane="", sun="54", figure="F1")
    assert isinstance(desk.game.stage, Disaster)
    return desk


CIVILISATIONS = "civ_art, civ_writing, civ_religion"


def test_tiles_given_up_one_by_one_are_told_when_they_are_enough() -> None:
    desk = table(hers=CIVILISATIONS)
    see(desk, discard="")
    struck(desk)
    before = len(desk.entries)
    see(desk, discard="E1")
    assert len(desk.entries) == before
    see(desk, discard="E1 E3")
    assert desk.entries[before:] == [Discard((Tile.ART, Tile.RELIGION))]


def test_a_tile_that_lay_with_the_discarded_ones_before_is_not_given_up_again() -> None:
    desk = table(hers=CIVILISATIONS)
    see(desk, discard="E2")
    struck(desk)
    before = len(desk.entries)
    see(desk, discard="E2 E1")
    assert len(desk.entries) == before
    see(desk, discard="E2 E1 E3")
    assert desk.entries[before:] == [Discard((Tile.ART, Tile.RELIGION))]


def test_where_no_antenna_reads_the_discarded_tiles_a_hand_says_what_is_given_up() -> None:
    desk = struck(table(hers=CIVILISATIONS))
    given_up = Discard((Tile.ART, Tile.WRITING))
    see(desk, figure="F1")
    desk.take(Play(given_up))
    desk.pass_time(5)
    see(desk, lane="B1")
    assert desk.entries[-2:] == [given_up, GOLD]


@pytest.mark.parametrize(("players", "asked"), [(4, 4), (5, 0)])
def test_who_won_is_asked_of_four_but_five_say_it_sooner_by_hand(players: int, asked: int) -> None:
    """Each has one sun left, and no antenna reads the centre."""
    suns = ("2 (7 10)", "3 (8 11)", "4 (9 12)", "5 (13 14)", "6 (15 16)")
    more = ("2 (6 13)", "3 (7 12)", "4 (8 11)", "5 (9 10)")
    names = ("*Anna", "Ben", "Cleo", "Dora", "Emil")
    desk = a_desk(players)
    held = zip(names, suns if players == 5 else more, strict=False)
    rows = "\n".join(f"{name} {sun} 10 points: nile" for name, sun in held)
    start = position(f"epoch 1 | ra 0 | centre 1 | track nile . . . . . . .\n{rows}")
    desk.model = desk.model.with_session(timeline=Timeline(start=start)).with_hardware(tags=TAGS)
    desk.written.clear()
    see(desk, lane="A1", figure="F1")
    see(desk, figure="")
    see(desk, lane="")
    desk.pass_time(PATIENCE_SECONDS)
    assert desk.entries == [INVOKE]
    assert len(doubts(desk.model)) == asked
