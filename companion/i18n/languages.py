"""The languages that are there: a folder of ``assets/locales`` each, with its ``language.toml``."""

from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from companion.i18n import Writing
from companion.paths import asset

Script = Literal["latin", "cyrillic", "kana"]


class Keyboard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The letters for names on the screen."""

    letters: str
    """In the order in which they are recited."""
    key: str
    """What stands on the key that leads to these letters."""


class Numerals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers in words, in the form in which people count."""

    small: tuple[str, ...]
    """0 to 19."""
    tens: tuple[str, ...]
    """20 to 90."""
    hundreds: tuple[str, ...]
    """100 to 900."""


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a number is said before some nouns, where a voice would say it otherwise."""

    number: int
    """It, or what a larger number ends in: 2 of 22, but not of 12."""
    said: str
    nouns: tuple[str, ...]
    """The word behind the number, in the form that stands there."""


class Voice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a synthetic voice needs to know."""

    scripts: tuple[Script, ...] = ("latin",)
    """Those that the voice can read."""
    minus: str = "minus"
    """What stands before a loss, in words: most voices leave the sign out, or say it in English."""
    counted: tuple[Counted, ...] = ()
    numerals: Numerals | None = None
    """Where a voice says numbers wrongly."""


class Language(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a language is written and said, besides its sentences."""

    name: str
    """What it calls itself."""
    keyboard: Keyboard
    voice: Voice = Voice()
    writing: Writing = Writing()


FILE = "language.toml"


def codes(folder: Path) -> tuple[str, ...]:
    """Return the ISO 639-1 codes of the languages in a folder, English first."""
    found = (file.parent.name for file in folder.glob(f"*/{FILE}"))
    return tuple(sorted(found, key=lambda code: (code != "en", code)))


LANGUAGES = codes(asset("locales"))


@cache
def language(code: str) -> Language:
    """Return a language; one that is not there is written as English is."""
    file = asset("locales", code if code in LANGUAGES else "en", FILE)
    return msgspec.toml.decode(file.read_bytes(), type=Language)


def has_spaces(code: str) -> bool:
    """Whether spaces part the words of a language."""
    return language(code).writing.has_spaces


def own_name(code: str) -> str:
    """Return what a language calls itself; its code if it is not there."""
    return language(code).name if code in LANGUAGES else code
