"""Peeking: players see their own points while they hold their button, and nobody else's."""

import pytest
from msgspec.structs import replace

from companion.app.controls import HOLD_SECONDS
from companion.core.messages import Peek
from companion.core.session import Secrecy
from companion.pages.scoring.epoch import EpochScores
from companion.pages.table.table import Table
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


def test_the_player_in_turn_with_a_god_uses_it_with_the_same_hold() -> None:
    desk = next(
        Desk(model)
        for model in models(3, 1)
        if isinstance(model.page, Table)
        and model.game.players[model.game.active].tiles & Tile.GOD.mask
        and any(tile not in (None, Tile.GOD) for tile in model.game.track)
        and model.game.stage.__class__.__name__ == "Phase"
    )
    own = f"p{desk.model.session.buttons[desk.game.active] + 1}"
    hold(desk, own)
    assert desk.model.session.peek is None
