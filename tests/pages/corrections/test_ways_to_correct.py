"""Which ways to correct an entry are offered, and in which order: the likeliest first."""

from itertools import groupby

from msgspec.structs import replace

from companion.core.effects import do
from companion.core.messages import Enter, GoTo, Open, PushDial, Route, TakeBack, TurnDial
from companion.pages.controls import prompt
from companion.pages.corrections.fix_entry import FixEntry, OptionKind, remedies
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.history.history import History
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.table.looking_back import correcting_at
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS, INVOKE, UNSOLD, Action, Discard, Level, Won
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Sun
from companion.rules.partial import END_EPOCH, PartialPhase
from companion.rules.records.entries import Change, Correct, SetLevel
from companion.rules.tiles import Tile
from companion.ui.scene import words
from tests.core.desk import Desk, a_desk
from tests.view.gallery import shown

NILE, GOLD, FLOOD, RA = (DRAWS[tile] for tile in (Tile.NILE, Tile.GOLD, Tile.FLOOD, Tile.RA))

MONUMENTS = tuple(DRAWS[tile] for tile in (Tile.FORTRESS, Tile.OBELISK, Tile.PALACE))


def won(sun: int) -> Won:
    return Won(Sun(sun))


NEVER, STOP, LEAVE = OptionKind.NEVER.name, OptionKind.STOP.name, OptionKind.LEAVE.name


def asked(said: tuple[Action, ...], number: int, *, is_light: bool = False) -> Desk:
    """Return a desk at which all this was said, and one of it is asked about, counted from 1."""
    desk = a_desk(3)
    if is_light:
        desk.take(Enter(SetLevel(Level.LIGHT)))
    for action in said:
        desk.take(Enter(action))
    desk.written.clear()
    desk.take(GoTo(FixEntry(number + is_light)))
    return desk


def cures(desk: Desk) -> list[tuple[OptionKind, Action | None]]:
    """Return every way to go on."""
    page = desk.page()
    assert isinstance(page, FixEntry)
    return [(each.kind, each.action) for each in remedies(desk.model.session.timeline, page)]


def offered(desk: Desk) -> list[str]:
    """Return the ways to go on in their order, those with one kind of action as one."""
    ways = (
        remedy.name if action is None else f"{remedy.name} {type(action).__name__}"
        for remedy, action in cures(desk)
    )
    return [way for way, _ in groupby(ways)]


def choose(desk: Desk, remedy: OptionKind, action: Action | None = None) -> None:
    """Touch one way to go on."""
    desk.take(do(FixEntry.choose, cures(desk).index((remedy, action))))


def an_epoch_that_ended_earlier() -> Desk:
    """Return a desk that asks about the end of an epoch: a Ra tile was missing before it."""
    desk = asked((INVOKE, won(13), *(RA, UNSOLD) * 7), 1, is_light=True)
    desk.take(Enter(END_EPOCH))
    desk.take(GoTo(FixEntry(2)))
    choose(desk, OptionKind.INSTEAD, RA)
    choose(desk, OptionKind.NEVER)  # the last auction: its Ra tile had ended the epoch
    return desk


def test_an_entry_that_cannot_be_corrected_is_asked_about_too_if_it_no_longer_fits() -> None:
    desk = an_epoch_that_ended_earlier()
    assert dict(prompt(desk.model).facts) == {"entry": 18}
    assert offered(desk) == [STOP, LEAVE]
    assert "The epoch is over: first enter what everybody has" in " ".join(words(shown(desk.model)))
    choose(desk, OptionKind.STOP)
    changes = (Change(2, (RA,)), Change(17, ()))
    assert desk.entries[-1] == Correct(changes, until=18)
    timeline = desk.model.session.timeline
    assert timeline is not None
    assert timeline.partial_game is not None
    assert (timeline.partial_game.stage, timeline.partial_game.ra_count) == (PartialPhase.TALLY, 8)
    desk.press("ok")
    assert isinstance(desk.page(), SheetTally)


def test_the_past_of_such_an_entry_can_be_left_as_well() -> None:
    desk = an_epoch_that_ended_earlier()
    choose(desk, OptionKind.LEAVE)
    assert isinstance(desk.page(), FixPanel)
    assert not any(isinstance(entry, Correct) for entry in desk.entries)


def _entry(seq: int) -> Open:
    """Return what leads to the page that corrects this entry."""
    return Open(Route.FIX_ENTRY, (seq,))


def test_players_and_the_bag_are_corrected_but_no_discard_no_fix_and_nothing_taken_back() -> None:
    """A discard is chosen again once the disaster is corrected."""
    desk = a_desk(3)
    lot: tuple[Action, ...] = (*MONUMENTS, DRAWS[Tile.EARTHQUAKE], INVOKE, won(13))
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
    desk = asked((NILE, FLOOD), 2)
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
