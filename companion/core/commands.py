"""What people can do on a page: a line each, for buttons, lamps, dial, keys and fingers.

Return follows from OK, Backspace from Undo, Escape from whatever leads back, Space and the arrows
from the dial, 1 to 5 from the players' buttons (``pages/controls.py``): a page names only the keys
that are its own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.messages import Message, TurnDial
from companion.rules.editions import Seat, Sun
from companion.rules.problems import Fact
from companion.rules.tiles import Tile

if TYPE_CHECKING:
    from companion.core.model import Model


class Prompt(msgspec.Struct, frozen=True):
    """What is asked."""

    sentence: str
    """English words, which are also what is translated; ``{name}`` is always the player asked."""
    facts: Mapping[str, Fact] = {}
    seat: Seat | None = None
    """Who is asked; None: everybody."""
    by_keys: str = ""
    """What is asked instead of people at a keyboard; empty: the same."""


class Entry(msgspec.Struct, frozen=True):
    """One line of the menu."""

    label: str
    """English words, which are also what is translated."""
    message: Message
    icon: str = ""
    """The picture beside it, one of ``assets/icons`` without its ending."""
    value: str = ""
    """How it is now, in English words; empty if the label says all."""


class Binding(msgspec.Struct, frozen=True):
    """What one control does now."""

    message: Message
    label: str = ""
    """English words, which are also what is translated; empty where ``tile`` or ``sun`` says it."""
    tile: Tile | None = None
    sun: Sun | None = None
    is_lit: bool = True
    """Whether it is allowed; an unlit control answers with the reason why not."""
    is_silent: bool = False
    """Whether nothing is written about it beside the other controls, and no lamp burns for it."""
    follows_tap: bool = False
    """For a hold: the tap counts when the button goes down, and the hold comes on top of it."""


class Bindings(msgspec.Struct, frozen=True):
    """What all controls do now."""

    taps: Mapping[Control, Binding] = {}
    """A short press."""
    holds: Mapping[Control, Binding] = {}
    """A press of half a second or more."""
    dial: str = ""
    """What turning the dial does, in English words; empty if nothing."""

    def is_lit(self, control: Control) -> bool:
        """Whether anything that the control does is allowed now."""
        offers = (self.taps.get(control), self.holds.get(control))
        return any(offer is not None and offer.is_lit and not offer.is_silent for offer in offers)


def player_control(model: Model, seat: Seat) -> Control:
    """Return the player button of this seat."""
    return PLAYER_CONTROLS[model.session.buttons[seat]]


OK, UNDO, RA, DIAL = Control.OK, Control.UNDO, Control.RA, Control.DIAL

P1, P2, P3, P4, P5 = PLAYER_CONTROLS


class Command(msgspec.Struct, frozen=True):
    """One thing that can be done, and everything that does it."""

    binding: Binding
    taps: tuple[Control, ...] = ()
    """The controls of which a short press does it."""
    holds: tuple[Control, ...] = ()
    """The controls that must be held for it."""
    keys: tuple[str, ...] = ()
    """Keys of its own, by the names that pygame gives them."""
    dial: str = ""
    """What turning the dial does, in English words; empty if it is not about the dial."""
    is_scanned: bool = False
    """Whether one button takes it, besides what the controls do."""

    @property
    def is_only_touched(self) -> bool:
        """Whether no control does it, so that the dock must show it for fingers."""
        is_offered = self.taps or self.holds or self.dial or self.is_scanned
        return bool(self.binding.label) and not is_offered

    def without(self, controls: Collection[Control]) -> Command:
        """Return the same where these controls do not do it."""
        return replace(
            self,
            taps=tuple(each for each in self.taps if each not in controls),
            holds=tuple(each for each in self.holds if each not in controls),
        )

    def silent(self) -> Command:
        """Return the same with nothing written about it, and without lamps."""
        return replace(self, binding=replace(self.binding, is_silent=True))


def tap(  # noqa: PLR0913 - what is said, what it means, and how it looks
    label: str,
    message: Message,
    *controls: Control,
    keys: str = "",
    tile: Tile | None = None,
    sun: Sun | None = None,
    lit: bool = True,
    silent: bool = False,
) -> Command:
    """Return what a short press of these controls does.

    Args:
        label: English words, which are also what is translated; empty where a tile or sun says it.
        message: What it means.
        controls: Any of them does it.
        keys: Names of further keys, with spaces between them.
        tile: The picture instead of words.
        sun: The same.
        lit: Whether it is allowed now; if not, it answers with the reason.
        silent: Whether nothing is written about it, and no lamp burns for it.
    """
    binding = Binding(message, label, tile, sun, is_lit=lit, is_silent=silent)
    return Command(binding, controls, (), tuple(keys.split()))


def hold(  # noqa: PLR0913 - as tap
    label: str,
    message: Message,
    *controls: Control,
    keys: str = "",
    lit: bool = True,
    silent: bool = False,
    follows_tap: bool = False,
) -> Command:
    """Return what holding these controls does; see ``tap``.

    ``follows_tap``: the tap counts when the button goes down, and the hold comes on top of it.
    """
    binding = Binding(message, label, is_lit=lit, is_silent=silent, follows_tap=follows_tap)
    return Command(binding, (), controls, tuple(keys.split()))


def turning(label: str, one_button: Message | None = None) -> Command:
    """Return what turning the dial does, in English words, and what one button takes instead."""
    meant = TurnDial(1) if one_button is None else one_button
    return Command(Binding(meant, label), dial=label, is_scanned=one_button is not None)


def choice(
    message: Message, label: str = "", *, tile: Tile | None = None, sun: Sun | None = None
) -> Command:
    """Return what one button takes and no control does: the dial, fingers or keys reach it."""
    return Command(Binding(message, label, tile, sun), is_scanned=True)


def key(keys: str | Iterable[str], message: Message, *, lit: bool = True) -> Command:
    """Return what only keys do; nothing is written about it."""
    named = keys.split() if isinstance(keys, str) else keys
    return Command(Binding(message, is_lit=lit), keys=tuple(named))


def finger(label: str, message: Message, keys: str = "") -> Command:
    """Return what no control does: it is touched, or these keys do it."""
    return Command(Binding(message, label), keys=tuple(keys.split()))


def bindings_of(commands: Iterable[Command]) -> Bindings:
    """Return what every control does; of two commands for one control the later counts."""
    taps, holds, dial = dict[Control, Binding](), dict[Control, Binding](), ""
    for command in commands:
        taps |= dict.fromkeys(command.taps, command.binding)
        holds |= dict.fromkeys(command.holds, command.binding)
        dial = command.dial or dial
    return Bindings(taps, holds, dial)


def keys_of(commands: Iterable[Command]) -> dict[str, Message]:
    """Return what the keys do that commands name themselves."""
    return {name: command.binding.message for command in commands for name in command.keys}
