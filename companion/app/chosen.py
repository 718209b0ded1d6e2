"""What people set at the screen: at home it stays, in a café as long as the game of its guests."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from companion.core.model import Choices, Model, choices, is_guarded
from companion.journal.disk import DISK, Disk, read_json, replace_whole
from companion.settings import Settings

_MOST_BYTES = 10_000

Value = str | float | bool

PLACES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "language": ("table", "language"),
        "theme": ("table", "theme"),
        "text_size": ("table", "text_size"),
        "has_clock": ("table", "clock"),
        "loudness": ("sound", "level"),
        "is_spoken": ("sound", "spoken"),
        "edition": ("table", "edition"),
    }
)
"""Where the owner sets what people can set at the screen: the table, and the key in it."""


class Choice(msgspec.Struct, frozen=True, array_like=True):
    """What was set at the screen, and what the owner's settings said then.

    Once they say something else, they count again.
    """

    value: Value
    over: Value


class _Kept(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the file says."""

    house: Mapping[str, Choice] = {}
    """Set at home, or by the staff of a café."""
    guests: Mapping[str, Choice] = {}
    """Set by the guests of a café."""
    game: str = ""
    """The game that those guests play."""


class Chosen:
    """What was set at the screen, in its file."""

    def __init__(self, data: Path, owners: Settings, disk: Disk = DISK) -> None:
        """Read the file.

        Args:
            data: The data folder.
            owners: The owner's settings.
            disk: What is written with.
        """
        self._file, self._owners, self._disk = data / "chosen.json", owners, disk
        self._kept = read_json(self._file, _MOST_BYTES, _Kept) or _Kept()

    def by_house(self) -> Settings:
        """Return the owner's settings with what was set at home, or by staff."""
        return self._over(self._owners, self._kept.house)

    def by_guests(self, settings: Settings, game: str | None) -> Settings:
        """Return the settings with what the guests set whose game is on the table."""
        is_theirs = settings.table.kiosk and game is not None and game == self._kept.game
        return self._over(settings, self._kept.guests) if is_theirs else settings

    def note(self, before: Model, after: Model, game: str | None) -> bool:
        """Take over what was set; return whether there is something to save.

        Args:
            before: The model before a message.
            after: The model after it.
            game: Which game is on the table.
        """
        was, now = _set(choices(before.preferences)), _set(choices(after.preferences))
        if is_guarded(after):
            return game is not None and self._note_guests(now, _set(after.kiosk.choices), game)
        changed = {name: value for name, value in now.items() if was.get(name, value) != value}
        if before.session.timeline is None and after.session.timeline is not None:
            changed["edition"] = after.session.agreement.options.edition.value
        house = {**self._kept.house, **self._choices(changed)}
        return self._keep(replace(self._kept, house=house))

    def save(self) -> None:
        """Write the file, so that it outlives a pulled plug.

        Raises:
            OSError: It cannot be written.
        """
        replace_whole(self._disk, self._file, msgspec.json.encode(self._kept) + b"\n")

    def _note_guests(self, now: Mapping[str, Value], house: Mapping[str, Value], game: str) -> bool:
        theirs = {name: value for name, value in now.items() if house[name] != value}
        if not theirs and self._kept.game != game:
            return False
        return self._keep(replace(self._kept, guests=self._choices(theirs), game=game))

    def _keep(self, kept: _Kept) -> bool:
        is_new, self._kept = kept != self._kept, kept
        return is_new

    def _choices(self, values: Mapping[str, Value]) -> dict[str, Choice]:
        return {name: Choice(value, self._owned(name)) for name, value in values.items()}

    def _owned(self, name: str) -> Value:
        return _plain(_at(self._owners, name))

    def _over(self, settings: Settings, chosen: Mapping[str, Choice]) -> Settings:
        """Return the settings with every choice that they can have and the owner has not undone."""
        for name, choice in chosen.items():
            if name not in PLACES or choice.over != self._owned(name):
                continue
            table, key = PLACES[name]
            try:
                found = msgspec.convert({table: {key: choice.value}}, Settings)
            except msgspec.ValidationError:
                continue
            part = replace(getattr(settings, table), **{key: _at(found, name)})
            settings = replace(settings, **{table: part})
        return settings


def _at(settings: Settings, name: str) -> object:
    table, key = PLACES[name]
    return getattr(getattr(settings, table), key)


def _plain(value: object) -> Value:
    plain: Value = value.value if isinstance(value, Enum) else value  # type: ignore[assignment]
    return plain


def _set(chosen: Choices) -> dict[str, Value]:
    return {name: _plain(value) for name, value in msgspec.structs.asdict(chosen).items()}
