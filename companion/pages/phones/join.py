"""The page with the code for phones, and whose phones are here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.core.commands import DIAL, OK, RA, UNDO, Command, Prompt, hold, tap
from companion.core.controls import BUTTONS, PLAYER_CONTROLS
from companion.core.messages import Next
from companion.core.model import Model
from companion.core.session import Guest
from companion.i18n import mark
from companion.pages import phone_signs
from companion.pages.page_view import PlainPage
from companion.pages.phone_signs import POINT, STATES
from companion.pages.phones import seats
from companion.pages.phones.messages import AllowPhone, NobodysPhone, RefusePhone
from companion.ui.layout import columns, cut_left, middle, rows, square, stacked
from companion.ui.pieces import emblem, paragraph
from companion.ui.qr_code import code
from companion.ui.scene import Align, Box, Picture, Rect, Weight
from companion.ui.style import CENTRED, Piece, Shape, Size, TextStyle, Ui


class Join(PlainPage, frozen=True):
    """The code, the address, and every seat; a phone that asks for one is answered first."""

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: a phone that asks is let in by the seat's own button, or OK."""
        asking = model.phones.asking
        if not asking:
            yield tap("Back", Next(), OK, UNDO, DIAL)
            if model.phones.seated or model.phones.watching:
                yield hold("Remove all phones", NobodysPhone(), RA, keys="f9")
            return
        for each in asking:
            yield tap("Yes", AllowPhone(each.button), PLAYER_CONTROLS[each.button])
        yield tap("Yes", AllowPhone(asking[0].button), OK)
        yield tap("No", RefusePhone(asking[0].button), UNDO, keys="escape")

    def prompt(self, model: Model) -> Prompt:
        if not model.phones.link:
            return Prompt(STATES[False])
        if not model.phones.asking:
            return Prompt(POINT)
        button = model.phones.asking[0].button
        return Prompt(_WHOSE, {"player": name_of(model, button)})

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        """Yield the code beside the seats, or above them on a tall screen."""
        if not model.phones.link:
            told = ui.say(_OFF)
            yield from paragraph(ui, area, told, Size.SCORE, CENTRED)
            return
        gap = ui.px(24, 12)
        if ui.shape is Shape.TALL:
            upper, lower = stacked(area, (3, 2), gap)
        else:
            upper, lower = columns(area, 2, gap)
        yield from code_and_address(ui, upper, model)
        yield from _seats(ui, lower, model)


_OFF = mark(
    "Phones are off: set phones.enabled in the settings, then sudo systemctl enable --now"
    " ra-companion-phones"
)

_WHOSE = mark("Is this {player}'s phone?")


def name_of(model: Model, button: int) -> str:
    """Return what the owner of a button is called."""
    here = (guest.name for guest in seats.seated(model) if guest.button == button)
    return next(here, "") or model.preferences.colour_names[button]


def code_and_address(ui: Ui, area: Rect, model: Model) -> Iterator[Piece]:
    """Yield the code as large as it fits, and below it the address for people who type."""
    high = ui.px(96, 60)
    upper = Rect(area.x, area.y, area.w, max(1, area.h - high))
    yield code(ui, square(upper, min(upper.w, upper.h)), model.phones.link)
    below = Rect(area.x, upper.y + upper.h, area.w, high)
    address, number = rows(below, 2, 0)
    here = len(model.phones.seated) + model.phones.watching
    yield ui.line(address, model.phones.address, Size.NAME, ui.theme.gold, CENTRED)
    yield ui.line(number, ui.say("Phones here: {number}", number=here), Size.LABEL,
                    style=CENTRED)  # fmt: skip


def _seats(ui: Ui, area: Rect, model: Model) -> Iterator[Piece]:
    """Yield a row for each seat: whose it is, and whether a phone is there."""
    here = {guest.button: guest for guest in seats.seated(model)}
    asking = {each.button for each in model.phones.asking}
    gap, radius = ui.px(12, 6), ui.px(14, 10)
    spots = rows(middle(area, area.w, min(area.h, BUTTONS * ui.px(110, 64))), BUTTONS, gap)
    for button, spot in enumerate(spots):
        colour = ui.theme.buttons[button]
        rim = max(2, ui.px(3))
        yield Box(spot, ui.theme.panel, border=colour, border_px=rim, radius=radius)
        sign, words = cut_left(spot, spot.h)
        yield Box(sign, colour, radius=radius)
        yield emblem(square(sign, sign.h // 2), button)
        yield from _seat(ui, words, here.get(button), model, is_asking=button in asking)


def _seat(
    ui: Ui, area: Rect, guest: Guest | None, model: Model, *, is_asking: bool
) -> Iterator[Piece]:
    if guest is None:
        return
    has_phone = guest.button in model.phones.seated
    side = min(area.h * 6 // 10, ui.px(56, 32))
    spot = Rect(area.x + area.w - side - ui.px(12), area.y, side, area.h)
    if has_phone or is_asking:
        tint = ui.theme.gold if has_phone else ui.theme.ink_third
        yield Picture(square(spot, side), phone_signs.PHONE, tint=tint)
    words = Rect(area.x + ui.px(12), area.y, max(1, spot.x - area.x - ui.px(18)), area.h)
    yield ui.line(words, name_of(model, guest.button), Size.SCORE, style=_NAME)


_NAME = TextStyle(Weight.BOLD, Align.LEFT)
