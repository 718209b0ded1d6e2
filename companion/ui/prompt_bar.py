"""The bar that says who is asked, and what: the name to be read from across the table."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from companion.core.messages import Message
from companion.i18n.languages import has_spaces
from companion.ui.layout import left_part, middle, rows, square, without_left
from companion.ui.pieces import Sign, badge, badge_width, emblem, is_named, is_whole, paragraph
from companion.ui.scene import Animated, Box, Colour, Rect, Target, Weight, keyed, loud
from companion.ui.style import (
    PLAIN,
    RIGHT,
    STRONG,
    TOUCH_PX,
    Piece,
    Shape,
    Size,
    Ui,
    cached,
    unscaled,
)
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import Action, action_key, as_large_as_fits, card_key


class Aside(msgspec.Struct, frozen=True):
    """What stands at the right of the bar."""

    texts: tuple[str, ...] = ()
    """The same in fewer and fewer words; the first that fits is shown."""
    message: Message | None = None
    """What a touch means."""
    sign: Sign = Sign()
    """What is pressed for it."""


class Question(msgspec.Struct, frozen=True):
    """What the bar says."""

    text: str
    button: int | None = None
    """Whose colour it has; None: everybody is asked."""
    name: str = ""
    """Who is asked, as the text begins."""
    aside: Aside = Aside()
    chip: Action | None = None
    """A key that always has room: nothing else on the page does it."""
    sand: float | None = None
    """How much sand has run for the player who is asked, 0 to 1; None: no sand-glass."""


@cached
def prompt_bar(ui: Ui, rect: Rect, shown: Question) -> Iterator[Piece]:
    """Yield the bar."""
    theme = ui.theme
    plain = shown.button is None
    fill = theme.panel if shown.button is None else ui.theme.buttons[shown.button]
    ink = theme.ink if plain else ON_BUTTON
    radius = min(rect.h, ui.px(60)) // 2
    border = theme.line if plain else None
    yield Box(rect, fill, border=border, border_px=max(1, ui.px(2)), radius=radius)
    pad = radius * 3 // 4
    left = rect.x + pad
    if shown.button is not None:
        side = round((rect.h if ui.is_big else min(rect.h, ui.px(58))) * 0.5)
        sign = emblem(square(Rect(left, rect.y, side, rect.h), side), shown.button)
        yield from keyed(Animated.ASKED, 0, (sign,))
        left += side + ui.px(16, 9)
    key = _card_place(rect)
    yield from card_key(ui, key)
    right = key.x - pad // 3
    if shown.sand is not None:
        glass = Rect(right - rect.h * 7 // 10, rect.y, rect.h * 7 // 10, rect.h)
        yield from sand_glass(middle(glass, rect.h // 2, rect.h * 3 // 4), shown.sand, ink)
        right = glass.x
    area = Rect(left, rect.y, right - left, rect.h)
    yield from _words(ui, area, shown, ink)


def beside_a_chip(ui: Ui, rect: Rect, chip: Action) -> Rect:
    """Return the part of a bar at the left of a key in it."""
    whole = Rect(rect.x, rect.y, _card_place(rect).x - rect.x, rect.h)
    return _without_a_chip(ui, whole, chip)[0]


def _card_place(rect: Rect) -> Rect:
    return square(Rect(rect.x + rect.w - rect.h, rect.y, rect.h, rect.h), rect.h * 8 // 10)


def _words(ui: Ui, area: Rect, shown: Question, ink: Colour) -> Iterator[Piece]:
    """Yield who is asked, to be read from across the table, what, and what else there is to say."""
    largest = ui.em(Size.PROMPT) * (_FAR if ui.is_big else 1)
    if ui.shape is Shape.TALL:
        yield from _near_words(ui, area, shown, ink, largest)
        return
    measures, weight = ui.canvas.type, STRONG.weight
    most = min(area.h, max(ui.loud_px, min(area.h * 7 // 8, largest)))
    free = area if shown.chip is None else _without_a_chip(ui, area, shown.chip)[0]
    aside = 0
    if shown.aside.texts:
        words = ui.width(shown.aside.texts[-1], Size.LABEL)
        aside = _gap(ui) + _sign_px(ui, free, shown.aside) + words
    px = measures.fitting_px(shown.text, free.w - aside, most, ui.loud_px, weight)
    fits = ui.width_at(shown.text, px, weight) <= free.w - aside
    if fits or not (shown.name and shown.text.startswith(shown.name)):
        yield from _near_words(ui, area, shown, ink, px)
        return
    said = shown.text[len(shown.name) :].lstrip(_AFTER_A_NAME)
    colon = shown.text[len(shown.name) : len(shown.text) - len(said)].rstrip()
    share = area.w * _NAME_SHARE - ui.width_at(colon, px, weight)
    name = measures.shorten(shown.name, share, px, weight) + colon
    wide = ui.width_at(name, px, weight)
    yield loud(ui.text(left_part(area, wide), name, px, ink, STRONG))
    rest = without_left(area, wide + ui.px(20, 10))
    if not shown.aside.texts or shown.chip is not None:
        largest = ui.loud_px * 5 // 6
    largest = min(largest, area.h * 7 // 8)
    yield from _near_words(ui, rest, replace(shown, text=said), ink, largest)


_FAR = 2
"""How much larger still the question is for people who sit far away, where it has room."""

_NAME_SHARE = 0.4
"""How much of the bar a long name may take."""

_AFTER_A_NAME = ":\N{FULLWIDTH COLON} \N{NO-BREAK SPACE}"


def _gap(ui: Ui) -> int:
    """Return how far what else there is to say stands from the question, in pixels."""
    return ui.px(36, 20)


def _near_words(ui: Ui, area: Rect, shown: Question, ink: Colour, largest: int) -> Iterator[Piece]:
    """Yield the question at most so high, and beside or below it what else there is to say."""
    if shown.chip is not None:
        whole = area
        area, spot = _without_a_chip(ui, whole, shown.chip)
        lines = ui.wrapped(shown.text, area.w, Size.SMALL, STRONG.weight)
        if len(lines) * ui.em(Size.SMALL) > area.h:
            side = max(TOUCH_PX, ui.px(64, 52))
            spot = Rect(whole.x + whole.w - side, spot.y, side, spot.h)
            area = Rect(whole.x, whole.y, whole.w - side - ui.px(8), whole.h)
        yield action_key(ui, spot, shown.chip)
    texts, used = shown.aside.texts, _sign_px(ui, area, shown.aside)
    least = min((ui.width(text, Size.LABEL) for text in texts), default=0) + used
    is_tall = ui.shape is Shape.TALL
    is_long = ui.width(shown.text, Size.SMALL, Weight.EXTRA) > area.w
    if is_long or (is_tall and not 0 < least <= area.w):
        largest = max(largest, ui.loud_px)
        yield from as_large_as_fits(ui, area, shown.text, largest, STRONG, colour=ink)
        return
    px = ui.canvas.type.fitting_px(shown.text, area.w, largest, ui.em(Size.SMALL), Weight.EXTRA)
    wide = min(area.w, ui.width_at(shown.text, px, Weight.EXTRA))
    line, rest = left_part(area, wide), without_left(area, wide + _gap(ui))
    is_near = shown.chip is None and largest < ui.loud_px and area.h >= 2 * ui.em(Size.SMALL)
    is_below = is_tall or (is_near and rest.w < least <= area.w)
    if is_below:
        line, rest = rows(middle(area, area.w, area.h - ui.px(6, 2)), 2, 0)
        px = min(px, line.h)
    said = ui.text(line, shown.text, px, ink, STRONG)
    yield loud(said) if px >= ui.loud_px else said
    yield from _aside(ui, rest, shown.aside, ink, is_below=is_below)


def _without_a_chip(ui: Ui, area: Rect, chip: Action) -> tuple[Rect, Rect]:
    """Return the room that a key leaves, and the place of the key at the right."""
    high = max(TOUCH_PX, min(area.h - ui.px(4), ui.px(48, 40)))
    sign = badge_width(ui, high, chip.sign.key)
    words = ui.wrapped(chip.label, area.w // 3, Size.SMALL)
    text = max(ui.width(line, Size.LABEL) for line in words)
    parts = chip.label.split() if has_spaces(ui.canvas.words.language) else ()
    word = max((ui.width(each, Size.LABEL) for each in parts), default=0)
    pads = ui.px(36, 22)
    most = max(area.w // 3, sign + word + pads) if ui.shape is Shape.TALL else area.w // 2
    wide = min(most, area.w // 2, sign + text + pads)
    spot = Rect(area.x + area.w - wide, area.y + (area.h - high) // 2, wide, high)
    return Rect(area.x, area.y, area.w - wide - ui.px(8), area.h), spot


def _aside(ui: Ui, rect: Rect, shown: Aside, ink: Colour, *, is_below: bool) -> Iterator[Piece]:
    """Yield it in one line; without a sign also in several. Nobody reads those from far away."""
    sign = _sign_px(ui, rect, shown)
    text = next((each for each in shown.texts if ui.width(each, Size.LABEL) + sign <= rect.w), None)
    width = rect.w if text is None else ui.width(text, Size.LABEL) + sign
    left = rect.x if is_below else rect.x + rect.w - width
    if text is not None:
        high, gap = min(rect.h - ui.px(4), ui.px(40, 32)), ui.px(6)
        if sign:
            spot = middle(Rect(left, rect.y, sign - gap, rect.h), sign - gap, high)
            yield from badge(ui, spot, shown.sign)
        yield ui.line(Rect(left + sign, rect.y, width - sign, rect.h), text, Size.LABEL, ink)
    elif not shown.texts or sign or ui.is_big or not is_whole(unscaled(ui), rect, shown.texts[-1]):
        return
    else:
        style = PLAIN if is_below else RIGHT
        yield from paragraph(ui, rect, shown.texts[-1], Size.SMALL, style, colour=ink)
    if shown.message is not None:
        more, wide = max(0, TOUCH_PX - rect.h + 1) // 2, max(TOUCH_PX, width)
        start = min(left, rect.x + rect.w - wide)
        yield Target(Rect(start, rect.y - more, wide, rect.h + 2 * more), shown.message)


def _sign_px(ui: Ui, rect: Rect, shown: Aside) -> int:
    """Return how wide the sign of what stands beside a question is, with its gap."""
    high = min(rect.h - ui.px(4), ui.px(40, 32))
    return badge_width(ui, high, shown.sign.key) + ui.px(6) if is_named(ui, shown.sign) else 0


_GRAINS = 7
"""Of this many layers each half of a sand-glass consists."""


def sand_glass(rect: Rect, run: float, ink: Colour) -> Iterator[Piece]:
    """Yield a sand-glass with this much of its sand run, 0 to 1."""
    layer = max(1, rect.h // (2 * _GRAINS + 2))
    high = layer * (2 * _GRAINS + 2)
    top = rect.y + (rect.h - high) // 2
    yield Box(Rect(rect.x, top, rect.w, layer), ink)
    yield Box(Rect(rect.x, top + high - layer, rect.w, layer), ink)
    below = round(run * _GRAINS)
    for place in range(2 * _GRAINS):
        from_neck = _GRAINS - place if place < _GRAINS else place - _GRAINS + 1
        wide = max(2 * layer, rect.w * from_neck // _GRAINS - layer)
        is_full = _GRAINS > place >= below or place >= 2 * _GRAINS - below
        spot = middle(Rect(rect.x, top + (place + 1) * layer, rect.w, layer), wide, layer)
        yield Box(spot, ink, opacity=1.0 if is_full else 0.25)
