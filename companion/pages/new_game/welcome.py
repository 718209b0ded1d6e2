"""The first page: nobody plays yet. The languages stand on it, each one touch away."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from companion.core.commands import (
    BUTTONS,
    DIAL,
    OK,
    PLAYER_CONTROLS,
    RA,
    UNDO,
    Command,
    Control,
    hold,
    key,
    tap,
    turning,
)
from companion.core.effects import Dispatch, Update, refused
from companion.core.messages import GoOn, Join, Message, NextLanguage, Open, Refused, Rematch, Route
from companion.core.model import FEWEST_PLAYERS, Model, called, seats_of_the_table
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.i18n.languages import own_name
from companion.pages import registry
from companion.pages.controls import CARD_KEY, controls
from companion.pages.page_view import TITLE, asked, frame, keycaps, note
from companion.pages.status_bar import edge_px
from companion.ui.chips import Chip, chip_rows, chip_width, chips, fitted
from companion.ui.layout import columns, middle, rows, shares, square
from companion.ui.pieces import Sign, badge, boat, code, emblem, sky
from companion.ui.scene import Align, Box, Picture, Rect, Target, Weight
from companion.ui.style import (
    SMALLEST_PX,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    TextStyle,
    Ui,
    assembled,
    unscaled,
)
from companion.ui.widgets import corner, left_corner

if TYPE_CHECKING:
    from companion.pages.reference.rules_card import Card


class Welcome(Page, frozen=True):
    """Nobody plays: press your button."""

    is_welcome: ClassVar[bool] = True
    without_keys: ClassVar[Collection[str]] = ("left", "right", "up", "down")
    """Arrows are what people try first, and must change no language."""

    asks: ClassVar[str] = mark("Press your button to play")

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: whoever presses their button plays."""
        for button, control in enumerate(PLAYER_CONTROLS):
            yield tap("Join", Join(button), control)
        yield tap("Rules", Open(Route.RULES), UNDO, keys=CARD_KEY)
        if again := model.session.last_guests:
            people = sum(guest.is_person for guest in again)
            players = people + seats_of_the_table(model.session.agreement, people)
            enough = players >= FEWEST_PLAYERS
            yield tap("Same players again", Rematch(), RA, lit=enough)
        if model.session.kept:
            yield tap("Saved game", GoOn(), OK)
        yield hold("Menu", Open(Route.MENU), DIAL)
        sheet = Open(Route.SHEET)  # a table that played without us is scored
        yield hold("Score sheet", sheet, UNDO, keys=SCORE_KEY, silent=True)
        yield key(LANGUAGE_KEY, NextLanguage(1))
        yield turning("Language", NextLanguage(1))

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        where = frame(ui, model)
        top = edge_px(ui, model)
        page = Rect(where.body.x, top, where.body.w, where.dock.y - top)
        horizon = top + round(page.h * _HORIZON)
        yield sky(ui, horizon)
        above, share = 0.05, 0.36  # above the boat, and its height
        if ui.shape is Shape.TALL:
            above, share = (0.05, 0.25) if len(model.kiosk.offered) <= _FEW else (0.08, 0.17)
        high = round(page.h * share)
        wide = min(round(high * 1.61), round(page.w * 0.8), page.w - 2 * _beside(ui, model))
        at_sea = Rect(page.x + (page.w - wide) // 2, top + round(page.h * above), wide, high)
        yield from boat(ui, at_sea)
        name = Rect(page.x, top + round(page.h * 0.43), page.w, round(page.h * 0.16))
        px = unscaled(ui).em(Size.DISPLAY)
        if not model.screen.is_card_shown:
            low = corner(ui, top).y + corner(ui, top).h + ui.px(6)
            free = Rect(page.x, low, page.w, name.y + ui.px(24) - low)
            picker = assembled(language_picker(ui, model, free, at_sea))
            yield picker
            low = max((item.rect.y + item.rect.h for item in picker.items), default=0)
            if ui.shape is not Shape.TALL and name.y + (name.h - px) // 2 < low:
                name = Rect(page.x, low, page.w, horizon - low)
        yield ui.text(
            name, "Ra Companion", max(SMALLEST_PX, min(px, name.h * 7 // 8)), ui.theme.gold, TITLE
        )
        ask = Rect(page.x, horizon + round(page.h * 0.015), page.w, round(page.h * 0.09))
        yield ui.line(ask, asked(ui, model), Size.PROMPT, style=TITLE)
        emblems = Rect(page.x, ask.y + ask.h + ui.px(6), page.w, round(page.h * 0.2))
        if model.phones.link and ui.shape is Shape.TALL:
            emblems = Rect(page.x, ask.y + ask.h, page.w, _row(ui, emblems).h)
        yield from _emblems(ui, emblems, model)
        last = ui.canvas.words.list(called(guest, model) for guest in model.session.last_guests)
        low = emblems.y + emblems.h
        below = Rect(page.x, low, page.w, max(0, where.dock.y - low - ui.px(6)))
        if model.phones.link:
            row, foot = _row(ui, emblems), where.dock.y - ui.px(4)
            left, upper = row.x + row.w + ui.px(6), emblems.y
            if ui.shape is Shape.TALL:
                left, upper = page.x, row.y + row.h + ui.px(6)
            spot = Rect(left, upper, page.x + page.w - left, foot - upper)
            yield from _code_alone(ui, spot, model)
        if not model.phones.link or ui.shape is not Shape.TALL:
            yield from note(ui, below, last)
        yield chip_rows(ui, where.dock, (_fitting(ui, where.dock, _chips(ui, model)),))
        yield _scoring(ui, model, top)

    def card_space(self, ui: Ui, model: Model) -> Rect:
        """Return the upper part of the page: the buttons below it can still be touched."""
        where, top, high = frame(ui, model), edge_px(ui, model), ui.px(84, 58)
        page = Rect(where.body.x, top, where.body.w, where.dock.y - top)
        return Rect(page.x, page.y + high, page.w, round(page.h * _HORIZON) - high)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        from companion.narration import aloud  # noqa: PLC0415 - not for the first picture

        yield own_name(words.language)
        yield aloud.asked(self.prompt(model), words)

    def update(self, model: Model, message: Message) -> Update | None:
        if isinstance(message, Refused):  # what is dark says what to press instead
            return refused(model, Notice(Notes.NEEDS_TWO))
        if not isinstance(message, Join):
            return None
        from companion.pages.new_game import seating  # noqa: PLC0415 - not for the first picture

        return seating.join(model, (), message.button)

    def turn(self, model: Model, steps: int) -> Update:
        return model, (Dispatch(NextLanguage(steps)),)

    def help(self, model: Model) -> Card | None:
        from companion.pages.reference.rules_card import WELCOME  # noqa: PLC0415 - the same

        return WELCOME


_HORIZON = 0.6
"""How far down the sky reaches."""

SCORE_KEY = "s"
"""A table is scored that played without us."""

LANGUAGE_KEY = "l"
"""The next language, where there is a keyboard."""


def language_picker(ui: Ui, model: Model, sky: Rect, boat: Rect) -> Iterator[Piece]:
    """Yield the languages that are offered: in the sky beside the boat, or below it."""
    now = model.preferences.language
    offered = model.kiosk.offered
    if now not in offered or offered == (now,):
        return
    radius = ui.px(14, 10)
    places = _places(ui, sky, boat, [own_name(each) for each in offered])
    for place, (spot, language) in enumerate(zip(places, offered, strict=False)):
        is_now = language == now
        ground = ui.theme.panel_active if is_now else ui.theme.panel
        rim = ui.theme.gold if is_now else ui.theme.line
        yield Box(spot, ground, border=rim, border_px=max(1, ui.px(2)), radius=radius)
        name, large = own_name(language), ui.em(Size.LABEL)
        style = TextStyle(Weight.MEDIUM, Align.CENTRE)
        room = spot.inset(ui.px(8, 4)).w
        px = ui.canvas.type.fitting_px(name, room, large, SMALLEST_PX, style.weight)
        yield ui.text(spot, name, px, ui.theme.ink, style)
        if not is_now:
            yield Target(spot, NextLanguage(place - offered.index(now)))


_FEW = 6
"""So many languages stand in large places; twelve have one, and others are found by the dial."""


def _beside(ui: Ui, model: Model) -> int:
    """Return how much room languages need at either side of the boat, in pixels; few have it."""
    offered = model.kiosk.offered
    if len(offered) <= _FEW or ui.shape is Shape.TALL:
        return 0
    name = max(ui.width_at(own_name(each), SMALLEST_PX, Weight.MEDIUM) for each in offered)
    return 2 * (name + ui.px(8)) + ui.px(10, 4) + ui.px(10)


def _places(ui: Ui, sky: Rect, boat: Rect, names: Sequence[str]) -> Iterator[Rect]:
    """Yield places, from top to bottom: first those on the left, then those on the right."""
    gap, number = ui.px(10, 4), len(names)
    is_few = number <= _FEW
    high = max(TOUCH_PX, ui.px(48 if is_few else 44))
    if ui.shape is Shape.TALL:
        across, down = (3, 2) if is_few else (4, 3)
        tall = down * high + (down - 1) * gap
        low = Rect(sky.x, sky.y + sky.h - tall, sky.w, tall)
        needs = [ui.width_at(name, SMALLEST_PX, Weight.MEDIUM) + 2 * ui.px(12, 8) for name in names]
        parts = [max(needs[first : first + down], default=1) for first in range(0, number, down)]
        for column in shares(low, (*parts, *[min(parts)] * (across - len(parts))), gap):
            yield from rows(column, down, gap)
        return
    across = 1 if is_few else 2
    beside = (sky.w - boat.w) // 2 - ui.px(24 if is_few else 10)
    wide = min(beside, across * ui.px(200, 170))
    tall = 3 * high + 2 * gap
    for left in (sky.x, sky.x + sky.w - wide):
        for column in columns(Rect(left, sky.y, wide, tall), across, gap):
            yield from rows(column, 3, gap)


def _scoring(ui: Ui, model: Model, top: int) -> Piece:
    """Return the key for scoring a table that played without us, in the upper left corner."""
    spot = left_corner(ui, top)
    offer = controls(model).holds[Control.UNDO]
    sign = Sign(Control.UNDO, keycaps(ui, model).get(offer.message, ""))
    label, sheet = ui.say(offer.label), model.pending.counting
    # it waits, and opens at its epoch, by which one knows it again; a whole one where it was set up
    if sheet is not None and sheet.is_assistant and registry.page(Route.SHEET, model) is sheet:
        label = ui.canvas.words.state(label, ui.say(sheet.epoch_word))
    chip = Chip((sign,), (offer.message,), label, is_hold=True, says_hold=False)
    return chip_rows(ui, spot._replace(w=chip_width(ui, spot.h, chip)), ((chip,),))


def _emblems(ui: Ui, rect: Rect, model: Model) -> Iterator[Piece]:
    taps, caps = controls(model).taps, keycaps(ui, model)
    row, rim = _row(ui, rect), max(2, ui.px(3))
    side = row.h
    for button, spot in enumerate(columns(row, BUTTONS, ui.px(28, 14))):
        message, colour = taps[PLAYER_CONTROLS[button]].message, ui.theme.buttons[button]
        yield Box(spot, colour, border=ui.theme.ink, border_px=rim, radius=side // 2)
        yield emblem(square(spot, side // 2), button)
        key = caps.get(message, "")
        if key:
            cap = Rect(spot.x + side * 2 // 3, spot.y + side * 2 // 3, side // 3, side // 3)
            yield from badge(ui, cap, Sign(None, key))
        yield Target(spot, message)


def _row(ui: Ui, rect: Rect) -> Rect:
    gap = ui.px(28, 14)
    side = min(rect.h, (rect.w - gap * (BUTTONS - 1)) // BUTTONS)
    return middle(rect, BUTTONS * side + (BUTTONS - 1) * gap, side)


def _chips(ui: Ui, model: Model) -> tuple[Chip, ...]:
    """Return what else can be done; the language is called as its speakers call it."""
    caps = keycaps(ui, model)
    first, rest = chips(ui, controls(model), caps)
    language, following = own_name(model.preferences.language), NextLanguage(1)
    sign = Sign(Control.DIAL, caps.get(following, ""))
    return tuple(
        replace(chip, signs=(sign,), label=language, messages=(following,))
        if chip.signs[0].control == Control.DIAL and not chip.is_hold
        else chip
        for chip in (*first, *rest)
        if chip.signs[0].control not in PLAYER_CONTROLS
    )


_ON_THE_PAGE = NextLanguage(1), Open(Route.RULES)
"""What the page itself has, beside the keys below it; the menu it has not."""


def _fitting(ui: Ui, row: Rect, offered: tuple[Chip, ...]) -> tuple[Chip, ...]:
    """Return the keys without those that the page has, as far as there is no room for all."""
    for message in _ON_THE_PAGE if ui.shape is not Shape.TALL else ():
        if len(fitted(ui, row, offered)) == len(offered):
            break
        offered = tuple(chip for chip in offered if chip.messages != (message,))
    return offered


def _code_alone(ui: Ui, area: Rect, model: Model) -> Iterator[Piece]:
    """Yield the code where there is no room for words, with a small phone if it fits."""
    side = ui.px(40, 28)
    spot = square(area, min(area.w, area.h))
    yield code(ui, spot, model.phones.link)
    if spot.x - area.x >= side:
        sign = Rect(spot.x - side, spot.y, side, spot.h)
        yield Picture(square(sign, side), "ui_phone", tint=ui.theme.ink)
    yield Target(spot, Open(Route.PHONES))
