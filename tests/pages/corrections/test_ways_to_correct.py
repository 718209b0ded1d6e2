"""Which ways to correct an entry are offered, and in which order: the likeliest first."""

from msgspec.structs import replace

from companion.core.effects import do
from companion.core.messages import Enter, GoTo, Open, PushDial, Route, TakeBack, TurnDial
from companion.pages.controls import prompt
from companion.pages.corrections.fix_entry import FixEntry, OptionKind, remedies
from companion.pages.history.history import History
from companion.pages.table.history_view import correcting_at
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, INVOKE, Action, Discard, Won
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Sun
from companion.rules.records.entries import Change, Correct
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk

NILE, GOLD, FLOOD = (DRAWS[tile] for tile in (Tile.NILE, Tile.GOLD, Tile.FLOOD))

MONUMENTS = tuple(DRAWS[tile] for tile in (Tile.FORTRESS, Tile.OBELISK, Tile.PALACE))


def cures(desk: Desk) -> list[tuple[OptionKind, Action | None]]:
    """Return every way to go on."""
    page = desk.page()
    assert isinstance(page, FixEntry)
    return [(each.kind, each.action) for each in remedies(desk.model.session.timeline, page)]


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


def test_an_entry_that_is_gone_offers_nothing_and_leads_back_to_the_start() -> None:
    desk = a_desk(3)
    for action in (NILE, FLOOD):
        desk.take(Enter(action))
    desk.written.clear()
    desk.model = replace(desk.model, page=FixEntry(40, way=3))
    assert cures(desk) == []
    assert dict(prompt(desk.model).facts) == {"entry": 0}
    desk.take(TurnDial(1))
    assert desk.page() == FixEntry(40)
    for message in (PushDial(), do(FixEntry.choose, 0), do(FixEntry.choose, 3)):
        desk.take(message)
    assert desk.page() == FixEntry(40)
    assert not desk.entries
    desk.press("undo")
    assert desk.page() == History(0)
    desk.take(GoTo(FixEntry(40)))  # touched on a picture that is no longer there
    assert isinstance(desk.page(), Table)


def test_without_a_game_no_way_is_offered() -> None:
    assert remedies(None, FixEntry(1)) == ()
