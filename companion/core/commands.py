"""What people can do on a page: a line each, for buttons, lamps, dial, keys and fingers.

Here are also the controls of the panel, and the key of each kind of tile.

Return follows from OK, Backspace from Undo, Escape from whatever leads back, Space and the arrows
from the dial, 1 to 5 from the players' buttons (``pages/controls.py``): a page names only the keys
that are its own.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from companion.core.messages import Message, TurnDial
from companion.rules.editions import Seat, Sun
from companion.rules.problems import Fact
from companion.rules.tiles import FAMILIES, RING, Family, Tile

if TYPE_CHECKING:
    from companion.core.model import Model


class Control(StrEnum):
    """What can be pressed. The values are the names in settings, scripts and the hardware."""

    P1 = "p1"
    P2 = "p2"
    P3 = "p3"
    P4 = "p4"
    P5 = "p5"
    RA = "ra"
    OK = "ok"
    UNDO = "undo"
    DIAL = "dial"


PLAYER_CONTROLS = (Control.P1, Control.P2, Control.P3, Control.P4, Control.P5)

BUTTONS = len(PLAYER_CONTROLS)
"""Player buttons on the panel, each with its colour and emblem; 0 is the first."""

CHOOSERS = (*PLAYER_CONTROLS, Control.RA, Control.OK, Control.DIAL)
"""The controls that choose one of up to eight things, in their order."""


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


class Bindings(msgspec.Struct, frozen=True):
    """What all controls do now."""

    taps: Mapping[Control, Binding] = {}
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
    is_late: bool = False
    """Whether one button comes to it only after what the controls choose."""

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

    A tile or a sun may stand there instead of the label. What is not ``lit`` answers with the
    reason; what is ``silent`` is not written about and has no lamp.
    """
    binding = Binding(message, label, tile, sun, is_lit=lit, is_silent=silent)
    return Command(binding, controls, (), tuple(keys.split()))


def hold(
    label: str,
    message: Message,
    *controls: Control,
    keys: str = "",
    lit: bool = True,
    silent: bool = False,
) -> Command:
    """Return what holding these controls does; see ``tap``."""
    binding = Binding(message, label, is_lit=lit, is_silent=silent)
    return Command(binding, (), controls, tuple(keys.split()))


def turning(label: str, one_button: Message | None = None) -> Command:
    """Return what turning the dial does, in English words, and what one button takes instead."""
    meant = TurnDial(1) if one_button is None else one_button
    return Command(Binding(meant, label), dial=label, is_scanned=one_button is not None)


def choice(
    message: Message,
    label: str = "",
    *,
    tile: Tile | None = None,
    sun: Sun | None = None,
    late: bool = False,
) -> Command:
    """Return what one button takes and no control does: the dial, fingers or keys reach it.

    To what is ``late`` it comes after what the controls choose.
    """
    return Command(Binding(message, label, tile, sun), is_scanned=True, is_late=late)


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


Value = TypeVar("Value")


def stepped(values: Sequence[Value], now: Value, steps: int = 1) -> Value:
    """Return the value so many steps further on, or back; the first follows the last."""
    return values[(values.index(now) + steps) % len(values)]


def reached(values: Sequence[Value], now: Value | None, steps: int) -> Value:
    """Return the same for a dial that may point at none of them yet: it begins at either end."""
    if now is None or now not in values:
        return values[(steps - 1 if steps > 0 else steps) % len(values)]
    return stepped(values, now, steps)


TILE_KEYS: Mapping[Tile, str] = MappingProxyType(
    {
        Tile.RA: "r",
        Tile.GOD: "g",
        Tile.PHARAOH: "p",
        Tile.NILE: "n",
        Tile.FLOOD: "f",
        Tile.GOLD: "o",
        Tile.ART: "a",
        Tile.AGRICULTURE: "u",
        Tile.RELIGION: "l",
        Tile.ASTRONOMY: "y",
        Tile.WRITING: "w",
        Tile.FORTRESS: "t",
        Tile.OBELISK: "b",
        Tile.PALACE: "c",
        Tile.PYRAMID: "m",
        Tile.SPHINX: "x",
        Tile.STATUES: "s",
        Tile.STEP_PYRAMID: "d",
        Tile.TEMPLE: "e",
        Tile.FUNERAL: "h",
        Tile.DROUGHT: "j",
        Tile.UNREST: "v",
        Tile.EARTHQUAKE: "k",
    }
)
"""In English, and wherever a language has no letters of its own on the keys."""

SUN_KEYS: Mapping[str, Sun] = MappingProxyType({str(sun): Sun(sun) for sun in range(1, 17)})
"""What is typed for each sun: its number."""

RESERVED = INVOKE_KEY, GOD_KEY, _ = "i", "q", "z"
"""Invoking Ra, using a God tile and taking back have these keys in every language."""

_LATIN = "abcdefghijklmnopqrstuvwxyz"

_RUSSIAN = "абвгдежзийклмнопрстуфхцчшщыьэюя"

_UKRAINIAN = "абвгдеєжзиіїйклмнопрстуфхцчшщьюя"


def named_tiles(tile_keys: Mapping[Tile, str]) -> dict[str, Tile]:
    """Return the kind of each key: by the language of the table, and by English if that is free."""
    own = {key: tile for tile, key in tile_keys.items()}
    english = {key: tile for tile, key in TILE_KEYS.items()}
    return own if any(key in english for key in own) else english | own


def mnemonics(names: Mapping[Tile, str]) -> Mapping[Tile, str]:
    """Return a key for every kind of tile: an early letter of its name, each only once.

    Accents are left out where the script is Latin: their keys lie elsewhere on every keyboard. The
    commonest tiles choose first. Names without letters of a keyboard get the English keys.
    """
    alphabet = _alphabet(names)
    if not alphabet:
        return TILE_KEYS
    free = [letter for letter in alphabet if letter not in RESERVED]
    keys: dict[Tile, str] = {}
    for tile in sorted(names, key=lambda tile: (-tile.copies, tile.place)):
        key = next((letter for letter in _letters(names[tile]) if letter in free), free[-1])
        free.remove(key)
        keys[tile] = key
    return keys


def _alphabet(names: Mapping[Tile, str]) -> str:
    """Return the alphabet in which most of the names are written; empty if it is neither."""
    letters = [letter for name in names.values() for letter in _letters(name)]

    def written_in(alphabet: str) -> int:
        return sum(letter in alphabet for letter in letters)

    best = max((_LATIN, _RUSSIAN, _UKRAINIAN), key=written_in)
    return best if written_in(best) * 2 > len(letters) else ""


def _letters(name: str) -> Iterator[str]:
    """Yield the letters of a name in small, Latin ones without their accents."""
    for letter in name.lower():
        plain = unicodedata.normalize("NFD", letter)[0]
        yield plain if plain in _LATIN else letter


class TileGroup(Enum):
    """How the 23 kinds are reached with few buttons."""

    ALL = "all"
    CIVILISATION = "civilisation"
    MONUMENT = "monument"
    OTHER = "other"


GROUP_TILES: dict[TileGroup, tuple[Tile, ...]] = {
    TileGroup.ALL: RING,
    TileGroup.CIVILISATION: FAMILIES[Family.CIVILISATION],
    TileGroup.MONUMENT: FAMILIES[Family.MONUMENT],
    TileGroup.OTHER: (Tile.FLOOD, Tile.GOD, Tile.GOLD, *FAMILIES[Family.DISASTER]),
}
"""The kinds of each group, in the order of the controls or of the dial that reach them."""
