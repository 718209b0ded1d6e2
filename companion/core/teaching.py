"""The page that teaches a box: tag after tag, kind by kind, each kept before it is shown."""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from companion.core.box import THINGS, Box, counted, is_uid, missing, with_tag, without
from companion.core.page import Page
from companion.words import Sentences

KINDS = tuple(THINGS)
"""Everything a tag can be on, in the order of the page."""

LONGEST_NAME = 30
"""Characters of a box's name that may be typed."""

BACKSPACE = "\b"


class Told(Sentences):
    """What the page says; the value is the English sentence, which is also what is translated."""

    TAUGHT = "Tag {uid} is on {kind}"
    KNOWN = "Tag {uid} is on {kind} already"
    BACK = "Tag {uid} is taken back; it was on {kind}"
    FULL = "{kind} is complete: choose another kind"
    NO_TAG = "This cannot be a tag; it is not taken"
    NOT_KEPT = "This could not be saved ({why}), so it is not taken"
    NAME_TAKEN = "There is a box of that name already: type another one"
    NO_NAME = "A box cannot be called that: use letters, digits and blanks"
    MISTAKES = "Mend the file of this box first: {why}"


class Teaching(Page, frozen=True):
    """How far a lesson has come; what it knows is on the disk."""

    names: tuple[str, ...] = ()
    """The boxes there are."""
    name: str = ""
    """The one that is taught; of a new one, as far as it is typed."""
    is_new: bool = False
    """Whether this box has no file yet, so that its name may still be typed."""
    box: Box = Box()
    kind: str = KINDS[0]
    """What the next tag is on."""
    taught: tuple[str, ...] = ()
    """The tags of this lesson, the latest last."""
    mistake: str = ""
    """The first mistake in the box's file: nothing is taught before it is mended."""
    told: Told | None = None
    facts: Mapping[str, str] = {}
    """What the sentence has room for; ``kind`` is a key of ``THINGS``."""


class Boxes(msgspec.Struct, frozen=True):
    """The boxes there are, and what is known of the one that is asked for."""

    names: tuple[str, ...]
    name: str
    box: Box
    mistake: str = ""


class Kept(msgspec.Struct, frozen=True):
    """What was taught is on the disk."""

    page: Teaching


class NotKept(msgspec.Struct, frozen=True):
    """What was taught is not on the disk, so it is not taken."""

    told: Told
    why: str = ""


class Known(msgspec.Struct, frozen=True):
    """The tags of the box on this table, after it may have been taught."""

    tags: Mapping[str, str]


class ChooseKind(msgspec.Struct, frozen=True):
    """The next tags are on this."""

    kind: str


class NextBox(msgspec.Struct, frozen=True):
    """The next of the boxes, and after the last a new one."""


class TypeBox(msgspec.Struct, frozen=True):
    """A character was typed into the name of a new box; a backspace takes the last one away."""

    text: str


class Untag(msgspec.Struct, frozen=True):
    """The tag that was taught last is taken back."""


class FindBox(msgspec.Struct, frozen=True):
    """An order: look into this box and answer with ``Boxes``; empty: the one on this table."""

    name: str = ""
    is_new: bool = False
    """Whether a new one is wanted, under a name that is free."""


class KeepBox(msgspec.Struct, frozen=True):
    """An order: save the box of this page and answer with ``Kept`` or ``NotKept``."""

    page: Teaching


Message = Boxes | Kept | NotKept | Known | ChooseKind | NextBox | TypeBox | Untag


def found(_: Teaching, boxes: Boxes) -> Teaching:
    """Return the page on a box that was looked into."""
    is_new = boxes.name not in boxes.names
    page = Teaching(boxes.names, boxes.name, is_new, boxes.box, mistake=boxes.mistake)
    if boxes.mistake:
        return _telling(page, Told.MISTAKES, why=boxes.mistake)
    return replace(page, kind=proposed(page))


def proposed(page: Teaching) -> str:
    """Return the kind to go on with: the one chosen, or the next that lacks tags."""
    if gap(page.box, page.kind):
        return page.kind
    lacking = [tile.value for tile in missing(page.box)]
    place = KINDS.index(page.kind)
    later = [kind for kind in lacking if KINDS.index(kind) > place]
    return (later or lacking or [page.kind])[0]


def gap(box: Box, kind: str) -> int:
    """Return how many of a kind have no tag yet."""
    return THINGS[kind] - counted(box)[kind]


def seen(page: Teaching, uid: str) -> tuple[Teaching, KeepBox | None]:
    """Return what follows from a tag on the reader, and what must be saved for it to be true."""
    if page.mistake:
        return _telling(page, Told.MISTAKES, why=page.mistake), None
    known = page.box.tags.get(uid)
    if known is not None:
        return _telling(page, Told.KNOWN, uid=uid, kind=known), None
    if not is_uid(uid):
        return _telling(page, Told.NO_TAG), None
    if not gap(page.box, page.kind):
        return _telling(page, Told.FULL, kind=page.kind), None
    after = replace(page, box=with_tag(page.box, uid, page.kind), taught=(*page.taught, uid))
    told = _telling(after, Told.TAUGHT, uid=uid, kind=page.kind)
    return page, KeepBox(replace(told, kind=proposed(told)))


def untagged(page: Teaching) -> KeepBox | None:
    """Return what must be saved for the last tag to be taken back; None if there is none."""
    if not page.taught:
        return None
    *before, uid = page.taught
    kind = page.box.tags[uid]
    after = replace(page, box=without(page.box, uid), taught=tuple(before), kind=kind)
    return KeepBox(_telling(after, Told.BACK, uid=uid, kind=kind))


def kept(_: Teaching, message: Kept) -> Teaching:
    """Return the page that is on the disk now."""
    page = message.page
    return replace(page, names=tuple(sorted({*page.names, page.name})), is_new=False)


def not_kept(page: Teaching, message: NotKept) -> Teaching:
    """Return the page as it was, with why nothing was taken."""
    return _telling(page, message.told, why=message.why)


def stepped(page: Teaching, steps: int) -> Teaching:
    """Return the page with another kind chosen."""
    place = (KINDS.index(page.kind) + steps) % len(KINDS)
    return chosen(page, KINDS[place])


def chosen(page: Teaching, kind: str) -> Teaching:
    """Return the page with this kind chosen."""
    return replace(page, kind=kind, told=None, facts={})


def next_box(page: Teaching) -> FindBox:
    """Return the order to look into the next box, or to begin a new one after the last."""
    later = page.names[page.names.index(page.name) + 1 :] if page.name in page.names else page.names
    if page.is_new and page.names:
        return FindBox(page.names[0])
    return FindBox(later[0]) if later else FindBox(is_new=True)


def typed(page: Teaching, text: str) -> Teaching:
    """Return the page with one more character in the name of a new box, or one less."""
    if not page.is_new:
        return page
    name = page.name[:-1] if text == BACKSPACE else page.name + text
    return replace(page, name=name[:LONGEST_NAME], told=None, facts={})


def _telling(page: Teaching, told: Told, **facts: str) -> Teaching:
    return replace(page, told=told, facts=facts)
