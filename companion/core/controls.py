"""The controls of the panel, what turning the dial leads to, and the key of each kind of tile."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import TypeVar

from companion.rules.editions import Sun
from companion.rules.tiles import FAMILIES, RING, Family, Tile

Value = TypeVar("Value")


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
"""The five player buttons."""

BUTTONS = len(PLAYER_CONTROLS)
"""Player buttons on the panel, each with its colour and emblem; 0 is the first."""

CHOOSERS = (*PLAYER_CONTROLS, Control.RA, Control.OK, Control.DIAL)
"""The controls that choose one of up to eight things, in their order."""


def stepped(values: Sequence[Value], now: Value, steps: int = 1) -> Value:
    """Return the value this many steps further on, or back if they are negative.

    After the last comes the first.

    Raises:
        ValueError: The value now is none of them.
    """
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

    Args:
        names: What each kind is called in the language of the table.
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
