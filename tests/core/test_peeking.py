"""Peeking: players see their own points while they hold their button, and nobody else's."""

import pytest
from msgspec.structs import replace

from companion.app.controls import HOLD_SECONDS
from companion.core.effects import RecordPeek
from companion.core.messages import EndPeek, Enter, Peek
from companion.core.session import Peeking, Secrecy
from companion.pages.scoring.epoch import EpochScores
from companion.pages.table.peek import PEEK_SECONDS
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS
from companion.rules.editions import Seat
from companion.rules.tiles import Tile
from hardware.events import ButtonDown, ButtonUp, Control
from tests.core.desk import Desk, a_desk, models


def hold(desk: Desk, control: str) -> None:
    """Hold a button down without letting go."""
    for message in desk.hands.pressed(ButtonDown(Control(control), desk.model.now), desk.model):
        desk.take(message)
    desk.pass_time(HOLD_SECONDS + 0.1)


def let_go(desk: Desk, control: str) -> None:
    """Let go of a button."""
    for message in desk.hands.released(ButtonUp(Control(control), desk.model.now), desk.model):
        desk.take(message)


def test_points_are_shown_while_the_own_button_is_held() -> None:
    desk = a_desk(3)
    hold(desk, "p3")
    assert desk.model.session.peek is not None
    assert desk.model.session.peek.seat == 1
    let_go(desk, "p3")
    assert desk.model.session.peek is None
    assert desk.entries == []


def test_a_tap_of_the_same_button_still_means_its_tile() -> None:
    desk = a_desk(3)
    desk.press("p3")
    assert desk.model.session.peek is None
    assert isinstance(desk.page(), Table)
    assert desk.page() != Table()  # the group of the third button is open


def test_a_peek_ends_by_itself_after_five_seconds() -> None:
    desk = a_desk(3)
    hold(desk, "p1")
    desk.pass_time(PEEK_SECONDS)
    assert desk.model.session.peek is None
    let_go(desk, "p1")
    assert desk.entries == []


def test_that_somebody_looked_is_kept_before_they_see_it_and_nothing_else_of_it() -> None:
    desk = a_desk(3)
    effects = desk.take(Peek(Seat(2)))
    assert RecordPeek(Seat(2)) in effects
    assert desk.take(EndPeek()) == ()


def test_after_an_epoch_points_can_be_looked_at_as_well() -> None:
    model = next(each for each in models(3, 1) if each.game.epoch == 2)
    desk = Desk(replace(model, page=EpochScores()))
    hold(desk, "p1")
    assert desk.model.session.peek is not None


@pytest.mark.parametrize("secrecy", [Secrecy.SEALED, Secrecy.EPOCH_GAINS, Secrecy.OPEN])
def test_only_where_it_was_agreed_may_players_peek(secrecy: Secrecy) -> None:
    desk = a_desk(3)
    desk.model = desk.model.with_session(
        agreement=replace(desk.model.session.agreement, secrecy=secrecy)
    )
    hold(desk, "p3")
    assert desk.model.session.peek is None
    desk.take(Peek(Seat(0)))
    assert desk.model.session.peek is None


def test_nobody_peeks_for_a_seat_that_is_not_there() -> None:
    desk = a_desk(2)
    assert desk.take(Peek(Seat(4))) == ()


def test_the_game_goes_on_while_somebody_looks() -> None:
    desk = a_desk(3)
    hold(desk, "p5")
    desk.take(Enter(DRAWS[Tile.NILE]))
    assert desk.game.lane[0] is Tile.NILE
    assert desk.model.session.peek == Peeking(
        Seat(2), desk.model.session.peek.since if desk.model.session.peek else 0
    )


def test_the_player_in_turn_with_a_god_uses_it_with_the_same_hold() -> None:
    desk = next(
        Desk(model)
        for model in models(3, 1)
        if isinstance(model.page, Table)
        and model.game.players[model.game.active].tiles & Tile.GOD.mask
        and any(tile not in (None, Tile.GOD) for tile in model.game.lane)
        and model.game.stage.__class__.__name__ == "Phase"
    )
    own = f"p{desk.model.session.buttons[desk.game.active] + 1}"
    hold(desk, own)
    assert desk.model.session.peek is None
