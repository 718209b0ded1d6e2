"""What the views of pages share: a title, names, signs of controls, what can be done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.commands import DIAL, OK, RA, UNDO, Binding, Command, tap
from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.messages import Message, Next, Open, OpenGroup, Play, Route, TurnDial
from companion.core.mnemonics import GROUP_TILES
from companion.core.model import Model
from companion.core.page import Page
from companion.pages.controls import (
    commands,
    controls,
    is_scanning,
    keys,
    pointed,
    prompt,
    way_back,
)
from companion.pages.status_bar import edge_px
from companion.rules.actions import DRAWS
from companion.rules.tiles import Tile
from companion.ui.chips import Chip, chip_rows, chips
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import Sheet, middle, sheet, square
from companion.ui.pieces import (
    KEYCAPS,
    NO_KEYCAPS,
    Keycaps,
    Sign,
    emblem,
    focus_ring,
    key_ground,
    paragraph,
    sky,
    sun,
    tile,
)
from companion.ui.scene import Align, Box, Item, Picture, Rect, Target, Weight
from companion.ui.speech import question
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Shape, Size, Style, TextStyle, kept
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import corner


def keycaps(look: Style, model: Model) -> Keycaps:
    """Return what is written on the keys that mean something now, none without a keyboard.

    Of several keys for one thing the shortest is named; but whatever leads back is Escape, and
    what confirms is Return, on every page.
    """
    if not look.canvas.letters:
        return NO_KEYCAPS
    found: dict[object, str] = {}
    now = keys(model)
    for name, message in now.items():
        cap = _cap(name)
        if cap and (message not in found or len(cap) < len(found[message])):
            found[message] = cap
    if (now.get("-"), now.get("+")) == _TURNS:
        found |= dict(zip(_TURNS, "-+", strict=True))  # what changes a number says so
    elif now.get("right") != _TURNS[1] and (now.get("up"), now.get("down")) == _TURNS:
        found |= {_TURNS[0]: KEYCAPS["up"], _TURNS[1]: KEYCAPS["down"]}  # both upright
    for control in (Control.OK, Control.RA):  # before a game it is Ra that begins
        offer = controls(model).taps.get(control)
        if offer is not None and offer.tile is None and now.get("return") == offer.message:
            found[offer.message] = KEYCAPS["return"]
    back = way_back(model)
    if back is not None:
        found[back] = KEYCAPS["escape"]
    return found


_TURNS = TurnDial(-1), TurnDial(1)


@lru_cache(maxsize=256)
def _cap(name: str) -> str:
    """Return what is written on a key, with Shift before it if that is held; else nothing."""
    own = name.removeprefix("shift ")
    cap = own.upper() if len(own) == 1 or own.isdigit() else KEYCAPS.get(own, "")
    return f"Shift {cap}" if cap and own != name else cap


LOCK = "ui_lock"
"""Points that lie face down."""


def points_px(look: Style) -> int:
    """Return how wide the sign of hidden points is."""
    return look.either(34, 20)


class Touch(msgspec.Struct, frozen=True):
    """What a touch on a player's panel means."""

    fix: Message | None = None
    """Anywhere but on the name; None: nobody plays here."""
    mark: Message | None = None
    """On the name: that it is their turn; None: it opens the fix panel."""
    peek: Message | None = None
    """On the sign of their hidden points; None if they are not hidden."""


def touches(look: Style, rect: Rect, head: int, touch: Touch) -> Iterator[Target[Message]]:
    """Yield the places to touch on a panel whose name is so high, in pixels."""
    high = max(TOUCH_PX, head)
    if touch.fix is not None:
        yield Target(rect, touch.fix)
        on_name = Open(Route.FIX) if touch.mark is None else touch.mark
        yield Target(Rect(rect.x, rect.y, rect.w, high), on_name)
    if touch.peek is not None:
        wide = max(TOUCH_PX, points_px(look))
        yield Target(Rect(rect.x + rect.w - wide, rect.y, wide, high), touch.peek)


class Name(msgspec.Struct, frozen=True):
    """What stands on a player's colour."""

    name: str
    button: int
    has_statue: bool
    hides_points: bool = False
    """Whether their points lie face down and a finger on the sign for it shows them."""
    share: float = 0.0
    """Their part of the time that players took alone, as a line below the name; 0: none."""


@kept
def lit_header(look: Style, row: Rect, shown: Name, stem: int) -> Iterator[Item]:
    """Yield the name of the player who is asked: alight, and joined to the question above."""
    colour = look.theme.buttons[shown.button]
    light = look.either(9, 5)
    yield Box(row, colour, radius=look.either(14, 10), glow=colour, glow_px=light)
    if stem:
        joint = middle(row, min(row.w * 2 // 5, look.either(110, 70)), row.h)
        yield Box(Rect(joint.x, row.y - stem, joint.w, stem + row.h // 2), colour)
    yield from _named(look, row, shown)


@kept
def header(look: Style, row: Rect, shown: Name) -> Iterator[Item]:
    """Yield the name of a player who waits."""
    yield Box(row, look.theme.buttons[shown.button], radius=look.either(14, 10))
    yield from _named(look, row, shown)


def _named(look: Style, row: Rect, shown: Name) -> Iterator[Item]:
    """Yield emblem and name on the player's colour, and the Ra statue with whom it stands."""
    radius = look.either(14, 10)
    yield Box(Rect(row.x, row.y + row.h - radius, row.w, radius), look.theme.buttons[shown.button])
    if shown.share:
        wide, thin = round((row.w - 2 * radius) * shown.share), max(2, look.px(4))
        yield Box(Rect(row.x + radius, row.y + row.h - thin, wide, thin), ON_BUTTON, opacity=0.55)
    side = round(row.h * 0.52)
    sign = Rect(row.x + look.either(12, 8), row.y, side, row.h)
    yield emblem(sign, shown.button)
    left = sign.x + side + look.either(12, 8)
    mark = round(row.h * 0.74)
    right = row.x + row.w - look.either(10, 6)
    if shown.has_statue:
        right -= mark + look.px(4)
        yield tile(square(Rect(right + look.px(4), row.y, mark, row.h), mark), Tile.RA)
    if shown.hides_points:
        wide = points_px(look)
        spot = Rect(right - wide, row.y, wide, row.h)
        side = round(row.h * 0.62)
        yield Picture(square(spot, min(side, wide)), LOCK, tint=ON_BUTTON)
        right -= wide + look.px(4)
    px = max(look.em(Size.NAME), round(row.h * _NAME))
    yield look.text(Rect(left, row.y, right - left, row.h), shown.name, px, ON_BUTTON)


_NAME = 0.66
"""The height of a name's letters, as a part of the row in which it stands."""


TITLE = TextStyle(Weight.EXTRA, Align.CENTRE)


def frame(look: Style, model: Model) -> Sheet:
    """Return where the parts of a page are."""
    return sheet(look, edge_px(look, model), 2 if look.shape is Shape.TALL else 1)


def heading(
    look: Style, where: Sheet, text: str, model: Model, horizon: int | None = None
) -> Iterator[Piece]:
    """Yield the sky, a title on it and, on a page that can be left, the corner that leads back.

    The horizon is the foot of the title, unless a height in pixels is given.
    """
    yield sky(look, where.title.y + where.title.h if horizon is None else horizon)
    room = where.title.inset(look.either(10, 6))
    aside = room.x + room.w - corner(look, 0).x + look.px(12)
    yield from titled(look, Rect(room.x + aside, room.y, room.w - 2 * aside, room.h), text)
    back = way_back(model)
    if back is not None:
        other = corner(look, edge_px(look, model))
        left = look.canvas.size[0] - other.x - other.w
        yield from back_key(look, Rect(left, other.y, other.w, other.h), back)


def back_key(look: Style, spot: Rect, message: Message, *, is_lit: bool = True) -> Iterator[Piece]:
    """Yield the key that leads back, wherever it stands."""
    yield key_ground(look, spot, is_lit=is_lit)
    yield Picture(square(spot, spot.h // 2), "ui_back", tint=look.theme.ink)
    yield Target(spot, message)


def titled(look: Style, room: Rect, text: str) -> Iterator[Piece]:
    """Yield a title, in several lines if it must be."""
    if look.width(text, Size.TITLE, Weight.EXTRA) <= room.w * 1.2:
        yield look.line(room, text, Size.TITLE, style=TITLE)
    else:
        yield from paragraph(look, room, text, Size.NAME, TITLE)


def asked(look: Style, model: Model) -> str:
    """Return what everybody is asked on this page."""
    return question(look, prompt(model))


def what_can_be_done(
    look: Style,
    rect: Rect,
    model: Model,
    without: Sequence[str] = (),
    more: tuple[Chip, ...] = (),
) -> Iterator[Piece]:
    """Yield what the controls do, but for those that the page shows elsewhere, and keys more."""
    offered, back = controls(model), way_back(model)
    taps = {
        control: offer
        for control, offer in offered.taps.items()
        if control not in without
        and not (control in PLAYER_CONTROLS and offer.message == back)  # Undo says so already
    }
    first, rest = chips(look, replace(offered, taps=taps), keycaps(look, model))
    yield chip_rows(look, rect, ((*more, *first, *rest),))


def note(look: Style, rect: Rect, text: str) -> Iterator[Piece]:
    """Yield a quiet line in the middle."""
    yield from paragraph(look, rect, text, Size.LABEL, CENTRED, colour=look.theme.ink_second)


def _touched(look: Style, model: Model, commands: Iterable[Command]) -> Iterator[Chip]:
    """Yield what no control does, for fingers, with the key that does the same."""
    caps = keycaps(look, model)
    for command in commands:
        if command.is_only_touched:
            message, label = command.binding.message, look.say(command.binding.label)
            yield Chip((Sign(None, caps.get(message, "")),), (message,), label)


class PlainPage(Page, frozen=True):
    """A page with a title on the sky, what it is about below that, and then what can be done."""

    shown_elsewhere: ClassVar[Sequence[Control]] = ()
    """The controls about which the page itself says what they do."""

    def title(self, look: Style, model: Model) -> str:
        """Return what stands on the sky: what is asked, unless the page says otherwise."""
        return asked(look, model)

    def widget(self, kit: Kit, model: Model) -> Widget:
        """Return what the page is about."""
        return NOTHING

    def body(self, look: Style, model: Model, room: Rect) -> Iterable[Piece]:
        """Yield what the page is about, in this rectangle."""
        return self.widget(Kit(look, keycaps(look, model)), model).draw(room)

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield the page, back to front."""
        where = frame(look, model)
        yield from heading(look, where, self.title(look, model), model)
        yield from self.body(look, model, where.body)
        touched = tuple(_touched(look, model, commands(model)))
        yield from what_can_be_done(look, where.dock, model, self.shown_elsewhere, touched)


class ReadPage(PlainPage, frozen=True):
    """A page that is only read: every control leads back."""

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield the way back."""
        yield tap("Back", Next(), OK, UNDO, RA, DIAL)


def pointing(look: Style, model: Model, targets: Sequence[Target[Message]]) -> Iterator[Piece]:
    """Yield what says where the one button points, among these places to touch."""
    offer = pointed(model) if is_scanning(model) else None
    if offer is None:
        return
    meant = _meant(offer)
    found = [target.rect for target in targets if target.message in meant]
    if not found:
        yield from _shown_offer(look, offer)
    for rect in found if len(meant) > 1 else found[-1:]:
        yield focus_ring(look, rect, min(look.either(12, 9), rect.h // 2))


def _meant(offer: Binding) -> tuple[object, ...]:
    """Return which places to touch show an offer: for a group of tiles all of its kinds."""
    if isinstance(offer.message, OpenGroup):
        kinds = GROUP_TILES[offer.message.group]
        return (offer.message, *(Play(DRAWS[kind]) for kind in kinds))
    return (offer.message,)


def _shown_offer(look: Style, offer: Binding) -> Iterator[Piece]:
    """Yield a box in the middle of the screen with what would be taken."""
    label = look.say(offer.label) if offer.label else ""
    high = look.either(88, 64)
    picture = 0 if offer.tile is None and offer.sun is None else high
    wide = min(look.canvas.size[0], look.width(label, Size.PROMPT) + picture + look.either(64, 40))
    box = middle(Rect(0, 0, *look.canvas.size), wide, high)
    yield Box(box, look.theme.panel_active, radius=look.either(14, 10))
    if offer.tile is not None:
        yield tile(square(box, high * 8 // 10), offer.tile)
    elif offer.sun is not None:
        yield from sun(look, square(box, high * 8 // 10), offer.sun)
    yield look.line(box.inset(look.px(8)), label, Size.PROMPT, style=CENTRED)
    yield focus_ring(look, box, look.either(14, 10))
