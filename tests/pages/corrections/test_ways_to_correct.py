"""Which ways to correct an entry are offered, and in which order: the likeliest first."""

from companion.core.messages import Enter, Open, Route, TakeBack
from companion.pages.table.history_view import correcting_at
from companion.rules.actions import DRAWS, INVOKE, Action, Discard, Won
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Sun
from companion.rules.records.entries import Change, Correct
from companion.rules.tiles import Tile
from tests.core.desk import a_desk

NILE, GOLD, FLOOD = (DRAWS[tile] for tile in (Tile.NILE, Tile.GOLD, Tile.FLOOD))

MONUMENTS = tuple(DRAWS[tile] for tile in (Tile.FORTRESS, Tile.OBELISK, Tile.PALACE))


def _entry(seq: int) -> Open:
    """Return what leads to the page that corrects this entry."""
    return Open(Route.FIX_ENTRY, (seq,))


def test_players_and_the_bag_are_corrected_but_no_discard_no_fix_and_nothing_taken_back() -> None:
    """A discard is chosen again once the disaster is corrected."""
    desk = a_desk(3)
    lot: tuple[Action, ...] = (*MONUMENTS, DRAWS[Tile.EARTHQUAKE], INVOKE, Won(Sun(13)))
    given_up = Discard((Tile.FORTRESS, Tile.OBELISK))
    for entry in (*lot, given_up, Fix(ra_count=1), NILE, GOLD):
        desk.take(Enter(entry))
    desk.take(Enter(Correct((Change(9, (FLOOD,)),))))
    found = [correcting_at(desk.model, at) for at in range(13)]
    assert found == [
        None,  # the start of the game
        *[_entry(at) for at in range(1, 7)],
        None,  # what was given up
        None,  # the fix
        _entry(9),
        _entry(10),
        None,  # the correction
        None,
    ]
    desk.take(TakeBack(2))
    found = [correcting_at(desk.model, at) for at in range(9, 12)]
    assert found == [_entry(9), None, None]
