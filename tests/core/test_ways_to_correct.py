"""Which ways to correct an entry are offered, and in which order: the likeliest first."""

from itertools import groupby

import pytest
from msgspec.structs import replace

from companion.core.effects import do
from companion.core.messages import Enter, GoTo, Open, PushDial, Route, TakeBack, TurnDial
from companion.pages.bindings import prompt
from companion.pages.corrections.fix_entry import FixEntry, Remedy, remedies
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.history.history import History
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.table.looking_back import correcting_at
from companion.pages.table.table import Table
from companion.rules.actions import BIDS, DRAWS, INVOKE, PASS, UNSOLD, Action, Discard, Level, Won
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Sun
from companion.rules.partial.ledger import END_EPOCH, Wait
from companion.rules.records.entries import Change, Correct, SetLevel
from companion.rules.tiles import Tile, tiles
from companion.ui.scene import words
from tests.core.desk import Desk, a_desk
from tests.view.gallery import shown

NILE, GOLD, FLOOD, RA = (DRAWS[tile] for tile in (Tile.NILE, Tile.GOLD, Tile.FLOOD, Tile.RA))

MONUMENTS = tuple(DRAWS[tile] for tile in (Tile.FORTRESS, Tile.OBELISK, Tile.PALACE))


def won(sun: int) -> Won:
    return Won(Sun(sun))


NEVER, STOP, LEAVE = Remedy.NEVER.name, Remedy.STOP.name, Remedy.LEAVE.name


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


def cures(desk: Desk) -> list[tuple[Remedy, Action | None]]:
    """Return every way to go on."""
    page = desk.page()
    assert isinstance(page, FixEntry)
    return [(each.remedy, each.action) for each in remedies(desk.model.session.timeline, page)]


def offered(desk: Desk) -> list[str]:
    """Return the ways to go on in their order, those with one kind of action as one."""
    ways = (
        remedy.name if action is None else f"{remedy.name} {type(action).__name__}"
        for remedy, action in cures(desk)
    )
    return [way for way, _ in groupby(ways)]


def choose(desk: Desk, remedy: Remedy, action: Action | None = None) -> None:
    """Touch one way to go on."""
    desk.take(do(FixEntry.choose, cures(desk).index((remedy, action))))


def it_was(*kinds: str) -> list[str]:
    return [*_each("INSTEAD", kinds), NEVER]


def _each(remedy: str, kinds: tuple[str, ...]) -> list[str]:
    return [f"{remedy} {kind}" for kind in kinds]


@pytest.mark.parametrize(
    ("said", "ways"),
    [
        ((NILE,), it_was("Draw", "Invoke")),
        ((RA, won(13)), it_was("Won", "Unsold", "Bid", "Pass")),
        ((RA, UNSOLD), it_was("Won", "Bid", "Pass")),
        ((RA, BIDS[Sun(3)]), it_was("Bid", "Unsold", "Won", "Pass")),
        ((RA, PASS), it_was("Unsold", "Won", "Bid")),
    ],
)
def test_of_what_it_was_the_same_kind_comes_first_then_how_an_auction_ended(
    said: tuple[Action, ...], ways: list[str]
) -> None:
    assert offered(asked(said, len(said))) == ways


@pytest.mark.parametrize(
    ("said", "ways"),
    [
        ((NILE,), it_was("Draw", "Unsold", "Won", "Invoke")),
        ((RA,), it_was("Unsold", "Won", "Invoke")),
        ((INVOKE,), it_was("Unsold", "Won", "Draw")),
        ((INVOKE, won(13)), it_was("Won", "Unsold")),
    ],
)
def test_where_less_is_told_kinds_are_offered_only_for_a_kind_and_never_the_end_of_an_epoch(
    said: tuple[Action, ...], ways: list[str]
) -> None:
    desk = asked(said, len(said), is_light=True)
    assert offered(desk) == ways
    assert ((Remedy.INSTEAD, GOLD) in cures(desk)) is (said == (NILE,))


def before_it(*kinds: str) -> list[str]:
    return [*_each("BEFORE", kinds), NEVER, STOP, LEAVE]


def never_or(*kinds: str) -> list[str]:
    return [NEVER, *_each("INSTEAD", kinds), STOP, LEAVE]


@pytest.mark.parametrize(
    ("said", "wrong", "right", "late", "ways"),
    [
        # a tile, while an auction waits for its end
        ((NILE, FLOOD), 1, RA, 2, before_it("Unsold", "Won", "Bid", "Pass")),
        # how an auction ended that was none
        ((RA, won(13), NILE), 1, FLOOD, 2, never_or("Draw", "Invoke")),
        # a sun that lies in the centre, at another auction
        ((RA, won(13), RA, won(12)), 2, won(12), 4, never_or("Won", "Unsold", "Bid", "Pass")),
        # a sixth of five
        ((NILE, *[GOLD] * 5), 1, GOLD, 6, never_or("Draw", "Invoke")),
    ],
)
def test_what_no_longer_fits_lacks_something_before_it_only_if_something_waits_for_its_end(
    said: tuple[Action, ...], wrong: int, right: Action, late: int, ways: list[str]
) -> None:
    desk = asked(said, wrong)
    choose(desk, Remedy.INSTEAD, right)
    page = desk.page()
    assert isinstance(page, FixEntry)
    assert page.seq == late
    assert offered(desk) == ways


@pytest.mark.parametrize(
    ("said", "wrong", "right", "ways"),
    [
        ((NILE, FLOOD), 1, RA, before_it("Unsold", "Won")),
        # a ninth tile on the track
        ((*[NILE] * 8, won(13), GOLD), 9, None, never_or("Unsold", "Won", "Invoke")),
    ],
)
def test_so_it_is_where_less_is_told(
    said: tuple[Action, ...], wrong: int, right: Action | None, ways: list[str]
) -> None:
    desk = asked(said, wrong, is_light=True)
    choose(desk, Remedy.NEVER if right is None else Remedy.INSTEAD, right)
    assert offered(desk) == ways


def test_what_was_not_entered_is_put_right_before_what_no_longer_fits() -> None:
    """The tile was an earthquake, and took two monuments when its lot was won, entries later."""
    earthquake = DRAWS[Tile.EARTHQUAKE]
    desk = asked((*MONUMENTS, NILE, INVOKE, won(13), GOLD), 4)
    choose(desk, Remedy.INSTEAD, earthquake)
    given_up = Discard((Tile.FORTRESS, Tile.PALACE))
    choose(desk, Remedy.BEFORE, given_up)
    assert desk.entries[-1] == Correct((Change(4, (earthquake,)), Change(6, (won(13), given_up))))
    assert tiles(desk.game.players[0].tiles) == (Tile.OBELISK,)
    assert desk.game.lane[0] is Tile.GOLD


def test_a_whole_auction_can_be_entered_before_it_bid_by_bid() -> None:
    desk = asked((NILE, FLOOD), 1)
    choose(desk, Remedy.INSTEAD, RA)
    for said in (BIDS[Sun(3)], PASS, PASS):
        choose(desk, Remedy.BEFORE, said)
    assert desk.entries[-1] == Correct((Change(1, (RA, BIDS[Sun(3)], PASS, PASS)),))
    assert (desk.game.ra_count, desk.game.centre, desk.game.lane[0]) == (1, 3, Tile.FLOOD)


def test_a_fix_between_keeps_its_place() -> None:
    desk = a_desk(3)
    for entry in (NILE, Fix(ra_count=2), FLOOD):
        desk.take(Enter(entry))
    desk.take(GoTo(FixEntry(1)))
    choose(desk, Remedy.INSTEAD, RA)
    choose(desk, Remedy.BEFORE, UNSOLD)
    assert desk.entries[-1] == Correct((Change(1, (RA, UNSOLD)),))
    assert (desk.game.ra_count, desk.game.lane[:2]) == (2, (Tile.FLOOD, None))


def an_epoch_that_ended_earlier() -> Desk:
    """Return a desk that asks about the end of an epoch: a Ra tile was missing before it."""
    desk = asked((INVOKE, won(13), *(RA, UNSOLD) * 7), 1, is_light=True)
    desk.take(Enter(END_EPOCH))
    desk.take(GoTo(FixEntry(2)))
    choose(desk, Remedy.INSTEAD, RA)
    choose(desk, Remedy.NEVER)  # the last auction: its Ra tile had ended the epoch
    return desk


def test_an_entry_that_cannot_be_corrected_is_asked_about_too_if_it_no_longer_fits() -> None:
    desk = an_epoch_that_ended_earlier()
    assert dict(prompt(desk.model).facts) == {"entry": 18}
    assert offered(desk) == [STOP, LEAVE]
    assert "The epoch is over: first say what everybody has" in " ".join(words(shown(desk.model)))
    choose(desk, Remedy.STOP)
    changes = (Change(2, (RA,)), Change(17, ()))
    assert desk.entries[-1] == Correct(changes, until=18)
    timeline = desk.model.session.timeline
    assert timeline is not None
    assert timeline.ledger is not None
    assert (timeline.ledger.stage, timeline.ledger.ra_count) == (Wait.TALLY, 8)
    desk.press("ok")
    assert isinstance(desk.page(), SheetTally)


def test_the_past_of_such_an_entry_can_be_left_as_well() -> None:
    desk = an_epoch_that_ended_earlier()
    choose(desk, Remedy.LEAVE)
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
        assert desk.take(message) == ()
    assert desk.page() == FixEntry(40)
    desk.press("undo")
    assert desk.page() == History(0)
    desk.take(GoTo(FixEntry(40)))  # touched on a picture that is no longer there
    assert isinstance(desk.page(), Table)


def test_a_way_that_is_not_offered_does_nothing() -> None:
    desk = asked((NILE,), 1)
    here = desk.page()
    for beyond in (0, 1, 20):
        assert desk.take(do(FixEntry.choose, len(cures(desk)) + beyond)) == ()
        assert desk.page() == here
    assert desk.entries == []


def test_without_a_game_no_way_is_offered() -> None:
    assert remedies(None, FixEntry(1)) == ()
