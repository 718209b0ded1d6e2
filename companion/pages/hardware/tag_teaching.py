"""Teaching a box: tag after tag, kind by kind, each saved before it is shown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import OK, P1, P2, RA, UNDO, Command, Prompt, key, tap, turning
from companion.core.effects import Cue, Order, Sound, Update, do, quick, refused
from companion.core.messages import BACKSPACE, MachineMessage, Message, Next, TagSeen, TurnDial
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Audience
from companion.i18n import Sentences
from companion.narration import thing_name
from companion.pages.controls import PLAYER_KEYS
from companion.pages.page_view import PlainPage
from companion.rules.components import RA_FIGURE, SUN, THINGS, TILES
from companion.rules.editions import Sun
from companion.rules.tiles import BY_ID
from companion.tags.box import TagBox, counted, is_uid, missing, tagged_tiles, with_tag, without
from companion.ui.kit import Kit, Widget
from companion.ui.style import NUMBER, Shape, Size

KINDS = tuple(THINGS)
"""Everything a tag can be on, in the order of the page."""

LONGEST_NAME = 30
"""Characters of a box's name that may be typed."""


class TeachingSentence(Sentences):
    """What the page says; the value is the English sentence, which is also what is translated."""

    TAUGHT = "Tag {uid} is on {kind}"
    KNOWN = "Tag {uid} is already on {kind}"
    BACK = "Tag {uid} is removed; it was on {kind}"
    FULL = "{kind} is complete: choose another kind"
    NO_TAG = "Not a valid tag; ignored"
    NOT_KEPT = "This could not be saved ({why}), so it is discarded"
    NAME_TAKEN = "There is already a box of that name: type another one"
    NO_NAME = "Invalid box name: use letters, digits and spaces"
    MISTAKES = "Correct this box's file first: {why}"


class TagTeaching(PlainPage, frozen=True):
    """The progress of teaching a box; its tags are on the disk."""

    takes_long: ClassVar[bool] = True
    reads_tags: ClassVar[bool] = True

    without_keys: ClassVar[Collection[str]] = (*"12345zr", *PLAYER_KEYS)
    """What may be part of the name of a box."""

    audience: ClassVar[Audience] = Audience.STAFF

    names: tuple[str, ...] = ()
    name: str = ""
    """The one that is taught; of a new one, as far as it is typed."""
    is_new: bool = False
    """Whether this box has no file yet, so that its name may still be typed."""
    box: TagBox = TagBox()
    kind: str = KINDS[0]
    """What the next tag is on."""
    taught: tuple[str, ...] = ()
    """The tags of this lesson, the latest last."""
    mistake: str = ""
    """The first mistake in the box's file: nothing is taught before it is mended."""
    told: TeachingSentence | None = None
    facts: Mapping[str, str] = {}
    """What the sentence has room for; ``kind`` is a key of ``THINGS``."""

    def commands(self, model: Model) -> Iterator[Command]:
        yield tap("Previous", TurnDial(-1), P1)
        yield tap("Next", TurnDial(1), P2)
        yield tap("Another box", do(TagTeaching.next_box), RA, keys="tab")
        yield tap("Done", Next(), OK, keys="escape")
        yield tap("Undo", do(TagTeaching.remove_last), UNDO, lit=bool(self.taught))
        yield turning("Choose")
        if self.is_new:
            yield key("backspace", do(TagTeaching.write, BACKSPACE))

    def turn(self, model: Model, steps: int) -> Update:
        place = (KINDS.index(self.kind) + steps) % len(KINDS)
        return self.choose(model, KINDS[place])

    def choose(self, model: Model, kind: str) -> Update:
        """Give the next tags to this kind."""
        return replace(model, page=replace(self, kind=kind, told=None, facts={})), ()

    @quick
    def write(self, model: Model, text: str) -> Update:
        """Type a character into the name of a new box; a backspace takes the last one away."""
        if not self.is_new:
            return model, ()
        name = self.name[:-1] if text == BACKSPACE else self.name + text
        page = replace(self, name=name[:LONGEST_NAME], told=None, facts={})
        return replace(model, page=page), ()

    def next_box(self, model: Model) -> Update:
        """Look into the next box, or begin a new one after the last."""
        names = self.names
        later = names[names.index(self.name) + 1 :] if self.name in names else names
        if self.is_new and names:
            return model, (FindBox(names[0]),)
        return model, (FindBox(later[0]) if later else FindBox(is_new=True),)

    def remove_last(self, model: Model) -> Update:
        """Take the tag back that was taught last, once that is saved."""
        if not self.taught:
            return refused(model, Notice(Notes.NOT_NOW))
        *before, uid = self.taught
        kind = self.box.tags[uid]
        after = replace(self, box=without(self.box, uid), taught=tuple(before), kind=kind)
        return model, (KeepBox(_telling(after, TeachingSentence.BACK, uid=uid, kind=kind)),)

    def update(self, model: Model, message: Message) -> Update | None:
        match message:
            case TagSeen(uid):
                page, order = seen(self, uid)
                refusal = (Sound(Cue.REFUSED),)  # a refusal is also heard
                return replace(model, page=page), refusal if order is None else (order,)
            case Boxes():
                return replace(model, page=found(message)), ()
            case TeachingKept(page):
                names, is_new = {*page.names, page.name}, not page.box.tags
                if is_new:  # its last tag was taken back, and its file is gone
                    names.remove(page.name)
                page = replace(page, names=tuple(sorted(names)), is_new=is_new)
                return replace(model, page=page), ()
            case NotKept(told, why):
                return replace(model, page=_telling(self, told, why=why)), ()
            case _:
                return None

    def on_text(self, text: str) -> Message | None:
        is_name = self.is_new and text and text.isprintable()
        return do(TagTeaching.write, text) if is_name else None

    def prompt(self, model: Model) -> Prompt:
        return Prompt("Tagged box: {box}", {"box": self.name})

    def widget(self, kit: Kit, model: Model) -> Widget:
        """Return what came of the last tag, and the kinds; what is bright still lacks tags."""
        line, here = kit.ui.line_height(Size.SMALL), counted(self.box)
        progress = kit.text(_progress(kit, self), colour=kit.theme.gold)
        kinds = [self._kind(kit, kind, here[kind]) for kind in KINDS]
        return kit.column(
            progress.fixed(line * (2 if kit.is_tall else 1)),
            kit.text(_said(kit, self)).fixed(line * _LINES[kit.ui.shape]),
            kit.grid(kinds, _BESIDE[kit.ui.shape], kit.px(8, 4)),
            gap=kit.px(4, 2),
        )

    def _kind(self, kit: Kit, kind: str, number: int) -> Widget:
        is_done, said = number == THINGS[kind], f"{number}/{THINGS[kind]}"
        if is_done:
            count = kit.pad(kit.picture("ui_check", kit.theme.good), kit.px(3))
        else:
            count = kit.line(said, Size.SMALL, NUMBER)
        drawing = _drawing(kit, kind, 0.35 if is_done else 1.0)
        if kit.ui.is_full:
            inner = kit.column(drawing, count.fixed(kit.ui.line_height(Size.SMALL)))
        else:
            inner = kit.row(drawing.share(2), count.share(3))
        key = kit.key(kit.pad(inner, kit.px(3)))
        message = do(TagTeaching.choose, kind)
        return kit.pressed(key, message, is_pointed=kind == self.kind)


class Boxes(MachineMessage, frozen=True):
    """The boxes there are, and what is known of the one that is asked for."""

    names: tuple[str, ...]
    name: str
    box: TagBox
    mistake: str = ""


class TeachingKept(MachineMessage, frozen=True):
    """What was taught is on the disk."""

    page: TagTeaching


class NotKept(MachineMessage, frozen=True):
    """What was taught is not on the disk, so it is not taken."""

    told: TeachingSentence
    why: str = ""


class Known(MachineMessage, frozen=True):
    """The tags of the box on this table, after it may have been taught."""

    tags: Mapping[str, str]


class FindBox(Order, frozen=True):
    """An order: look into this box and answer with ``Boxes``; empty: the one on this table."""

    name: str = ""
    is_new: bool = False
    """Whether a new one is wanted, under a name that is free."""


class KeepBox(Order, frozen=True):
    """An order: save the box of this page and answer with ``TeachingKept`` or ``NotKept``."""

    page: TagTeaching


def found(boxes: Boxes) -> TagTeaching:
    """Return the page of a box whose file was read."""
    is_new = boxes.name not in boxes.names
    page = TagTeaching(boxes.names, boxes.name, is_new, boxes.box, mistake=boxes.mistake)
    if boxes.mistake:
        return _telling(page, TeachingSentence.MISTAKES, why=boxes.mistake)
    return replace(page, kind=proposed(page))


def proposed(page: TagTeaching) -> str:
    """Return the kind to go on with: the one chosen, or the next that lacks tags."""
    if gap(page.box, page.kind):
        return page.kind
    lacking = [tile.value for tile in missing(page.box)]
    place = KINDS.index(page.kind)
    later = [kind for kind in lacking if KINDS.index(kind) > place]
    return (later or lacking or [page.kind])[0]


def gap(box: TagBox, kind: str) -> int:
    """Return how many of a kind have no tag yet."""
    return THINGS[kind] - counted(box)[kind]


def seen(page: TagTeaching, uid: str) -> tuple[TagTeaching, KeepBox | None]:
    """Return what follows from a tag on the reader, and what must be saved for it to be true."""
    if page.mistake:
        return _telling(page, TeachingSentence.MISTAKES, why=page.mistake), None
    known = page.box.tags.get(uid)
    if known is not None:
        return _telling(page, TeachingSentence.KNOWN, uid=uid, kind=known), None
    if not is_uid(uid):
        return _telling(page, TeachingSentence.NO_TAG), None
    if not gap(page.box, page.kind):
        return _telling(page, TeachingSentence.FULL, kind=page.kind), None
    after = replace(page, box=with_tag(page.box, uid, page.kind), taught=(*page.taught, uid))
    told = _telling(after, TeachingSentence.TAUGHT, uid=uid, kind=page.kind)
    return page, KeepBox(replace(told, kind=proposed(told)))


def _telling(page: TagTeaching, told: TeachingSentence, **facts: str) -> TagTeaching:
    return replace(page, told=told, facts=facts)


_LINES = {Shape.FULL: 2, Shape.COMPACT: 2, Shape.TALL: 3}
"""How many lines there is room for in what came of the last tag."""

_BESIDE = {Shape.FULL: 10, Shape.COMPACT: 8, Shape.TALL: 5}


def _progress(kit: Kit, page: TagTeaching) -> str:
    words = kit.ui.canvas.words
    return kit.say(
        "Next: {kind}, {number} of {all} ({done} of {tiles} tiles are tagged)",
        kind=thing_name(page.kind, words),
        number=counted(page.box)[page.kind],
        all=THINGS[page.kind],
        done=tagged_tiles(page.box),
        tiles=TILES,
    )


def _said(kit: Kit, page: TagTeaching) -> str:
    if page.told is not None:
        facts = dict(page.facts)
        if "kind" in facts:
            facts["kind"] = thing_name(facts["kind"], kit.ui.canvas.words)
        return kit.say(page.told.value, **facts)
    if page.is_new:
        return kit.say("New list: type a name, or lay a tile on the reader")
    return kit.say("Lay tiles on the reader one by one")


def _drawing(kit: Kit, kind: str, opacity: float) -> Widget:
    if kind == RA_FIGURE:
        return kit.picture("ui_crown", kit.theme.gold)
    if kind.startswith(SUN):
        return kit.sun(Sun(int(kind.removeprefix(SUN))), opacity=opacity)
    return kit.tile(BY_ID[kind], opacity)
