"""A player looks at their own points: small, before them alone, while they hold on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.core.commands import Command, hold, key, player_control
from companion.core.effects import RecordPeek, Update, refused, saying
from companion.core.messages import EndPeek, Peek
from companion.core.model import Model, Peeking, Secrecy, machine_strength
from companion.core.notices import Notes, Notice
from companion.pages.controls import PLAYER_KEYS
from companion.pages.page_view import TITLE
from companion.pages.table import tracks
from companion.rules.editions import Seat
from companion.rules.model import Phase
from companion.ui.layout import columns, cut_left, cut_right, middle, square, stacked
from companion.ui.pieces import paragraph, shining
from companion.ui.scene import Align, Box, Disc, Picture, Rect, Target, Text, Weight
from companion.ui.style import CENTRED, SMALLEST_PX, Piece, Size, Ui, unscaled, without_large_print
from companion.ui.theme import between
from companion.ui.widgets import as_large_as_fits

PEEK_SECONDS = 5.0
"""So long a peek lasts at most, however long the button is held."""


SHORT_SECONDS = 0.5
"""Whoever lets go sooner has seen nothing, and is told to hold on."""


def may_peek(model: Model) -> bool:
    """Whether players may look at their own points now (R-INF-2)."""
    is_running = model.session.timeline is not None and model.game.stage is not Phase.OVER
    return is_running and model.session.agreement.secrecy is Secrecy.OWN_PEEK


def commands(model: Model) -> Iterator[Command]:
    """Yield what holding a player's button offers, and their key; nothing where nobody may peek."""
    yield from holds(model)
    yield from keys(model)


def holds(model: Model) -> Iterator[Command]:
    """Yield what holding a player's button offers, where it means nothing else."""
    for seat in _lookers(model):
        yield hold("Your points", Peek(seat), player_control(model, seat), silent=True)


def keys(model: Model) -> Iterator[Command]:
    """Yield what Shift with a player's key offers, whatever that means without Shift."""
    for seat in _lookers(model):
        yield key((f"shift {PLAYER_KEYS[model.session.buttons[seat]]}",), Peek(seat))


def _lookers(model: Model) -> Iterator[Seat]:
    if may_peek(model):
        seats = model.game.setup.seats
        yield from (seat for seat in seats if machine_strength(model, seat) is None)


def deadline(model: Model) -> float | None:
    """Return when the points are hidden by themselves, in seconds of the monotonic clock."""
    return None if model.session.peek is None else model.session.peek.since + PEEK_SECONDS


def over(model: Model) -> Model:
    """Return the model without a peek that has lasted long enough, or has no place any more."""
    due = deadline(model)
    is_over = due is not None and (model.now >= due or not may_peek(model))
    return model.with_session(peek=None) if is_over else model


def update(model: Model, message: Peek | EndPeek) -> Update:
    """Show a player's points, or hide them: that they looked is kept, what they saw is not."""
    if isinstance(message, EndPeek):
        begun, hidden = model.session.peek, model.with_session(peek=None)
        is_short = begun is not None and model.now - begun.since < SHORT_SECONDS
        return saying(hidden, Notice(Notes.HOLD_TO_PEEK)) if is_short else hidden, ()
    if not may_peek(model) or message.seat not in model.game.setup.seats:
        return model, ()
    if machine_strength(model, message.seat) is not None:
        return refused(model, Notice(Notes.NOT_NOW))  # what lies face down is nobody's to see
    return model.with_session(peek=Peeking(message.seat, model.now)), (RecordPeek(message.seat),)


EYE = "ui_eye"
"""An eye that is closed."""


def show_peek(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield a curtain, which is lifted before the one who looks; the others read to look away."""
    if model.session.peek is None or not may_peek(model):
        return
    ui, looking = unscaled(without_large_print(ui)), model.session.peek.seat
    places = _places(ui, len(model.game.players))
    yield from _curtain(ui, places, looking)
    yield from _words(ui, model, places[0].y - _rise(ui))
    for seat, place in enumerate(places):
        yield from _card(ui, place, model, Seat(seat))


def _places(ui: Ui, players: int) -> tuple[Rect, ...]:
    width, height = ui.canvas.size
    side = ui.px(16, 8)
    high = max(ui.px(150, 104), height // 4)
    edge = Rect(side, height - high - side // 2, width - 2 * side, high)
    return columns(edge, players, ui.px(12, 6))


_FOLDS = 48


def _curtain(ui: Ui, places: Sequence[Rect], looking: Seat) -> Iterator[Piece]:
    """Yield the curtain with its folds and hem; nothing of the page is seen."""
    theme, (width, height) = ui.theme, ui.canvas.size
    dark, light = theme.sky[1], theme.sky[2]
    whole = Rect(0, 0, width, height)
    yield Target(whole, EndPeek())  # nobody touches a key that they do not see
    yield Box(whole, theme.ground)
    own, hem, bar = places[looking], places[0].y + ui.px(14, 8), max(3, ui.px(4))
    ends = [round(width * place / _FOLDS) for place in range(_FOLDS + 1)]
    for place, (left, right) in enumerate(pairwise(ends)):
        fold = Rect(left, 0, right - left, hem)
        shade = _SHADES[place % len(_SHADES)]
        yield Box(fold, between(dark, light, shade), bottom=between(theme.sky[0], light, shade / 2))
    yield Box(Rect(0, hem - bar, width, bar), theme.gold)
    rise = _rise(ui)
    lifted = Rect(own.x - ui.px(5), hem - rise, own.w + 2 * ui.px(5), rise + bar)
    yield Box(lifted, theme.ground, border=theme.gold, border_px=bar, radius=rise)
    yield Box(Rect(lifted.x + bar, hem - bar, lifted.w - 2 * bar, 2 * bar), theme.ground)
    rod = ui.px(18, 12)
    yield Box(Rect(0, 0, width, rod), theme.wood)
    for end in ends[1::2]:
        yield Disc(Rect(end - rod // 2, rod // 4, rod, rod), border=theme.gold,
                   border_px=max(2, ui.px(3)))  # fmt: skip


def _rise(ui: Ui) -> int:
    """Return how far the hem is lifted before the one who looks, in pixels."""
    return ui.px(52, 26)


_WIDE = 1.9
"""How many times as wide as high a place is where name and eye stand side by side."""

_NAME = 16
"""Such a part of the screen's shorter side a name is high, where it has room."""

_SHADES = (0.1, 0.45, 0.9, 0.55)
"""How light the parts of a fold are, one after the other."""


def _words(ui: Ui, model: Model, low: int) -> Iterator[Piece]:
    if model.session.peek is None:
        return
    theme, (width, height) = ui.theme, ui.canvas.size
    looking = model.session.peek.seat
    name, button = model.game.setup.players[looking], model.session.buttons[looking]
    area = Rect(ui.px(24), ui.px(20, 12), width - 2 * ui.px(24), low - ui.px(30, 18))
    eye, large, small = stacked(area, (4, 4, 3), 0)
    yield Picture(square(eye, min(eye.h * 8 // 10, width // 4)), EYE, tint=theme.gold)
    px, asked = min(height, width * 3 // 4) // 8, ui.say("Look away, please")
    yield from as_large_as_fits(ui, large, asked, px, TITLE, colour=theme.ink)
    words = ui.say("{name} is looking at their points", name=name)
    px = max(SMALLEST_PX, min(height, width) // 14)
    wide = min(small.w - 2 * px, ui.width_at(words, px, Weight.BOLD) + px)
    sign, said = cut_left(middle(small, wide + px, small.h), px)
    yield from shining(ui, square(sign, px), button)
    yield from as_large_as_fits(ui, said, words, px, CENTRED)


def _card(ui: Ui, place: Rect, model: Model, seat: Seat) -> Iterator[Piece]:
    """Yield a name and a closed eye; before who looks the points, small and dim, in a ring."""
    theme, button = ui.theme, model.session.buttons[seat]
    colour, radius = theme.buttons[button], ui.px(18, 12)
    own = model.session.peek is not None and model.session.peek.seat == seat
    rim = ui.px(3, 2)
    yield Box(place, theme.panel_active if own else theme.panel, border=colour, border_px=rim,
              radius=radius)  # fmt: skip
    inner = place.inset(ui.px(10, 6))
    if not own:
        side = min(inner.h // 2, ui.px(56, 36))
        name = model.game.setup.players[seat]
        if inner.w >= _WIDE * inner.h:
            sign, rest = cut_left(inner, side, ui.px(8))
            eye, rest = cut_right(rest, side, ui.px(8))
        else:
            upper, rest = stacked(inner, (1, 1), 0)
            sign, eye = columns(upper, 2, 0)
        yield from shining(ui, square(sign, side), button)
        yield Picture(square(eye, side * 8 // 10), EYE, tint=theme.ink_third)
        px = max(ui.em(Size.NAME), min(ui.canvas.size) // _NAME)
        yield ui.text(rest, name, px, theme.ink_second, CENTRED)
        return
    ring, below = stacked(inner, (3, 2), 0)
    side = min(ring.h, ring.w)
    disc = square(ring, side)
    yield Disc(disc, theme.panel, border=colour, border_px=max(3, ui.px(4)))
    px = max(SMALLEST_PX, min(side * 2 // 5, min(ui.canvas.size) // 14))
    hands = model.game.players if model.partial_game is None else model.partial_game.hands
    points = hands[seat].score
    total = tracks.UNKNOWN if points is None else str(points)
    yield Text(disc, total, px, theme.ink_second, Weight.BOLD, Align.CENTRE,
               is_private=True)  # fmt: skip
    said = ui.say("let go to hide")
    if max(ui.width(word, Size.SMALL) for word in said.split()) <= below.w:
        yield from paragraph(ui, below, said, Size.SMALL, CENTRED, colour=theme.ink_second)
