"""Before a game: names, options, and suns that people dealt themselves."""

import pytest

from companion.core.controls import Control
from companion.core.messages import Agree, TurnDial
from companion.core.model import Model
from companion.core.naming import LONGEST_NAME
from companion.core.notices import Notes, Notice
from companion.core.session import Agreement, Guest, Session
from companion.pages.bindings import controls
from companion.pages.new_game.dealing import filled_by_hand
from companion.pages.new_game.options import OptionsPage, rows
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.table.beginning import fitting
from companion.pages.table.table import Table
from companion.rules.editions import Edition, NoPenalty, Options, Split, setup, sun_groups
from companion.rules.model import Phase
from companion.rules.problems import Problem, Why
from tests.core.desk import Desk, a_desk, is_refusal, models
from tests.core.evenings import PLAYERS, seated


def test_names_are_typed_or_taken_from_those_used_before() -> None:
    desk = Desk(Model(page=Welcome(), session=Session(known_names=("Anna", "Boris"))))
    desk.press("p1")
    for letter in "Zo\u00e9":
        desk.key(letter)
    desk.press("p2")
    desk.press("ok")  # the first of them
    desk.press("p3")
    page = desk.model.page
    assert isinstance(page, Seating)
    assert [guest.name for guest in page.guests] == ["Zo\u00e9", "Anna", ""]
    desk.press("ra")  # done
    desk.press("ra")
    desk.press("ok")
    assert desk.game.setup.players == ("Zo\u00e9", "Anna", "Yellow")
    assert desk.model.session.known_names == ("Zo\u00e9", "Anna", "Boris")


def test_a_name_can_be_mended_and_is_cut_where_it_gets_too_long() -> None:
    desk = seated(1)
    for key in (" ", "A", "b", "backspace"):
        desk.key(key)
    for _ in range(300):
        desk.key("\u00e9")
    page = desk.model.page
    assert isinstance(page, Seating)
    assert page.guests[0].name == "A" + "\u00e9" * (LONGEST_NAME - 1)


def test_five_players_may_have_one_name_and_are_told_apart() -> None:
    desk = Desk()
    for button in range(1, 6):
        desk.press(f"p{button}")
        desk.key("X")
    for control in ("ra", "ra", "ok"):  # done, deal, begin
        desk.press(control)
    assert desk.game.setup.players == ("X", "X 2", "X 3", "X 4", "X 5")


def test_another_window_size_is_no_turn_of_the_dial() -> None:
    for model in (a_desk(3).model, seated(2).model, Model(page=Welcome())):
        desk = Desk(model)
        desk.take(TurnDial(0))
        assert desk.model == model
        assert not desk.written


@pytest.mark.parametrize("players", PLAYERS)
def test_every_value_of_every_option_can_be_played(players: int) -> None:
    desk = seated(players)
    desk.press("ok")
    tried = 0
    for row in range(len(rows(desk.model.session.agreement, players))):
        for _ in range(12):
            page = desk.model.page
            assert page == OptionsPage(page.guests, row) if isinstance(page, OptionsPage) else False
            agreed = fitting(desk.model.session.agreement, players)
            setup(tuple("ABCDE"[:players]), agreed.options)
            tried += 1
            desk.press("dial")
        desk.turn(1)
    assert tried >= 48
    assert isinstance(desk.model.page, OptionsPage)
    assert desk.model.page.row == 0


def test_an_option_that_does_not_fit_the_number_of_players_is_left_out() -> None:
    options = Options(
        edition=Edition.ALEA_1999,
        two_player_split=Split.BGG,
        two_player_no_penalty=NoPenalty.EVERY_EPOCH,
    )
    assert fitting(Agreement(options=options), 2).options == options
    three = fitting(Agreement(options=options), 3).options
    assert three == Options(edition=Edition.ALEA_1999)
    two = fitting(Agreement(options=Options(edition=Edition.ALEA_1999)), 2)
    assert two.options.two_player_split is Split.RAZZIA


def test_suns_that_people_dealt_themselves_are_entered_by_button() -> None:
    desk = seated(3)
    desk.take(Agree(Agreement(dealt_by_hand=True)))
    desk.press("ra")
    assert desk.page() == filled_by_hand((Guest(0), Guest(1), Guest(2)))
    desk.press("p1")
    desk.press("p1")
    desk.press("ok")
    assert desk.model.screen.said == Notice(Notes.SUNS_MISSING)
    assert not desk.written
    desk.press("p2")
    desk.press("p3")
    desk.press("ok")
    assert [player.suns for player in desk.game.players] == [
        tuple(sorted(sun_groups(3)[group])) for group in (1, 0, 2)
    ]


def test_a_group_that_cannot_be_drawn_from_says_why_and_does_not_open() -> None:
    full = (model for model in models(5, 0) if None not in model.game.track)
    desk = Desk(next(model for model in full if model.game.stage is Phase.TURN))
    for control in (Control.P3, Control.P4, Control.P5):
        offer = controls(desk.model).taps[control]
        assert not offer.is_lit
        assert is_refusal(desk.take(offer.message))
        assert isinstance(desk.model.screen.said, Problem)
        assert desk.model.screen.said.sentence is Why.TRACK_FULL
        assert desk.page() == Table()
