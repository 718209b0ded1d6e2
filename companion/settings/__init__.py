"""The settings: what can be set, and the defaults; the owner's file is read over them.

A mistake in it never keeps the table from opening: the default stands in, and it is reported.
``assets/settings.toml`` tells owners the same defaults, with what each of them means. The structs
are nested as the tables of the file are.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, Struct

from companion.core.model import Loudness, Secrecy, TextSize
from companion.i18n.languages import LANGUAGES
from companion.paths import data_folder, owners_places
from companion.rules.actions import Level
from companion.rules.editions import Edition

if TYPE_CHECKING:
    from companion.settings.reading import Mistake

Gpio = Annotated[int, Meta(ge=0, le=27)]
"""A pin by its GPIO number (BCM); 0 stands for none."""

QuarterTurns = Literal[0, 90, 180, 270]
"""Degrees by which a picture can be turned."""

Line = Annotated[str, Meta(pattern=r"^[^\x00-\x1f]*\Z", description="one line of text in quotes")]
"""A path, a name or a word of a command."""

LanguageCode = Annotated[
    str, Meta(pattern=rf"^({'|'.join(LANGUAGES)})\Z", description=f"one of {', '.join(LANGUAGES)}")
]


class TableSettings(Struct, frozen=True):
    """How the table begins an evening."""

    language: LanguageCode = "en"
    theme: Literal["night", "papyrus", "contrast"] = "night"
    edition: Edition = Edition.C25
    secrecy: Secrecy = Secrecy.OWN_PEEK
    level: Literal["auto", "full", "light"] = "auto"
    text_size: TextSize = TextSize.NORMAL
    left_handed: bool = False
    one_button_seconds: Annotated[float, Meta(ge=0, le=30)] = 0.0
    sun_commit_seconds: Annotated[float, Meta(ge=0, le=10)] = 1.2
    auction_settle_seconds: Annotated[float, Meta(ge=0, le=60)] = 0.0
    clock: bool = False
    kiosk: bool = False
    reduce_motion: bool = False


class SideSettings(Struct, frozen=True):
    """From which side of the screen each player looks, in degrees clockwise from below."""

    p1: QuarterTurns = 0
    p2: QuarterTurns = 0
    p3: QuarterTurns = 0
    p4: QuarterTurns = 0
    p5: QuarterTurns = 0


class ScreenSettings(Struct, frozen=True):
    """How the picture is shown."""

    windowed: bool = False
    rotate: QuarterTurns = 0
    touch: bool = True
    desk: bool = True
    sides: SideSettings = SideSettings()


class SoundSettings(Struct, frozen=True):
    """What is heard; volumes in per cent."""

    level: Loudness = Loudness.NORMAL
    volume: Annotated[int, Meta(ge=0, le=100)] = 40
    night_volume: Annotated[int, Meta(ge=0, le=100)] = 15
    spoken: bool = False
    words_a_minute: Annotated[int, Meta(ge=80, le=450)] = 160
    voice_command: tuple[Line, ...] = ()


class DataSettings(Struct, frozen=True):
    """Where games are kept."""

    folder: Line = ""
    allow_memory: bool = False
    names_days: Annotated[int, Meta(ge=-1, le=36500)] = -1


class ButtonSettings(Struct, frozen=True):
    """Which contact is on which pin."""

    p1: Gpio = 5
    p2: Gpio = 6
    p3: Gpio = 13
    p4: Gpio = 19
    p5: Gpio = 26
    ra: Gpio = 4
    ok: Gpio = 23
    undo: Gpio = 24
    dial: Gpio = 22
    dial_a: Gpio = 17
    dial_b: Gpio = 27


class LampSettings(Struct, frozen=True):
    """Which lamp is on which pin."""

    p1: Gpio = 12
    p2: Gpio = 16
    p3: Gpio = 20
    p4: Gpio = 21
    p5: Gpio = 25
    ra: Gpio = 18
    ok: Gpio = 10
    undo: Gpio = 9


class PanelSettings(Struct, frozen=True):
    """How the buttons, the dial and the lamps are reached."""

    factory: Literal["none", "auto", "gpiod", "rpigpio"] = "none"
    quiet_seconds: Annotated[float, Meta(ge=0.001, le=0.2)] = 0.02
    dial_deaf_seconds: Annotated[float, Meta(ge=0, le=2)] = 0.2
    buttons: ButtonSettings = ButtonSettings()
    lamps: LampSettings = LampSettings()


class ReaderSettings(Struct, frozen=True):
    """Where the bag reader is and how it speaks."""

    url: Line = ""
    format: Literal["auto", "em4100", "pn532", "lines"] = "auto"
    baud: Annotated[int, Meta(ge=0, le=4_000_000)] = 0
    grace_seconds: Annotated[float, Meta(ge=0, le=60)] = 3.0
    box: Line = ""


Hour = Annotated[int, Meta(ge=0, le=23)]


class KioskSettings(Struct, frozen=True):
    """A table in a café: what its guests may choose, and how staff are called."""

    locked: bool = False
    volumes: Literal["off night normal", "night normal", "off night", ""] = "off night normal"
    night_from: Hour = 22
    night_to: Hour = 7
    box: Line = ""
    reset_file: Line = "/boot/firmware/ra-companion-reset-pin"
    call_command: tuple[Line, ...] = ()
    call_seconds: Annotated[int, Meta(ge=1, le=60)] = 10
    relay: Gpio = 0
    languages: dict[LanguageCode, bool] = {}
    """False for those that guests may not choose."""


Topic = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{1,40}(/[A-Za-z0-9_-]{1,40}){0,3}\Z",
        description="letters, digits, - and _, with / between",
    ),
]
"""The beginning of MQTT topics."""

Host = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9.:_-]{1,253}\Z", description="a computer's name or its address")
]

TableId = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{0,40}\Z", description="at most 40 letters, digits, - and _")
]
"""What a table is called among others; empty: by its machine's id."""

MOST_PORT = 65535


class FleetSettings(Struct, frozen=True):
    """Where the tables of a café meet: an MQTT broker, and this table's account there."""

    enabled: bool = False
    host: Host = "localhost"
    port: Annotated[int, Meta(ge=0, le=MOST_PORT)] = 0
    tls_ca: Line = ""
    username: Line = ""
    password_file: Line = ""
    id: TableId = ""
    base: Topic = "ra-companion"
    discovery_prefix: Topic = "homeassistant"
    keepalive_seconds: Annotated[int, Meta(ge=5, le=3600)] = 30


Reached = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9.:_-]{0,253}\Z", description="a computer's name or its address")
]
"""A computer's name or address; empty: its own."""


class PhonesSettings(Struct, frozen=True):
    """Phones of the guests, and where they find the table."""

    enabled: bool = False
    port: Annotated[int, Meta(ge=1024, le=MOST_PORT)] = 8137
    address: Reached = ""
    points: Literal["table", "never"] = "table"


class Settings(Struct, frozen=True):
    """Everything that can be set."""

    table: TableSettings = TableSettings()
    screen: ScreenSettings = ScreenSettings()
    sound: SoundSettings = SoundSettings()
    data: DataSettings = DataSettings()
    panel: PanelSettings = PanelSettings()
    bag_reader: ReaderSettings = ReaderSettings()
    kiosk: KioskSettings = KioskSettings()
    fleet: FleetSettings = FleetSettings()
    phones: PhonesSettings = PhonesSettings()


def first_level(settings: Settings, *, is_simulated: bool) -> Level:
    """Return how much a new game enters if nobody says so; "auto" leaves it to the hardware."""
    if settings.table.level != "auto":
        return Level(settings.table.level)
    return level_by_hardware(settings, is_simulated=is_simulated)


def level_by_hardware(settings: Settings, *, is_simulated: bool) -> Level:
    """Return what suits the hardware: every tile where that costs little.

    Args:
        settings: What is there to enter tiles with; the level in them does not matter.
        is_simulated: Whether a simulated reader is there, whatever the settings say.
    """
    has_reader = is_simulated or bool(settings.bag_reader.url)
    return Level.FULL if has_reader or settings.screen.touch else Level.LIGHT


def owners_file(named: Path | None = None) -> Path | None:
    """Return the owner's file: the one named, or the first that exists where it may lie."""
    if named is not None:
        return named
    return next((place for place in owners_places() if place.exists()), None)


def load(file: Path | None) -> tuple[Settings, tuple[Mistake, ...]]:
    """Return the settings with the owner's file, and everything that is wrong in it."""
    if file is None:
        return Settings(), ()
    from companion.settings.reading import read_file  # noqa: PLC0415 - few tables have an owner's file

    return read_file(file)


def data_in_use(asked: Path | None, settings: Settings | None = None) -> Path:
    """Return the data folder: the one asked for, else the owner's, else the usual one.

    Args:
        asked: What ``--data`` says.
        settings: Those of this run; the owner's file in its usual place is read if there are none.
    """
    if asked is not None:
        return asked
    if settings is None:
        settings, _ = load(owners_file())
    return Path(settings.data.folder) if settings.data.folder else data_folder()
