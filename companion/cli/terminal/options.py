"""What every command has in common: its options as values, and the command that is meant."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion.i18n import Words
from companion.i18n.catalogues import words
from companion.settings import data_in_use

NAME = "ra-companion"


class Common(msgspec.Struct, frozen=True, kw_only=True):
    """The options of every command."""

    quiet: bool = False
    """Whether it says nothing but results and errors."""
    verbose: bool = False
    """Whether it also says what only a programmer wants to know."""


class SpokenOptions(Common, frozen=True, kw_only=True):
    """The options of every command that answers in words."""

    language: str = "en"
    """The language of its answers."""

    @property
    def said(self) -> Words:
        """The words of its answers."""
        return words(self.language)


class GamesOptions(SpokenOptions, frozen=True, kw_only=True):
    """The options of every command that is about saved games."""

    data: Path | None = None
    """The data folder; None: the one that the settings name, or the usual one."""

    @property
    def data_folder(self) -> Path:
        """Where the games are."""
        return data_in_use(self.data)


def is_option(word: str) -> bool:
    """Whether a word of a command line is an option, and no command."""
    return word.startswith("-")


def words_of(argv: Sequence[str]) -> Sequence[str]:
    """Return a command line as it is meant: without a command, the table is opened."""
    asks = ("-h", "--help", "-V", "--version")
    if not argv or (is_option(argv[0]) and argv[0] not in asks):
        return ("run", *argv)
    return argv
