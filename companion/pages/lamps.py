"""The lamps mirror the screen: lit exactly when the control may be used."""

from __future__ import annotations

from companion.core.bindings import PLAYER_CONTROLS, player_control
from companion.core.model import Model
from companion.pages import hardware, kiosk, table
from companion.pages.bindings import controls
from companion.rules.editions import Seat
from companion.rules.model import Auction

LAMPS = (*PLAYER_CONTROLS, "ra", "ok", "undo")
"""The controls that have a lamp."""


WAITING = 0.15
"""How bright the button of a player is who is still to bid."""


def lamps(model: Model) -> dict[str, float]:
    """Return how bright every lamp is now, 0 to 1."""
    if isinstance(model.page, hardware.HardwareTest):
        return hardware.hardware_test.lamps(model.page)
    now = controls(model)
    bright = {control: 1.0 if now.is_lit(control) else 0.0 for control in LAMPS}
    for control in waiting(model):
        bright[control] = max(bright[control], WAITING)
    return kiosk.staff_call.lamps(model, bright)


def waiting(model: Model) -> tuple[str, ...]:
    """Return the buttons of players who are still to bid after the bidder."""
    if not isinstance(model.page, table.Table) or not isinstance(model.game.stage, Auction):
        return ()
    game, auction = model.game, model.game.stage
    seat, later = game.active, []
    while seat != auction.ra_player:
        seat = Seat((seat + 1) % len(game.players))
        if game.players[seat].up:
            later.append(player_control(model, seat))
    return tuple(later)
