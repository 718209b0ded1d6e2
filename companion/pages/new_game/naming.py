"""Letters on the screen: alphabets, the names used before, and what a letter makes of a name."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.core.bindings import Binding
from companion.core.controls import Control
from companion.core.messages import (
    BACKSPACE,
    Join,
    Message,
    NextAlphabet,
    PushDial,
    TakeLetter,
    TakeName,
    TypeName,
)
from companion.core.model import Model
from companion.core.naming import after_typing
from companion.core.session import Guest
from companion.i18n import mark
from companion.i18n.languages import BY_CODE, LANGUAGES, has_spaces
from companion.ui.style import Shape

VOICING = "\N{KATAKANA-HIRAGANA VOICED SOUND MARK}"
"""Changes the kana before it: voiced, half voiced, small, and back."""

_SERIES = (
    *("かが", "きぎ", "くぐ", "けげ", "こご", "さざ", "しじ", "すず", "せぜ", "そぞ"),
    *("ただ", "ちぢ", "つっづ", "てで", "とど", "はばぱ", "ひびぴ", "ふぶぷ", "へべぺ", "ほぼぽ"),
    *("やゃ", "ゆゅ", "よょ", "あぁ", "いぃ", "うぅゔ", "えぇ", "おぉ"),
)
_NEXT_KANA = {
    kana: series[(place + 1) % len(series)]
    for series in _SERIES
    for place, kana in enumerate(series)
}

SPACE = " "

MOST_NAMES = 4
"""This many of the names used before are offered at once."""

_AFTER_BEGINS_A_NAME = " -"
"""After these, another part of a name begins, with a capital."""


class Sheet(msgspec.Struct, frozen=True):
    """The sheet of letters, open for somebody."""

    language: str = ""
    """Whose alphabet it shows; empty: that of the table."""
    pointed: Message | None = None
    """What the white ring stands on; None: on the first name, or else the first letter."""


def alphabet(sheet: Sheet, language: str) -> str:
    """Return the language whose letters are shown at a table of this language."""
    return sheet.language or (language if language in LANGUAGES else "en")


def next_alphabet(sheet: Sheet, language: str) -> str:
    """Return the language after it: the table's own, then Latin letters, then the others."""
    own = alphabet(Sheet(), language)
    order = list(dict.fromkeys((own, "en", *LANGUAGES)))
    return order[(order.index(alphabet(sheet, language)) + 1) % len(order)]


def with_letter(name: str, letter: str) -> str:
    """Return a name with one more letter from the screen: the first of each word is a capital."""
    if letter == VOICING:
        last = name[-1:]
        return name[:-1] + _NEXT_KANA.get(last, last)
    return after_typing(name, cased(name, letter))


def cased(name: str, letter: str) -> str:
    """Return the letter as it will stand behind this name."""
    return letter.upper() if not name or name[-1] in _AFTER_BEGINS_A_NAME else letter


def letters(sheet: Sheet, language: str) -> tuple[Message, ...]:
    """Return the keys below the names, row by row: letters, a space, the alphabet, backspace."""
    shown = alphabet(sheet, language)
    typed = [TakeLetter(letter) for letter in BY_CODE[shown].keyboard.letters]
    space = (TakeLetter(SPACE),) if has_spaces(shown) else ()
    return (*typed, *space, NextAlphabet(), TakeLetter(BACKSPACE))


Writing = TypeName | TakeLetter | TakeName | NextAlphabet
"""Messages that give more of a name, or other letters to give it with."""


class Naming(NamedTuple):
    """Somebody gives a name."""

    guests: tuple[Guest, ...]
    place: int
    """Who, as a place in ``guests``."""
    sheet: Sheet = Sheet()

    @property
    def guest(self) -> Guest:
        """Who gives a name."""
        return self.guests[self.place]

    @property
    def done(self) -> Join:
        """What says that the name is given."""
        return Join(self.guest.button)

    def before(self, model: Model) -> tuple[str, ...]:
        """Return the names used here before that begin as this one does, the latest first."""
        typed = self.guest.name.strip().casefold()
        taken = {guest.name.casefold() for guest in self.guests}
        fitting = (
            name
            for name in model.session.known_names
            if name.casefold() not in taken
            and any(part.startswith(typed) for part in (name.casefold(), *name.casefold().split()))
        )
        return tuple(fitting)[:MOST_NAMES]

    def places(self, model: Model) -> tuple[Message, ...]:
        """Return everything on the sheet, as the dial goes through it; what is done comes last."""
        names = (TakeName(name) for name in self.before(model))
        return (*names, *letters(self.sheet, model.preferences.language), self.done)

    def pointed(self, model: Model) -> tuple[tuple[Message, ...], int]:
        """Return everything on the sheet, and where in it the ring stands."""
        offered = self.places(model)
        found = (at for at, each in enumerate[object](offered) if each == self.sheet.pointed)
        return offered, next(found, 0)

    def turned(self, model: Model, steps: int) -> Sheet:
        """Return the sheet with the white ring moved over it."""
        offered, at = self.pointed(model)
        return replace(self.sheet, pointed=offered[(at + steps) % len(offered)])

    def pushed(self, model: Model) -> tuple[Sheet, Message]:
        """Return what the white ring stands on, and the sheet on which it stays there."""
        offered, at = self.pointed(model)
        return replace(self.sheet, pointed=offered[at]), offered[at]

    def taps(self, model: Model) -> dict[Control, Binding]:
        """Return what OK, Ra and the dial do."""
        done = Binding(self.done, "Done")
        offered, at = self.pointed(model)
        take = Binding(PushDial(), done.label if offered[at] == done.message else mark("Take"))
        return {Control.RA: done, Control.OK: take, Control.DIAL: take}

    def in_turn(self, model: Model) -> tuple[Message, ...]:
        """Return what can be taken, for one button: names, that it is done, letters."""
        *keys, done = self.places(model)
        names = [key for key in keys if isinstance(key, TakeName)]
        return (*names, done, *keys[len(names) :])

    def written(self, model: Model, message: Writing) -> tuple[str, Sheet]:
        """Return the name and the sheet after more of the name was given."""
        name, sheet = self.guest.name, self.sheet
        match message:
            case TypeName(text):
                return after_typing(name, text), replace(sheet, pointed=self.done)
            case TakeLetter(letter):
                return with_letter(name, letter), sheet
            case TakeName(chosen):
                return chosen, replace(sheet, pointed=self.done)
            case NextAlphabet():
                language = next_alphabet(sheet, model.preferences.language)
                return name, replace(sheet, language=language)


def grid(keys: int, shape: Shape, *, is_kana: bool) -> tuple[int, int]:
    """Return how many columns and rows this many keys have: kana stand in rows of ten."""
    if is_kana:
        return 10, ceil(keys / 10)
    if shape is Shape.TALL:
        return 7, ceil(keys / 7)
    rows = min(4, ceil(keys / 10))
    return ceil(keys / rows), rows


def cells(keys: int, shape: Shape, *, is_kana: bool) -> Iterator[tuple[int, int, int]]:
    """Yield row, column and width in columns of every key; the last one fills its row."""
    across, _ = grid(keys, shape, is_kana=is_kana)
    for key in range(keys):
        row, column = divmod(key, across)
        yield row, column, across - column if key == keys - 1 else 1
