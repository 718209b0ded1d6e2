"""What the views of pages share: a title, names, signs of controls, what can be done, lists."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar, Self

import msgspec
from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    GROUP_TILES,
    OK,
    PLAYER_CONTROLS,
    RA,
    UNDO,
    Binding,
    Bindings,
    Command,
    Control,
    Entry,
    choice,
    tap,
    turning,
)
from companion.core.effects import Update
from companion.core.messages import (
    Message,
    Next,
    Open,
    OpenGroup,
    Peek,
    Play,
    Route,
    TakeBack,
    TurnDial,
)
from companion.core.model import Model, Secrecy
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.i18n.languages import own_name
from companion.opponent.strength import Strength
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
from companion.rules.actions import DRAWS, Level
from companion.rules.editions import Edition, NoPenalty
from companion.rules.tiles import Tile
from companion.ui import pieces
from companion.ui.chips import Chip, broken, chip_rows, chip_width, chips, has_room
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import PageAreas, cut_left, cut_right, middle, page_areas, rows, square
from companion.ui.scene import Align, Box, Item, Picture, Rect, Target, Text, Weight
from companion.ui.speech import question
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Shape, Size, TextStyle, Ui, cached
from companion.ui.theme import ON_BUTTON
from companion.ui.widgets import as_large_as_fits, corner, left_corner


def keycaps(ui: Ui, model: Model) -> pieces.Keycaps:
    """Return what is written on the keys that mean something now, none without a keyboard.

    Of several keys for one thing the shortest is named; but whatever leads back is Escape, and
    what confirms is Return, on every page.
    """
    if not ui.canvas.letters:
        return pieces.NO_KEYCAPS
    found: dict[object, str] = {}
    now = keys(model)
    for name, message in now.items():
        cap = _cap(name)
        if cap and (message not in found or len(cap) < len(found[message])):
            found[message] = cap
    if (now.get("-"), now.get("+")) == _TURNS:
        found |= dict(zip(_TURNS, "-+", strict=True))  # what changes a number says so
    elif now.get("right") != _TURNS[1] and (now.get("up"), now.get("down")) == _TURNS:
        # both upright
        found |= {_TURNS[0]: pieces.KEYCAPS["up"], _TURNS[1]: pieces.KEYCAPS["down"]}
    for control in (Control.OK, Control.RA):  # before a game it is Ra that begins
        offer = controls(model).taps.get(control)
        if offer is not None and offer.tile is None and now.get("return") == offer.message:
            found[offer.message] = pieces.KEYCAPS["return"]
    back = way_back(model)
    if back is not None:
        found[back] = pieces.KEYCAPS["escape"]
    return found


_TURNS = TurnDial(-1), TurnDial(1)


@lru_cache(maxsize=256)
def _cap(name: str) -> str:
    """Return what is written on a key, with Shift before it if that is held; else nothing."""
    own = name.removeprefix("shift ")
    cap = own.upper() if len(own) == 1 or own.isdigit() else pieces.KEYCAPS.get(own, "")
    return f"Shift {cap}" if cap and own != name else cap


LOCK = "ui_lock"
"""Points that lie face down."""


def points_px(ui: Ui) -> int:
    """Return how wide the sign of hidden points is."""
    return ui.px(34, 20)


class Touch(msgspec.Struct, frozen=True):
    """What a touch on a player's panel means."""

    fix: Message | None = None
    """Anywhere but on the name; None: nobody plays here."""
    mark: Message | None = None
    """On the name: that it is their turn; None: it opens the fix panel."""
    peek: Message | None = None
    """On the sign of their hidden points; None if they are not hidden."""
    peek_key: str = ""
    """What is written on the key that means the same."""


def touches(ui: Ui, rect: Rect, head: int, touch: Touch) -> Iterator[Target[Message]]:
    """Yield the places to touch on a panel whose name is so high, in pixels."""
    high = max(TOUCH_PX, head)
    if touch.fix is not None:
        yield Target(rect, touch.fix)
        on_name = Open(Route.FIX) if touch.mark is None else touch.mark
        yield Target(Rect(rect.x, rect.y, rect.w, high), on_name)
    if touch.peek is not None:
        wide = max(TOUCH_PX, points_px(ui))
        yield Target(Rect(rect.x + rect.w - wide, rect.y, wide, high), touch.peek)


class Name(msgspec.Struct, frozen=True):
    """What stands on a player's colour."""

    name: str
    button: int
    has_statue: bool
    hides_points: bool = False
    """Whether their points lie face down and a finger on the sign for it shows them."""
    peek_key: str = ""
    """What is written on the key that shows them; empty where there is no keyboard."""
    share: float = 0.0
    """Their part of the time that players took alone, as a line below the name; 0: none."""


@cached
def lit_header(ui: Ui, row: Rect, shown: Name, stem: int) -> Iterator[Item]:
    """Yield the name of the player who is asked: alight, and joined to the question above."""
    colour = ui.theme.buttons[shown.button]
    light = ui.px(9, 5)
    yield Box(row, colour, radius=ui.px(14, 10), glow=colour, glow_px=light)
    if stem:
        joint = middle(row, min(row.w * 2 // 5, ui.px(110, 70)), row.h)
        yield Box(Rect(joint.x, row.y - stem, joint.w, stem + row.h // 2), colour)
    yield from _named(ui, row, shown)


@cached
def header(ui: Ui, row: Rect, shown: Name) -> Iterator[Item]:
    """Yield the name of a player who waits."""
    yield Box(row, ui.theme.buttons[shown.button], radius=ui.px(14, 10))
    yield from _named(ui, row, shown)


def _named(ui: Ui, row: Rect, shown: Name) -> Iterator[Item]:
    """Yield emblem and name on the player's colour, and the Ra statue with whom it stands."""
    radius = ui.px(14, 10)
    yield Box(Rect(row.x, row.y + row.h - radius, row.w, radius), ui.theme.buttons[shown.button])
    if shown.share:
        wide, thin = round((row.w - 2 * radius) * shown.share), max(2, ui.px(4))
        yield Box(Rect(row.x + radius, row.y + row.h - thin, wide, thin), ON_BUTTON, opacity=0.55)
    side = round(row.h * 0.52)
    sign = Rect(row.x + ui.px(12, 8), row.y, side, row.h)
    yield pieces.emblem(sign, shown.button)
    left, px = sign.x + side + ui.px(12, 8), ui.em(Size.NAME)
    if not shown.peek_key:
        px = max(px, round(row.h * _NAME))
    mark = round(row.h * 0.74)
    right = row.x + row.w - ui.px(10, 6)
    if shown.has_statue:
        right -= mark + ui.px(4)
        yield pieces.tile(square(Rect(right + ui.px(4), row.y, mark, row.h), mark), Tile.RA)
    if shown.hides_points:
        used = left + ui.width_at(shown.name, px, Weight.BOLD) + ui.px(8)
        room = Rect(used, row.y, right - used, row.h)
        found, right = hidden_points(ui, room, shown.peek_key)
        yield from found
    yield ui.text(Rect(left, row.y, right - left, row.h), shown.name, px, ON_BUTTON)


def hidden_points(ui: Ui, room: Rect, key: str) -> tuple[tuple[Item, ...], int]:
    """Return the sign of hidden points at the right of a name, and where it begins, in pixels.

    The key that shows them is written there if the name leaves it room.
    """
    right, wide = room.x + room.w, points_px(ui)
    spot = Rect(right - wide, room.y, wide, room.h)
    side = round(room.h * 0.62)
    lock = Picture(square(spot, min(side, wide)), LOCK, tint=ON_BUTTON)
    right -= wide + ui.px(4)
    written = _peek_key(ui, Rect(room.x, room.y, right - room.x, room.h), key) if key else ()
    right -= sum(line.rect.w + ui.px(8) for line in written[:1])
    return (lock, *written), right


def _peek_key(ui: Ui, room: Rect, key: str) -> tuple[Text, ...]:
    """Return what is written on a key, at the right, in two lines if it must be; else nothing."""
    is_whole = ui.width(key, Size.SMALL) <= room.w
    lines, px = ((key,), ui.em(Size.SMALL)) if is_whole else (tuple(key.split()), ui.least_px)
    wide = max(ui.width_at(line, px, Weight.BOLD) for line in lines)
    if wide > room.w or len(lines) * px > room.h:
        return ()
    high = room.h if is_whole else len(lines) * px
    spot = middle(Rect(room.x + room.w - wide, room.y, wide, room.h), wide, high)
    places = rows(spot, len(lines), 0)
    return tuple(
        ui.text(place, line, px, ON_BUTTON, CENTRED)
        for place, line in zip(places, lines, strict=True)
    )


_NAME = 0.66
"""The height of a name's letters, as a part of the row in which it stands."""


TITLE = TextStyle(Weight.EXTRA, Align.CENTRE)


def frame(ui: Ui, model: Model) -> PageAreas:
    """Return where the parts of a page are."""
    return page_areas(ui, edge_px(ui, model), 2 if ui.shape is Shape.TALL else 1)


def heading(
    ui: Ui, where: PageAreas, text: str, model: Model, horizon: int | None = None
) -> Iterator[Piece]:
    """Yield the sky, a title on it and, on a page that can be left, the corner that leads back.

    The horizon is the foot of the title, unless a height in pixels is given.
    """
    yield pieces.sky(ui, where.title.y + where.title.h if horizon is None else horizon)
    area = where.title.inset(ui.px(10, 6))
    aside = area.x + area.w - corner(ui, 0).x + ui.px(12)
    yield from titled(ui, Rect(area.x + aside, area.y, area.w - 2 * aside, area.h), text)
    yield from back_corner(ui, model)


def back_corner(ui: Ui, model: Model) -> Iterator[Piece]:
    """Yield the key at the upper left that leads back from a page that can be left."""
    back = way_back(model)
    if back is not None:
        yield from back_key(ui, left_corner(ui, edge_px(ui, model)), back)


def back_key(ui: Ui, spot: Rect, message: Message, *, is_lit: bool = True) -> Iterator[Piece]:
    """Yield the key that leads back, wherever it stands."""
    yield pieces.key_ground(ui, spot, is_lit=is_lit)
    yield Picture(square(spot, spot.h // 2), "ui_back", tint=ui.theme.ink)
    yield Target(spot, message)


def titled(ui: Ui, area: Rect, text: str) -> Iterator[Piece]:
    """Yield a title, in several lines if it must be."""
    yield from as_large_as_fits(ui, area, text, ui.em(Size.TITLE), TITLE, least=ui.least_px)


def asked(ui: Ui, model: Model) -> str:
    """Return what everybody is asked on this page."""
    return question(ui, prompt(model))


def dock(  # noqa: PLR0913 - what is shown, and where
    ui: Ui,
    rect: Rect,
    model: Model,
    without: Sequence[str] = (),
    more: tuple[Chip, ...] = (),
    *,
    steady: Message | None = None,
) -> Iterator[Piece]:
    """Yield what the controls do, except those that the page shows elsewhere, and more keys.

    What is touched again and again is steady: it stands at the end, whatever else there is.
    """
    offered, back = controls(model), way_back(model)
    if ui.canvas.by_finger:
        offered = _for_fingers(offered, model)
    taps = {
        control: offer
        for control, offer in offered.taps.items()
        if control not in without
        and not (control in PLAYER_CONTROLS and offer.message == back)  # Undo says so already
    }
    first, rest = chips(ui, replace(offered, taps=taps), keycaps(ui, model))
    line = (*more, *first, *rest)
    last = tuple(chip for chip in line if steady in chip.messages)
    others = tuple(chip for chip in line if chip not in last)
    wide = sum(chip_width(ui, rect.h, chip) for chip in last)
    spot, left = (ui.sided(each, rect) for each in cut_right(rect, wide, ui.px(12, 4)))
    if last and has_room(ui, left, broken(ui, left, (others,))):
        yield chip_rows(ui, spot, (last,))
        yield chip_rows(ui, left, (others,))
    else:
        yield chip_rows(ui, rect, (line,))


def _for_fingers(offered: Bindings, model: Model) -> Bindings:
    """Return the same without turning to something and taking it: fingers touch that itself."""
    lines = {each.binding.message for each in commands(model) if each.is_scanned}
    taps = {
        control: each
        for control, each in offered.taps.items()
        if each.label not in _TAKING and each.message not in lines
    }
    return replace(offered, taps=taps, dial="")


_TAKING = "Choose", "Confirm"
"""What is said of taking what the dial, or the keys for it, point at."""


def note(ui: Ui, rect: Rect, text: str) -> Iterator[Piece]:
    """Yield a quiet line in the middle."""
    yield from pieces.paragraph(ui, rect, text, Size.LABEL, CENTRED, colour=ui.theme.ink_second)


def _touched(ui: Ui, model: Model, commands: Iterable[Command]) -> Iterator[Chip]:
    """Yield what only touch does, with the key that does the same."""
    caps = keycaps(ui, model)
    for command in commands:
        if command.is_only_touched:
            offer = command.binding
            sign, label = pieces.Sign(None, caps.get(offer.message, "")), ui.say(offer.label)
            yield Chip((sign,), (offer.message,), label, is_lit=offer.is_lit)


class PlainPage(Page, frozen=True):
    """A page with a title on the sky, what it is about below that, and then what can be done."""

    shown_elsewhere: ClassVar[Sequence[Control]] = ()
    """The controls about which the page itself says what they do."""

    def title(self, ui: Ui, model: Model) -> str:
        """Return what stands on the sky: what is asked, unless the page says otherwise."""
        return asked(ui, model)

    def widget(self, kit: Kit, model: Model) -> Widget:
        """Return what the page is about."""
        return NOTHING

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        """Yield what the page is about, in this rectangle."""
        return self.widget(Kit(ui, keycaps(ui, model)), model).draw(area)

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        where = frame(ui, model)
        yield from heading(ui, where, self.title(ui, model), model)
        yield from self.body(ui, model, where.body)
        offered: Iterable[Command] = commands(model)
        if is_scanning(model):  # the Ra button says what it takes there, not what it does itself
            others = {Control.RA}.difference(self.shown_elsewhere)
            offered = [each.without(others) for each in offered]
        touched = tuple(_touched(ui, model, offered))
        yield from dock(ui, where.dock, model, self.shown_elsewhere, touched)


class ReadPage(PlainPage, frozen=True):
    """A page that is only read: every control leads back."""

    def commands(self, model: Model) -> Iterator[Command]:
        yield tap("Back", Next(), OK, UNDO, RA, DIAL)


def pointing(ui: Ui, model: Model, targets: Sequence[Target[Message]]) -> Iterator[Piece]:
    """Yield what says where the one button points, among these places to touch."""
    offer = pointed(model) if is_scanning(model) else None
    if offer is None:
        return
    meant = _meant(offer)
    found = [target.rect for target in targets if target.message in meant]
    # these have a place that shows something else, such as the Ra track, or a sign alone
    is_unsaid = isinstance(offer.message, Open | TakeBack if model.page.is_table else TakeBack)
    if not found or is_unsaid:
        wide, high = ui.canvas.size  # tags with names stand across the middle of points
        area = Rect(0, 0, wide, high if model.page.has_track else high * 2 // 3)
        yield from _shown_offer(ui, area, offer, model.session.buttons)
    for rect in found if len(meant) > 1 else found[-1:]:
        yield pieces.focus_ring(ui, rect, min(ui.px(12, 9), rect.h // 2))


def _meant(offer: Binding) -> tuple[object, ...]:
    """Return which places to touch show an offer: for a group of tiles all of its kinds."""
    if isinstance(offer.message, OpenGroup):
        kinds = GROUP_TILES[offer.message.group]
        return (offer.message, *(Play(DRAWS[kind]) for kind in kinds))
    return (offer.message,)


def _shown_offer(ui: Ui, area: Rect, offer: Binding, buttons: Sequence[int]) -> Iterator[Piece]:
    """Yield a box in the middle of an area with what would be taken, and whose points."""
    label = ui.say(offer.label) if offer.label else ""
    high = ui.px(88, 64)
    seat = offer.message.seat if isinstance(offer.message, Peek) else None
    picture = 0 if offer.tile is None and offer.sun is None and seat is None else high
    wide = min(area.w, ui.width(label, Size.PROMPT) + picture + ui.px(64, 40))
    box = middle(area, wide, high)
    words = box.inset(ui.px(8))
    yield Box(box, ui.theme.panel_active, radius=ui.px(14, 10))
    if offer.tile is not None:
        yield pieces.tile(square(box, high * 8 // 10), offer.tile)
    elif offer.sun is not None:
        yield from pieces.sun(ui, square(box, high * 8 // 10), offer.sun)
    elif seat is not None:
        sign, words = cut_left(words, high)
        yield from pieces.shining(ui, square(sign, high // 2), buttons[seat])
    yield ui.line(words, label, Size.PROMPT, style=CENTRED)
    yield pieces.focus_ring(ui, box, ui.px(14, 10))


class PointingPage(PlainPage, frozen=True, kw_only=True):
    """A page with lines along which the dial points; after the last comes the first."""

    has_lines: ClassVar[bool] = True

    row: int = 0
    """The line that is pointed at; where lines have gone, it is counted from the first."""

    @abstractmethod
    def number(self, model: Model) -> int:
        """Return how many lines there are."""

    def pointed(self, model: Model) -> int:
        """Return which line is pointed at; of none the first."""
        return self.row % max(1, self.number(model))

    def turn(self, model: Model, steps: int) -> Update:
        row = (self.row + steps) % max(1, self.number(model))
        return replace(model, page=replace(self, row=row)), ()

    def validated(self, model: Model) -> Page | None:
        found = super().validated(model)
        return None if found is None else replace(self, row=self.pointed(model))


class ListPage(PointingPage, frozen=True, kw_only=True):
    """A page that is a list. Its last line leads away, unless the page says otherwise."""

    @abstractmethod
    def entries(self, model: Model) -> tuple[Entry, ...]:
        """Return the lines."""

    def number(self, model: Model) -> int:
        return len(self.entries(model))

    def pointed_at(self, model: Model) -> Entry:
        """Return the line that the dial points at."""
        return self.entries(model)[self.pointed(model)]

    def ringed(self, model: Model) -> int | None:
        """Return the line with the dial's ring; None with one button, which has its own."""
        return None if is_scanning(model) else self.pointed(model)

    def pointing_at(self, model: Model, message: Message) -> Self:
        """Return the page pointing at the line that means this; if there is none, as it is."""
        meant = [line.message for line in self.entries(model)]
        return replace(self, row=meant.index(message)) if message in meant else self

    def commands(self, model: Model) -> Iterator[Command]:
        for entry in self.entries(model):
            yield choice(entry.message, entry.label)
        line, last = self.pointed_at(model), self.entries(model)[-1]
        yield tap(line.label, line.message, OK, DIAL)
        yield tap(last.label, last.message, UNDO, RA, keys="escape")
        yield turning("Choose")

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        yield _label(words, model, self.pointed_at(model))

    def widget(self, kit: Kit, model: Model) -> Widget:
        """Return the lines, one of which the dial points at: in columns if they are many."""
        shown, ringed = self.entries(model), self.ringed(model)
        labels = [_label(kit.ui.canvas.words, model, entry) for entry in shown]
        aside, down = kit.px(8), 3

        def line(words: Kit, place: int, size: Size) -> Widget:
            is_chosen = place == ringed
            label = words.text(labels[place], size)
            ground = kit.panel(kit.pad(label, aside, down), active=is_chosen)
            return kit.pressed(ground, shown[place].message, is_pointed=is_chosen)

        def draw(area: Rect) -> Iterable[Piece]:
            gap = kit.px(10, 5)
            across = -(-len(shown) // max(1, (area.h + gap) // (TOUCH_PX + gap)))
            deep = -(-len(shown) // across)
            gap = max(0, min(gap, (area.h - deep * TOUCH_PX) // max(1, deep - 1)))
            high = kit.px(72) if kit.is_tall and across > 1 else kit.px(64, 50)
            wide = area.w if kit.is_tall else min(area.w, across * kit.px(720, 520))
            each = min(high, (area.h + gap) // deep - gap)
            cell = Rect(0, 0, (wide + gap) // across - gap, each).inset(aside, down)
            words = replace(kit, ui=pieces.whole(kit.ui, cell, labels))
            is_one_line = all(words.ui.width(label, Size.NAME) <= cell.w for label in labels)
            size = Size.NAME if is_one_line else Size.SMALL
            lines = [line(words, place, size) for place in range(len(shown))]
            columns = kit.in_columns(lines, across, gap, gap)
            return kit.middle(columns, wide, deep * (high + gap) - gap).draw(area)

        return Widget(draw)


def _label(words: Words, model: Model, entry: Entry) -> str:
    """Return what an entry is called and how it is now; the language by its own name."""
    said = words.say(entry.label)
    if entry.value:
        return words.state(said, words.say(entry.value))
    if entry.label != "Language":
        return said
    return words.state(said, own_name(model.preferences.language))


EDITIONS = {
    Edition.C25: mark("25th Century Games (2022)"),
    Edition.WINDRIDER_2016: mark("Windrider (2016)"),
    Edition.RGG_2009: mark("Rio Grande (2009)"),
    Edition.ALEA_1999: mark("Alea (1999)"),
}


SECRECIES = {
    Secrecy.OWN_PEEK: mark("hidden; each may look at their own"),
    Secrecy.SEALED: mark("sealed until the end"),
    Secrecy.EPOCH_GAINS: mark("epoch points open, totals hidden"),
    Secrecy.OPEN: mark("open"),
}

LEVELS = {Level.FULL: mark("every tile"), Level.LIGHT: mark("Ra tiles and auctions")}


PENALTIES = {
    NoPenalty.OFF: mark("as in the rulebook"),
    NoPenalty.FINAL_ONLY: mark("none at the end of the game"),
    NoPenalty.EVERY_EPOCH: mark("none in any epoch"),
}


PHONES = {True: mark("Phones: on"), False: mark("Phones: off")}
"""Whether phones are served here, for the staff."""


STRENGTHS: Mapping[Strength, str] = {
    Strength.QUICK: mark("quick"),
    Strength.STEADY: mark("steady"),
    Strength.STRONG: mark("strong"),
}
"""How strong a computer player is, in English words."""


WHO_PLAYS: tuple[Strength | None, ...] = (None, *STRENGTHS)
"""Who can play a seat: a person, or a computer of some strength."""


def who_plays(strength: Strength | None, words: Words) -> str:
    """Return who plays a seat, in words."""
    if strength is None:
        return words.say("a person")
    return words.list((words.say("computer"), words.say(STRENGTHS[strength])))
