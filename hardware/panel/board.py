"""All contacts of a panel: from wire levels to events, without a clock."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from hardware.events import ButtonDown, Control, Event, Turned
from hardware.panel import button as panel_button
from hardware.panel.button import Button, Encoder
from hardware.panel.pins import Role, Use


@dataclass(frozen=True, slots=True)
class Contacts:
    """The debounced state of every contact."""

    buttons: Mapping[Control, Button] = field(default_factory=dict)
    """Each button that is wired."""

    encoder: Encoder = field(default_factory=Encoder)
    """The dial's two contacts."""

    dial_deaf_seconds: float = 0.2
    """How long turning is ignored after the dial was pushed."""

    dial_deaf_until: float = 0.0
    """Until when turning is ignored, in seconds of the monotonic clock."""


class ContactsReport(NamedTuple):
    """The board afterwards, and what it reports."""

    board: Contacts
    """The board as it is now."""

    events: tuple[Event, ...]
    """What happened, in order of time for each control."""


def begun(
    board: Contacts, closed: Mapping[Use, bool], at: float, quiet_seconds: float
) -> ContactsReport:
    """Return the board after all wires were read, initially or because the panel came back."""
    told: list[panel_button.ButtonReport] = []
    for use, is_down in closed.items():
        if use.role is Role.CONTACT:
            known = board.buttons.get(use.control)
            told.append(
                panel_button.found(known, is_down=is_down, at=at)
                if known
                else panel_button.begun(
                    use.control, is_down=is_down, at=at, quiet_seconds=quiet_seconds
                )
            )
    encoder = Encoder(
        a_closed=closed.get(Use(Control.DIAL, Role.TURN_A), False),
        b_closed=closed.get(Use(Control.DIAL, Role.TURN_B), False),
    )
    return _together(replace(board, encoder=encoder), told)


def heard(board: Contacts, use: Use, at: float, *, is_closed: bool) -> ContactsReport:
    """Return the board after this level on one wire."""
    if use.role is not Role.CONTACT:
        return _turned(board, use, at, is_closed=is_closed)
    return _together(
        board, [panel_button.heard(board.buttons[use.control], level=is_closed, at=at)]
    )


def looked(board: Contacts, now: float) -> ContactsReport:
    """Return the board after some time: whatever was due is done."""
    return _together(board, [panel_button.looked(button, now) for button in board.buttons.values()])


def lost(board: Contacts, at: float) -> ContactsReport:
    """Return the board after its pins were lost: ongoing presses end."""
    return _together(board, [panel_button.lost(button, at) for button in board.buttons.values()])


def deadline(board: Contacts) -> float | None:
    """Return when ``looked`` is due even if nothing moves; ``None``: never."""
    times = map(panel_button.deadline, board.buttons.values())
    return min((time for time in times if time is not None), default=None)


def _turned(board: Contacts, use: Use, at: float, *, is_closed: bool) -> ContactsReport:
    """Return the board after this level on one of the dial's contacts."""
    encoder, step = panel_button.moved(
        board.encoder,
        a_closed=is_closed if use.role is Role.TURN_A else board.encoder.a_closed,
        b_closed=is_closed if use.role is Role.TURN_B else board.encoder.b_closed,
    )
    is_counted = step and at >= board.dial_deaf_until
    return ContactsReport(
        replace(board, encoder=encoder), (Turned(step, at),) if is_counted else ()
    )


def _together(board: Contacts, told: list[panel_button.ButtonReport]) -> ContactsReport:
    """Return the board with these buttons as they are now, and all their events."""
    changed = {button.control: button for button, _ in told}
    events = tuple(event for _, each in told for event in each)
    pushes = [e.at for e in events if isinstance(e, ButtonDown) and e.control == Control.DIAL]
    deaf_until = pushes[-1] + board.dial_deaf_seconds if pushes else board.dial_deaf_until
    board = replace(board, buttons={**board.buttons, **changed}, dial_deaf_until=deaf_until)
    return ContactsReport(board, events)


LOOK_SECONDS = 0.25
"""How often all wires are read."""

DOUBT_SECONDS = 0.05
"""How long an edge may be under way before a silent change is believed."""

WATCHFUL_SECONDS = 30.0
"""How long wires are read every ``DOUBT_SECONDS`` after a lost edge."""


@dataclass(frozen=True, slots=True)
class Watch:
    """What is known of the wires."""

    levels: Mapping[Use, bool] = field(default_factory=dict)
    """Whether each contact was closed, as last heard or read."""

    doubts: Mapping[Use, float] = field(default_factory=dict)
    """Wires whose level differs from their last edge, and since when, in monotonic seconds."""

    watchful_until: float = 0.0
    """Until when the wires are read more often, in monotonic seconds."""


class Compared(NamedTuple):
    """The result of reading all wires."""

    watch: Watch
    """What is known now."""

    missed: tuple[tuple[Use, bool], ...]
    """Wires with a lost edge, and whether their contact is closed."""


def wire_heard(watch: Watch, use: Use, *, is_closed: bool) -> Watch:
    """Return what is known after an edge."""
    doubts = {other: since for other, since in watch.doubts.items() if other != use}
    return replace(watch, levels={**watch.levels, use: is_closed}, doubts=doubts)


def compared(watch: Watch, read: Mapping[Use, bool], now: float) -> Compared:
    """Return what is known after all wires were read, and the lost edges."""
    differing = [use for use, is_closed in read.items() if is_closed != watch.levels[use]]
    doubts = {use: watch.doubts.get(use, now) for use in differing}
    missed = tuple((u, read[u]) for u, since in doubts.items() if now >= since + DOUBT_SECONDS)
    until = now + WATCHFUL_SECONDS if missed else watch.watchful_until
    watch = replace(watch, doubts=doubts, watchful_until=until)
    for use, is_closed in missed:
        watch = wire_heard(watch, use, is_closed=is_closed)
    return Compared(watch, missed)


def look_again(watch: Watch, now: float) -> float:
    """Return when all wires should be read again, in monotonic seconds."""
    is_watchful = watch.doubts or now < watch.watchful_until
    return now + (DOUBT_SECONDS if is_watchful else LOOK_SECONDS)
