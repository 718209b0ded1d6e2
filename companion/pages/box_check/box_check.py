"""Packing up: the box is counted by its tags, or pile by pile, in less than a minute.

What is missing was last seen somewhere: the last game tells where.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion import narration
from companion.core.commands import (
    DIAL,
    OK,
    P1,
    P2,
    P5,
    RA,
    UNDO,
    Command,
    Prompt,
    key,
    tap,
    turning,
)
from companion.core.effects import Order, Update, do, saying
from companion.core.kiosk import MissingPiece, Pile
from companion.core.messages import BoxDone, CheckBox, Message, Next, TagSeen, TurnDial
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Audience, Room
from companion.i18n import mark
from companion.pages import navigation
from companion.pages.page_view import PlainPage
from companion.pages.table.tags import whereabouts
from companion.rules.actions import Draw
from companion.rules.components import RA_FIGURE
from companion.rules.editions import SUN_GROUPS, Edition, suns_in_play
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.tokens import BOXES
from companion.rules.tiles import FAMILIES, Family, Tile
from companion.ui.layout import columns, cut_right, cut_top, rows, shares, stacked
from companion.ui.pieces import focus_ring, key_ground, paragraph
from companion.ui.scene import Align, Box, Rect, Target
from companion.ui.style import CENTRED, NUMBER, PLAIN, TOUCH_PX, Piece, Shape, Size, TextStyle, Ui


class LastSeen(msgspec.Struct, frozen=True):
    """Where a tile went in the last game."""

    name: str
    """With whom; empty: with nobody."""
    epoch: int


class BoxCheck(PlainPage, frozen=True):
    """The progress of the count."""

    audience: ClassVar[Audience] = Audience.STAFF

    box: str = ""
    """What the box is called."""
    edition: Edition = Edition.C25
    tags: Mapping[str, str] = {}
    """What each tag of the box is on; empty: there are none."""
    seen: frozenset[str] = frozenset()
    """The tags that have been read."""
    last: Mapping[str, LastSeen] = {}
    """Where tags were seen in the last game."""
    is_by_hand: bool = False
    """Whether the heaps are counted although there are tags."""
    missing: Mapping[Pile, int] = {}
    """What is missing on the heaps, as far as it was counted."""
    row: int = 0

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: where tags are read, nothing is counted."""
        yield tap("Done", BoxDone(), RA)
        yield tap("Back", Next(), UNDO)
        if self.tags:
            label = mark("Count by hand") if is_swept(self) else mark("Read the tags")
            yield tap(label, do(BoxCheck.count_by_hand), P5, keys="tab")
        if is_swept(self):
            return
        onward = do(BoxCheck.point_at, self.row + 1)
        yield tap("Next", onward, OK, DIAL, keys="down")
        yield key("up", do(BoxCheck.point_at, self.row - 1))
        yield tap("One less", TurnDial(-1), P1)
        yield tap("One more", TurnDial(1), P2)
        yield turning("How many?")

    def count_by_hand(self, model: Model) -> Update:
        """Count piles although there are tags, or read tags after all."""
        is_by_hand = bool(self.tags) and not self.is_by_hand
        return replace(model, page=replace(self, is_by_hand=is_by_hand)), ()

    def point_at(self, model: Model, row: int) -> Update:
        """Count another pile; after the last comes the first."""
        return replace(model, page=replace(self, row=row % len(heaps(self)))), ()

    def update(self, model: Model, message: Message) -> Update | None:
        """Take a tag that is read, or what the box holds."""
        match message:
            case TagSeen(uid):
                return replace(model, page=read(self, (uid,))), ()
            case BoxDone():
                done, missing = navigation.left(model), short(self)
                told = done if missing else saying(done, Notice(Notes.BOX_COMPLETE))
                return told, (KeepCheck(self.box, missing),)
            case _:
                return None

    def prompt(self, model: Model) -> Prompt:
        if is_swept(self):
            return Prompt("Move every piece over the reader")
        return Prompt("Count the piles; change only what is short")

    def turn(self, model: Model, steps: int) -> Update:
        """Count one more or one less in the selected pile; tags are not counted by hand."""
        return replace(model, page=self if is_swept(self) else counted(self, steps)), ()

    def next_page(self, model: Model) -> Update | None:
        return navigation.left(model), ()

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterator[Piece]:
        """Yield what is missing by its tags, or every pile."""
        return (_sweep if is_swept(self) else _heaps)(ui, area, self)


class KeepCheck(Order, frozen=True):
    """An order: keep what is missing in a box, and answer with ``BoxState``."""

    box: str
    short: tuple[MissingPiece, ...]


def is_swept(page: BoxCheck) -> bool:
    """Whether tags are read instead of piles counted."""
    return bool(page.tags) and not page.is_by_hand


def heaps(page: BoxCheck) -> tuple[tuple[Pile, int, int], ...]:
    """Return for each pile how many pieces belong to it, and how many are there."""
    return tuple(
        (pile, number, number - page.missing.get(pile, 0))
        for pile, number in piles_of(page.edition).items()
    )


def counted(page: BoxCheck, steps: int) -> BoxCheck:
    """Return the page with this many more in the chosen pile, never more than it has."""
    pile, number, there = heaps(page)[page.row]
    now = min(number, max(0, there + steps))
    return replace(page, missing={**page.missing, pile: number - now})


def read(page: BoxCheck, uids: Iterable[str]) -> BoxCheck:
    """Return the page after these tags were read."""
    return replace(page, seen=page.seen | (frozenset(uids) & page.tags.keys()))


def lacking(page: BoxCheck) -> tuple[str, ...]:
    """Return the tags that were not read yet, those with a known last place first."""
    left = [uid for uid in page.tags if uid not in page.seen]
    return tuple(sorted(left, key=lambda uid: uid not in page.last))


def short(page: BoxCheck) -> tuple[MissingPiece, ...]:
    """Return what is missing, kind by kind."""
    if is_swept(page):
        kinds = Counter(page.tags[uid] for uid in lacking(page))
        return tuple(MissingPiece(kind, number) for kind, number in kinds.items())
    return tuple(
        MissingPiece(pile.name, number - there)
        for pile, number, there in heaps(page)
        if there < number
    )


def last_seen(timeline: Timeline | None) -> Mapping[str, LastSeen]:
    """Return for each tag that was drawn with whom it went, and in which epoch.

    A tile of the auction track is won, or thrown away, in the epoch in which it was drawn.
    """
    if timeline is None:
        return {}
    found = {}
    for number, step in enumerate(timeline.steps, start=1):
        if step.tag and isinstance(step.action, Draw):
            _, owner = whereabouts(timeline.steps, number, step.action.tile)
            name = "" if owner is None else timeline.start.setup.players[owner]
            found[step.tag] = LastSeen(name, timeline.game_after(number - 1).epoch)
    return found


_POINTS_2025 = 80
"""Of the newest edition only the sum is printed (D-41)."""

PILE_TILES: Mapping[Pile, tuple[Tile, ...]] = MappingProxyType(
    {
        Pile.RA: (Tile.RA,),
        Pile.GOD: (Tile.GOD,),
        Pile.GOLD: (Tile.GOLD,),
        Pile.PHARAOH: (Tile.PHARAOH, Tile.FUNERAL),
        Pile.NILE: (Tile.NILE, Tile.FLOOD, Tile.DROUGHT),
        Pile.CIVILISATION: (*FAMILIES[Family.CIVILISATION], Tile.UNREST),
        Pile.MONUMENT: (*FAMILIES[Family.MONUMENT], Tile.EARTHQUAKE),
    }
)
"""Which tiles lie on which heap; together all 180 (R-SET-2)."""

_OTHERS = {Pile.SUN: len(suns_in_play(max(SUN_GROUPS))), Pile.FIGURE: 1, Pile.BAG: 1}


def piles_of(edition: Edition) -> Mapping[Pile, int]:
    """Return what belongs into the box (R-SET-2, R-SET-5); points only where a source says."""
    tiles = {pile: sum(tile.copies for tile in kinds) for pile, kinds in PILE_TILES.items()}
    box = BOXES[edition]
    printed = _POINTS_2025 if edition is Edition.C25 else 0
    points = printed if box is None else sum(box)
    return {**tiles, **_OTHERS, **({Pile.POINTS: points} if points else {})}


def check_box(model: Model) -> Update:
    """Open the page: with the tags of the box, and where they were seen in the last game."""
    page = BoxCheck(
        box=model.kiosk.box,
        edition=model.session.agreement.options.edition,
        tags=model.hardware.tags,
        last=last_seen(model.session.timeline or model.kiosk.played),
    )
    return replace(model, page=page), ()


_RIGHT = TextStyle(align=Align.RIGHT)


def _heaps(ui: Ui, rect: Rect, page: BoxCheck) -> Iterator[Piece]:
    """Yield a row for each pile: how many pieces are there, and how many belong there."""
    lines, gap = heaps(page), ui.px(8, 4)
    beside = 1 if ui.shape is Shape.TALL else 2
    number = -(-len(lines) // beside)
    halves = columns(rect, beside, ui.px(24, 10))
    places = [row for half in halves for row in rows(half, number, gap)]
    for place, (row, (pile, all_, there)) in enumerate(zip(places, lines, strict=False)):
        is_pointed = place == page.row
        name = _pile_name(ui, pile, page.edition)
        yield from _heap(ui, row, name, (all_, there), is_pointed=is_pointed)
        if not is_pointed:
            yield Target(row, do(BoxCheck.point_at, place))


def _heap(
    ui: Ui, rect: Rect, said: str, heap: tuple[int, int], *, is_pointed: bool
) -> Iterator[Piece]:
    number, there = heap
    theme, radius = ui.theme, ui.px(12, 8)
    is_short = there < number
    yield Box(rect, theme.panel_active if is_short or is_pointed else theme.panel,
              border=theme.bad if is_short else theme.line,
              border_px=max(1, ui.px(3 if is_short else 1.5)), radius=radius)  # fmt: skip
    side = max(TOUCH_PX, ui.px(64, TOUCH_PX)) if is_pointed else 0
    keys, rest = cut_right(rect, 2 * side)
    name, count = shares(rest.inset(ui.px(10), 0), (3, 1.4), ui.px(6))
    yield from paragraph(ui, name.inset(0, ui.px(6)), said, Size.LABEL, PLAIN)
    colour = theme.bad if is_short else theme.good
    yield ui.line(count, f"{there} / {number}", Size.LABEL, colour, _RIGHT)
    if is_pointed:
        yield focus_ring(ui, rect, radius)
        for spot, steps in zip(columns(keys, 2, 0), (-1, 1), strict=True):
            yield key_ground(ui, spot.inset(ui.px(3)))
            yield ui.line(spot, "\N{MINUS SIGN}" if steps < 0 else "+", Size.TITLE, style=NUMBER)
            yield Target(spot, TurnDial(steps))


def _sweep(ui: Ui, rect: Rect, page: BoxCheck) -> Iterator[Piece]:
    """Yield the progress, and what is still missing, with where it was last seen."""
    missing = lacking(page)
    head, body = stacked(rect, (1, 4), ui.px(4))
    found = ui.say("{number} of {all}", number=len(page.tags) - len(missing), all=len(page.tags))
    yield from paragraph(ui, head, found, Size.TITLE, CENTRED)
    if missing:
        title, body = cut_top(body, ui.line_height(Size.LABEL))
        yield ui.line(title, ui.say("Not found yet"), Size.LABEL, ui.theme.gold)
    lines = tuple(_lines(ui, page, missing))
    widest = max((ui.width(line, Size.LABEL) for line in lines), default=0)
    high = ui.line_height(Size.LABEL) * (2 if widest > body.w else 1)
    deep = max(1, body.h // high)
    beside = max(1, min(body.w // (widest + ui.px(24)), -(-len(lines) // deep)))
    most = deep * beside
    if len(lines) > most:
        more = ui.say("(and {number} more)", number=len(lines) - most + 1)
        lines = (*lines[: most - 1], more)
    used = -(-len(lines) // beside)
    for place, column in enumerate(columns(body, beside, ui.px(24))):
        left = column
        for line in lines[place * used : (place + 1) * used]:
            row, left = cut_top(left, high)
            yield from paragraph(ui, row, line, Size.LABEL, PLAIN)


def _lines(ui: Ui, page: BoxCheck, missing: Sequence[str]) -> Iterator[str]:
    """Yield a line for each tag with a known last place, and one for each kind of the rest."""
    known = tuple(uid for uid in missing if uid in page.last)
    yield from (_missing(ui, page, uid) for uid in known)
    kinds = Counter(page.tags[uid] for uid in missing[len(known) :])
    for kind, number in kinds.items():
        times = f"{number}\N{MULTIPLICATION SIGN} " if number > 1 else ""
        yield f"{times}{narration.thing_name(kind, ui.canvas.words, page.edition)}"


def _missing(ui: Ui, page: BoxCheck, uid: str) -> str:
    """Return what is missing, and where it was seen last."""
    thing = narration.thing_name(page.tags[uid], ui.canvas.words, page.edition)
    last = page.last.get(uid)
    if last is None:
        return thing
    if not last.name:
        return ui.say("{thing}: last seen in epoch {epoch}", thing=thing, epoch=last.epoch)
    return ui.say(
        "{thing}: last seen with {name}, epoch {epoch}",
        thing=thing, name=last.name, epoch=last.epoch,
    )  # fmt: skip


def _pile_name(ui: Ui, pile: Pile, edition: Edition) -> str:
    if pile is Pile.FIGURE:
        return narration.thing_name(RA_FIGURE, ui.canvas.words, edition)
    return ui.say(pile.value)


ROOM = Room(messages={CheckBox: lambda model, _: check_box(model)})
