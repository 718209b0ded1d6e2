"""At a glance: which drawn tile, had it been which other kind, could make the difference."""

from companion.rules.corrections.suspects import Counted, Observation, Refused, clues
from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline, enter
from companion.rules.records.tracing import draws
from companion.rules.tiles import FAMILIES, KINDS, NO_TILES, Family, Tile
from tests.rules.table import action

START = "*Ann 13 8 5 2 | Ben 12 9 6 3 | Cleo 11 10 7 4"


LAST_SUNS = "centre 1 | *Ann 13 8 (5 2): 2 civ_art, civ_writing | Ben (12 9 6 3) | Cleo (11 10 7 4)"


ANY = set(KINDS)


DISASTERS = set(FAMILIES[Family.DISASTER])


CIVILISATIONS = set(FAMILIES[Family.CIVILISATION])


WATER = set(FAMILIES[Family.RIVER])


def told(start: str, *said: str) -> Timeline:
    """Return what the screen was told."""
    timeline = Timeline(start=position(start))
    for words in said:
        timeline = enter(timeline, action(words))
    return timeline


def named(timeline: Timeline, seen: Observation) -> dict[int, set[Tile]]:
    """Return for each moment in question which kinds its tile may have been."""
    drawn = draws(timeline.start, timeline.moments)
    helps = clues(timeline.start, timeline.moments, seen, drawn[-1])
    found = {
        one.place: {kind for kind in KINDS if kind is not one.said and helps(one, kind)}
        for one in drawn
    }
    return {place: kinds for place, kinds in found.items() if kinds}


def refused(*said: str, start: str = START) -> dict[int, set[Tile]]:
    """Return who is in question when the screen cannot follow the last of these."""
    *before, last = said
    return named(told(start, *before), Refused(action(last)))


def test_where_one_of_a_kind_is_too_many_one_of_that_kind_was_another() -> None:
    said = ("draw civ_writing", "draw nile", "draw civ_writing")
    assert refused(*said, start="removed 4 civ_writing | " + START) == {
        0: ANY - {Tile.WRITING},
    }


def test_where_the_table_plays_on_only_the_last_ra_tile_was_none() -> None:
    said = ("draw ra", "won 13", "draw nile", "draw ra", "draw flood")
    assert refused(*said) == {3: ANY - {Tile.RA}}


def test_where_ra_was_called_no_tile_began_the_auction() -> None:
    assert refused("draw nile", "invoke", "draw flood") == {}


def test_where_the_table_bids_the_last_tile_was_a_ra_tile() -> None:
    assert refused("draw nile", "draw flood", "won 12") == {1: {Tile.RA}}


FUNERAL_OF_BEN = ("draw civ_astronomy", "draw dis_funeral", "invoke", "won 12")


UNREST_OF_ANN = ("draw civ_art", "draw civ_art", "draw civ_writing", "draw nile",
                 "draw dis_unrest", "invoke", "won 13")  # fmt: skip


def test_where_nobody_gives_up_tiles_there_was_no_disaster_or_nothing_to_choose() -> None:
    """What others have, what the disaster spares and a disaster of long ago are not in question."""
    said = (*FUNERAL_OF_BEN, *UNREST_OF_ANN, "draw nile")
    assert refused(*said) == {
        4: ANY - {Tile.ART},
        5: ANY - {Tile.ART},
        6: ANY - {Tile.WRITING},
        8: ANY - {Tile.UNREST},
    }


def test_two_disasters_of_one_lot_take_two_entries() -> None:
    start = "*Ann 13 8 5 2: 2 civ_art, civ_writing, 2 mon_temple, mon_palace | Ben | Cleo"
    said = ("draw dis_unrest", "draw dis_earthquake", "invoke", "won 13", "discard civ_art civ_art")
    assert refused(*said, "draw nile", start=start) == {
        0: ANY - {Tile.UNREST},
        1: ANY - {Tile.EARTHQUAKE},
    }


def test_a_lot_that_was_won_three_entries_ago_strikes_no_more() -> None:
    said = ("draw gold", "invoke", "won 12", "draw nile")
    assert refused(*said, "discard civ_art civ_art")[0] == DISASTERS
    assert 0 not in refused(*said, "draw flood", "discard civ_art civ_art")


def test_where_more_is_given_up_there_was_a_disaster_or_something_to_choose_from() -> None:
    start = "*Ann 13 8 5 2: 2 civ_art | Ben | Cleo"
    said = ("draw gold", "draw dis_unrest", "invoke", "won 13", "discard civ_art civ_writing")
    assert refused(*said, start=start) == {
        0: CIVILISATIONS | DISASTERS,
        1: CIVILISATIONS | DISASTERS - {Tile.UNREST},
    }


def test_what_is_given_up_and_not_there_is_among_the_tiles_of_its_owner() -> None:
    said = (*FUNERAL_OF_BEN, "draw civ_writing", "draw civ_writing", "draw civ_religion",
            "draw nile", "draw dis_unrest", "invoke", "won 13")  # fmt: skip
    assert refused(*said, "discard civ_art civ_writing") == {
        4: {Tile.ART},
        5: {Tile.ART},
        6: {Tile.ART, Tile.WRITING},
        7: {Tile.ART, Tile.WRITING},
        8: {Tile.ART, Tile.WRITING},
    }


def test_where_fewer_are_given_up_a_tile_of_the_owner_was_spared_or_a_disaster() -> None:
    said = (*FUNERAL_OF_BEN, *UNREST_OF_ANN, "discard civ_art")
    assert refused(*said) == {
        4: ANY - {Tile.ART},
        5: ANY - {Tile.ART},
        6: ANY - {Tile.WRITING},
        7: CIVILISATIONS | DISASTERS,
        8: ANY - {Tile.UNREST},
    }


def test_a_god_that_nobody_has_is_among_the_tiles_of_who_uses_it() -> None:
    said = ("draw gold", "invoke", "won 12", "draw nile", "draw flood", "invoke", "won 13",
            "draw gold", "god 0")  # fmt: skip
    timeline = told(START, *said[:-1])
    while timeline.game.name != "Ann":
        timeline = enter(timeline, action("draw gold"))
    assert named(timeline, Refused(action("god 0"))) == {3: {Tile.GOD}, 4: {Tile.GOD}}


def test_a_god_that_is_taken_by_a_god_was_another_tile_in_that_slot() -> None:
    start = "Ann 13 8 5 2: god | Ben | *Cleo: god"
    said = ("draw nile", "draw god", "draw god", "god 1")
    assert refused(*said, start=start.replace("Ben", "Ben: god")) == {1: ANY - {Tile.GOD}}


def test_where_nothing_is_wrong_or_no_tile_is_to_blame_none_is_in_question() -> None:
    assert refused("draw nile", "draw gold") == {}
    assert refused(*["draw nile"] * 8, "draw nile") == {}
    timeline = told(START, "draw nile", "invoke", "won 12")
    seen = Counted((NO_TILES, Tile.NILE.one, NO_TILES), has_ended=False)
    assert named(timeline, seen) == {}


def test_an_epoch_that_ends_only_on_the_table_or_the_screen_is_about_the_last_tile() -> None:
    nothing = (NO_TILES,) * 3
    ended = Counted(nothing, has_ended=True)
    assert named(told("ra 7/8 | " + START, "draw gold", "draw nile"), ended) == {1: {Tile.RA}}
    goes_on = Counted(nothing, has_ended=False)
    assert named(told("ra 7/8 | " + START, "draw ra"), goes_on) == {0: ANY - {Tile.RA}}


def test_a_disaster_of_the_last_lot_makes_the_end_of_an_epoch_wait() -> None:
    before = ("draw flood", "invoke", "won 8")
    waits = told(LAST_SUNS, *before, "draw gold", "draw nile", "invoke", "won 13")
    assert named(waits, Counted((NO_TILES,) * 3, has_ended=False)) == {
        3: DISASTERS,
        4: DISASTERS | {Tile.RA},
    }
    ended = told(LAST_SUNS, *before, "draw dis_unrest", "draw nile", "invoke", "won 13")
    assert named(ended, Counted((NO_TILES,) * 3, has_ended=True)) == {
        3: ANY - {Tile.UNREST},
        4: DISASTERS | {Tile.RA},
    }


def test_what_one_player_has_too_many_of_was_what_that_player_lacks() -> None:
    """Or what would leave no trace; tiles of others and on the track are as people say."""
    said = ("draw gold", "draw pharaoh", "invoke", "won 12", "draw pharaoh", "invoke", "won 11",
            "draw pharaoh")  # fmt: skip
    timeline = told(START, *said)
    seen = Counted((NO_TILES, Tile.NILE.one + Tile.GOLD.one, Tile.PHARAOH.one), has_ended=False)
    assert named(timeline, seen) == {1: WATER | DISASTERS}
    lost = Counted((NO_TILES, Tile.GOLD.one, Tile.PHARAOH.one), has_ended=False)
    assert named(timeline, lost) == {1: ANY - {Tile.PHARAOH}}


def test_what_one_player_has_too_few_of_was_something_that_left_no_trace() -> None:
    timeline = told(START, "draw gold", "draw dis_funeral", "invoke", "won 12")
    seen = Counted((NO_TILES, Tile.GOLD.one + Tile.PHARAOH.one, NO_TILES), has_ended=False)
    assert named(timeline, seen) == {
        0: {Tile.PHARAOH, *WATER, *DISASTERS},
        1: {Tile.PHARAOH, *WATER, *DISASTERS} - {Tile.FUNERAL},
    }
