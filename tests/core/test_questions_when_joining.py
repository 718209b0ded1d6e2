"""Which question about a game under way follows which, and what can be answered to it."""

from msgspec.structs import replace

from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.effects import do
from companion.core.messages import Enter, GoTo, Open, Route
from companion.pages.bindings import controls
from companion.pages.menu.menu import Menu
from companion.pages.partial.joining import Ask, Joining, SunPlace, first_question, ledger_of, ways
from companion.rules.actions import DRAWS, Level
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat, suns_in_play
from companion.rules.tiles import Tile
from tests.core.desk import Desk
from tests.core.test_joining import answer_of, begun, page


def asking(ask: Ask, level: Level = Level.LIGHT) -> Desk:
    """Return three people who are asked this, and have told all that is asked before it."""
    desk = begun(3, level)
    while page(desk).ask is not ask:
        desk.take(answer_of(desk, 3))
    return desk


def test_no_sun_more_can_be_given_to_who_has_all_of_theirs() -> None:
    desk = asking(Ask.SUNS)
    own = [PLAYER_CONTROLS[button] for button in desk.model.session.buttons]
    for place in (SunPlace(), *[SunPlace(Seat(1))] * 4):
        assert Control.P2 in controls(desk.model).taps
        desk.take(do(Joining.answer, place))
    offered = controls(desk.model)
    assert [control in offered.taps for control in own[:3]] == [True, False, True]
    assert own[1] not in offered.holds
    assert Control.RA not in offered.taps, "and one lies in the centre already"


def test_points_are_turned_to_from_nothing_on_and_never_below_it() -> None:
    desk = asking(Ask.POINTS)
    desk.turn(-1)
    assert page(desk).points == 0
    desk.turn(1)
    assert page(desk).points == 1


def test_the_dial_does_nothing_where_there_is_no_answer_left() -> None:
    desk = asking(Ask.SUNS)
    suns = suns_in_play(3)
    everywhere = (SunPlace(), *(SunPlace(Seat(at % 3)) for at in range(len(suns) - 1)))
    desk.model = replace(desk.model, page=replace(page(desk), places=everywhere))
    assert not ways(ledger_of(desk.model), page(desk))
    before = desk.model
    desk.turn(1)
    assert desk.model == before


def test_an_auction_track_that_is_known_to_be_empty_is_not_asked_for() -> None:
    desk = asking(Ask.TRACK, Level.FULL)
    last = Joining(Ask.TILES, Level.FULL, Seat(2))
    asked = []
    for tiles in (1, 0):
        desk.take(Enter(Fix(lane_tiles=tiles)))
        asked.append(first_question(ledger_of(desk.model), Level.FULL, last))
    assert asked == [Joining(Ask.TRACK, Level.FULL), None]


def test_what_is_unknown_is_filled_in_only_at_a_turn() -> None:
    desk = begun(3)
    desk.take(do(Joining.answer, 2))
    fill_in = Open(Route.JOINING)
    assert fill_in in {entry.message for entry in Menu().entries(desk.model)}
    desk.take(Enter(DRAWS[Tile.RA]))
    labels = {entry.label for entry in Menu().entries(desk.model)}
    assert "Fill in what is unknown" not in labels
    assert "Enter every tile" in labels


def test_an_answer_that_was_known_already_leads_to_the_next_question() -> None:
    desk = begun(3)
    desk.take(do(Joining.answer, 2))
    desk.take(do(Joining.answer, 4))
    written = len(desk.entries)
    desk.take(GoTo(Joining(Ask.RA_TRACK)))
    desk.take(do(Joining.answer, 4))
    assert page(desk).ask is Ask.SUNS
    assert len(desk.entries) == written
