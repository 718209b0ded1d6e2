"""The settings: the defaults, the owner's file over them, and every mistake in it.

A mistake never keeps the table from opening: the default stands in, and the mistake is reported.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, get_type_hints

import msgspec
from msgspec import Meta

from companion.core.preferences import Loudness
from companion.core.session import Secrecy
from companion.journal.disk import open_file
from companion.paths import asset, data_folder, owners_places
from companion.rules.actions import Level
from companion.rules.editions import Edition
from companion.settings.errors import (
    SettingMistake,
    Wrong,
    no_setting,
    no_table,
    not_allowed,
    not_toml,
)

Gpio = Annotated[int, Meta(ge=0, le=27)]
"""A pin by its GPIO number (BCM); 0 stands for none."""


QuarterTurns = Literal[0, 90, 180, 270]
"""Degrees by which a picture can be turned."""


class TableSettings(msgspec.Struct, frozen=True):
    """How the table begins an evening."""

    language: Literal["en", "uk", "ru", "cs", "hu", "ja"]
    theme: Literal["night", "papyrus", "contrast"]
    edition: Edition
    secrecy: Secrecy
    level: Literal["auto", "full", "light", "score_only"]
    text_scale: Annotated[float, Meta(ge=1.0, le=1.3)]
    big: bool
    left_handed: bool
    one_button_seconds: Annotated[float, Meta(ge=0, le=30)]
    sun_commit_seconds: Annotated[float, Meta(ge=0, le=10)]
    auction_settle_seconds: Annotated[float, Meta(ge=0, le=60)]
    clock: bool
    kiosk: bool
    reduce_motion: bool


class ScreenSettings(msgspec.Struct, frozen=True):
    """How the picture is shown."""

    windowed: bool
    rotate: QuarterTurns
    touch: bool
    desk: bool


class SideSettings(msgspec.Struct, frozen=True):
    """From which side of the screen each player looks, in degrees clockwise from below."""

    p1: QuarterTurns
    p2: QuarterTurns
    p3: QuarterTurns
    p4: QuarterTurns
    p5: QuarterTurns


class SoundSettings(msgspec.Struct, frozen=True):
    """What is heard; volumes in per cent."""

    level: Loudness
    volume: Annotated[int, Meta(ge=0, le=100)]
    night_volume: Annotated[int, Meta(ge=0, le=100)]
    spoken: bool
    words_a_minute: Annotated[int, Meta(ge=80, le=450)]


class DataSettings(msgspec.Struct, frozen=True):
    """Where games are kept."""

    folder: str
    allow_memory: bool
    names_days: Annotated[int, Meta(ge=-1, le=36500)]


class PanelSettings(msgspec.Struct, frozen=True):
    """How the buttons, the dial and the lamps are reached."""

    factory: Literal["none", "auto", "gpiod", "lgpio", "rpigpio", "pigpio"]
    quiet_seconds: Annotated[float, Meta(ge=0.001, le=0.2)]
    dial_deaf_seconds: Annotated[float, Meta(ge=0, le=2)]
    brightness: Annotated[float, Meta(ge=0, le=1)]


class ButtonSettings(msgspec.Struct, frozen=True):
    """Which contact is on which pin."""

    p1: Gpio
    p2: Gpio
    p3: Gpio
    p4: Gpio
    p5: Gpio
    ra: Gpio
    ok: Gpio
    undo: Gpio
    dial: Gpio
    dial_a: Gpio
    dial_b: Gpio


class LampSettings(msgspec.Struct, frozen=True):
    """Which lamp is on which pin."""

    p1: Gpio
    p2: Gpio
    p3: Gpio
    p4: Gpio
    p5: Gpio
    ra: Gpio
    ok: Gpio
    undo: Gpio


class ReaderSettings(msgspec.Struct, frozen=True):
    """Where the bag reader is and how it speaks."""

    url: str
    format: Literal["auto", "em4100", "parallax", "pn532", "scanner", "lines"]
    baud: Annotated[int, Meta(ge=0, le=4_000_000)]
    grace_seconds: Annotated[float, Meta(ge=0, le=60)]
    box: str


Hour = Annotated[int, Meta(ge=0, le=23)]


class KioskSettings(msgspec.Struct, frozen=True):
    """A table in a café: what its guests may choose, and how staff are called."""

    locked: bool
    volumes: Literal["off night normal", "night normal", "off night", ""]
    night_from: Hour
    night_to: Hour
    box: str
    reset_file: str
    call_command: tuple[str, ...]
    call_seconds: Annotated[int, Meta(ge=1, le=60)]
    relay: Gpio


class LanguageSettings(msgspec.Struct, frozen=True):
    """Which languages guests may choose."""

    en: bool
    uk: bool
    ru: bool
    cs: bool
    hu: bool
    ja: bool


Topic = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}(/[A-Za-z0-9_-]{1,40}){0,3}$", description="topic")
]
"""The beginning of MQTT topics."""

Host = Annotated[str, Meta(pattern=r"^[A-Za-z0-9.:_-]{1,253}$", description="host")]

TableId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,40}$", description="word")]
"""What a table is called among others; empty: by its machine's id."""

MOST_PORT = 65535


class FleetSettings(msgspec.Struct, frozen=True):
    """Where the tables of a café meet: an MQTT broker, and this table's account there."""

    enabled: bool
    host: Host
    port: Annotated[int, Meta(ge=0, le=MOST_PORT)]
    tls_ca: str
    username: str
    password_file: str
    id: TableId
    base: Topic
    discovery_prefix: Topic
    keepalive_seconds: Annotated[int, Meta(ge=5, le=3600)]


class Settings(msgspec.Struct, frozen=True):
    """Everything that can be set."""

    table: TableSettings
    screen: ScreenSettings
    sides: SideSettings
    sound: SoundSettings
    data: DataSettings
    panel: PanelSettings
    buttons: ButtonSettings
    lamps: LampSettings
    bag_reader: ReaderSettings
    kiosk: KioskSettings
    languages: LanguageSettings
    fleet: FleetSettings


_WITHIN = {"sides": "screen", "buttons": "panel", "lamps": "panel", "languages": "kiosk"}
"""Parts of the settings that are tables within tables."""

_TABLES: Mapping[str, tuple[str, type[msgspec.Struct]]] = {
    f"{_WITHIN[part]}.{part}" if part in _WITHIN else part: (part, kind)
    for part, kind in get_type_hints(Settings).items()
}
"""The tables of the file, and the part of the settings that each becomes."""

MOST_BYTES = 1_000_000
"""A settings file is a page of text; nothing larger is read."""


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


def defaults() -> Settings:
    """Return the settings that the program ships with."""
    return read(b"")[0]


def owners_file(named: Path | None = None) -> Path | None:
    """Return the owner's file: the one named, or the first that exists where it may lie."""
    if named is not None:
        return named
    return next((place for place in owners_places() if place.exists()), None)


def load(file: Path | None) -> tuple[Settings, tuple[SettingMistake, ...]]:
    """Return the settings with the owner's file, and everything that is wrong in it."""
    if file is None:
        return defaults(), ()
    try:
        with open_file(file) as stream:
            owners = stream.read(MOST_BYTES + 1)
    except OSError as why:
        return defaults(), (
            SettingMistake(0, Wrong.UNREADABLE, {"file": file, "why": why.strerror}),
        )
    if len(owners) > MOST_BYTES:
        return defaults(), (SettingMistake(0, Wrong.TOO_LONG, {"file": file}),)
    return read(owners)


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


def read(owners: bytes) -> tuple[Settings, tuple[SettingMistake, ...]]:
    """Return the settings with the owner's text over the defaults, and every mistake in it."""
    values = _flat(tomllib.loads(asset("settings.toml").read_text(encoding="utf-8")))
    mistakes: list[SettingMistake] = []
    try:
        text = owners.decode("utf-8-sig")
    except UnicodeDecodeError:
        return _built(values), (SettingMistake(0, Wrong.NO_TEXT),)
    try:
        wanted = _flat(tomllib.loads(text))
    except (ValueError, RecursionError) as why:  # no TOML, or a number too long for Python
        return _built(values), (not_toml(str(why), text),)
    for mistake, table, key, value in _checked(wanted, text):
        if mistake is None:
            values[table][key] = value
        else:
            mistakes.append(mistake)
    return _built(values), tuple(mistakes)


def _flat(document: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """Return the tables of a document by their full names; what is no table stands under ""."""
    flat: dict[str, dict[str, object]] = {}
    for key, value in document.items():
        if not isinstance(value, dict):
            flat.setdefault("", {})[key] = value
            continue
        below = {f"{key}.{name}": part for name, part in value.items() if isinstance(part, dict)}
        flat[key] = {name: part for name, part in value.items() if not isinstance(part, dict)}
        flat |= below
    return flat


def _built(values: Mapping[str, Mapping[str, object]]) -> Settings:
    parts = {part: values[table] for table, (part, _) in _TABLES.items()}
    return msgspec.convert(parts, Settings)


_Checked = tuple[SettingMistake | None, str, str, object]


def _checked(wanted: Mapping[str, Mapping[str, object]], text: str) -> Iterator[_Checked]:
    """Yield every value of the owner's file, with the mistake in it or None."""
    for table, values in wanted.items():
        if table not in _TABLES:
            yield no_table(_line(text, table, ""), table, tuple(_TABLES)), "", "", None
            continue
        kinds = get_type_hints(_TABLES[table][1], include_extras=True)
        for key, value in values.items():
            yield _wrong(text, table, key, value, kinds), table, key, value


def _wrong(
    text: str, table: str, key: str, value: object, kinds: Mapping[str, object]
) -> SettingMistake | None:
    line = _line(text, table, key)
    if key not in kinds:
        return no_setting(line, table, key, tuple(kinds))
    try:
        msgspec.convert(value, kinds[key])
    except msgspec.ValidationError:
        return not_allowed(line, f"{table}.{key}", value, kinds[key])
    return None


def _line(text: str, table: str, key: str) -> int:
    """Return the line of a key in its table, or of the table; 0 if it is written otherwise."""
    here, found = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        head = re.match(r"\s*\[\s*([^\]]+?)\s*\]", line)
        if head:
            here = head[1].replace(" ", "")
            if here == table and not key:
                return number
        elif here == table and key and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            found = number
    return found
