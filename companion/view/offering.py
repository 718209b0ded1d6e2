"""What the controls offer, made into chips: what says the same becomes one."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.core.messages import Message, OpenGroup, Turn
from companion.core.offers import PLAYER_CONTROLS, Controls, Offer
from companion.core.picks import GROUP_TILES
from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.view.badges import Keycaps, Sign
from companion.view.look import Look


class Chip(msgspec.Struct, frozen=True):
    """One thing that can be done, by one control or by several."""

    signs: tuple[Sign, ...]
    messages: tuple[Message, ...]
    """What each of the controls means; a touch beside the signs means the first."""
    label: str = ""
    """Words in the language of the table."""
    tiles: tuple[Tile, ...] = ()
    sun: Sun | None = None
    is_lit: bool = True
    is_hold: bool = False
    """Whether the control must be held; a key that does the same need not be."""
    says_hold: bool = True
    """Whether it says so in words, beside the mark under its sign."""
    is_marked: bool = False
    """Whether the dial points at it."""

    @property
    def has_hold_mark(self) -> bool:
        """Whether a mark tells that it must be held."""
        return self.is_hold and not self.signs[0].key


ORDER = (*PLAYER_CONTROLS, "ra", "ok", "dial", "undo")

_MOST_TILES = 3
"""So many tiles stand for a group of them."""


def chips(
    look: Look, offered: Controls, caps: Keycaps
) -> tuple[tuple[Chip, ...], tuple[Chip, ...]]:
    """Return what the choosing controls offer, and everything else."""
    taps = _merged(
        _chip(look, control, offered.taps[control], caps)
        for control in ORDER
        if control in offered.taps
    )
    if offered.dial:
        taps.append(Chip((_turning(caps),), (Turn(1),), look.say(offered.dial)))
    holds = [
        replace(_chip(look, control, offered.holds[control], caps), is_hold=True)
        for control in ORDER
        if control in offered.holds and _is_news(offered, control)
    ]
    first = tuple(chip for chip in taps if _chooses(chip))
    return first, tuple(chip for chip in (*taps, *holds) if chip not in first)


def _turning(caps: Keycaps) -> Sign:
    """Return the sign for turning the dial, or for the two keys that do the same."""
    arrows = caps.get(Turn(-1), ""), caps.get(Turn(1), "")
    return Sign("dial", "".join(arrows) if all(arrows) else "")


def _is_news(offered: Controls, control: str) -> bool:
    """Whether holding a control is allowed and does something else than tapping it."""
    hold, tap = offered.holds[control], offered.taps.get(control)
    return hold.is_lit and not hold.is_silent and (tap is None or tap.message != hold.message)


def _chooses(chip: Chip) -> bool:
    return chip.signs[0].control in (*PLAYER_CONTROLS, "ra") or bool(chip.tiles)


def _chip(look: Look, control: str, offer: Offer, caps: Keycaps) -> Chip:
    sign = Sign(control, caps.get(offer.message, ""))
    tiles: tuple[Tile, ...] = () if offer.tile is None else (offer.tile,)
    label = look.say(offer.label) if offer.label else ""
    if isinstance(offer.message, OpenGroup):
        tiles, label = GROUP_TILES[offer.message.group][:_MOST_TILES], ""
    return Chip((sign,), (offer.message,), label, tiles, offer.sun, offer.is_lit)


def _merged(single: Iterator[Chip]) -> list[Chip]:
    """Return the chips with those that say the same made one."""
    merged: list[Chip] = []
    for chip in single:
        for place, other in enumerate(merged):
            if chip.label and replace(chip, signs=other.signs, messages=other.messages) == other:
                merged[place] = _both(other, chip)
                break
        else:
            merged.append(chip)
    return merged


def _both(one: Chip, other: Chip) -> Chip:
    """Return one chip for two that say the same; a key that does both is shown once."""
    if other.signs[0].key and other.signs[0] in [replace(sign, control=other.signs[0].control)
                                                  for sign in one.signs]:  # fmt: skip
        return one
    return replace(one, signs=(*one.signs, *other.signs), messages=(*one.messages, *other.messages))
