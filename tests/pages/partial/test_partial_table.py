"""The partially recorded table: one gesture for each thing that happens there."""

import pytest
from msgspec.structs import replace

from companion.core.commands import PLAYER_CONTROLS, Control
from companion.core.messages import Enter
from companion.core.model import Model, Session
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.corrections.ways import cells
from companion.pages.partial.partial_table import PartialTable, ring
from companion.pages.score_sheet.tally import SheetTally
from companion.rules.actions import DRAWS, UNSOLD, Draw, Level, Won
from companion.rules.editions import Seat
from companion.rules.partial import END_EPOCH, PartialGame, PartialPhase, play_partial
from companion.rules.records.entries import SetLevel
from companion.rules.records.timeline import begin, enter
from companion.rules.tiles import Tile
from tests.core.desk import REST_SECONDS, Desk, a_desk, dice
from tests.together import some
from tests.view import gallery, lighter

RA_TILE = DRAWS[Tile.RA]

LIGHT = SetLevel(Level.LIGHT)


def a_light_desk(players: int = 3, level: Level = Level.LIGHT) -> Desk:
    """Begin a game that is entered at this level."""
    desk = a_desk(players)
    desk.take(Enter(SetLevel(level)))
    desk.written.clear()
    return desk


def partial_game(desk: Desk) -> PartialGame:
    """Return what is known of the table."""
    assert desk.model.session.timeline is not None
    found = desk.model.session.timeline.partial_game
    assert found is not None
    return found


def own(desk: Desk, seat: int) -> Control:
    """Return a player's button."""
    return PLAYER_CONTROLS[desk.model.session.buttons[seat]]


def test_the_dial_reaches_every_sun_and_whatever_else_can_be_told() -> None:
    desk = a_light_desk(5)
    found = ring(partial_game(desk))
    for place, pick in enumerate(found, start=1):
        desk.turn(1)
        assert desk.page() == PartialTable(pick), place
    desk.turn(1)
    assert desk.page() == PartialTable(found[0])
    desk.turn(-1)
    desk.press("dial")
    assert desk.entries == [END_EPOCH]
    assert isinstance(desk.page(), SheetTally)


def test_a_game_told_by_gestures_is_the_game_as_entered() -> None:
    """A whole random epoch by buttons alone ends as the same entries do without hands."""
    chance = dice(3)
    desk = a_light_desk(4)
    known = partial_game(desk)
    while known.stage is not PartialPhase.TALLY:
        if known.stage is PartialPhase.TURN:
            desk.press("ra")
            known, _ = play_partial(known, RA_TILE)
        else:
            able = [Seat(seat) for seat, hand in enumerate(known.hands) if hand.suns]
            seat = chance.choice([None, *able])
            if seat is None:
                desk.press("ok")
                known, _ = play_partial(known, UNSOLD)
            else:
                suns = known.hands[seat].suns or ()
                sun = chance.choice(suns)
                for _ in range(suns.index(sun) + 1):
                    desk.press(own(desk, seat))
                desk.pass_time(REST_SECONDS)
                known, _ = play_partial(known, Won(sun))
        assert partial_game(desk) == known
    assert isinstance(desk.page(), SheetTally)


MOST_GESTURES = 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_any_one_thing_is_put_right_with_five_gestures(players: int) -> None:
    for entries in ((LIGHT,), (LIGHT, RA_TILE), (LIGHT, Draw(Tile.NILE))):
        timeline = begin(a_desk(players).game.setup)
        for entry in entries:
            timeline = enter(timeline, entry)
        start = Desk(
            Model(
                page=PartialTable(),
                session=Session(timeline=timeline, buttons=tuple(range(players))),
            )
        )
        ways = [
            (place, number, way.fix)
            for place, cell in enumerate(cells(partial_game(start)))
            for number, way in enumerate(cell.ways)
            if way.fix is not None
        ]
        for place, number, fix in some(ways, 13, players):
            desk = Desk(start.model)
            desk.press("ok", is_held=True)
            gestures = 1
            for wanted in (place, number):
                page = desk.page()
                assert isinstance(page, FixPanel)
                at = page.cell if page.way is None else page.way
                desk.turn(wanted - at)
                desk.press("dial")
                gestures += 1 + (wanted != at)
            assert gestures <= MOST_GESTURES
            assert desk.entries == [fix]
            desk.press("undo")
            assert desk.page() == PartialTable()


def test_more_ra_tiles_than_there_can_be_are_drawn_as_a_full_track() -> None:
    model = lighter.PAGES["light"](3, gallery.NAMES)
    timeline = model.session.timeline
    assert timeline is not None
    *before, last = timeline.steps
    assert last.partial_game is not None
    many = replace(last.partial_game, ra_count=last.partial_game.setup.ra_limit + 2)
    steps = (*before, replace(last, partial_game=many))
    assert gallery.shown(model.with_session(timeline=replace(timeline, steps=steps))).items
