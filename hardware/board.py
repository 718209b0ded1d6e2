"""All contacts of a panel together: from what the wires say to events, without a clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hardware import button as buttons
from hardware import encoder as encoders
from hardware.button import Button
from hardware.encoder import Encoder
from hardware.events import ButtonDown, Control, Event, Turned
from hardware.pins import Role, Use


@dataclass(frozen=True, slots=True)
class Board:
    """What is believed of every contact."""

    buttons: Mapping[Control, Button] = field(default_factory=dict)
    """Each button that is wired."""

    encoder: Encoder = field(default_factory=Encoder)
    """The dial's two contacts."""

    dial_deaf_seconds: float = 0.2
    """How long turning is not counted after the dial was pushed."""

    dial_deaf_until: float = 0.0
    """Until when turning is not counted, in seconds of the monotonic clock."""


class Told(NamedTuple):
    """The board afterwards, and what it has to report."""

    board: Board
    """The board as it is now."""

    events: tuple[Event, ...]
    """What happened, in order of time for each control."""


def begun(board: Board, closed: Mapping[Use, bool], at: float, quiet_seconds: float) -> Told:
    """Return the board after all wires were read, at first or because the panel came back."""
    told: list[buttons.Told] = []
    for use, is_down in closed.items():
        if use.role is Role.CONTACT:
            known = board.buttons.get(use.control)
            told.append(
                buttons.found(known, is_down=is_down, at=at)
                if known
                else buttons.begun(use.control, is_down=is_down, at=at, quiet_seconds=quiet_seconds)
            )
    encoder = Encoder(
        a_closed=closed.get(Use(Control.DIAL, Role.TURN_A), False),
        b_closed=closed.get(Use(Control.DIAL, Role.TURN_B), False),
    )
    return _together(replace(board, encoder=encoder), told)


def heard(board: Board, use: Use, at: float, *, is_closed: bool) -> Told:
    """Return the board after one wire said this."""
    if use.role is not Role.CONTACT:
        return _turned(board, use, at, is_closed=is_closed)
    return _together(board, [buttons.heard(board.buttons[use.control], level=is_closed, at=at)])


def looked(board: Board, now: float) -> Told:
    """Return the board after some time passed: what was due is done."""
    return _together(board, [buttons.looked(button, now) for button in board.buttons.values()])


def lost(board: Board, at: float) -> Told:
    """Return the board after its pins went away: presses that were going on are ended."""
    return _together(board, [buttons.lost(button, at) for button in board.buttons.values()])


def deadline(board: Board) -> float | None:
    """Return when ``looked`` will have something to do although nothing moves; ``None``: never."""
    times = map(buttons.deadline, board.buttons.values())
    return min((time for time in times if time is not None), default=None)


def _turned(board: Board, use: Use, at: float, *, is_closed: bool) -> Told:
    """Return the board after one of the dial's contacts said this."""
    encoder, step = encoders.moved(
        board.encoder,
        a_closed=is_closed if use.role is Role.TURN_A else board.encoder.a_closed,
        b_closed=is_closed if use.role is Role.TURN_B else board.encoder.b_closed,
    )
    is_counted = step and at >= board.dial_deaf_until
    return Told(replace(board, encoder=encoder), (Turned(step, at),) if is_counted else ())


def _together(board: Board, told: list[buttons.Told]) -> Told:
    """Return the board with these buttons as they are now, and all their events."""
    changed = {button.control: button for button, _ in told}
    events = tuple(event for _, each in told for event in each)
    pushes = [e.at for e in events if isinstance(e, ButtonDown) and e.control == Control.DIAL]
    deaf_until = pushes[-1] + board.dial_deaf_seconds if pushes else board.dial_deaf_until
    board = replace(board, buttons={**board.buttons, **changed}, dial_deaf_until=deaf_until)
    return Told(board, events)
