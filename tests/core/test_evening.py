"""From the first press to the next game: people sit down, play, resume, and start over."""

import pytest
from msgspec.structs import replace

from companion.core.effects import OpenBook
from companion.core.messages import (
    Begin,
    Dealt,
    GoTo,
    Leave,
    Next,
    NotWritten,
    PushDial,
    Rematch,
    Remembered,
    Resumed,
    StepSun,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.preferences import Preferences
from companion.core.session import Agreement, Guest
from companion.pages.bindings import controls
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.epoch import EpochScores
from companion.pages.scoring.finale import BAR_SECONDS, CROWN_SECONDS, Finale
from companion.pages.table import auction
from companion.pages.table.table import Table
from companion.pages.update import next_deadline
from companion.rules.actions import BIDS, PASS
from companion.rules.editions import Edition, Seat, setup, sun_groups
from companion.rules.model import Phase
from tests.core.desk import Desk, a_desk, models
from tests.core.evenings import PLAYERS, seated


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_begins_with_one_press_for_each_player_and_two_more(players: int) -> None:
    desk = seated(players)
    desk.press("ra")
    assert isinstance(desk.page(), Dealing)
    assert not desk.written, "who only looks at the suns has not begun a game"
    desk.press("ok")
    assert desk.gestures == players + 2
    assert desk.page() == Table()
    assert desk.game.setup.options.edition is Edition.C25
    dealt = {player.suns for player in desk.game.players}
    assert dealt == {tuple(sorted(group)) for group in sun_groups(players)}
    assert [type(each) for each in desk.written] == [OpenBook]


@pytest.mark.parametrize("players", PLAYERS)
def test_the_same_people_play_again_with_two_presses(players: int) -> None:
    desk = Desk(models(players, 0)[-1])
    for _ in range(2):
        desk.finish()
        desk.pass_time(1)
        desk.press("ok")
        desk.finish()
    assert desk.page() == Finale(players)
    before = desk.model.session.last_guests
    desk.press("ra")
    desk.press("ok")
    assert desk.page() == Table()
    assert desk.model.session.last_guests == before
    assert desk.game.epoch == 1
    timeline = desk.model.session.timeline
    assert timeline is not None
    assert not timeline.steps


def test_after_leaving_the_same_people_are_two_presses_away() -> None:
    desk = Desk(models(3, 0)[-1])
    desk.take(Leave())
    assert desk.page() == Welcome()
    desk.press("ra")
    desk.press("ok")
    assert desk.game.setup.players == a_desk(3).game.setup.players


def test_a_game_that_was_left_goes_on_with_one_press() -> None:
    desk = Desk(models(3, 0)[30])
    timeline = desk.model.session.timeline
    desk.take(Leave())
    desk.press("ok")
    assert desk.model.session.timeline is timeline
    assert not desk.model.session.kept


def test_what_earlier_evenings_left_behind_does_not_disturb_this_one() -> None:
    desk = seated(2)
    page = desk.model.page
    desk.take(Remembered(("Anna", "Blue"), (Guest(4, "Zoe"),), kept=True))
    assert desk.model.page == page
    assert desk.model.session.known_names == ("Anna",), "a colour is no name"
    assert desk.model.session.last_guests == (Guest(4, "Zoe"),)
    desk.press("ra")
    desk.press("ok")
    assert desk.game.setup.players == ("Blue", "Green")


def test_the_same_people_cannot_begin_again_while_they_play() -> None:
    desk = a_desk(3)
    timeline = desk.model.session.timeline
    desk.take(Rematch())
    assert desk.model.session.timeline is timeline


def test_whoever_holds_the_own_button_does_not_play_after_all() -> None:
    desk = seated(3)
    desk.press("p2", is_held=True)
    assert desk.page() == Seating((Guest(0), Guest(2)), 1)
    desk.press("p1", is_held=True)
    desk.press("p3", is_held=True)
    assert desk.page() == Welcome()


def test_one_player_alone_is_told_that_ra_needs_two() -> None:
    desk = seated(1)
    desk.press("ra")
    assert isinstance(desk.model.page, Seating)
    assert desk.model.screen.said == Notice(Notes.NEEDS_TWO)
    desk.press("ok")  # the options, where the table can be asked to play, too
    desk.model = desk.model.with_screen(said=None)
    desk.press("ra")
    assert isinstance(desk.model.page, OptionsPage)
    assert desk.model.screen.said == Notice(Notes.NEEDS_TWO)
    assert not desk.written


def test_a_page_that_was_scored_can_be_asked_why_until_somebody_goes_on() -> None:
    found = next(model for model in models(4, 0) if isinstance(model.page, EpochScores))
    desk = Desk(found)
    desk.take(GoTo(EpochScores()))
    desk.press(f"p{desk.model.session.buttons[2] + 1}")
    assert desk.page() == EpochScores(Seat(2))
    desk.press(f"p{desk.model.session.buttons[2] + 1}")
    assert desk.page() == EpochScores()
    desk.press("ok")
    desk.press("ok")
    desk.key("n")
    desk.take(GoTo(EpochScores(Seat(2))))
    assert desk.page() == Table()


def resumed(model: Model) -> Desk:
    """Start the program again with this game."""
    assert model.session.timeline is not None
    desk = Desk()
    desk.take(Resumed(model.session.timeline, model.session.last_guests, model.session.agreement))
    return desk


def test_a_game_that_stopped_at_an_epochs_end_goes_on_with_its_scoring() -> None:
    found = next(model for model in models(4, 0) if isinstance(model.page, EpochScores))
    assert resumed(found).model.page == EpochScores()
    assert resumed(models(4, 0)[7]).model.page == Table()


def test_a_game_that_is_over_comes_back_with_its_result() -> None:
    assert resumed(models(4, 0)[-1]).model.page == Finale(4)


def test_what_is_said_at_the_start_goes_away_after_a_while() -> None:
    desk = Desk()
    model = models(3, 0)[5]
    assert model.session.timeline is not None
    notice = Notice(Notes.RESUMED, {"actions": 5})
    desk.take(
        Resumed(
            model.session.timeline, model.session.last_guests, model.session.agreement, (notice,)
        )
    )
    assert desk.model.screen.said == notice
    desk.pass_time(7)
    assert desk.model.screen.said is None
    assert next_deadline(desk.model) is None


def test_the_reveal_goes_from_the_last_place_to_the_first_and_stays() -> None:
    desk = Desk(models(4, 0)[-1])
    desk.finish()
    assert isinstance(desk.page(), EpochScores)
    desk.pass_time(1)
    desk.take(Next())
    for revealed in range(2):
        assert desk.page() == Finale(revealed, rising=1, since=desk.model.now)
        desk.pass_time(BAR_SECONDS)
    assert desk.page() == Finale(2)
    desk.take(Next())
    desk.pass_time(BAR_SECONDS)
    assert desk.page() == Finale(4, since=desk.model.now)
    desk.pass_time(CROWN_SECONDS)
    desk.take(Next())
    assert desk.page() == Finale(4)
    assert "ok" in controls(desk.model).taps


def test_a_sun_that_could_not_be_saved_waits_for_ok_and_is_not_tried_again_by_itself() -> None:
    desk = a_desk(3)
    desk.key("r")
    desk.take(StepSun(desk.game.active))
    desk.take(NotWritten(Notice(Notes.NOT_SAVED_FULL)))
    assert desk.model.screen.troubles == (Notice(Notes.NOT_SAVED_FULL),)
    now = auction.heard(desk.model)
    assert now is not None
    assert now.leader is not None
    written = len(desk.written)
    desk.pass_time(60)
    assert len(desk.written) == written
    assert next_deadline(desk.model) is None
    desk.press("ok")
    assert len(desk.written) == written + 3


def test_an_owner_may_want_suns_to_count_only_with_ok() -> None:
    desk = a_desk(3)
    desk.key("r")
    desk.model = replace(desk.model, preferences=Preferences(auction_settle_seconds=0))
    desk.take(StepSun(desk.game.active))
    desk.pass_time(60)
    assert len(desk.entries) == 1
    desk.press("ok")
    assert desk.entries[1:] == [BIDS[desk.game.centre], PASS, PASS]


def test_a_dealt_game_is_the_only_way_to_a_table() -> None:
    desk = Desk()
    for message in (Begin(), Rematch(), Next(), PushDial(), GoTo(Table())):
        desk.take(message)
        assert desk.model.session.timeline is None
    guests = (Guest(0), Guest(1))
    desk.take(Dealt(setup(("A", "B")), guests, Agreement()))
    assert desk.game.stage is Phase.TURN
