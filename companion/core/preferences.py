"""What people prefer to see and hear: language, colours, size of text, volume, voice."""

from collections.abc import Mapping
from enum import Enum

import msgspec

from companion.core.controls import TILE_KEYS
from companion.i18n import mark
from companion.rules.tiles import Tile

COLOURS = (mark("Blue"), mark("Green"), mark("Yellow"), mark("Orange"), mark("Pink"))
"""What the player buttons are called, in English words."""


MACHINES = (mark("Isis"), mark("Thoth"), mark("Horus"), mark("Ptah"))
"""What the seats are called that the table plays, in English words."""


class Loudness(Enum):
    """How loud the table is."""

    OFF = "off"
    NIGHT = "night"
    NORMAL = "normal"


class TextSize(Enum):
    """How large letters are, the smallest first."""

    NORMAL = "normal"
    LARGE = "large"
    LARGER = "larger"
    PRINT = "large_print"
    """The table shows less, large enough to be read from afar."""


class Choices(msgspec.Struct, frozen=True):
    """What people can set at the screen."""

    language: str = "en"
    theme: str = "night"
    text_size: TextSize = TextSize.NORMAL
    loudness: Loudness = Loudness.NORMAL
    has_clock: bool = False
    is_spoken: bool = False


class Preferences(msgspec.Struct, frozen=True, kw_only=True):
    """What the owner's settings and this evening's people prefer."""

    language: str = "en"
    colour_names: tuple[str, ...] = COLOURS
    """What players without a name are called, by button, in that language."""
    machine_names: tuple[str, ...] = MACHINES
    """What the seats are called that the table plays, in that language."""
    tile_keys: Mapping[Tile, str] = TILE_KEYS
    """The key of each kind of tile, by that language."""
    theme: str = "night"
    text_size: TextSize = TextSize.NORMAL
    sun_commit_seconds: float = 1.2
    """At the partial table: how long a stepped-to sun must stand before it counts; 0: only OK."""
    auction_settle_seconds: float = 0.0
    """How long after its last sun an auction settles itself; 0: only OK does it."""
    left_handed: bool = False
    """Keys for fingers stand where the left hand finds them."""
    scan_seconds: float = 0.0
    """One button does everything: how long each place is pointed at; 0: all buttons are used."""
    kiosk: bool = False
    """Guests may play, but not leave the program."""
    reduce_motion: bool = False
    """Everything is at its end at once: nothing slides, grows or pulses."""
    loudness: Loudness = Loudness.NORMAL
    has_clock: bool = False
    """Whether the time that was played is seen, and each player's share."""
    is_spoken: bool = False
    """Whether everything that happens is also said aloud."""


def choices(preferences: Preferences) -> Choices:
    """Return what people can set at the screen as it is now."""
    return Choices(**{name: getattr(preferences, name) for name in Choices.__struct_fields__})
