"""Which question about a game under way follows which, and what can be answered to it."""

from msgspec.structs import replace

from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.messages import Enter, GoTo
from companion.pages.bindings import controls
from companion.pages.menu import Menu
from companion.pages.partial import (
    Answer,
    Ask,
    Joining,
    NotKnown,
    SunPlace,
    ThatIsAll,
    first_question,
    ledger_of,
    ways,
)
from companion.rules.actions import DRAWS, Level
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat, suns_in_play
from companion.rules.tiles import Tile
from tests.core.desk import Desk
from tests.core.test_joining import begun, page


def asking(ask: Ask, level: Level = Level.LIGHT) -> Desk:
    """Return three people who are asked this; before it only the epoch was told."""
    desk = begun(3, level)
    desk.take(Answer(2))
    while page(desk).ask is not ask:
        desk.take(NotKnown())
    return desk


def test_no_sun_more_can_be_given_to_who_has_all_of_theirs() -> None:
    desk = asking(Ask.SUNS)
    own = [PLAYER_CONTROLS[button] for button in desk.model.session.buttons]
    for place in (SunPlace(), *[SunPlace(Seat(1))] * 4):
        assert Control.P2 in controls(desk.model).taps
        desk.take(Answer(place))
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


def test_suns_are_asked_for_while_any_is_unknown_wherever_it_lies() -> None:
    desk = asking(Ask.SUNS)
    desk.take(Answer(SunPlace()))
    desk.take(NotKnown())
    ledger = ledger_of(desk.model)
    assert ledger.centre == 1
    assert first_question(ledger, Level.LIGHT, Joining(Ask.RA_TRACK)) == Joining(Ask.SUNS)
    desk = asking(Ask.SUNS)
    for at in range(len(suns_in_play(3)) - 1):
        desk.take(Answer(SunPlace(Seat(at % 3))))
    desk.take(NotKnown())
    ledger = ledger_of(desk.model)
    assert all(hand.suns is not None for hand in ledger.hands)
    assert ledger.centre is None
    assert first_question(ledger, Level.LIGHT, Joining(Ask.RA_TRACK)) == Joining(Ask.SUNS)


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
    desk.take(Answer(2))
    fill_in = GoTo(Joining(Ask.RA_TRACK))
    assert fill_in in {entry.message for entry in Menu().entries(desk.model)}
    desk.take(Enter(DRAWS[Tile.RA]))
    labels = {entry.label for entry in Menu().entries(desk.model)}
    assert "Fill in what is unknown" not in labels
    assert "Enter every tile" in labels


def test_that_is_all_means_nothing_where_one_answer_is_enough() -> None:
    desk = begun(3)
    before = desk.model
    assert desk.take(ThatIsAll()) == ()
    assert desk.model.page == before.page == Joining(Ask.EPOCH)


def test_a_sun_alone_is_no_whole_hand_and_the_next_question_follows() -> None:
    desk = asking(Ask.SUNS)
    desk.take(Answer(SunPlace(Seat(1))))
    written = len(desk.entries)
    desk.take(NotKnown())
    assert page(desk) == Joining(Ask.POINTS, seat=Seat(0))
    assert len(desk.entries) == written


def test_an_answer_that_was_known_already_leads_to_the_next_question() -> None:
    desk = begun(3)
    desk.take(Answer(2))
    desk.take(Answer(4))
    written = len(desk.entries)
    desk.take(GoTo(Joining(Ask.RA_TRACK)))
    desk.take(Answer(4))
    assert page(desk).ask is Ask.SUNS
    assert len(desk.entries) == written
