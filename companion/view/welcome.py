"""The first page: nobody plays yet."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.core.controls import controls
from companion.core.messages import NextLanguage
from companion.core.model import BUTTONS, Model, Welcome, called
from companion.core.offers import PLAYER_CONTROLS
from companion.view.badges import Sign, badge, keycaps
from companion.view.card_key import corner
from companion.view.chips import chip_rows
from companion.view.edge import edge_px
from companion.view.fitting import chip_width
from companion.view.layout import columns, middle, square
from companion.view.look import Look, Piece, Shape, Size, unscaled
from companion.view.offering import Chip, chips
from companion.view.page import TITLE, asked, frame, note
from companion.view.pieces import emblem
from companion.view.scene import Box, Rect, Target
from companion.view.stations import boat
from companion.view.tongues import tongues
from companion.view.track import sky
from companion.words import AUTONYMS


def welcome(look: Look, model: Model, _: Welcome) -> Iterator[Piece]:
    """Yield the first page: the boat, the name, and a place for every button."""
    where = frame(look, model)
    top = edge_px(look, model)
    page = Rect(where.body.x, top, where.body.w, where.dock.y - top)
    horizon = top + round(page.h * 0.6)
    yield sky(look, horizon)
    high = round(page.h * (0.25 if look.shape is Shape.TALL else 0.36))
    wide = min(round(high * 1.61), round(page.w * 0.8))
    at_sea = Rect(page.x + (page.w - wide) // 2, top + round(page.h * 0.05), wide, high)
    yield from boat(look, at_sea)
    name = Rect(page.x, top + round(page.h * 0.43), page.w, round(page.h * 0.16))
    yield unscaled(look).line(name, "Ra Companion", Size.DISPLAY, look.theme.gold, TITLE)
    if not model.is_card_shown:
        low = corner(look, top).y + corner(look, top).h + look.px(6)
        free = Rect(page.x, low, page.w, name.y + look.px(24) - low)
        yield from tongues(look, model, free, at_sea)
    ask = Rect(page.x, horizon + round(page.h * 0.015), page.w, round(page.h * 0.09))
    yield look.line(ask, asked(look, model), Size.PROMPT, style=TITLE)
    emblems = Rect(page.x, ask.y + ask.h + look.px(6), page.w, round(page.h * 0.2))
    yield from _emblems(look, emblems, model)
    last = look.canvas.words.list(called(guest, model) for guest in model.last_guests)
    low = emblems.y + emblems.h
    yield from note(look, Rect(page.x, low, page.w, max(0, where.dock.y - low - look.px(6))), last)
    yield chip_rows(look, where.dock, (_chips(look, model),))
    yield _scoring(look, model, top)


def _scoring(look: Look, model: Model, top: int) -> Piece:
    """Return the key for scoring a table that played without us, in the upper left corner."""
    right = corner(look, top)
    offer = controls(model).holds["undo"]
    sign = Sign("undo", keycaps(look, model).get(offer.message, ""))
    chip = Chip((sign,), (offer.message,), look.say(offer.label), is_hold=True, says_hold=False)
    left = look.canvas.size[0] - right.x - right.w
    room = Rect(left, right.y, chip_width(look, right.h, chip), right.h)
    return chip_rows(look, room, ((chip,),))


def _emblems(look: Look, rect: Rect, model: Model) -> Iterator[Piece]:
    """Yield the five buttons, as they are on the panel."""
    taps, caps = controls(model).taps, keycaps(look, model)
    gap = look.either(28, 14)
    side = min(rect.h, (rect.w - gap * (BUTTONS - 1)) // BUTTONS)
    row = middle(rect, BUTTONS * side + (BUTTONS - 1) * gap, side)
    for button, spot in enumerate(columns(row, BUTTONS, gap)):
        message = taps[PLAYER_CONTROLS[button]].message
        rim = max(2, look.px(3))
        yield Box(
            spot,
            look.theme.buttons[button],
            border=look.theme.ink,
            border_px=rim,
            radius=side // 2,
        )
        yield emblem(square(spot, side // 2), button)
        key = caps.get(message, "")
        if key:
            cap = Rect(spot.x + side * 2 // 3, spot.y + side * 2 // 3, side // 3, side // 3)
            yield from badge(look, cap, Sign("", key))
        yield Target(spot, message)


def _chips(look: Look, model: Model) -> tuple[Chip, ...]:
    """Return what else can be done; the language is called as its speakers call it."""
    first, rest = chips(look, controls(model), keycaps(look, model))
    language = AUTONYMS.get(model.preferences.language, model.preferences.language)
    shown = tuple(chip for chip in (*first, *rest) if chip.signs[0].control not in PLAYER_CONTROLS)
    turning = (NextLanguage(1),)
    return tuple(
        replace(chip, label=language, messages=turning)
        if chip.signs[0].control == "dial" and not chip.is_hold
        else chip
        for chip in shown
    )
