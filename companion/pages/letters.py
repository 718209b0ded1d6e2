"""The on-screen keyboard: alphabets, names used before, and names letter by letter."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import ceil
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from companion.core.commands import DIAL, OK, RA, Command, choice, key, tap, turning
from companion.core.effects import Dispatch, Update
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
from companion.core.model import Guest, Model, after_typing, called
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.i18n.languages import LANGUAGES, has_spaces, own_name
from companion.i18n.languages import language as writing_of
from companion.pages.page_view import PlainPage
from companion.rules.names import visible
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import cut_left, cut_right, cut_top, middle, side_by_side, square
from companion.ui.pieces import emblem, least_width
from companion.ui.scene import Align, Box, Picture, Rect, Weight
from companion.ui.style import (
    CENTRED,
    NUMBER,
    QUIET,
    SMALLEST_PX,
    STRONG,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    TextStyle,
    Ui,
)
from companion.ui.theme import ON_BUTTON

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


class OnScreenKeyboard(msgspec.Struct, frozen=True):
    """The sheet of letters, open for a player."""

    language: str = ""
    """Whose alphabet it shows; empty: that of the table."""
    pointed: Message | None = None
    """What the white ring stands on; None: on the first name, or else the first letter."""


def alphabet(sheet: OnScreenKeyboard, language: str) -> str:
    """Return the language whose letters are shown at a table of this language."""
    return sheet.language or (language if language in LANGUAGES else "en")


def next_alphabet(sheet: OnScreenKeyboard, language: str) -> str:
    """Return the language after it: the table's own, then Latin letters, then the others."""
    own = alphabet(OnScreenKeyboard(), language)
    order = list(dict.fromkeys((own, "en", *LANGUAGES)))
    return order[(order.index(alphabet(sheet, language)) + 1) % len(order)]


def with_letter(name: str, letter: str) -> str:
    """Return a name with one more letter from the screen: the first of each word is a capital."""
    if letter == VOICING:
        last = name[-1:]
        return name[:-1] + _NEXT_KANA.get(last, last)
    return after_typing(name, cased(name, letter))


def cased(name: str, letter: str) -> str:
    """Return the letter as it will be added to this name."""
    capital = letter.upper()
    begins = not name or name[-1] in _AFTER_BEGINS_A_NAME
    return capital if begins and len(capital) == 1 else letter  # ß has no capital of its own


def letters(sheet: OnScreenKeyboard, language: str) -> tuple[Message, ...]:
    """Return the keys below the names, row by row: letters, a space, the alphabet, backspace."""
    shown = alphabet(sheet, language)
    typed = [TakeLetter(letter) for letter in writing_of(shown).keyboard.letters]
    space = (TakeLetter(SPACE),) if has_spaces(shown) else ()
    return (*typed, *space, NextAlphabet(), TakeLetter(BACKSPACE))


Writing = TypeName | TakeLetter | TakeName | NextAlphabet
"""Messages that give more of a name, or other letters to give it with."""


class Naming(NamedTuple):
    """Somebody gives a name."""

    guests: tuple[Guest, ...]
    place: int
    """Who, as a place in ``guests``."""
    sheet: OnScreenKeyboard = OnScreenKeyboard()

    @property
    def guest(self) -> Guest:
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

    def aloud(self, model: Model, words: Words) -> str:
        """Return what the white ring stands on, in words; nothing where it was not moved yet."""
        match self.sheet.pointed:
            case TakeName(name):
                return name
            case TakeLetter(letter) if letter == BACKSPACE:
                return words.say("Delete")
            case TakeLetter(letter) if letter.strip():
                return cased(self.guest.name, letter)
            case NextAlphabet():
                return own_name(next_alphabet(self.sheet, model.preferences.language))
            case Join():
                return words.say("Done")
            case _:
                return ""

    def turned(self, model: Model, steps: int) -> OnScreenKeyboard:
        """Return the sheet with the white ring moved over it."""
        offered, at = self.pointed(model)
        return replace(self.sheet, pointed=offered[(at + steps) % len(offered)])

    def pushed(self, model: Model) -> tuple[OnScreenKeyboard, Message]:
        """Return what the white ring stands on, and the sheet on which it stays there."""
        offered, at = self.pointed(model)
        return replace(self.sheet, pointed=offered[at]), offered[at]

    def commands(self, model: Model) -> Iterator[Command]:
        *letters_and_names, done = self.places(model)
        names = [each for each in letters_and_names if isinstance(each, TakeName)]
        for each in (*names, done, *letters_and_names[len(names) :]):
            yield choice(each)
        offered, at = self.pointed(model)
        yield tap("Done", self.done, RA)
        yield tap(mark("Done") if offered[at] == self.done else mark("Take"), PushDial(), OK, DIAL)
        yield key("tab", NextAlphabet())
        yield turning("Choose")

    def written(self, model: Model, message: Writing) -> tuple[str, OnScreenKeyboard]:
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


class NamingPage(PlainPage, frozen=True):
    """A page before a game, with a ``sheet`` of letters for a name while one is given."""

    @property
    @abstractmethod
    def naming(self) -> Naming | None:
        """Who gives a name on the sheet; None while it is not open."""

    def turn(self, model: Model, steps: int) -> Update:
        if self.naming is None:
            return model, ()
        return replace(model, page=replace(self, sheet=self.naming.turned(model, steps))), ()

    def push(self, model: Model) -> Update | None:
        """Take what the white ring stands on; it stays there while letters are taken."""
        if self.naming is None:
            return model, ()
        sheet, taken = self.naming.pushed(model)
        return replace(model, page=replace(self, sheet=sheet)), (Dispatch(taken),)

    def parent(self) -> Page | None:
        """Return the page without the sheet; what was typed stays."""
        return None if self.naming is None else replace(self, sheet=None)


def grid(keys: int, shape: Shape, *, is_kana: bool) -> tuple[int, int]:
    """Return how many columns and rows this many keys have: kana stand in rows of ten."""
    if is_kana:
        return 10, ceil(keys / 10)
    if shape is Shape.TALL:
        return 7, ceil(keys / 7)
    rows = min(4, ceil(keys / 10))
    return ceil(keys / rows), rows


def name_on_card(
    ui: Ui, rect: Rect, model: Model, guest: Guest, *, is_named: bool
) -> Iterator[Piece]:
    """Yield the name, or the colour's in paler letters as long as there is none."""
    side = ui.px(8)
    area = rect.inset(side, side // 4)
    usual = min(ui.canvas.size) / _NAME
    if is_named:
        light = middle(area, area.w, min(area.h, round(usual * 1.5)))
        yield Box(light, (255, 255, 255), radius=ui.px(10, 6), opacity=0.3)
    has_name = bool(visible(guest.name))
    shown = called(guest, model)
    style = TextStyle(Weight.EXTRA, Align.CENTRE, 1.0 if has_name else ui.faint(0.6))
    inner = Rect(area.x + ui.px(4), area.y, max(1, area.w - ui.px(10)), area.h)
    largest = max(ui.em(Size.SCORE), round(usual))
    text = ui.text(inner, shown, min(largest, inner.h), ON_BUTTON, style)
    yield text
    if is_named:
        wide = round(ui.canvas.type.width(text.text, text.px, Weight.EXTRA))
        high = min(area.h, text.px)
        behind = min(inner.x + (inner.w + wide) // 2 + ui.px(2), area.x + area.w - ui.px(4))
        left = behind if has_name else max(area.x, inner.x + (inner.w - wide) // 2 - ui.px(5))
        yield Box(Rect(left, area.y + (area.h - high) // 2, max(2, ui.px(3)), high), ON_BUTTON)


def one_name(ui: Ui, body: Rect, model: Model, now: Naming) -> Iterator[Piece]:
    """Yield one name, where nobody sits down, and its sheet below."""
    button = now.guest.button
    card, ground = above_sheet(ui, body, model, now)
    yield from sheet_ground(ui, card, ground, button)
    colour = ui.theme.buttons[button]
    yield Box(card, colour, radius=ui.px(14, 10), glow=colour, glow_px=ui.px(12, 8))
    sign, words = cut_left(card, min(card.h, card.w // 4))
    yield emblem(square(sign, min(sign.w, sign.h) * 6 // 10), button)
    _, name = cut_right(words, sign.w // 4)
    yield from name_on_card(ui, name, model, now.guest, is_named=True)
    yield from letter_sheet(Kit(ui), model, now).draw(ground)


def above_sheet(ui: Ui, body: Rect, model: Model, now: Naming) -> tuple[Rect, Rect]:
    """Return where names stand, and the sheet below them, which needs room for its letters."""
    keys = letters(now.sheet, model.preferences.language)
    is_kana = not has_spaces(alphabet(now.sheet, model.preferences.language))
    _, lines = grid(len(keys), ui.shape, is_kana=is_kana)
    least = max(TOUCH_PX, ui.px(60, 44)) * lines
    gap = ui.px(8, 5)
    high = body.h - _first_high(ui) - least - 3 * _pad(ui) - gap
    high = max(ui.px(90, 52), min(high, body.h * 30 // 100))
    return cut_top(body, high, gap)


def _pad(ui: Ui) -> int:
    return ui.px(12, 6)


def _first_high(ui: Ui) -> int:
    """Return the height of the names used before, with the key that confirms."""
    one = max(TOUCH_PX, ui.px(72, 48))
    return 2 * one + ui.px(8, 5) if ui.shape is Shape.TALL else one


def sheet_ground(ui: Ui, own: Rect, ground: Rect, button: int) -> Iterator[Piece]:
    """Yield what lies below the letters, and joins them to the card of whose name it is."""
    colour = ui.theme.buttons[button]
    low = ground.y - own.y - own.h + ui.px(4)
    yield Box(Rect(own.x, own.y + own.h // 2, own.w, own.h // 2 + low), colour)
    radius = ui.px(14, 10)
    yield Box(ground, ui.theme.panel, border=colour, border_px=max(2, ui.px(3)), radius=radius)


def letter_sheet(kit: Kit, model: Model, now: Naming) -> Widget:
    """Return the names used here before, and the letters."""
    offered, at = now.pointed(model)
    first = _first_row(kit, model, now, offered[at]).fixed(_first_high(kit.ui))
    keys = _letters(kit, model, now, offered[at])
    return kit.pad(kit.column(first, keys, gap=_pad(kit.ui)), _pad(kit.ui))


def _first_row(kit: Kit, model: Model, now: Naming, pointed: Message) -> Widget:
    theme, gap, high = kit.theme, kit.px(12, 6), max(TOUCH_PX, kit.px(72, 48))
    names, chips = now.before(model), []
    for name in names:
        words = kit.pad(_name(kit.ui, name, names), kit.px(10))
        ground = kit.box(
            words,
            fill=theme.panel_active,
            border=theme.line,
            px=max(1, kit.px(2)),
            radius=high // 2,
        )
        chips.append(_ringed(kit, ground, TakeName(name), pointed, high // 2))
    before = kit.row(*chips, *(NOTHING,) * (MOST_NAMES - len(chips)), gap=gap)
    said, around = kit.say("Played here before"), kit.px(4)
    told = kit.pad(kit.text(said, style=QUIET), around) if names else NOTHING
    done = _ringed(kit, _done_key(kit), now.done, pointed, kit.px(14, 10))
    if kit.is_tall:
        return kit.column(before, kit.row(told, done, gap=gap), gap=kit.px(5))
    wide, least = kit.px(190, 128), kit.px(150, 92)
    widths = range(least - 2 * around, 2 * wide)
    room = least_width(kit.ui, said, high - 2 * around, widths, QUIET.weight) + 2 * around
    return kit.row(told.fixed(room), before, done.fixed(wide), gap=gap)


def _name(ui: Ui, name: str, all_names: Sequence[str]) -> Widget:
    """Return a name in letters of the size that all of them have."""

    def draw(area: Rect) -> Iterable[Piece]:
        fitting, most = ui.canvas.type.fitting_px, ui.em(Size.SCORE)
        sizes = (fitting(each, area.w, most, SMALLEST_PX, Weight.BOLD) for each in all_names)
        yield ui.text(area, name, min(sizes), ui.theme.ink, CENTRED)

    return Widget(draw)


def _ringed(
    kit: Kit, widget: Widget, message: Message, pointed: Message, radius: int | None = None
) -> Widget:
    touched, is_pointed = kit.touch(widget, message), message == pointed
    return kit.ring(touched, radius) if is_pointed else touched


def _done_key(kit: Kit) -> Widget:
    """Return the key that confirms: gold, and the only one that is."""
    ui, theme, label, gap = kit.ui, kit.theme, kit.say("Done"), kit.px(10, 5)

    def draw(area: Rect) -> Iterator[Piece]:
        yield Box(area, theme.gold, radius=kit.px(14, 10), glow=theme.gold, glow_px=kit.px(6))
        side = min(area.h * 5 // 10, kit.px(44, 26))
        room = area.w - side - gap - 2 * kit.px(8)
        wide = max(1, min(room, ui.width(label, Size.NAME, Weight.EXTRA)))
        sign, words = side_by_side(area, (side, side), gap, wide)
        yield Picture(sign, CHECK, tint=theme.on_gold)
        yield ui.line(words, label, Size.NAME, theme.on_gold, STRONG)

    return Widget(draw)


def _letters(kit: Kit, model: Model, now: Naming, pointed: Message) -> Widget:
    """Return the keys of the alphabet, the last as wide as is left of its row."""
    language = model.preferences.language
    sent = letters(now.sheet, language)
    is_kana = not has_spaces(alphabet(now.sheet, language))
    across, _ = grid(len(sent), kit.ui.shape, is_kana=is_kana)
    sign = writing_of(next_alphabet(now.sheet, language)).keyboard.key
    keys = []
    for message in sent:
        face = Widget(partial(_on_key, kit.ui, message, now.guest.name, sign))
        key = kit.key(face)
        key = kit.pad(kit.ring(key) if message == pointed else key, kit.px(8, 4) // 2)
        keys.append(kit.touch(key, message))  # a finger finds it also between them
    lines = [keys[first : first + across] for first in range(0, len(keys), across)]
    lines[-1][-1] = keys[-1].share(across - len(lines[-1]) + 1)
    return kit.column(*(kit.row(*line) for line in lines))


def _on_key(ui: Ui, message: Message, name: str, next_sign: str, rect: Rect) -> Iterator[Piece]:
    """Yield the label of a key: the letter as it will be typed."""
    gold, px = ui.theme.gold, max(SMALLEST_PX, min(rect.h * 7 // 10, ui.px(52, 34)))
    match message:
        case NextAlphabet():
            small = max(SMALLEST_PX, px * 7 // 10)
            yield ui.text(rect.inset(1), next_sign, small, gold, NUMBER)
        case TakeLetter(letter) if letter == BACKSPACE:
            side = min(rect.h * 7 // 10, rect.w * 7 // 10)
            yield ui.text(square(rect, side), "\N{LEFTWARDS ARROW}", px, gold, NUMBER)
        case TakeLetter(letter) if letter == SPACE:
            bar = middle(rect, rect.w // 2, max(3, ui.px(4)))
            yield Box(Rect(bar.x, rect.y + rect.h * 6 // 10, bar.w, bar.h), ui.theme.ink)
        case TakeLetter(letter) if letter == VOICING:
            label, area = "゛゜小", rect.inset(1)
            if ui.canvas.type.width(label, SMALLEST_PX, Weight.EXTRA) > area.w:
                label = "゛"
            yield ui.text(area, label, px * 3 // 4, gold, NUMBER)
        case TakeLetter(letter):
            yield ui.text(rect, cased(name, letter), px, ui.theme.ink, NUMBER)
        case _:
            pass


CHECK = "ui_check"


_NAME = 13
"""A name is so high a part of the screen, where its card is wide enough."""
