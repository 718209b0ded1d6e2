"""What several commands have in common: options as values, and types of values."""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Annotated, Any

import msgspec

from companion.cli.terminal.output import usual_language
from companion.i18n import Words
from companion.i18n.catalogues import words
from companion.i18n.languages import LANGUAGES
from companion.options import Common, Option
from companion.rules.editions import Edition
from companion.settings import data_in_use

NAME = "ra-companion"

DATA = Option("folder of the games (default: ~/.local/share/ra-companion)", "DIR")
SETTINGS = Option("path of the settings file", "FILE")
JSON = Option("print one JSON object")
EDITIONS = tuple(edition.value for edition in Edition)


class Action(msgspec.Struct, frozen=True):
    """One of several things that a command does."""

    about: str
    options: type[Common]
    run: Callable[[Any], int]


class SpokenOptions(Common, frozen=True, kw_only=True):
    """The options of every command whose results are in a language."""

    language: Annotated[
        str | None,
        Option("language (default: that of the table, or of this computer)", "xx", LANGUAGES),
    ] = None

    @property
    def words(self) -> Words:
        """The words of its results."""
        return words(self.language or usual_language())


class GamesOptions(SpokenOptions, frozen=True, kw_only=True):
    """The options of every command that tells of saved games."""

    data: Annotated[Path | None, DATA] = None

    @property
    def data_folder(self) -> Path:
        """Where the games are."""
        return data_in_use(self.data)


class FolderOptions(Common, frozen=True, kw_only=True):
    """The options of every command that changes or saves the games."""

    data: Annotated[Path | None, DATA] = None

    @property
    def data_folder(self) -> Path:
        """Where the games are."""
        return data_in_use(self.data)


class Places(Common, frozen=True, kw_only=True):
    """The options of every command that is about this computer."""

    data: Annotated[Path | None, DATA] = None
    settings: Annotated[Path | None, SETTINGS] = None


def count(text: str) -> int:
    """Return a whole number from 1.

    Raises:
        ValueError: It is none.
    """
    if not text.isdecimal() or not int(text):
        raise ValueError(f"write a whole number from 1, not {text}")
    return int(text)


def called(text: str) -> str:
    """Return the name of somebody.

    Raises:
        ValueError: It is not UTF-8, so nobody is called like this.
    """
    if any("\ud800" <= each <= "\udfff" for each in text):
        raise ValueError(f"write a name in UTF-8, not {text}")
    return text


def day(text: str) -> date:
    """Return a day.

    Raises:
        ValueError: It is none.
    """
    try:
        return date.fromisoformat(text)
    except ValueError as why:
        raise ValueError(f"write a date such as 2026-01-31, not {text}") from why
