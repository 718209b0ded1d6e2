"""What each control does and what the player is asked: plain values that the pages fill in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.messages import Message
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


def all_do(binding: Binding) -> Bindings:
    """Return the controls of a page on which there is one thing to do."""
    return Bindings(dict.fromkeys((Control.OK, Control.UNDO, Control.RA, Control.DIAL), binding))
