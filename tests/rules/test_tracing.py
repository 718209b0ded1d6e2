"""Where drawn tiles came to, and what people have counted since."""

from companion.rules.records.notation import position
from companion.rules.records.timeline import Timeline, enter
from companion.rules.records.tracing import (
    Drawn,
    before,
    draws,
    hands_after,
    strikes,
    taker,
    was_counted,
)
from companion.rules.tiles import NO_TILES, Tile
from tests.rules.table import ANN, BEN, CLEO, action

START = "*Ann 13 8 5 2: 2 pharaoh | Ben 12 9 6 3 | Cleo 11 10 7 4"


def played(*said: str, start: str = START) -> Timeline:
    """Return everything that was entered."""
    timeline = Timeline(start=position(start))
    for words in said:
        timeline = enter(timeline, action(words))
    return timeline


def traced(timeline: Timeline) -> list[Drawn]:
    """Return where every drawn tile came to."""
    return draws(timeline.start, timeline.moments)


def test_a_tile_lies_in_its_slot_until_somebody_takes_it() -> None:
    lying = played("draw nile", "draw ra", "unsold", "draw gold")
    assert traced(lying) == [
        Drawn(0, Tile.NILE, slot=0),
        Drawn(1, Tile.RA),
        Drawn(3, Tile.GOLD, slot=1),
    ]
    won = played("draw nile", "draw gold", "invoke", "won 12", "draw flood")
    assert traced(won) == [
        Drawn(0, Tile.NILE, seat=BEN, taken=3),
        Drawn(1, Tile.GOLD, seat=BEN, taken=3),
        Drawn(4, Tile.FLOOD, slot=0),
    ]


def test_a_god_takes_one_tile_and_the_next_that_is_drawn_lies_in_its_slot() -> None:
    start = "*Ann | Ben | Cleo: god"
    said = ("draw nile", "draw gold", "god 0", "done", "draw flood")
    assert traced(played(*said, start=start)) == [
        Drawn(0, Tile.NILE, seat=CLEO, taken=2),
        Drawn(1, Tile.GOLD, slot=1),
        Drawn(4, Tile.FLOOD, slot=0),
    ]


def test_what_is_lost_at_the_end_of_an_epoch_comes_to_nobody() -> None:
    timeline = played("draw nile", "draw ra", start="ra 7/8 | " + START)
    assert traced(timeline) == [Drawn(0, Tile.NILE, taken=1), Drawn(1, Tile.RA)]
    assert taker(timeline.events) is None


def test_what_lay_there_before_anybody_told_a_draw_is_nobodys_slip() -> None:
    timeline = played("draw nile", "invoke", "won 11", start="track gold | " + START)
    assert traced(timeline) == [Drawn(0, Tile.NILE, seat=CLEO, taken=2)]


def test_the_table_before_the_first_entry_is_the_one_it_began_with() -> None:
    timeline = played("draw nile", "draw gold")
    assert before(timeline.start, timeline.moments, 0) == timeline.start
    assert before(timeline.start, timeline.moments, 1) == timeline.moments[0].game


def test_everybody_has_after_an_entry_what_lies_before_them() -> None:
    timeline = played("draw nile", "invoke", "won 12")
    hands = (2 * Tile.PHARAOH.one, Tile.NILE.one, NO_TILES)
    assert hands_after(timeline.start, timeline.moments[2]) == (hands, False)


def test_the_end_of_an_epoch_counts_what_was_there_before_it_was_discarded() -> None:
    start = "centre 1 | *Ann 13 (8 5 2): 3 pharaoh, gold | Ben (12 9 6 3): flood | Cleo (11 10 7 4)"
    timeline = played("draw nile", "draw dis_funeral", "invoke", "bid 13", start=start)
    table = timeline.moments[2].game
    ann = Tile.PHARAOH.one + Tile.GOLD.one + Tile.NILE.one
    assert hands_after(table, timeline.moments[3]) == ((ann, Tile.FLOOD.one, NO_TILES), True)


def test_every_disaster_is_told_with_its_moment() -> None:
    timeline = played("draw nile", "draw dis_funeral", "invoke", "won 13")
    [(place, struck)] = strikes(timeline.moments)
    assert (place, struck.seat, struck.lost) == (3, ANN, 2 * Tile.PHARAOH.one)


def test_a_tile_was_counted_if_it_lay_with_somebody_when_people_counted() -> None:
    held = Drawn(0, Tile.GOLD, seat=BEN, taken=3)
    assert was_counted(held, Tile.GOD, 4, [])
    assert not was_counted(held, Tile.GOD, 3, []), "it was taken after that"
    assert not was_counted(Drawn(0, Tile.GOLD, slot=0), Tile.GOD, 4, []), "nobody had it"
    assert not was_counted(held, Tile.UNREST, 4, []), "a disaster is not there to be counted"
    assert not was_counted(Drawn(0, Tile.UNREST, seat=BEN, taken=3), Tile.GOD, 4, [])


def test_a_disaster_that_took_such_tiles_may_have_taken_this_one_before_it_was_counted() -> None:
    timeline = played("draw nile", "draw dis_funeral", "invoke", "won 13")
    struck = strikes(timeline.moments)
    assert not was_counted(Drawn(0, Tile.GOLD, seat=ANN, taken=3), Tile.PHARAOH, 9, struck)
    assert not was_counted(Drawn(0, Tile.PHARAOH, seat=ANN, taken=2), Tile.GOLD, 9, struck)
    assert was_counted(Drawn(0, Tile.GOLD, seat=ANN, taken=3), Tile.GOD, 9, struck)
    assert was_counted(Drawn(0, Tile.GOLD, seat=BEN, taken=3), Tile.PHARAOH, 9, struck)
    assert was_counted(Drawn(0, Tile.GOLD, seat=ANN, taken=4), Tile.PHARAOH, 9, struck)
