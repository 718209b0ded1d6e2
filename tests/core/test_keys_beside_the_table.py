"""Before and after a game the keyboard reaches everything that the panel does."""

import pytest
from msgspec.structs import replace

from companion.core.messages import Rematch, TurnDial
from companion.core.model import Model
from companion.core.session import Guest, Session
from companion.pages.bindings import controls
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.history.history import History
from companion.pages.keyboard import AGAIN_KEY, keys
from companion.pages.letters import Sheet
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.epoch import EpochScores
from companion.pages.scoring.finale import HISTORY_KEY, Finale
from companion.pages.table.table import Table
from tests.core.desk import Desk, models

GUESTS = (Guest(0, "Ann"), Guest(1))


def ended(revealed: int = 3) -> Desk:
    """Return a game of three that is over, this many places revealed."""
    return Desk(replace(models(3, 0)[-1], page=Finale(revealed)))


def test_the_same_people_play_again_by_a_letter_from_the_start_page() -> None:
    desk = Desk(Model(page=Welcome(), session=Session(last_guests=GUESTS)))
    desk.key(AGAIN_KEY)
    assert isinstance(desk.page(), Dealing)
    desk.key("return")
    assert isinstance(desk.page(), Table)
    assert len(desk.game.players) == 2


def test_the_letter_does_nothing_where_nobody_played_before() -> None:
    desk = Desk(Model(page=Welcome()))
    desk.key(AGAIN_KEY)
    assert desk.model.page == Welcome()


def test_the_same_people_play_again_by_a_letter_when_all_is_revealed() -> None:
    desk = ended()
    desk.key(AGAIN_KEY)
    assert isinstance(desk.page(), Dealing)
    desk.key("return")
    assert isinstance(desk.page(), Table)
    assert not desk.model.game.ra_count


def test_the_game_that_is_over_is_looked_through_by_a_letter() -> None:
    desk = ended()
    desk.key(HISTORY_KEY)
    assert isinstance(desk.page(), History)


def test_one_key_leads_from_the_reveal_to_the_result_and_on_to_mending() -> None:
    desk = ended(0)
    desk.key("tab")
    assert desk.page() == Finale(3)
    desk.key("tab")
    assert isinstance(desk.page(), FixPanel)


def test_the_table_is_mended_from_a_scoring_by_the_key_that_mends_it_at_the_table() -> None:
    desk = Desk(models(3, 0)[0])
    desk.key("tab")
    at_table = desk.page()
    desk = Desk(next(each for each in models(3, 0) if isinstance(each.page, EpochScores)))
    desk.finish()
    desk.key("tab")
    assert desk.page() == at_table == FixPanel()


def test_at_the_table_a_key_looks_back() -> None:
    desk = Desk(next(each for each in models(3, 0) if isinstance(each.page, Table)))
    desk.key("f10")
    assert isinstance(desk.page(), History)


@pytest.mark.parametrize("revealed", [0, 1, 2])
def test_no_letter_gives_away_who_has_won(revealed: int) -> None:
    offered = keys(ended(revealed).model)
    assert Rematch() not in offered.values()
    assert HISTORY_KEY not in offered


def test_the_arrows_move_over_the_letters_as_the_dial_does() -> None:
    model = Model(page=Seating(GUESTS, 1, Sheet()), session=Session(known_names=("Zoe", "Yan")))
    by_dial, by_key = Desk(model), Desk(model)
    by_dial.turn(1)
    by_key.key("right")
    assert by_key.model == by_dial.model
    assert by_key.model != model
    by_key.key("left")
    by_dial.turn(-1)
    assert by_key.page() == by_dial.page()


def test_the_arrows_are_silent_where_the_dial_is() -> None:
    model = Model(page=Seating(GUESTS))
    assert not controls(model).dial
    assert TurnDial(1) not in keys(model).values()
