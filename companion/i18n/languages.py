"""The languages that are there: a folder of ``assets/locales`` each, with its ``language.toml``."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
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


def read_languages(folder: Path) -> Iterator[tuple[str, Language]]:
    """Yield the languages of a folder by their ISO 639-1 codes, English first."""
    files = sorted(folder.glob(f"*/{FILE}"), key=lambda file: (file.parent.name != "en", file))
    for file in files:
        yield file.parent.name, msgspec.toml.decode(file.read_bytes(), type=Language)


BY_CODE: Mapping[str, Language] = MappingProxyType(dict(read_languages(asset("locales"))))

LANGUAGES = tuple(BY_CODE)


def language(code: str) -> Language:
    """Return a language; one that is not there is written as English is."""
    return BY_CODE.get(code) or BY_CODE["en"]


def has_spaces(code: str) -> bool:
    """Whether spaces part the words of a language."""
    return language(code).writing.has_spaces


def own_name(code: str) -> str:
    """Return what a language calls itself; its code if it is not there."""
    return BY_CODE[code].name if code in BY_CODE else code
