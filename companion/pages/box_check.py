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
from companion.core.effects import Order, Update, do, refused, saying
from companion.core.kiosk import MissingPiece, Pile
from companion.core.messages import BoxDone, CheckBox, Message, Next, TagSeen, TurnDial
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Audience, Room
from companion.i18n import mark
from companion.pages import registry
from companion.pages.page_view import PlainPage
from companion.pages.table.tags import whereabouts
from companion.rules.actions import Draw
from companion.rules.components import RA_FIGURE
from companion.rules.editions import SUN_GROUPS, Edition, suns_in_play
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.tokens import BOXES
from companion.rules.tiles import FAMILIES, Family, Tile
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.scene import Rect
from companion.ui.style import NUMBER, PLAIN, RIGHT, TOUCH_PX, Piece, Size, Ui


class LastSeen(msgspec.Struct, frozen=True):
    """Where a tile went in the last game."""

    name: str
    """With whom; empty: with nobody."""
    epoch: int


class BoxCheck(PlainPage, frozen=True):
    """The progress of the count."""

    audience: ClassVar[Audience] = Audience.STAFF

    box: str = ""
    edition: Edition = Edition.C25
    tags: Mapping[str, str] = {}
    """What each tag of the box is on; empty: there are none."""
    seen: frozenset[str] = frozenset()
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
        match message:
            case TagSeen(uid) if uid not in self.tags:
                return refused(model, Notice(Notes.UNKNOWN_TAG, {"uid": uid}))
            case TagSeen(uid):
                return replace(model, page=read(self, (uid,))), ()
            case BoxDone():
                done, missing = registry.left(model), short(self)
                number = sum(each.missing for each in missing)
                lacks = Notice(Notes.BOX_SHORT, {"box": self.box, "number": number})
                told = lacks if missing else Notice(Notes.BOX_COMPLETE)
                return saying(done, told), (KeepCheck(self.box, missing),)
            case _:
                return None

    def prompt(self, model: Model) -> Prompt:
        if is_swept(self):
            return Prompt("Move every piece over the reader")
        return Prompt("Count the piles; change only what is short")

    def turn(self, model: Model, steps: int) -> Update:
        """Count one more or one less in the selected pile; tags are not counted by hand."""
        if is_swept(self):
            return model, ()
        pile, number, there = heaps(self)[self.row]
        now = min(number, max(0, there + steps))
        return replace(model, page=replace(self, missing={**self.missing, pile: number - now})), ()

    def widget(self, kit: Kit, model: Model) -> Widget:
        if is_swept(self):
            return _sweep(kit, self)
        piles = [self._pile(kit, row, *heap) for row, heap in enumerate(heaps(self))]
        return kit.in_columns(piles, 1 if kit.is_tall else 2, kit.px(8, 4), kit.px(24, 10))

    def _pile(self, kit: Kit, row: int, pile: Pile, number: int, there: int) -> Widget:
        theme, is_short, is_pointed = kit.theme, there < number, row == self.row
        is_figure, words = pile is Pile.FIGURE, kit.ui.canvas.words
        name = narration.thing_name(RA_FIGURE, words, self.edition) if is_figure else pile.value
        colour = theme.bad if is_short else theme.good
        count = kit.line(f"{there} / {number}", Size.LABEL, RIGHT, colour)
        said = kit.row(
            kit.text(kit.say(name), style=PLAIN).share(3), count.share(1.4), gap=kit.px(6)
        )
        parts = [kit.pad(said, kit.px(10), kit.px(6))]
        if is_pointed:
            for sign, steps in (("\N{MINUS SIGN}", -1), ("+", 1)):
                key = kit.pad(kit.key(kit.line(sign, Size.TITLE, NUMBER)), kit.px(3))
                parts.append(kit.touch(key, TurnDial(steps)).fixed(kit.px(64, TOUCH_PX)))
        line = kit.box(
            kit.row(*parts),
            fill=theme.panel_active if is_short or is_pointed else theme.panel,
            border=theme.bad if is_short else theme.line,
            px=max(1, kit.px(3 if is_short else 1.5)),
        )
        return kit.ring(line) if is_pointed else kit.touch(line, do(BoxCheck.point_at, row))


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


def _check_box(model: Model, _: CheckBox) -> Update:
    """Open the page: with the tags of the box, and where they were seen in the last game."""
    page = BoxCheck(
        box=model.kiosk.box,
        edition=model.session.agreement.options.edition,
        tags=model.hardware.tags,
        last=last_seen(model.session.timeline or model.kiosk.played),
    )
    return replace(model, page=page), ()


def _sweep(kit: Kit, page: BoxCheck) -> Widget:
    """Return the progress, and what is still missing, with where it was last seen."""
    missing, line = lacking(page), kit.ui.line_height(Size.LABEL)
    number, of = len(page.tags) - len(missing), len(page.tags)
    found = kit.text(kit.say("{number} of {all}", number=number, all=of), Size.TITLE)
    texts = tuple(_lines(kit.ui, page, missing))
    widest = max((kit.ui.width(text, Size.LABEL) for text in texts), default=0)

    def draw(area: Rect) -> Iterable[Piece]:
        high, gap = line * (2 if widest > area.w else 1), kit.px(24)
        deep = max(1, area.h // high)
        across = max(1, min(area.w // (widest + gap), -(-len(texts) // deep)))
        most, shown = deep * across, texts
        if len(texts) > most:
            more = kit.say("(and {number} more)", number=len(texts) - most + 1)
            shown = (*texts[: most - 1], more)
        lines = [kit.text(text, style=PLAIN) for text in shown]
        columns = kit.in_columns(lines, across, 0, gap)
        return kit.top(columns, -(-len(lines) // across) * high).draw(area)

    title = kit.line(kit.say("Not found yet"), Size.LABEL, PLAIN, kit.theme.gold).fixed(line)
    body = kit.column(title, Widget(draw)) if missing else NOTHING
    return kit.column(found, body.share(4), gap=kit.px(4))


def _lines(ui: Ui, page: BoxCheck, missing: Sequence[str]) -> Iterator[str]:
    """Yield a line for each tag with a known last place, and one for each kind of the rest."""
    known = tuple(uid for uid in missing if uid in page.last)
    yield from (_missing(ui, page, uid) for uid in known)
    kinds = Counter(page.tags[uid] for uid in missing[len(known) :])
    for kind, number in kinds.items():
        times = f"{number}\N{MULTIPLICATION SIGN} " if number > 1 else ""
        yield f"{times}{narration.thing_name(kind, ui.canvas.words, page.edition)}"


def _missing(ui: Ui, page: BoxCheck, uid: str) -> str:
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


ROOM = Room(messages={CheckBox: _check_box})
